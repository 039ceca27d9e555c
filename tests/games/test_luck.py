"""What chance could have brought instead: the same cards in another order, seen by nobody."""

from typing import Any

import pytest

import sidings
from bare_game import BareGame
from rulebook import rule
from sidings.games.contract import Game
from sidings.games.parts import chances, cut
from sidings.kernel.play import actor_at, apply_at, hidden_copy
from sidings.kernel.record import Array
from thumbs import decisions, legal_actions

POSITIONS = 40


def moves_by_luck(game: Game[Any], states: Array) -> dict[str, int]:
    """The legal moves, and how many ways there are to cut before each."""
    game.part("luck")
    actions = legal_actions(game, states)
    return {game.write_move(states[0], a): chances(states[0], a) for a in actions}


@pytest.mark.parametrize("name", sidings.game_names())
def test_a_cut_changes_what_nobody_has_seen_and_nothing_else(name: str) -> None:
    game = sidings.game(name)
    game.part("luck")
    changed = 0
    for states in decisions(game, 3, seed=7, count=POSITIONS):
        other = states.copy()
        cut(other[0], 1)
        assert game.cards(other[0]) == game.cards(states[0])
        for seat in range(3):
            assert hidden_copy(other, seat).tobytes() == hidden_copy(states, seat).tobytes()
        changed += other.tobytes() != states.tobytes()
    assert changed > POSITIONS / 2


@pytest.mark.parametrize("name", sidings.game_names())
def test_a_move_without_luck_leads_to_the_same_after_a_cut(name: str) -> None:
    game = sidings.game(name)
    for states in decisions(game, 2, seed=9, count=POSITIONS):
        for action in legal_actions(game, states):
            if chances(states[0], action) == 0:
                one, two = states.copy(), states.copy()
                cut(two[0], 1)
                apply_at(one, 0, action)
                apply_at(two, 0, action)
                seat = actor_at(one, 0)
                assert hidden_copy(one, seat).tobytes() == hidden_copy(two, seat).tobytes()
                break


def test_the_piles_that_are_cut() -> None:
    trains = sidings.game("game-of-trains")
    states = decisions(trains, 2, seed=3, count=21)[-1]
    found = moves_by_luck(trains, states)
    assert found["draw"] == states[0].deck_size
    assert {found[move] for move in found if not move.startswith(("draw", "remove"))} == {0}


@rule("MT-33")
def test_who_forgets_to_call_draws_by_luck() -> None:
    game = sidings.game("mexican-train")
    game.part("luck")
    states = decisions(game, 2, seed=4, count=3)[-1]
    plays = [a for a in legal_actions(game, states) if chances(states[0], a) == 0]
    assert plays
    states[0].calling = 1
    assert chances(states[0], plays[0]) == states[0].boneyard_size
    states[0].called = 1
    assert chances(states[0], plays[0]) == 0


def test_a_game_that_does_not_say_where_its_luck_lies_has_none() -> None:
    game = BareGame()
    states = decisions(game, 2, seed=1, count=1)[0]
    before = states.tobytes()
    assert set(moves_by_luck(game, states).values()) == {0}
    cut(states[0], 1)
    assert states.tobytes() == before
