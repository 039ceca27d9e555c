"""Fast read-only view of a record.

Reading a field of a NumPy record costs a microsecond; here scalars are Python integers and arrays
are views made once. Compiled code still takes it for a record.
"""

import struct
from typing import Any

import numpy as np

from sidings.kernel.record import Array

_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I"}


class _Fields(np.void):  # type: ignore[misc]  # NumPy allows it, its stubs do not
    """A record whose fields are attributes of its own."""


class FastRecord:
    """One buffer of a record type: write ``states``, call ``refresh``, then read ``fields``."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.states: Array = np.zeros(1, dtype)
        self.fields: Any = self.states.view(np.dtype((_Fields, dtype)))[0]
        layout, position = "<", 0
        names: list[str] = []
        assert dtype.fields is not None
        for name, place in sorted(dtype.fields.items(), key=lambda item: item[1][1]):
            field, offset = place[0], place[1]
            if field.shape:
                self.fields.__dict__[name] = self.states[name][0]
                continue
            layout += f"{offset - position}x{_CODES[field.str[1:]]}"
            position = offset + field.itemsize
            names.append(name)
        self._bytes = self.states.view(np.uint8).data
        self._scalars = struct.Struct(layout)
        self._names = tuple(names)

    def refresh(self) -> None:
        """Read the scalars again, after the buffer was written."""
        values = self._scalars.unpack_from(self._bytes)
        self.fields.__dict__.update(zip(self._names, values, strict=True))
