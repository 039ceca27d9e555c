"""The fast generator: even, reproducible, and different for each stream."""

from collections import Counter

import numpy as np

from sidings.kernel.fast import below, fast_generator, next_word, shuffle_fast


def test_sfc32_reference_values() -> None:
    """The recurrence of PractRand's sfc32, written out once more in plain integers."""
    rng = np.array([1, 2, 3, 4], np.int64)
    a, b, c, counter = 1, 2, 3, 4
    for _ in range(50):
        word = (a + b + counter) % 2**32
        counter += 1
        a, b, c = b ^ b >> 9, (c + (c << 3)) % 2**32, (c << 21 | c >> 11) % 2**32
        c = (c + word) % 2**32
        assert next_word(rng) == word


def test_below_is_even_even_where_a_quarter_must_be_rejected() -> None:
    rng = fast_generator(1)
    choices = 3 << 29
    thirds = Counter(below(rng, choices) >> 29 for _ in range(9000))
    assert set(thirds) == {0, 1, 2}
    assert max(thirds.values()) - min(thirds.values()) < 300


def test_streams_differ_and_repeat() -> None:
    words = {
        tuple(next_word(fast_generator(s, t)) for _ in range(3)) for s in (1, 2) for t in (1, 2)
    }
    assert len(words) == 4
    assert next_word(fast_generator(1, 2)) == next_word(fast_generator(1, 2))


def test_shuffle_fast_is_even() -> None:
    rng = fast_generator(3)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        cards = np.arange(6, dtype=np.int8)
        shuffle_fast(rng, cards, 1, 5)
        assert cards[[0, 5]].tolist() == [0, 5]
        counts[tuple(cards.tolist())] += 1
    assert len(counts) == 24
    assert sum((n - 250) ** 2 / 250 for n in counts.values()) < 49.7
