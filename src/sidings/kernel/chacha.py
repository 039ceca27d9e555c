"""Shuffles that nobody can predict: ChaCha8 (D. J. Bernstein, 2008) and rejection sampling.

Words are ``uint32``; sums are made in 64 bits and masked, which is the same in plain Python and
compiled. A compiler sees that 32 bits are enough.
"""

from typing import Any

import numpy as np

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record

Word = Any  # a ``np.uint32``

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
def _sum(a: Word, b: Word) -> Word:
    return np.uint32((wide(a) + wide(b)) & WORD)


@kernel
def _turn(a: Word, b: Word, bits: int) -> Word:
    """The exclusive or of two words, rotated to the left."""
    x = wide(a) ^ wide(b)
    return np.uint32(((x << bits) & WORD) | (x >> (32 - bits)))


@kernel
def _quarter(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    a = _sum(a, b)
    d = _turn(d, a, 16)
    c = _sum(c, d)
    b = _turn(b, c, 12)
    a = _sum(a, b)
    d = _turn(d, a, 8)
    c = _sum(c, d)
    b = _turn(b, c, 7)
    return a, b, c, d


@kernel
def chacha_block(key: Array, counter: int, nonce: int, rounds: int) -> tuple[Word, ...]:
    """The 16 words of one block of the key stream ``nonce``."""
    k0, k1, k2, k3, k4, k5, k6, k7 = (
        key[0], key[1], key[2], key[3], key[4], key[5], key[6], key[7]
    )  # fmt: skip
    n0, n1 = np.uint32(counter & WORD), np.uint32(counter >> 32)
    n2, n3 = np.uint32(nonce & WORD), np.uint32(nonce >> 32)
    x0, x1, x2, x3 = np.uint32(C0), np.uint32(C1), np.uint32(C2), np.uint32(C3)
    x4, x5, x6, x7, x8, x9, x10, x11 = k0, k1, k2, k3, k4, k5, k6, k7
    x12, x13, x14, x15 = n0, n1, n2, n3
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
        _sum(x0, C0), _sum(x1, C1), _sum(x2, C2), _sum(x3, C3),
        _sum(x4, k0), _sum(x5, k1), _sum(x6, k2), _sum(x7, k3),
        _sum(x8, k4), _sum(x9, k5), _sum(x10, k6), _sum(x11, k7),
        _sum(x12, n0), _sum(x13, n1), _sum(x14, n2), _sum(x15, n3),
    )  # fmt: skip


@kernel
def shuffle(s: Record, cards: Array, first: int, end: int) -> None:
    """Shuffle ``cards[first:end]`` evenly with the next stream of the state's key.

    A state with fields of several sizes hands over slices: it is compiled once for these.
    """
    stream = int(s.shuffles)
    counter, used = 0, WORDS_IN_BLOCK
    for last in range(end - first - 1, 0, -1):
        choices = last + 1
        while True:
            if used == WORDS_IN_BLOCK:
                block = chacha_block(s.key, counter, stream, ROUNDS)
                counter, used = counter + 1, 0
            product = wide(block[used]) * choices
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
