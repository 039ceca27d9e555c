"""All that a server needs, loaded and compiled when this is imported (see ``forked_server``)."""

from sidings.games.catalogue import game
from sidings.server import app, command
from sidings.server.games import warm_up_bots
from sidings.store import migrate, postgresql, sqlite
from sidings.tables.runtime import runtime_of

__all__ = ["GAME", "app", "command", "migrate", "postgresql", "sqlite"]

GAME = "game-of-trains"

runtime_of(GAME)
warm_up_bots(game(GAME))
