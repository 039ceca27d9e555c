"""Whole random games in the kernel."""

import numpy as np
import pytest

from sidings.games.catalogue import game, game_names
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import (
    actor_at,
    apply_at,
    deal_at,
    hide_at,
    hide_copy_at,
    legal_at,
    play_random,
)


@pytest.mark.parametrize("name", game_names())
def test_a_random_game_in_the_kernel_is_the_same_move_by_move(name: str) -> None:
    template = game(name).template(2, {})
    states, out = template.copy(), np.zeros(game(name).actions, np.int16)
    moves = play_random(states, template, 5, 3, 1, 120, out, np.zeros(4, np.int64))
    again = template.copy()
    again[0].key[:] = states[0].key
    deal_at(again, 0)
    rng, count = fast_generator(5, 3), 0
    while count < 120 and actor_at(again, 0) >= 0:
        n = legal_at(again, 0, out)
        apply_at(again, 0, out[below(rng, n)])
        count += 1
    assert count == moves
    assert again.tobytes() == states.tobytes()


def test_a_batch_stops_each_game_where_it_ends_or_at_the_cap() -> None:
    template = game("continental-express").template(2, {})
    states, out = template.copy(), np.zeros(game("continental-express").actions, np.int16)
    rng = np.zeros(4, np.int64)
    assert play_random(states, template, 1, 0, 4, 10, out, rng) == 40
    assert 40 < play_random(states, template, 1, 0, 1, 5000, out, rng) < 500
    assert actor_at(states, 0) == -1


@pytest.mark.parametrize("name", game_names())
def test_to_look_is_to_copy_and_to_hide(name: str) -> None:
    states = game(name).template(2, {})
    deal_at(states, 0)
    before, seen = states.tobytes(), np.zeros_like(states)
    for seat in (-1, 0, 1):
        hide_copy_at(states, 0, seat, seen)
        hidden = states.copy()
        hide_at(hidden, 0, seat)
        assert seen.tobytes() == hidden.tobytes()
    assert states.tobytes() == before
