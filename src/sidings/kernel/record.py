"""A position as one fixed-size NumPy record, declared as a class of fields.

The class is what the type checker sees; ``record_dtype`` turns it into the dtype that NumPy,
Numba and the disk see. Only signed integers, or unsigned ones of at most 32 bits: Numba makes a
float of an ``int64`` and a ``uint64``.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sidings.kernel.jit import game_hash

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Field:
    dtype: type[np.integer[Any]]
    shape: tuple[int, ...]


def field(dtype: type[np.integer[Any]], *shape: int) -> Any:
    """Declare a field: a scalar, or with a shape a small nested array."""
    return Field(dtype, shape)


class Record:
    """What every game's state has; its own fields follow.

    ``key`` is the secret of the deal and ``shuffles`` counts the shuffles made with it, so each
    is a stream of its own.
    """

    key: Array = field(np.uint32, 8)
    shuffles: int = field(np.int32)
    players: int = field(np.int8)


def record_dtype(state: type[Record]) -> np.dtype[np.void]:
    """The NumPy record type of a class of fields.

    Wide fields come first and the end is filled up, so that every field is aligned and no byte
    is without a name: NumPy does not copy nameless ones, and states are compared as bytes. An
    empty field is named after the game's sources, so that code compiled for an older version of
    them, or for another game with the same fields, has another type.
    """
    fields = [
        (name, value.dtype, value.shape)
        for owner in reversed(state.__mro__)
        for name, value in vars(owner).items()
        if isinstance(value, Field)
    ]
    fields.sort(key=lambda item: -np.dtype(item[1]).itemsize)
    packed = np.dtype(fields)
    widest = packed[0].base.itemsize
    filler = -packed.itemsize % widest
    if filler:
        fields.append(("filler", np.int8, (filler,)))
    home = Path(str(sys.modules[state.__module__].__file__)).parent
    fields.append((f"sources_{game_hash(home)}", np.int8, (0,)))
    scalar = _scalar_type(state, [name for name, *_ in fields])
    record: np.dtype[Any] = np.dtype((scalar, np.dtype(fields, align=True)))
    return record


def _scalar_type(state: type[Record], names: Iterable[str]) -> type[np.void]:
    """The type of a single record, which has a property for each field.

    NumPy's own finds a field by Python code, which takes four times as long. It can be found by
    its name, so that records can be pickled.
    """
    made = type("Scalar", (np.void,), {
        "__slots__": (),
        "__module__": state.__module__,
        "__qualname__": f"{state.__qualname__}.Scalar",
        **{name: property(itemgetter(name), _setter_of(name)) for name in names},
    })  # fmt: skip
    state.Scalar = made  # type: ignore[attr-defined]  # for pickle alone
    return made


def _setter_of(name: str) -> Callable[[Any, Any], None]:
    return lambda record, value: record.__setitem__(name, value)
