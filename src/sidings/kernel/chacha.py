"""Shuffles that nobody can predict: ChaCha8 (D. J. Bernstein, 2008) and rejection sampling.

Words are 32 bits wide, held in 64-bit integers and masked, which is the same sum in plain Python
and compiled.
"""

from typing import Any

import numpy as np

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record

WORD = 0xFFFFFFFF
WORDS_IN_BLOCK = 16
ROUNDS = 8

# "expand 32-byte k", little endian
C0, C1, C2, C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574


@kernel
def wide(x: Any) -> int:
    """A value of an unsigned field, for sums: as 64 bits with a sign, compiled or not."""
    return np.int64(x)  # type: ignore[return-value]  # an int to every caller


@kernel
def _rotate(x: int, bits: int) -> int:
    return ((x << bits) & WORD) | (x >> (32 - bits))


@kernel
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = (a + b) & WORD
    d = _rotate(d ^ a, 16)
    c = (c + d) & WORD
    b = _rotate(b ^ c, 12)
    a = (a + b) & WORD
    d = _rotate(d ^ a, 8)
    c = (c + d) & WORD
    b = _rotate(b ^ c, 7)
    return a, b, c, d


@kernel
def chacha_block(key: Array, counter: int, nonce: int, rounds: int) -> tuple[int, ...]:
    """The 16 words of one block of the key stream ``nonce``."""
    k0, k1, k2, k3 = wide(key[0]), wide(key[1]), wide(key[2]), wide(key[3])
    k4, k5, k6, k7 = wide(key[4]), wide(key[5]), wide(key[6]), wide(key[7])
    n0, n1 = counter & WORD, counter >> 32
    n2, n3 = nonce & WORD, nonce >> 32
    x0, x1, x2, x3 = wide(C0), wide(C1), wide(C2), wide(C3)
    x4, x5, x6, x7, x8, x9, x10, x11 = k0, k1, k2, k3, k4, k5, k6, k7
    x12, x13, x14, x15 = wide(n0), wide(n1), wide(n2), wide(n3)
    for _ in range(rounds // 2):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    return (
        (x0 + C0) & WORD, (x1 + C1) & WORD, (x2 + C2) & WORD, (x3 + C3) & WORD,
        (x4 + k0) & WORD, (x5 + k1) & WORD, (x6 + k2) & WORD, (x7 + k3) & WORD,
        (x8 + k4) & WORD, (x9 + k5) & WORD, (x10 + k6) & WORD, (x11 + k7) & WORD,
        (x12 + n0) & WORD, (x13 + n1) & WORD, (x14 + n2) & WORD, (x15 + n3) & WORD,
    )  # fmt: skip


@kernel
def shuffle(s: Record, cards: Array, first: int, end: int) -> None:
    """Shuffle ``cards[first:end]`` evenly with the next stream of the state's key."""
    stream = int(s.shuffles)
    block = chacha_block(s.key, 0, stream, ROUNDS)
    counter, used = 1, 0
    for last in range(end - first - 1, 0, -1):
        choices = last + 1
        while True:
            if used == WORDS_IN_BLOCK:
                block = chacha_block(s.key, counter, stream, ROUNDS)
                counter, used = counter + 1, 0
            product = block[used] * choices
            used += 1
            # Lemire's method: only the low words below 2**32 mod choices are over-represented.
            low = product & WORD
            if low >= choices or low >= (WORD + 1) % choices:
                break
        other = product >> 32
        card = cards[first + last]
        cards[first + last] = cards[first + other]
        cards[first + other] = card
    s.shuffles += 1


@kernel
def key_of_game(key: Array, seed: int, index: int) -> None:
    """Write the key of game ``index`` of the batch ``seed``: it depends on nothing else."""
    for i in range(8):
        key[i] = 0
    key[0] = seed & WORD
    key[1] = (seed >> 32) & WORD
    block = chacha_block(key, index, 0, ROUNDS)
    for i in range(8):
        key[i] = block[i]
