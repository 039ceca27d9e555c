"""What a bot adds to the verbs of a game, dispatched on the type of the record.

``rate`` is the game's rule of thumb. Like every bot it may use only what the seat in turn can
know; a test rates each position with and without the hidden part and expects the same.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from sidings.kernel.record import Array, Record

MOST_TERMS = 8  # room for the terms of a rating

_functions: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}


def rate(s: Record, depth: int, actions: Array, n: int, terms: Array) -> None:
    """Rate ``actions[:n]`` for the seat in turn: the sum of ``terms[k]``, higher is better.

    ``depth`` is how far ahead it looks: 0 for a hasty look, 1, 2 for all it can do.
    """
    _functions["rate", s.dtype](s, depth, actions, n, terms)  # type: ignore[attr-defined]  # a NumPy record


def settled(s: Record, root: Record, moves: int) -> bool:
    """Whether a playout from ``root`` has after so many moves gone far enough to be judged."""
    return bool(_functions["settled", s.dtype](s, root, moves))  # type: ignore[attr-defined]  # a NumPy record


def worth(s: Record, root: Record, seat: int) -> float:
    """The chance, 0 to 1, that ``seat`` wins the game from a settled state."""
    return float(_functions["worth", s.dtype](s, root, seat))  # type: ignore[attr-defined]  # a NumPy record


def bind_thumb(dtype: np.dtype[np.record], thumb: ModuleType) -> None:
    """Make the functions of ``thumb`` the rule of thumb for records of a type."""
    for verb in ("rate", "settled", "worth"):
        _functions[verb, dtype] = getattr(thumb, verb)
    bind_compiled(dtype, overload)


def bind_compiled(dtype: np.dtype[np.record], overload: Callable[..., Any]) -> None:
    """Tell a compiler, as ``sidings.kernel.verbs`` does, which rule of thumb is whose."""
    mine = numba.from_dtype(dtype)
    f_rate, f_settled = _functions["rate", dtype], _functions["settled", dtype]
    f_worth = _functions["worth", dtype]
    overload(rate)(
        lambda s, depth, actions, n, terms: (
            (lambda s, depth, actions, n, terms: f_rate(s, depth, actions, n, terms))
            if s == mine
            else None
        )
    )
    overload(settled)(
        lambda s, root, moves: (
            (lambda s, root, moves: f_settled(s, root, moves)) if s == mine else None
        )
    )
    overload(worth)(
        lambda s, root, seat: (lambda s, root, seat: f_worth(s, root, seat)) if s == mine else None
    )
