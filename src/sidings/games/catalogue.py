"""Finds the games by name, without loading any."""

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidings.errors import UnknownGame, shown

if TYPE_CHECKING:
    from sidings.games.contract import Deck, Game

FOLDER = Path(__file__).parent
ENTRY_POINTS = "sidings.games"


def _catalogue() -> Mapping[str, str]:
    """The folders here that have rules, then what installed packages offer as entry points."""
    return _found_on(tuple(sys.path))


@cache
def _found_on(path: tuple[str, ...]) -> Mapping[str, str]:
    """Looked up once: to read what every package offers takes longer than to deal a game."""
    ours = {
        rules.parent.name.replace("_", "-"): f"sidings.games.{rules.parent.name}:GAME"
        for rules in sorted(FOLDER.glob("*/rules.py"))
    }
    return ours | {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}


def game_names() -> list[str]:
    """The names of the games.

    >>> game_names()
    ['continental-express', 'game-of-trains', 'mexican-train']
    """
    return list(_catalogue())


def game(name: str, deck: "Deck | None" = None) -> "Game[Any]":
    """The game of that name, with your own deck (a file or its content) if you give one.

    >>> game("game-of-trains").players
    range(2, 5)
    """
    place = _catalogue().get(name) if isinstance(name, str) else None
    if place is None:
        raise UnknownGame(f"there is no game {shown(name)}; there are {', '.join(game_names())}")
    module, _, attribute = place.partition(":")
    chosen: Game[Any] = getattr(import_module(module), attribute)(deck)
    return chosen
