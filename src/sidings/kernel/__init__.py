"""What the rules stand on: compilation, records, randomness and the verbs."""

from sidings.kernel.chacha import shuffle, wide
from sidings.kernel.fast import below, next_word, shuffle_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record, field
from sidings.kernel.verbs import bind

__all__ = [
    "Array",
    "Record",
    "below",
    "bind",
    "field",
    "kernel",
    "next_word",
    "shuffle",
    "shuffle_fast",
    "wide",
]
