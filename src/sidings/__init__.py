"""Sidings: train table games, their bots and their table.

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
from sidings.games.catalogue import game, game_names

if TYPE_CHECKING:
    from sidings.bots.daily import daily
    from sidings.play.observation import Observation, observe
    from sidings.play.record import replay
    from sidings.play.table import Result, Table, deal, load

    __version__: str

__all__ = [
    "BadDeck",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "IllegalMove",
    "Observation",
    "Result",
    "SidingsError",
    "Table",
    "UnknownGame",
    "UnknownMove",
    "daily",
    "deal",
    "game",
    "game_names",
    "load",
    "observe",
    "replay",
]

# These bring Numba with them; they are loaded when they are first asked for.
_LATE = {
    "Observation": "sidings.play.observation",
    "Result": "sidings.play.table",
    "Table": "sidings.play.table",
    "daily": "sidings.bots.daily",
    "deal": "sidings.play.table",
    "load": "sidings.play.table",
    "observe": "sidings.play.observation",
    "replay": "sidings.play.record",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":  # late too: reading it takes longer than all the rest
        return _installed_version()
    if name not in _LATE:
        raise AttributeError(f"module 'sidings' has no attribute {name!r}")
    return getattr(import_module(_LATE[name]), name)


def _installed_version() -> str:
    """The version that was made from the tag when the package was built."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("sidings")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "0+unknown"
