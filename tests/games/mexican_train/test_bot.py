"""The rule of thumb of Mexican Train: what a sensible player does, and what they may know."""

from typing import Any

import numpy as np
import pytest
from numba import config

import sidings
from games.mexican_train.positions import loaded
from sidings.bots import bot, observe
from sidings.bots.advice import advise
from sidings.games.mexican_train.state import NUMBERS
from sidings.games.parts import MOST_TERMS, settled, worth
from sidings.kernel.record import Array
from sidings.lab.arena import duel
from thumbs import (
    assert_poison_changes_no_move,
    assert_rates_alike_without_the_hidden_part,
    decisions,
    ratings,
)

GAME = sidings.game("mexican-train")
THUMB = GAME.part("bot")
POSITIONS = 40 if config.DISABLE_JIT else 3000
DEPTHS = (0, 1, 2)


def choice(table: sidings.Table, depth: int = 2) -> str:
    return bot(f"thumb:depth={depth}", seed=1).choose(observe(table))


# --- What a sensible player does

BEGUN: dict[str, Any] = {"trains": ["12-3", "12-4"], "mexican": "12-5"}
OTHER = "0-0 0-7 1-8 1-1 2-9"


@pytest.mark.parametrize("depth", DEPTHS)
def test_goes_out_when_possible(depth: int) -> None:
    assert choice(loaded("3-5", OTHER, **BEGUN), depth) in ("3-5 on 1", "3-5 on m")
    assert ratings_of(loaded("3-5", OTHER, **BEGUN), depth)[:, THUMB.WIN].min() > 0


@pytest.mark.parametrize("depth", DEPTHS)
def test_plays_first_elsewhere_what_does_not_fit_the_train(depth: int) -> None:
    assert choice(loaded("3-7 7-8 8-9 5-10", OTHER, **BEGUN), depth) == "5-10 on m"


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_forced_draw_is_rated_too(depth: int) -> None:
    table = loaded("7-8", OTHER, **BEGUN)
    assert table.moves() == ["draw"]
    assert np.isfinite(ratings_of(table, depth)).all()


def test_lays_the_longer_train() -> None:
    table = loaded("3-6 3-7 7-8 8-9 9-6", OTHER, **BEGUN)
    assert choice(table) == "3-7 on 1"  # 3-7 7-8 8-9 9-6 6-3, and nothing is left


def test_with_full_foresight_lays_the_train_of_five_and_not_that_of_four() -> None:
    """How far it looks with less, ``test_a_short_plan_sees_only_so_many_steps`` shows."""
    hand = "3-7 7-8 8-9 9-10 10-2 3-6 6-0 0-11 11-4"
    assert choice(loaded(hand, "5-5 1-8", **BEGUN), 2) == "3-7 on 1"


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_double_goes_with_its_follower(depth: int) -> None:
    assert choice(loaded("3-3 3-7 7-9", OTHER, **BEGUN), depth) == "3-3 on 1"


@pytest.mark.parametrize("depth", DEPTHS)
def test_rids_himself_of_the_heavier_of_two_equal_dominoes(depth: int) -> None:
    given = {"trains": ["12-3", "12-4"], "mexican": "12-12"} | BEGUN
    assert choice(loaded("5-11 5-0 8-9", "1-1", **given), depth) == "5-11 on m"


@pytest.mark.parametrize("depth", DEPTHS)
def test_begins_the_train_at_once(depth: int) -> None:
    table = loaded("12-1 1-2 7-8", OTHER, phase="start", first_turns=[1, 2])
    assert choice(table, depth) == "1-12 on 1"


@pytest.mark.parametrize("depth", DEPTHS)
def test_plays_what_was_drawn(depth: int) -> None:
    assert choice(loaded("6-9 7-8", OTHER, drawn="3-6", **BEGUN), depth) == "3-6 on 1"


def test_gives_the_next_player_an_end_that_they_lack() -> None:
    table = loaded("5-8 5-9", OTHER, **BEGUN)
    table.state.may_hold[1, 9] = 0
    assert choice(table) == "5-9 on m"
    table.state.may_hold[1, 9], table.state.may_hold[1, 8] = 5, 0
    assert choice(table) == "5-8 on m"


def test_a_marked_train_is_open_to_the_next_player() -> None:
    table = loaded("4-6 3-8 7-9", OTHER, markers=[False, True], **BEGUN)
    rated = dict(zip(table.moves(), ratings_of(table), strict=True))
    assert set(rated) == {"3-8 on 1", "4-6 on 2"}
    assert rated["4-6 on 2"][THUMB.STUCK] != rated["3-8 on 1"][THUMB.STUCK]


def ratings_of(table: sidings.Table, depth: int = 2) -> Array:
    return ratings(GAME, np.array([table.state], GAME.dtype), depth)


# --- The plan


def longest(hand: str, end: int, steps: int = THUMB.MOST_STEPS) -> set[str]:
    """What the best plan leaves over of a hand."""
    held, left = np.zeros(NUMBERS, np.int64), np.zeros(NUMBERS, np.int64)
    for domino in hand.split():
        a, b = (int(number) for number in domino.split("-"))
        held[a] |= 1 << b
        held[b] |= 1 << a
    before = held.copy()
    THUMB.plan(held, end, steps, np.zeros((5, THUMB.MOST_STEPS + 1), np.int64), left)
    assert (held == before).all()
    return {f"{a}-{b}" for a in range(NUMBERS) for b in range(a, NUMBERS) if left[a] >> b & 1}


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("1-2 2-3 3-1 1-4", set()),
        ("1-2 2-3 4-5", {"4-5"}),
        ("1-2 1-3 1-4", {"1-2", "1-3"}),  # the heaviest, when all are equally long
        ("1-2 2-2 2-3 5-6", {"5-6"}),
        ("1-1 2-3", {"1-1", "2-3"}),  # a double needs a follower,
        ("1-2 2-2", set()),  # but not when it is the last
        ("1-1", set()),
        ("2-3", {"2-3"}),
    ],
)
def test_the_plan_is_the_longest_train(hand: str, left: set[str]) -> None:
    assert longest(hand, end=1) == left


