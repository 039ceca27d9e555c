"""The rule of thumb of Game of Trains: what a sensible player does, and what they may know."""

from typing import Any

import numpy as np
import pytest
from numba import config

import sidings
from sidings.bots import bot, observe
from sidings.bots.advice import advise
from sidings.games.game_of_trains.rules import ABILITIES
from sidings.games.parts import MOST_TERMS, settled, worth
from sidings.lab.arena import duel
from thumbs import (
    assert_poison_changes_no_move,
    assert_rates_alike_without_the_hidden_part,
    decisions,
    ratings,
)

GAME = sidings.game("game-of-trains")
THUMB = GAME.part("bot")
POSITIONS = 75 if config.DISABLE_JIT else 3000
DEPTHS = (0, 1, 2)

FAR = [79, 67, 55, 43, 31, 19, 10]  # a train on which nothing is done yet
# A card of each ability that no train of these tests needs.
CARD = dict(zip(ABILITIES, (62, 66, 59, 61, 65, 63, 64, 69), strict=True))


def loaded(
    mine: list[int],
    other: list[int],
    *row: str,
    drawn: int | None = None,
    locks: tuple[str, ...] = (),
) -> sidings.Table:
    """Seat 1 to play, beside a row of these abilities; ``locks`` are the other's."""
    locked = dict(zip(locks, (18, 26, 34), strict=False))
    position: dict[str, Any] = {
        "game": "game-of-trains",
        "players": 2,
        "options": {},
        "turn": 1,
        "phase": "turn" if drawn is None else "place",
        "trains": [mine, other],
        "locks": [
            dict.fromkeys(("left", "middle", "right")),
            {name: locked.get(name) for name in ("left", "middle", "right")},
        ],
        "row": [CARD[ability] for ability in row],
        "discard": [],
        "drawn": drawn,
    }
    used = {*mine, *other, *position["row"], *locked.values(), drawn}
    position["deck"] = [card for card in range(1, 85) if card not in used]
    return sidings.load(position)


def choice(table: sidings.Table, depth: int = 2) -> str:
    return bot(f"thumb:depth={depth}", seed=1).choose(observe(table))


# --- What a sensible player does


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(
    ("train", "ability", "move"),
    [
        ([3, 12, 8, 33, 45, 57, 71], "swap-adjacent", "swap 2 3"),
        ([33, 12, 3, 41, 45, 57, 71], "swap-over-one", "swap 1 3"),
        ([33, 3, 12, 41, 45, 57, 71], "move-right", "move 1 right"),
        ([3, 12, 33, 45, 57, 71, 50], "move-left", "move 7 left"),
    ],
)
def test_finishes_with_the_row(train: list[int], ability: str, move: str, depth: int) -> None:
    assert choice(loaded(train, FAR, "protect", "remove-middle", ability), depth) == move


@pytest.mark.parametrize("depth", DEPTHS)
def test_finishes_with_the_drawn_card(depth: int) -> None:
    assert choice(loaded([3, 12, 80, 33, 45, 57, 71], FAR, drawn=21), depth) == "place 3"


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_card_goes_where_its_number_belongs(depth: int) -> None:
    assert choice(loaded([80, 75, 68, 44, 30, 24, 5], FAR, drawn=6), depth) == "place 1"
    assert choice(loaded([80, 75, 68, 44, 30, 24, 5], FAR, drawn=77), depth) == "place 7"


@pytest.mark.parametrize("depth", DEPTHS)
def test_draws_when_the_row_is_of_no_use(depth: int) -> None:
    assert choice(loaded([3, 12, 80, 33, 45, 57, 71], FAR, "swap-adjacent"), depth) == "draw"


@pytest.mark.parametrize("depth", [1, 2])
def test_takes_from_the_row_what_the_next_player_would_finish_with(depth: int) -> None:
    other = [5, 14, 22, 35, 44, 76, 58]  # a swap of the last two wins
    table = loaded([68, 51, 47, 39, 28, 20, 7], other, "swap-adjacent")
    assert choice(table, depth).startswith("swap")
    assert choice(table, depth=0) == "draw"


@pytest.mark.parametrize("depth", [1, 2])
def test_cancels_on_purpose_what_the_next_player_would_finish_with(depth: int) -> None:
    """20 has the ability swap-adjacent, too: in the row the pair is discarded."""
    other = [5, 14, 22, 35, 44, 76, 58]
    table = loaded([68, 51, 47, 39, 29, 20, 7], other, "swap-adjacent", drawn=77)
    assert choice(table, depth) == "place 6"
    assert choice(table, depth=0) == "place 7"


@pytest.mark.parametrize("depth", [1, 2])
def test_lays_in_the_row_what_finishes_his_own_train_next(depth: int) -> None:
    """12, replaced by 34, can swap: then 34 and 37 change places."""
    assert choice(loaded([1, 20, 21, 25, 37, 12, 71], FAR, drawn=34), depth) == "place 6"


