"""A patch makes one record of another."""

import random

import numpy as np
import pytest

from sidings.tables.patch import HEAD, MOST, patched, write_patch

OLD = bytes(1000)


def patch(old: bytes, new: bytes) -> bytes:
    out = np.zeros(2 * len(new), np.uint8)
    n = write_patch(*(np.frombuffer(bytearray(one), np.uint8) for one in (old, new)), out)
    return out[:n].tobytes()


def with_bytes(*places: int) -> bytes:
    new = bytearray(OLD)
    for place in places:
        new[place] = 7
    return bytes(new)


def test_equal_records_need_no_patch() -> None:
    assert patch(OLD, OLD) == b""
    assert patched(OLD, b"") == OLD


@pytest.mark.parametrize(
    ("places", "size"),
    [
        ([0], HEAD + 1),
        ([999], HEAD + 1),
        ([300, 301, 302], HEAD + 3),
        ([300, 303], HEAD + 4),  # two bytes that are the same take less than another head
        ([300, 304], 2 * (HEAD + 1)),
        (range(300, 300 + MOST), HEAD + MOST),
        (range(300, 301 + MOST), 2 * HEAD + MOST + 1),
        (range(1000), 4 * HEAD + 1000),
    ],
)
def test_runs_are_as_few_bytes_as_they_can_be(places: list[int], size: int) -> None:
    new = with_bytes(*places)
    changes = patch(OLD, new)
    assert len(changes) == size
    assert patched(OLD, changes) == new


def test_any_record_can_be_made_of_any_other() -> None:
    chance = random.Random(1)
    for changed in (0.01, 0.1, 0.25, 0.5, 1):
        new = bytes(chance.randrange(256) if chance.random() < changed else 0 for _ in OLD)
        assert patched(OLD, patch(OLD, new)) == new
        assert patched(new, patch(new, OLD)) == OLD
