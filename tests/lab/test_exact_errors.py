"""Errors of an analysis are the exact ones, in a game of which all worlds can be counted.

In High Card the higher card is never worse, so the best that everybody can do is known, and what a
card is worth is the part of the worlds that fit what its player saw in which it wins. The tests
count these worlds by themselves; the analysis samples them, so it has as many standard errors to
be wrong as chance needs once in two million decisions.
"""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest

from high_card import HighCard
from high_card.rules import CARDS
from sidings.bots.analysis import Analysis, Decision
from sidings.bots.analyst import Analyst
from sidings.bots.search import FEWEST_WORLDS, finish
from sidings.play.table import Table

pytestmark = pytest.mark.compiled

PLAYOUTS = 4000  # which the decisions share
SURE = 5.0  # standard errors

Hands = list[list[int]]


class Exact(NamedTuple):
    """What all worlds say of a decision."""

    chance: float  # of the higher card
    error: float  # of the lower one


def exact(hand: list[int], played: list[int], others_after: int) -> Exact:
    """Count the worlds in which each card of a hand wins, after some have been played."""
    unseen = [card for card in range(1, CARDS + 1) if card not in (*hand, *played)]
    after = list(combinations(unseen, 2 * others_after))  # whoever has them, the highest is played
    wins = [
        sum(card > max([*played, *held], default=0) for held in after) / len(after)
        for card in sorted(hand)
    ]
    return Exact(chance=wins[1], error=wins[1] - wins[0])


def analysed(hands: Hands, choose: list[int]) -> Analysis:
    """A game in which each seat plays the lower (0) or the higher (1) of its cards."""
    game = HighCard()
    states = game.template(len(hands), {})
    states[0].hands[: len(hands)] = hands
    dealt = [card for hand in hands for card in hand]
    states[0].deck[:] = [*dealt, *(card for card in range(1, CARDS + 1) if card not in dealt)]
    table = Table(game, states, 0)
    for hand, which in zip(hands, choose, strict=True):
        table.play(f"play {sorted(hand)[which]}")
    return finish(Analyst(table, playouts=PLAYOUTS).work())


class Found(NamedTuple):
    """What an analysis says of a decision, by so many worlds of each card."""

    which: int  # was played, the lower (0) or the higher (1)
    decision: Decision
    worlds: int


def decisions(hands: Hands, choose: list[int]) -> Iterator[tuple[Found, Exact]]:
    """What the analysis and all worlds say of each decision."""
    played: list[int] = []
    found = analysed(hands, choose)
    for seat, moment in enumerate(found.moments):
        assert moment.decision is not None
        true = exact(hands[seat], played, len(hands) - seat - 1)
        yield Found(choose[seat], moment.decision, found.playouts // 2), true
        played.append(sorted(hands[seat])[choose[seat]])


def bound(share: float, worlds: int) -> float:
    """How far a share can be from what is counted in so many worlds."""
    return SURE * math.sqrt(share * (1 - share) / worlds) + 1e-9


@pytest.mark.parametrize("players", [2, 3])
def test_the_error_of_each_decision_is_that_of_all_worlds(players: int) -> None:
    chance = np.random.default_rng(players)
    told = within = large = 0
    for _ in range(60):
        cards = (1 + chance.permutation(CARDS)).tolist()
        hands = [cards[2 * seat : 2 * seat + 2] for seat in range(players)]
        choose = chance.integers(2, size=players).tolist()
        for (which, found, worlds), true in decisions(hands, choose):
            error = true.error if which == 0 else 0.0
            assert found.error == pytest.approx(error, abs=bound(error, worlds))
            # Where one card is clearly better, or both come to the same, few worlds are enough.
            assert found.chance == pytest.approx(true.chance, abs=bound(true.chance, FEWEST_WORLDS))
            told += 1
            within += abs(found.error - error) <= found.doubt + 1e-9
            large += error > 0.1
    assert within >= 0.95 * told
    assert large >= 20  # so there was something to find


def test_over_all_hands_errors_are_what_the_lower_card_loses() -> None:
    """The best play of both wins half of the games, so what is missing to a half is error."""
    deals = [
        (hand, other)
        for hand in combinations(range(1, CARDS + 1), 2)
        for other in combinations(range(1, CARDS + 1), 2)
        if not {*hand} & {*other}
    ]
    won = sum(min(hand) > max(other) for hand, other in deals) / len(deals)
    first = {hand: [list(hand), list(other)] for hand, other in deals}
    found = [next(decisions(hands, [0, 1]))[0] for hands in first.values()]
    assert len(found) == 66
    worlds = sum(one.worlds for one in found)
    errors = [one.decision.error for one in found]
    assert np.mean(errors) == pytest.approx(0.5 - won, abs=bound(0.5, worlds))


@pytest.mark.parametrize("choose", [[0, 1], [1, 0], [0, 0, 0], [1, 1, 1]])
def test_start_skill_luck_and_rest_add_up(choose: list[int]) -> None:
    hands = [[5, 11], [6, 9], [3, 12]][: len(choose)]
    found = analysed(hands, choose)
    errors = [one.decision.error if one.decision else 0.0 for one in found.moments]
    for seat, one in enumerate(found.seats):
        gained = sum(errors) - errors[seat]
        assert one.skill == pytest.approx(gained / (len(choose) - 1) - errors[seat], abs=1e-12)
        assert one.start == 1 / len(choose)
        assert one.start + one.skill + one.luck + one.rest == pytest.approx(one.result, abs=1e-12)
    cards = [sorted(hand)[which] for hand, which in zip(hands, choose, strict=True)]
    assert [one.result for one in found.seats] == [float(card == max(cards)) for card in cards]
