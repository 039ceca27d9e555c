"""What the rules stand on: compilation, records, randomness, events and the verbs."""

from sidings.kernel.chacha import shuffle, wide
from sidings.kernel.events import tell
from sidings.kernel.fast import below, next_word, shuffle_fast
from sidings.kernel.jit import kernel
from sidings.kernel.piles import cut_pile
from sidings.kernel.record import Array, Record, field, record_dtype
from sidings.kernel.verbs import bind, verb

__all__ = [
    "Array",
    "Record",
    "below",
    "bind",
    "cut_pile",
    "field",
    "kernel",
    "next_word",
    "record_dtype",
    "shuffle",
    "shuffle_fast",
    "tell",
    "verb",
    "wide",
]
