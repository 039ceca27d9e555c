"""All that a server needs, loaded and compiled when this is imported (see ``forked_server``)."""

from sidings.games.catalogue import game, game_names
from sidings.server import app, command
from sidings.server.games import warm_up_bots
from sidings.store import migrate, postgresql, sqlite
from sidings.tables.runtime import runtime_of

__all__ = ["app", "command", "migrate", "postgresql", "sqlite"]

for name in game_names():
    runtime_of(name)
    warm_up_bots(game(name))
