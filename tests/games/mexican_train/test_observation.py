"""Mexican Train as a vector of numbers."""

from typing import Any

import numpy as np

from games.mexican_train.positions import loaded
from sidings.games.mexican_train import gpu
from sidings.games.mexican_train.observation import FEATURES, encode
from sidings.play.table import Table

NAMES = [f"{a}-{b}" for b in range(19) for a in range(b + 1)]


def observed(table: Table, seat: int) -> dict[str, Any]:
    """The parts of what a seat (0 for a spectator) observes, by name."""
    out = np.full(sum(feature.size for feature in FEATURES), -99, np.int16)
    assert encode(table.seen_by(seat), seat - 1, out) == out.size
    parts, start = {}, 0
    for feature in FEATURES:
        values = out[start : start + feature.size].tolist()
        assert all(feature.low <= value <= feature.high for value in values), feature.name
        parts[feature.name] = values if feature.shape else values[0]
        start += feature.size
    return parts


def named(bits: list[int]) -> list[str]:
    return [name for name, bit in zip(NAMES, bits, strict=True) if bit]


def test_a_seat_observes_its_hand_and_the_table() -> None:
    table = loaded("5-7 1-3", "0-0", trains=["12-5", ""], markers=[False, True], scores=[7, 9])
    seen = observed(table, 1)
    assert (seen["seat"], seen["players"], seen["engine"], seen["turn"]) == (0, 2, 12, 0)
    assert named(seen["hand"]) == ["1-3", "5-7"]
    assert named(seen["on_table"]) == ["5-12", "12-12"]
    assert (seen["hand_sizes"][:2], seen["scores"][:2]) == ([2, 1], [7, 9])
    assert (seen["ends"][:2], seen["begun"][:2], seen["markers"][:2]) == ([5, 12], [1, 0], [0, 1])
    assert not any(observed(table, 0)["hand"])


def test_the_domino_drawn_is_observed_by_its_owner() -> None:
    table = loaded("0-1", "0-0", boneyard="3-4")
    assert observed(table, 1)["drawn"] == -1
    table.play("draw")
    assert [observed(table, seat)["drawn"] for seat in (1, 2)] == [NAMES.index("3-4"), -2]


def test_legal_moves_fit_the_room_that_a_gpu_gives_them() -> None:
    table = loaded("12-12", "0-0", engine=11, rest=1, trains=["11-5", ""])
    assert len(table.moves()) <= gpu.MOST_LEGAL
