"""Sidings: Mexican Train, Game of Trains and Continental Express.

>>> import sidings
>>> table = sidings.deal("game-of-trains", players=2, seed=7)
>>> table.play(table.moves()[0])
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sidings.errors import (
    BadDeck,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    SidingsError,
    UnknownGame,
    UnknownMove,
)
from sidings.games import game  # and with it the name ``games``, a package that can be called

if TYPE_CHECKING:
    from sidings.games import games
    from sidings.record import replay
    from sidings.table import Result, Table, deal, load

__version__ = "0.1.0"

__all__ = [
    "BadDeck",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "IllegalMove",
    "Result",
    "SidingsError",
    "Table",
    "UnknownGame",
    "UnknownMove",
    "deal",
    "game",
    "games",
    "load",
    "replay",
]

# These bring Numba with them; they are loaded when they are first asked for.
_LATE = {
    "Result": "sidings.table",
    "Table": "sidings.table",
    "deal": "sidings.table",
    "load": "sidings.table",
    "replay": "sidings.record",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module 'sidings' has no attribute {name!r}")
    return getattr(import_module(_LATE[name]), name)
