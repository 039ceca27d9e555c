"""Pairings, whatever the number of entrants and however the games go."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidings.tournaments.pairing import (
    BYE,
    Format,
    Match,
    count_rounds,
    next_round,
    swiss,
)
from sidings.tournaments.rating import rate
from sidings.tournaments.standings import standings

ENTRANTS = st.integers(2, 17)


def run(kind: Format, entrants: int, data: st.DataObject, wanted: int = 0) -> list[list[Match]]:
    """A whole tournament with any results."""
    played: list[list[Match]] = []
    while (pairs := next_round(kind, entrants, wanted, played)) is not None:
        results = data.draw(
            st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=len(pairs), max_size=len(pairs))
        )
        played.append([
            Match(*pair, 1.0 if pair.second == BYE else points)
            for pair, points in zip(pairs, results, strict=True)
        ])  # fmt: skip
    return played


def meetings(played: list[list[Match]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(match[:2]) for one in played for match in one)


def seats_taken(played: list[list[Match]], entrants: int) -> dict[int, int]:
    """By how much each entrant was first more often than second."""
    lead = dict.fromkeys(range(1, entrants + 1), 0)
    for one in played:
        for match in one:
            if match.second != BYE:
                lead[match.first] += 1
                lead[match.second] -= 1
    return lead


@given(ENTRANTS, st.data())
def test_in_a_round_robin_everybody_meets_everybody_once(
    entrants: int, data: st.DataObject
) -> None:
    played = run("round-robin", entrants, data)
    found = meetings(played)
    everybody = set(range(1, entrants + 1))
    assert set(found.values()) == {1}
    assert {pair for pair in found if BYE not in pair} == {
        frozenset((one, two)) for one in everybody for two in everybody if one < two
    }
    byes = {one for pair in found if BYE in pair for one in pair - {BYE}}
    assert byes == (everybody if entrants % 2 else set())
    assert all(abs(lead) <= 1 for lead in seats_taken(played, entrants).values())


@given(ENTRANTS, st.integers(0, 20), st.data())
def test_in_a_swiss_nobody_meets_twice_or_has_two_byes(
    entrants: int, wanted: int, data: st.DataObject
) -> None:
    played = run("swiss", entrants, data, wanted)
    assert len(played) == count_rounds("swiss", entrants, wanted)
    assert set(meetings(played).values()) == {1}
    for one in played:
        assert sorted(player for match in one for player in match[:2] if player != BYE) == list(
            range(1, entrants + 1)
        )


def test_a_bye_goes_to_the_last_who_has_not_had_one() -> None:
    first = [Match(1, 2, 1.0), Match(3, 4, 1.0), Match(5, BYE, 1.0)]
    assert (4, BYE) in swiss(5, [first])


def test_leaders_meet() -> None:
    first = [Match(1, 2, 1.0), Match(3, 4, 0.0), Match(5, 6, 1.0), Match(7, 8, 1.0)]
    assert {frozenset(pair) for pair in swiss(8, [first])} == {
        frozenset((1, 4)), frozenset((5, 7)), frozenset((2, 3)), frozenset((6, 8))
    }  # fmt: skip


@given(ENTRANTS, st.sampled_from(["knockout", "duplicate"]), st.data())
def test_a_knockout_leaves_one(entrants: int, kind: Format, data: st.DataObject) -> None:
    played = run(kind, entrants, data)
    (final,) = played[-1]
    losers = [
        match.second if match.winner == match.first else match.first
        for one in played
        for match in one
        if match.second != BYE
    ]
    assert sorted([*losers, final.winner]) == list(range(1, entrants + 1))
    byes = sorted(match.first for match in played[0] if match.second == BYE)
    assert byes == list(range(1, len(byes) + 1))  # the best seeds have them
    assert not any(match.second == BYE for one in played[1:] for match in one)


@given(ENTRANTS, st.sampled_from(["round-robin", "swiss"]), st.data())
def test_standings_add_up(entrants: int, kind: Format, data: st.DataObject) -> None:
    played = run(kind, entrants, data)
    found = standings(entrants, played)
    assert sorted(row.player for row in found) == list(range(1, entrants + 1))
    assert sum(row.points for row in found) == sum(len(one) for one in played)
    assert [row.place for row in found] == sorted(row.place for row in found)
    assert [row.points for row in found] == sorted((row.points for row in found), reverse=True)


def test_ties_are_broken_by_the_strength_of_the_opponents() -> None:
    played = [
        [Match(1, 2, 1.0), Match(3, 4, 1.0)],
        [Match(1, 3, 1.0), Match(2, 4, 1.0)],
    ]
    found = standings(4, played)
    assert [(row.player, row.place) for row in found] == [(1, 1), (2, 2), (3, 2), (4, 4)]
    played[1] = [Match(1, 4, 1.0), Match(2, 3, 0.5)]
    found = standings(4, played)
    assert [(row.player, row.place) for row in found] == [(1, 1), (3, 2), (2, 3), (4, 4)]


@given(st.lists(st.tuples(st.floats(0, 3000), st.integers(1, 8)), min_size=2, max_size=8))
def test_ratings_are_passed_on_and_not_made(seats: list[tuple[float, int]]) -> None:
    ratings, places = [one for one, _ in seats], [place for _, place in seats]
    assert sum(rate(ratings, places)) == pytest.approx(sum(ratings))
