"""Continental Express: what a batch counts agrees with what the rules tell."""

from collections import Counter

import numpy as np

import sidings
from games.continental_express.random_games import random_moves, rows_for
from sidings.games.continental_express.counters import COUNTERS, conclude, labels, note
from sidings.games.continental_express.rules import OVER, WAGON_KINDS
from sidings.games.continental_express.view import Event
from sidings.games.parts import rows_of
from sidings.kernel.events import NOBODY
from sidings.kernel.record import Array

GAME = sidings.game("continental-express")


def counted(index: int) -> tuple[dict[str, Array], list[Event], list[int]]:
    """The counters of a random game, its events, and the points of each seat."""
    counts, events, points = np.zeros((rows_of(COUNTERS), 4), np.int64), [], []
    for game, before, action, after, told, _ in random_moves(index):
        note(before[0], action, counts)
        events += game.tell(rows_for(told, NOBODY))
        if after[0].phase == OVER:
            conclude(after[0], counts)
            points = [one.all for one in game.view(after[0], NOBODY).points]
    named, row = {}, 0
    for counter in COUNTERS:
        named[counter.name] = counts[row : row + counter.width]
        row += counter.width
    return named, events, points


def test_counters_agree_with_the_events() -> None:
    for index in range(6):
        counts, events, _ = counted(index)
        for seat in range(4):
            own = [event for event in events if event.seat == seat + 1]
            done = Counter(event.do for event in own)
            assert counts["robberies"][0, seat] == done["robbed"]
            assert counts["trades"][0, seat] == done["traded"] / 2
            assert counts["tokens"][0, seat] == done["granted"]
            assert counts["effects_declined"][0, seat] == done["declined"]
            assert counts["objectives_left"][0, seat] == done["finished"]
            assert counts["objectives_taken"][0, seat] == done["validated"]
            assert counts["cards_taken"][:, seat].sum() == done["took"]
            spent = sum(event.amount for event in own if event.do == "paid")
            robbed = sum(event.amount for event in own if event.do == "robbed")
            engines = [event for event in own if (event.do, event.card) == ("spent", "locomotive")]
            assert counts["tickets_spent"][0, seat] == spent
            assert counts["tickets_robbed"][0, seat] == robbed
            assert counts["locomotives_spent"][0, seat] == len(engines)
        told = Counter(event.do for event in events)
        assert counts["derailments"][0, 0] == told["derailment"]
        assert counts["fires"][0, 0] == told["fire"]
        assert counts["ended_idle"][0, 0] == (told["fourth"] == 0)


def test_the_parts_of_a_score_are_counted() -> None:
    counts, _, points = counted(2)
    for seat, all_points in enumerate(points):
        parts = ("objective_points", "contract_points", "tickets_left")
        assert sum(counts[part][0, seat] for part in parts) == all_points
    assert counts["contract"][0, : len(points)].all()
    assert (counts["objectives"] > 0).sum() == counts["objectives_taken"].sum()


def test_an_investment_is_a_second_card() -> None:
    counts, events, _ = counted(0)
    fetched = [event for event in events if (event.do, event.card) == ("left", "investor")]
    assert counts["investments"].sum() == len(fetched) > 0


def test_labels_name_kinds_contracts_and_objectives() -> None:
    names = labels(GAME)
    assert names["cards_taken"][1][WAGON_KINDS] == "locomotive"
    assert names["contract"][1][0] == "blue"
    assert names["objectives"][1][3] == "4: 3 boxcar, diner (7)"
