"""What a batch counts in Game of Trains."""

from typing import Any

import numpy as np

import sidings
from games.game_of_trains.positions import (
    ANN,
    BOB,
    CAT,
    LEFT,
    OPEN,
    PROTECT,
    REMOVE_LEFT,
    SWAP,
    lock,
    position,
)
from rulebook import rule
from sidings.games.game_of_trains.counters import COUNTERS, conclude, labels, note
from sidings.games.parts import rows_of
from sidings.play.moves import find_action
from sidings.play.table import Table


def counted(table: Table, *moves: str) -> dict[str, list[int]]:
    """The counters that are not 0 after some moves."""
    counts = np.zeros((rows_of(COUNTERS), table.players), np.int64)
    for move in moves:
        note(table.state, find_action(table.game, table.state, table.actions(), move), counts)
        table.play(move)
    conclude(table.state, counts)
    found = {counter.name: row.tolist() for counter, row in zip(COUNTERS, counts, strict=True)}
    return {name: row for name, row in found.items() if any(row) and name != "reshuffles"}


def counted_in(*trains: list[int], moves: list[str], **given: Any) -> dict[str, list[int]]:
    return counted(sidings.load(position(*trains, **given)), *moves)


@rule("GT-4", "GT-5")
def test_a_pair_in_the_set_up() -> None:
    start = {"phase": "setup", "drawn": [[40], [33, 44]]}
    moves = ["keep 40 at 1", "keep 33 at 1"]
    assert counted_in(ANN, [79, *BOB[1:]], moves=moves, **start) == {"pairs_cancelled": [0, 1]}


@rule("GT-6", "GT-17")
def test_a_draw_that_costs_a_lock_and_cancels_a_pair() -> None:
    start = {"row": [SWAP, LEFT], "locks": [lock(left=2), OPEN]}
    assert counted_in(ANN, BOB, moves=["draw", "place 1", "draw", "place 2"], **start) == {
        "draws": [1, 1],
        "pairs_cancelled": [1, 0],
        "locks_lost": [1, 0],
    }


@rule("GT-9", "GT-16", "GT-17")
def test_abilities_are_counted_by_their_kind() -> None:
    start = {"row": [SWAP, PROTECT], "locks": [lock(left=2), OPEN]}
    assert counted_in(ANN, BOB, moves=["swap 1 2", "protect middle"], **start) == {
        "swap_adjacent": [1, 0],
        "protect": [0, 1],
        "locks_lost": [1, 0],
    }


@rule("GT-13", "GT-16")
def test_whom_a_removal_hits() -> None:
    start = {"row": [REMOVE_LEFT, LEFT], "locks": [OPEN, lock(left=2), OPEN]}
    assert counted_in(ANN, BOB, CAT, moves=["remove left"], **start) == {
        "remove_left": [1, 0, 0],
        "pairs_cancelled": [1, 0, 0],
        "wagons_removed": [1, 0, 1],
        "wagons_saved": [0, 1, 0],
    }


@rule("GT-19")
def test_reshuffles_are_those_after_the_deal() -> None:
    table = sidings.deal("game-of-trains", players=2, seed=1)
    counts = np.zeros((rows_of(COUNTERS), 2), np.int64)
    conclude(table.state, counts)
    assert not counts.any()
    assert labels(table.game) == {}
