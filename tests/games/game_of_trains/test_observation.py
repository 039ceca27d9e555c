"""Game of Trains as a vector of numbers."""

from typing import Any

import numpy as np

import sidings
from games.game_of_trains.positions import ANN, BOB, OPEN, PROTECT, SWAP, lock, position
from rulebook import rule
from sidings.games.game_of_trains import gpu
from sidings.games.game_of_trains.observation import FEATURES, encode
from sidings.games.game_of_trains.rules import ABILITIES
from sidings.play.table import Table


def observed(table: Table, seat: int) -> dict[str, Any]:
    """The parts of what a seat (0 for a spectator) observes, by name."""
    out = np.full(sum(feature.size for feature in FEATURES), -99, np.int16)
    assert encode(table.seen_by(seat), seat - 1, out) == out.size
    parts, start = {}, 0
    for feature in FEATURES:
        values = out[start : start + feature.size]
        assert feature.low <= values.min()
        assert values.max() <= feature.high
        parts[feature.name] = values.reshape(feature.shape).tolist()
        start += feature.size
    return parts


@rule("GT-22")
def test_what_a_seat_observes() -> None:
    start = {"phase": "place", "drawn": 40, "row": [SWAP, PROTECT], "locks": [lock(left=2), OPEN]}
    seen = observed(sidings.load(position(ANN, BOB, **start)), 2)
    assert (seen["seat"], seen["players"], seen["turn"], seen["phase"]) == (1, 2, 0, 2)
    assert seen["trains"] == [ANN, BOB, [0] * 7, [0] * 7]
    assert seen["wagon_abilities"][0][0] == ABILITIES.index("move-left")
    assert seen["wagon_abilities"][3] == [-1] * 7
    assert seen["locks"][0] == [2, 0, 0]
    assert seen["drawn"][0] == [-1, 0, 0, 0]
    assert seen["row"] == [SWAP, 0, 0, 0, 0, 0, 0, PROTECT]


@rule("GT-22")
def test_a_seat_remembers_the_discards_it_saw() -> None:
    table = sidings.load(position(ANN, BOB, row=[SWAP], discard=[1]))
    table.play("swap 1 2")
    discards = observed(table, 1)["discards"]
    assert (discards[SWAP - 1], discards[0], sum(discards)) == (1, 0, 1)


def test_a_gpu_is_given_only_what_it_rounds_alike() -> None:
    assert gpu.DEEPEST < 2
