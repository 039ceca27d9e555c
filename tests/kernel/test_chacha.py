"""ChaCha8 against published vectors, and shuffles that are even."""

from collections import Counter

import numpy as np
import pytest

from sidings.games.game_of_trains.rules import DTYPE
from sidings.kernel.chacha import chacha_block, key_of_game, shuffle
from sidings.kernel.record import Array


def stream(key: bytes, counter: int, nonce: int, rounds: int) -> str:
    words = np.frombuffer(key, "<u4").astype(np.uint32)
    block = chacha_block(words, counter, nonce, rounds)
    return b"".join(int(word).to_bytes(4, "little") for word in block).hex()


def test_chacha8_test_vector_1() -> None:
    """draft-strombergson-chacha-test-vectors, TC1: 256-bit zero key, 8 rounds, two blocks."""
    assert stream(bytes(32), 0, 0, 8) == (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )
    assert stream(bytes(32), 1, 0, 8) == (
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
    )


def test_chacha20_of_rfc_8439() -> None:
    """Section 2.3.2; its 96-bit nonce lies in the upper counter word and the nonce."""
    assert stream(bytes(range(32)), 1 | 0x09000000 << 32, 0x4A000000, 20) == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def shuffled(states: Array, size: int) -> tuple[int, ...]:
    cards = np.arange(size, dtype=np.int8)
    shuffle(states[0], cards, 0, size)
    return tuple(cards.tolist())


@pytest.mark.compiled  # thousands of shuffles; that plain Python shuffles alike others show
def test_shuffles_are_even() -> None:
    """All 24 orders of four cards, 6,000 shuffles: chi-squared stays below its 0.1 % limit."""
    states = np.zeros(1, DTYPE)
    counts = Counter(shuffled(states, 4) for _ in range(6000))
    assert len(counts) == 24
    assert sum((n - 250) ** 2 / 250 for n in counts.values()) < 49.7


def test_each_shuffle_is_a_stream_of_its_own() -> None:
    states = np.zeros(1, DTYPE)
    first, second = shuffled(states, 84), shuffled(states, 84)
    assert first != second
    assert sorted(first) == sorted(second) == list(range(84))
    assert states[0].shuffles == 2
    states[0].shuffles = 1
    assert shuffled(states, 84) == second


def test_a_part_of_an_array_can_be_shuffled() -> None:
    cards = np.arange(20, dtype=np.int8)
    shuffle(np.zeros(1, DTYPE)[0], cards, 5, 15)
    assert cards[:5].tolist() == [0, 1, 2, 3, 4]
    assert cards[15:].tolist() == [15, 16, 17, 18, 19]
    assert sorted(cards.tolist()) == list(range(20))
    assert cards.tolist() != list(range(20))


def test_keys_of_a_batch_depend_on_seed_and_index_alone() -> None:
    keys = set()
    for seed, index in [(1, 0), (1, 1), (2, 0), (1 << 40, 0), (1, 1 << 40)]:
        key = np.full(8, 9, np.uint32)
        key_of_game(key, seed, index)
        again = np.zeros(8, np.uint32)
        key_of_game(again, seed, index)
        assert key.tolist() == again.tolist()
        keys.add(tuple(key.tolist()))
    assert len(keys) == 5


@pytest.mark.plain
def test_a_word_that_would_make_a_choice_uneven_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2**32 words one is too many for three choices: the first, 0."""
    words = np.array([0, 1 << 31, *[0] * 14], np.uint32)
    monkeypatch.setattr("sidings.kernel.chacha.chacha_block", lambda *_: words)
    cards = np.arange(3, dtype=np.int8)
    shuffle(np.zeros(1, DTYPE)[0], cards, 0, 3)
    assert cards.tolist() == [2, 0, 1]
