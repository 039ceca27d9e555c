"""The games, and the catalogue that finds them by name without loading any."""

import sys
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from sidings.errors import UnknownGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sidings.games.contract import Deck, Game

_CATALOGUE = {
    "mexican-train": "sidings.games.mexican_train:MexicanTrain",
    "game-of-trains": "sidings.games.game_of_trains:GameOfTrains",
    "continental-express": "sidings.games.continental_express:ContinentalExpress",
}


def _catalogue() -> dict[str, str]:
    """Our games, then those that installed packages offer as entry points ``sidings.games``."""
    others = {entry.name: entry.value for entry in entry_points(group="sidings.games")}
    return _CATALOGUE | others


def games() -> list[str]:
    """The names of the games.

    >>> games()
    ['mexican-train', 'game-of-trains', 'continental-express']
    """
    return list(_catalogue())


def game(name: str, deck: "Deck | None" = None) -> "Game[Any]":
    """The game of that name, with your own deck (a file or its content) if you give one.

    >>> game("game-of-trains").players
    range(2, 5)
    """
    place = _catalogue().get(name) if isinstance(name, str) else None
    if place is None:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(games())}")
    module, _, attribute = place.partition(":")
    chosen: Game[Any] = getattr(import_module(module), attribute)(deck)
    return chosen


class _Games(ModuleType):
    """The package, callable: ``sidings.games()`` lists what is in it."""

    def __call__(self) -> list[str]:
        return games()


sys.modules[__name__].__class__ = _Games
