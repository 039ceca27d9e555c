"""The games as environments for research: PettingZoo, Gymnasium, OpenSpiel, and whole batches.

``VectorEnv`` needs nothing but NumPy; the others need the extra ``envs``. What they hand out is
made from ``hide(state, seat)`` alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sidings.errors import BadOption

if TYPE_CHECKING:
    from sidings.envs import aec, spiel
    from sidings.envs.layout import layout_of
    from sidings.envs.single import AgainstBots
    from sidings.envs.vector import Batch, VectorEnv

__all__ = ["AgainstBots", "Batch", "VectorEnv", "aec", "layout_of", "spiel"]

_LATE = {
    "AgainstBots": "sidings.envs.single",
    "Batch": "sidings.envs.vector",
    "VectorEnv": "sidings.envs.vector",
    "aec": "sidings.envs.aec",
    "layout_of": "sidings.envs.layout",
    "spiel": "sidings.envs.spiel",
}
_EXTRA = ("gymnasium", "pettingzoo", "pyspiel")


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module 'sidings.envs' has no attribute {name!r}")
    try:
        module = import_module(_LATE[name])
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        raise BadOption(f"{name} needs {error.name}: pip install 'sidings[envs]'") from None
    return module if name in ("aec", "spiel") else getattr(module, name)
