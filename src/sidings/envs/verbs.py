"""What an environment adds to the verbs of a game: the position as one flat vector of numbers.

``encode`` is dispatched on the type of the record, as the verbs of the rules are. It is handed a
state that has been hidden for a seat, so that an observation cannot tell what the seat may not
know. Each game lists the parts of its vector in ``PARTS``; ``Layout`` says where they lie.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from sidings.kernel.record import Array, Record

_functions: dict[np.dtype[Any], Callable[..., int]] = {}


@dataclass(frozen=True)
class Part:
    """One named part of an observation: its shape, the range of its numbers, what they mean."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))


def encode(s: Record, seat: int, out: Array) -> int:
    """Write what ``seat`` sees of ``s``, hidden for it, into ``out``; returns how many numbers."""
    return int(_functions[s.dtype](s, seat, out))  # type: ignore[attr-defined]  # a NumPy record


def bind_encoder(dtype: np.dtype[np.record], encoder: ModuleType) -> None:
    """Make the function of ``encoder`` the observation of records of a type."""
    _functions[dtype] = f = encoder.encode
    mine = numba.from_dtype(dtype)
    overload(encode)(
        lambda s, seat, out: (lambda s, seat, out: f(s, seat, out)) if s == mine else None
    )


class Layout:
    """Where each part of an observation lies in the vector."""

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        self.offsets: dict[str, int] = {}
        self.size = 0
        for part in parts:
            self.offsets[part.name] = self.size
            self.size += part.size
        self.low: Array = np.concatenate([np.full(p.size, p.low, np.int16) for p in parts])
        self.high: Array = np.concatenate([np.full(p.size, p.high, np.int16) for p in parts])

    def unpack(self, observations: Array) -> dict[str, Array]:
        """The parts by name, as views; of one observation or of a batch of them."""
        batch = observations.shape[:-1]
        return {
            part.name: observations[..., start : start + part.size].reshape((*batch, *part.shape))
            for part, start in zip(self.parts, self.offsets.values(), strict=True)
        }

    def table(self) -> str:
        """The parts as a Markdown table, for the documentation."""
        lines = ["| offset | part | shape | range | meaning |", "|---:|---|---|---|---|"]
        for part in self.parts:
            shape = " × ".join(map(str, part.shape)) or "1"
            lines.append(
                f"| {self.offsets[part.name]} | `{part.name}` | {shape} "
                f"| {part.low} … {part.high} | {part.meaning} |"
            )
        return "\n".join(lines)
