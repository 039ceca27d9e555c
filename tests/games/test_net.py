"""What the learned network of each game is told: nothing hidden, and nothing out of range."""

import numpy as np
import pytest
from numba import config

import sidings
from senses import most_values, told
from sidings.games.parts import chapter, hope, is_late
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import actor_at, apply_at, guess_at, outcome_at
from thumbs import decisions, hidden, legal_actions

POSITIONS = 12 if config.DISABLE_JIT else 150


@pytest.mark.parametrize("name", sidings.game_names())
@pytest.mark.parametrize("players", [2, 4])
def test_the_network_is_told_what_the_seat_knows(name: str, players: int) -> None:
    game = sidings.game(name)
    values = most_values(game.part("net").SENSES)
    for number, states in enumerate(decisions(game, players, seed=11, count=POSITIONS)):
        before = states.tobytes()
        other_world = hidden(states)
        guess_at(other_world, 0, actor_at(states, 0), fast_generator(4, number))
        for action in legal_actions(game, states)[:: 3 if config.DISABLE_JIT else 1]:
            wins, inputs = told(game, states, action)
            assert ((inputs >= -1) & (inputs < values)).all()
            for world in (hidden(states), other_world):
                assert told(game, world, action)[0] == wins
                assert wins or (told(game, world, action)[1] == inputs).all()
        assert states.tobytes() == before


@pytest.mark.parametrize("name", sidings.game_names())
def test_a_move_that_is_said_to_win_wins(name: str) -> None:
    game = sidings.game(name)
    for states in decisions(game, 2, seed=8, count=POSITIONS):
        for action in legal_actions(game, states):
            if told(game, states, action)[0]:
                seat, places = actor_at(states, 0), np.zeros(2, np.int64)
                apply_at(states, 0, action)
                outcome_at(states, 0, np.zeros(2, np.int64), places)
                assert actor_at(states, 0) < 0
                assert places[seat] == 1
                break


@pytest.mark.parametrize("name", sidings.game_names())
def test_a_higher_value_is_more_hope(name: str) -> None:
    game = sidings.game(name)
    states = decisions(game, 3, seed=2, count=1)[0]
    game.part("net")
    chances = [hope(states[0], value, 0) for value in (-9.0, -1.0, 0.0, 1.0, 9.0)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] < 0.1
    assert 0.9 < chances[-1] <= 1
    assert chapter(states[0]) == getattr(states[0], "round_number", 0)


@pytest.mark.parametrize("name", sidings.game_names())
def test_no_game_is_late_when_it_begins(name: str) -> None:
    table = sidings.deal(name, seed=1)
    table.game.part("net")
    assert not is_late(table._states[0])
