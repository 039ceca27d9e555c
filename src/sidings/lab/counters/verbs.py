"""What a batch counts in each game, dispatched on the type of the record.

Counting is part of the kernels, so that it is the same on every device. A game's counters are rows
of a small array with a column for each seat.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from sidings.kernel.record import Array, Record


@dataclass(frozen=True)
class Counter:
    """A column of the results: for each seat (``width`` values), or one for the whole game."""

    name: str
    width: int = 1
    of_seat: bool = True


_functions: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}


def note(s: Record, action: int, counts: Array) -> None:
    """Count what the action is about to do."""
    _functions["note", s.dtype](s, action, counts)  # type: ignore[attr-defined]  # a NumPy record


def conclude(s: Record, counts: Array) -> None:
    """Count what the end of the game shows."""
    _functions["conclude", s.dtype](s, counts)  # type: ignore[attr-defined]  # a NumPy record


def bind_counters(dtype: np.dtype[np.record], counters: ModuleType) -> None:
    """Make the functions of ``counters`` count in games with records of a type."""
    for verb in ("note", "conclude"):
        _functions[verb, dtype] = getattr(counters, verb)
    bind_compiled(dtype, overload)


def bind_compiled(dtype: np.dtype[np.record], overload: Callable[..., Any]) -> None:
    """Tell a compiler, as ``sidings.kernel.verbs`` does, which counters are whose."""
    mine = numba.from_dtype(dtype)
    f_note, f_conclude = _functions["note", dtype], _functions["conclude", dtype]
    overload(note)(
        lambda s, action, counts: (
            (lambda s, action, counts: f_note(s, action, counts)) if s == mine else None
        )
    )
    overload(conclude)(
        lambda s, counts: (lambda s, counts: f_conclude(s, counts)) if s == mine else None
    )


def rows_of(counters: tuple[Counter, ...]) -> int:
    """How many rows the counters of a game take."""
    return sum(counter.width for counter in counters)
