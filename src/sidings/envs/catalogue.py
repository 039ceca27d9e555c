"""Which observation belongs to which game."""

from importlib import import_module
from typing import Any

from sidings.envs.verbs import Layout
from sidings.errors import BadOption
from sidings.games.contract import Game

_CATALOGUE = {
    "mexican-train": "sidings.envs.mexican_train",
    "game-of-trains": "sidings.envs.game_of_trains",
    "continental-express": "sidings.envs.continental_express",
}


def layout_of(game: Game[Any]) -> Layout:
    """The parts of the game's observation; its encoder is bound, so that kernels can call it.

    >>> import sidings
    >>> layout = layout_of(sidings.game("game-of-trains"))
    >>> layout.size, layout.offsets["trains"]
    (266, 6)
    """
    if game.name not in _CATALOGUE:
        raise BadOption(f"{game.title} has no observation; {', '.join(_CATALOGUE)} have one")
    return Layout(import_module(_CATALOGUE[game.name]).PARTS)
