"""A state that is read much and written never.

Each access to a field of a NumPy record costs a microsecond; here scalars are Python integers and
arrays are views made once. To compiled code it is still a record.
"""

import struct
from typing import Any

import numpy as np

from sidings.kernel.record import Array

_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I"}


class _Seen(np.void):  # type: ignore[misc]  # NumPy allows it, its stubs do not
    """A record whose fields are attributes of its own."""


class Window:
    """One buffer of a record type. Write ``raw``, ``refresh``, and read ``seen``."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.states: Array = np.zeros(1, dtype)
        self.raw: Array = self.states.view(np.uint8)
        self.seen: Any = self.states.view(np.dtype((_Seen, dtype)))[0]
        layout, position = "<", 0
        names: list[str] = []
        assert dtype.fields is not None
        for name, place in sorted(dtype.fields.items(), key=lambda item: item[1][1]):
            field, offset = place[0], place[1]
            if field.shape:
                self.seen.__dict__[name] = self.states[name][0]
                continue
            layout += f"{offset - position}x{_CODES[field.str[1:]]}"
            position = offset + field.itemsize
            names.append(name)
        self._bytes = self.raw.data
        self._scalars = struct.Struct(layout)
        self._names = tuple(names)

    def refresh(self) -> Any:
        """Read the scalars anew, after the buffer was written."""
        values = self._scalars.unpack_from(self._bytes)
        self.seen.__dict__.update(zip(self._names, values, strict=True))
        return self.seen