@pytest.mark.parametrize("depth", DEPTHS)
def test_removes_what_the_other_needs_and_he_himself_does_not(depth: int) -> None:
    other = [5, 9, 22, 35, 76, 44, 58]  # only the fifth is out of place
    assert (
        choice(loaded([82, 11, 24, 30, 70, 50, 60], other, "remove-left"), depth) == "remove left"
    )


@pytest.mark.parametrize("depth", DEPTHS)
def test_does_not_remove_in_vain(depth: int) -> None:
    other = [5, 9, 22, 35, 76, 44, 58]
    table = loaded([2, 11, 24, 30, 70, 50, 60], other, "remove-left", locks=("left",))
    assert choice(table, depth) == "draw"


def test_protection_counts_for_more_when_the_removal_lies_in_the_row() -> None:
    train, other = [5, 14, 22, 35, 74, 44, 58], [6, 15, 23, 36, 46, 77, 7]
    safe, danger = (
        loaded(train, other, "protect"),
        loaded(train, other, "protect", "remove-right"),
    )
    assert rated(danger, "protect right") > rated(safe, "protect right")
    assert rated(danger, "protect left") == rated(safe, "protect left")


def rated(table: sidings.Table, move: str) -> float:
    """The worth of the protection itself."""
    terms = ratings(GAME, np.array([table.state], GAME.dtype), depth=2)
    return float(terms[table.moves().index(move), THUMB.LOCKING])


# --- Why


def test_every_term_has_words_for_and_against() -> None:
    assert len(THUMB.TERMS) <= MOST_TERMS
    assert len({phrase for pair in THUMB.TERMS for phrase in pair}) == 2 * len(THUMB.TERMS)


@pytest.mark.compiled
def test_advice_says_why() -> None:
    table = loaded([3, 12, 8, 33, 45, 57, 71], FAR, "swap-adjacent")
    best = advise(table, playouts=40).best
    assert best.move == "swap 2 3"
    assert best.why == "finishes your train"


# --- What it may know


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rating_is_the_same_with_and_without_the_hidden_part(players: int) -> None:
    positions = decisions(GAME, players, seed=players, count=POSITIONS // 3, most_moves=50)
    assert_rates_alike_without_the_hidden_part(GAME, positions, DEPTHS)


@pytest.mark.parametrize(
    "spec", ["thumb", pytest.param("search:playouts=12,candidates=3", marks=pytest.mark.compiled)]
)
def test_poison_in_the_hidden_part_changes_no_move(spec: str) -> None:
    assert_poison_changes_no_move(GAME, decisions(GAME, 2, seed=8, count=40)[::13], spec)


# --- How it is computed


def test_the_chance_to_fill_a_gap() -> None:
    chance = THUMB._chances()
    assert chance[1, 1, 21] == pytest.approx(21 / 84)
    assert chance[2, 1, 21] == pytest.approx(1 - (63 / 84) ** 2)
    assert chance[2, 2, 2] == pytest.approx(2 / 84**2)  # the two numbers in either order
    on_average = np.exp(THUMB._log_chances(chance) / THUMB.STEPS)
    between_1_and_23 = on_average[4, 1, 22]
    assert between_1_and_23 == pytest.approx(1 - np.exp(-4 * 21 / 84), abs=1e-3)
    assert (on_average[:, 0, 1:] == 1.0).all()
    assert (on_average[:, :, 0] < 1e-20).all()


def test_a_better_train_is_worth_more() -> None:
    better, worse = [3, 12, 21, 33, 80, 57, 71], [3, 12, 80, 34, 24, 57, 71]
    states = np.array([loaded(better, FAR).state, loaded(worse, FAR).state], GAME.dtype)
    chances = [worth(states[i], states[0], 0) for i in (0, 1)]
    assert 0.5 < chances[1] < chances[0] < 1.0
    assert worth(states[0], states[0], 1) == pytest.approx(1 - chances[0])


def test_a_finished_game_is_worth_all_or_nothing() -> None:
    table = loaded([3, 12, 8, 33, 45, 57, 71], FAR, "swap-adjacent")
    table.play("swap 2 3")
    assert [worth(table.state, table.state, seat) for seat in (0, 1)] == [1.0, 0.0]


def test_a_playout_ends_after_a_few_moves_when_nobody_holds_a_card() -> None:
    table = loaded([3, 12, 8, 33, 45, 57, 71], FAR)
    assert not settled(table.state, table.state, THUMB.HORIZON - 1)
    assert settled(table.state, table.state, THUMB.HORIZON)
    table.play("draw")
    assert not settled(table.state, table.state, THUMB.HORIZON)


@pytest.mark.compiled
@pytest.mark.parametrize("one", ["thumb:depth=0", "novice"])
def test_the_rule_of_thumb_beats_random_moves(one: str) -> None:
    share, _ = duel(GAME, bot(one, seed=1), bot("random", seed=2), deals=3)
    assert share >= 5 / 6
