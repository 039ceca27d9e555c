"""A state that is read much and written never, as plain attributes.

Each access to a field of a NumPy record costs a microsecond; here scalars are Python integers and
arrays are views made once. What a game writes of a position or a move is read from this.
"""

import struct
from typing import Any

import numpy as np

from sidings.kernel.record import Array

_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I"}


class Window:
    """One buffer of a record type, looked at through its fields. ``show`` fills it."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.states: Array = np.zeros(1, dtype)
        self.raw: Array = self.states.view(np.uint8)
        layout, position = "<", 0
        names: list[str] = []
        assert dtype.fields is not None
        for name, place in sorted(dtype.fields.items(), key=lambda item: item[1][1]):
            field, offset = place[0], place[1]
            if field.shape:
                setattr(self, name, self.states[name][0])
                continue
            layout += f"{offset - position}x{_CODES[field.str[1:]]}"
            position = offset + field.itemsize
            names.append(name)
        self._scalars = struct.Struct(layout)
        self._names = tuple(names)

    def refresh(self) -> "Window":
        """Read the scalars anew, after the buffer was written."""
        values = self._scalars.unpack_from(self.raw.data)
        self.__dict__.update(zip(self._names, values, strict=True))
        return self
