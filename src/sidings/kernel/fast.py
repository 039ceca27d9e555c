"""The fast generator for search and playouts: sfc32 (C. Doty-Humphrey, PractRand).

Not for dealing cards: its state can be worked out from its output. The state is an ``int64``
array of four words below 2**32.
"""

import numpy as np

from sidings.kernel.chacha import WORD
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array

WARM_UP = 12


@kernel
def next_word(rng: Array) -> int:
    """The next 32 random bits."""
    a, b, c = rng[0], rng[1], rng[2]
    word: int = (a + b + rng[3]) & WORD
    rng[3] = (rng[3] + 1) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = ((((c << 21) | (c >> 11)) & WORD) + word) & WORD
    return word


@kernel
def below(rng: Array, choices: int) -> int:
    """A random integer from 0 to ``choices - 1``, evenly; ``choices`` is below 2**31."""
    while True:
        product = next_word(rng) * choices
        low = product & WORD
        if low >= choices or low >= (WORD + 1) % choices:
            return product >> 32


@kernel
def seed_fast(rng: Array, seed: int, stream: int) -> None:
    """Start the generator; different (seed, stream) pairs give unrelated sequences."""
    rng[0] = seed & WORD
    rng[1] = (seed >> 32) & WORD
    rng[2] = stream & WORD
    rng[3] = 1 + ((stream >> 32) & WORD)
    for _ in range(WARM_UP):
        next_word(rng)


@kernel
def shuffle_fast(rng: Array, cards: Array, first: int, end: int) -> None:
    """Shuffle ``cards[first:end]`` evenly."""
    for last in range(end - 1, first, -1):
        other = first + below(rng, last - first + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


def fast_generator(seed: int, stream: int = 0) -> Array:
    """A seeded generator, for callers outside the kernels."""
    rng = np.zeros(4, np.int64)
    seed_fast(rng, seed, stream)
    return rng
