"""What a batch counts in Mexican Train."""

from typing import Any

import numpy as np

import sidings
from games.mexican_train.positions import blocked, loaded
from sidings.games.mexican_train.counters import COUNTERS, conclude, labels, note
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
    found: dict[str, list[int]] = {
        counter.name: row.tolist() for counter, row in zip(COUNTERS, counts, strict=True)
    }
    return {name: row for name, row in found.items() if any(row)}


def test_dominoes_are_counted_by_where_they_go() -> None:
    given: dict[str, Any] = {"trains": ["12-5", "12-1"], "markers": [True, True]}
    table = loaded("1-3 0-5 0-0 9-9", "3-12 5-5 5-7 1-4", **given)
    assert counted(table, "1-3 on 2", "3-12 on m", "0-5 on 1") == {
        "dominoes_played": [2, 1], "on_mexican": [0, 1], "on_others": [1, 0],
        "markers_taken": [1, 0], "rounds": [1, 0],
    }  # fmt: skip


def test_doubles_are_counted_until_they_are_confirmed() -> None:
    table = loaded("5-5 0-1", "5-7 0-2", trains=["12-5", "12-1"], boneyard="3-4")
    assert counted(table, "5-5 on 1", "draw", "pass", "5-7 on 1") == {
        "dominoes_played": [1, 1], "on_others": [0, 1], "draws": [1, 0], "markers_put": [1, 0],
        "doubles": [1, 0], "doubles_confirmed": [0, 1], "doubles_unconfirmed": [1, 0],
        "rounds": [1, 0],
    }  # fmt: skip


def test_a_domino_drawn_and_played_and_the_end_of_a_round() -> None:
    table = loaded("0-1", "1-2", trains=["12-5", "12-1"], boneyard="5-7")
    assert counted(table, "draw", "5-7 on 1", "1-2 on 2") == {
        "dominoes_played": [1, 1], "draws": [1, 0], "drawn_played": [1, 0], "rounds_won": [0, 1],
        "rounds": [1, 0],
    }  # fmt: skip


def test_passes_and_a_blocked_round() -> None:
    assert counted(sidings.load(blocked()), *["pass"] * 4) == {
        "passes": [2, 2], "markers_put": [1, 1], "rounds_blocked": [1, 0], "rounds": [1, 0],
    }  # fmt: skip


def test_a_starter_who_declines_is_not_counted() -> None:
    table = loaded("5-12 3-4", "1-2", phase="start", first_turns=[1, 2])
    assert counted(table, "pass") == {"rounds": [1, 0]}
    assert labels(table.game) == {}
