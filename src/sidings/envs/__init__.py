"""The games as environments for research: PettingZoo, Gymnasium, OpenSpiel, and whole batches.

``VectorEnv`` needs nothing but NumPy; the others need the extra ``envs``. What they hand out is
made from ``hide(state, seat)`` alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sidings.extras import needs

if TYPE_CHECKING:
    from sidings.envs import aec, spiel
    from sidings.envs.gym import AgainstBots
    from sidings.envs.layout import layout_of
    from sidings.envs.vector import Step, VectorEnv

__all__ = ["AgainstBots", "Step", "VectorEnv", "aec", "layout_of", "spiel"]

_LATE = {
    "AgainstBots": "sidings.envs.gym",
    "Step": "sidings.envs.vector",
    "VectorEnv": "sidings.envs.vector",
    "aec": "sidings.envs.aec",
    "layout_of": "sidings.envs.layout",
    "spiel": "sidings.envs.spiel",
}
_NEEDED = {
    "AgainstBots": ("gymnasium",),
    "aec": ("gymnasium", "pettingzoo"),
    "spiel": ("pyspiel",),
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module 'sidings.envs' has no attribute {name!r}")
    needs(name, *_NEEDED.get(name, ()))
    module = import_module(_LATE[name])
    return module if name in ("aec", "spiel") else getattr(module, name)