def test_a_short_plan_sees_only_so_many_steps() -> None:
    assert longest("1-2 2-3 3-4 4-5", end=1, steps=2) == {"3-4", "4-5"}


def test_the_plan_is_the_longest_of_all_trains() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        dominoes = rng.permutation([(a, b) for a in range(7) for b in range(a, 7)])[:8]
        hand = " ".join(f"{a}-{b}" for a, b in dominoes)
        held = frozenset((int(a), int(b)) for a, b in dominoes)
        assert _worth(held) - _worth_of(longest(hand, end=0)) == _best(held, 0)


def _worth(dominoes: frozenset[tuple[int, int]]) -> int:
    return sum(10 + a + b + 5 * (a == b) for a, b in dominoes)


def _worth_of(names: set[str]) -> int:
    pairs = [name.split("-") for name in names]
    return _worth(frozenset((int(a), int(b)) for a, b in pairs))


def _best(held: frozenset[tuple[int, int]], end: int) -> int:
    """The worth of the best train, by trying them all."""
    best = 0
    for domino in held:
        if end in domino:
            left, after = held - {domino}, sum(domino) - end
            following = _best(left, after)
            confirmed = domino[0] != domino[1] or not left or following > 0
            best = max(best, _worth(frozenset({domino})) + following if confirmed else 0)
    return best


# --- Why


def test_every_term_has_words_for_and_against() -> None:
    assert len(THUMB.TERMS) <= MOST_TERMS
    assert len({phrase for pair in THUMB.TERMS for phrase in pair}) == 2 * len(THUMB.TERMS)


@pytest.mark.compiled
def test_advice_says_why() -> None:
    table = loaded("3-6 3-7 7-8 8-9 9-6", OTHER, **BEGUN)
    advice = advise(table, playouts=20)
    assert len(advice) > 1
    assert [one.move for one in advice if not one.why] == []


# --- What it may know


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_rating_is_the_same_with_and_without_the_hidden_part(players: int) -> None:
    positions = decisions(GAME, players, seed=players, count=POSITIONS // 3)
    assert_rates_alike_without_the_hidden_part(GAME, positions, DEPTHS)


@pytest.mark.parametrize(
    "spec", ["thumb", pytest.param("search:playouts=8,depth=0", marks=pytest.mark.compiled)]
)
def test_poison_in_the_hidden_part_changes_no_move(spec: str) -> None:
    assert_poison_changes_no_move(GAME, decisions(GAME, 2, seed=8, count=40)[-2:], spec)


# --- How it is computed


def test_a_playout_ends_with_the_round() -> None:
    table = loaded("3-5", OTHER, options={"rounds": 2}, **BEGUN)
    later = sidings.load(table.dump())
    assert not settled(later.state, table.state, 1)
    assert 0.5 < worth(later.state, table.state, 0) < 1  # one domino against five
    later.play("3-5 on m")
    assert settled(later.state, table.state, 1)


def test_a_playout_stops_after_a_few_turns() -> None:
    table = sidings.deal("mexican-train", seed=1)
    later = sidings.load(table.dump())
    for _ in range(3 * THUMB.TURNS):
        later.play(later.moves()[0])
    assert settled(later.state, table.state, 1)
    assert later.state.round_number == table.state.round_number


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3-6 6-7 7-8", "3-6 6-7 0-8"),  # nothing is left over
        ("3-6 6-7 5-8", "3-6 6-7 0-8"),  # what is left over has a place
        ("3-6 6-7 1-8 0-9", "3-6 1-7 2-8 0-9"),
        ("3-6 6-7 1-1 0-1", "3-6 6-7 10-11 9-11"),
    ],
)
def test_the_better_hand_has_the_better_prospects(better: str, worse: str) -> None:
    tables = [loaded(hand, "10-10 11-11 2-9", **BEGUN) for hand in (better, worse)]
    one, two = (worth(table.state, table.state, 0) for table in tables)
    assert one > two


def test_a_lead_is_worth_more_the_fewer_rounds_are_left() -> None:
    chances = []
    for rounds in (13, 3, 2):
        given = {"options": {"rounds": rounds}, "round": 2, "scores": [10, 40]}
        table = loaded("3-5", OTHER, **BEGUN, **given)
        chances.append(worth(table.state, table.state, 0))
    assert 0.5 < chances[0] < chances[1] < chances[2] < 1


@pytest.mark.parametrize(("scores", "share"), [([10, 30], 1.0), ([30, 10], 0.0), ([20, 20], 0.5)])
def test_a_finished_game_is_worth_the_share_of_the_win(scores: list[int], share: float) -> None:
    table = loaded("3-5", OTHER, **BEGUN)
    table.play("3-5 on m")
    table.state.scores[:2] = scores
    assert worth(table.state, table.state, 0) == pytest.approx(share)


@pytest.mark.compiled
def test_the_rule_of_thumb_beats_random_moves() -> None:
    share, _ = duel(GAME, bot("thumb", seed=1), bot("random", seed=2), deals=2)
    assert share >= 1 / 2
