"""What the judge of each game is told: all cards, but not in which order a pile lies."""

import numpy as np
import pytest
from numba import config

import sidings
from senses import most_values, shown
from sidings.games.parts import cut
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import actor_at, guess_at
from thumbs import decisions, hidden

POSITIONS = 12 if config.DISABLE_JIT else 80


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", sidings.game_names())
def test_a_judge_is_told_within_range_and_changes_nothing(name: str, players: int) -> None:
    game = sidings.game(name)
    values = most_values(game.part("judge").SENSES)
    for states in decisions(game, players, seed=11, count=POSITIONS):
        before = states.tobytes()
        for seat in range(players):
            inputs = shown(game, states, seat)
            assert ((inputs >= -1) & (inputs < values)).all()
        assert states.tobytes() == before


@pytest.mark.parametrize("name", ["mexican-train", "continental-express"])
def test_a_judge_sees_what_the_seat_in_turn_does_not(name: str) -> None:
    game = sidings.game(name)
    different = 0
    for number, states in enumerate(decisions(game, 2, seed=6, count=POSITIONS)):
        seat, other_world = actor_at(states, 0), hidden(states)
        guess_at(other_world, 0, seat, fast_generator(4, number))
        different += not np.array_equal(shown(game, states, seat), shown(game, other_world, seat))
    assert different > POSITIONS / 2


@pytest.mark.parametrize("name", sidings.game_names())
def test_the_order_of_a_pile_is_not_told(name: str) -> None:
    game = sidings.game(name)
    game.part("luck")
    for states in decisions(game, 3, seed=7, count=POSITIONS):
        other = states.copy()
        cut(other[0], 1)
        for seat in range(3):
            assert np.array_equal(shown(game, states, seat), shown(game, other, seat))
