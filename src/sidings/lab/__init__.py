"""The lab: batches of games, matches and tournaments between bots, studies on a large scale.

>>> from sidings import lab
>>> rows = lab.play("continental-express", "thumb", games=100, seed=7)
>>> rows["moves"].mean() > 50
np.True_
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sidings.lab.analysis import analyse, analyse_game
    from sidings.lab.batch import columns, play, stream
    from sidings.lab.inspect_game import replay, seed_of_deal

__all__ = ["analyse", "analyse_game", "columns", "play", "replay", "seed_of_deal", "stream"]

# These bring Numba with them; they are loaded when they are first asked for.
_LATE = {
    "analyse": "sidings.lab.analysis",
    "analyse_game": "sidings.lab.analysis",
    "columns": "sidings.lab.batch",
    "play": "sidings.lab.batch",
    "replay": "sidings.lab.inspect_game",
    "seed_of_deal": "sidings.lab.inspect_game",
    "stream": "sidings.lab.batch",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module 'sidings.lab' has no attribute {name!r}")
    return getattr(import_module(_LATE[name]), name)
