"""Random games of Continental Express, move by move, with what they tell."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import sidings
from games.continental_express.positions import own_deck
from sidings.games.continental_express.rules import MOST_EVENTS
from sidings.kernel.chacha import key_of_game
from sidings.kernel.events import new_events, rows_of
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import actor_at, apply_telling_at, deal_at, hide_events_for, legal_at
from sidings.kernel.record import Array

GAME = sidings.game("continental-express")
INVESTORS = own_deck(characters={"investor": 7, "pickpocket": 1, "pointsman": 1, "director": 1})


def rows_for(events: Array, seat: int) -> list[list[int]]:
    seen = new_events(MOST_EVENTS)
    hide_events_for(events, seat, seen)
    return rows_of(seen)


def random_moves(index: int) -> Iterator[tuple[Any, Array, int, Array, Array, Array]]:
    """The game, and of each move the state before, the action, the state after and the events."""
    game = GAME if index % 2 else sidings.game("continental-express", deck=INVESTORS)
    states = game.template(2 + index % 3, {})
    key_of_game(states[0].key, 5, index)
    deal_at(states, 0)
    rng, out = fast_generator(5, index), np.zeros(game.actions, np.int16)
    while actor_at(states, 0) >= 0:
        n = legal_at(states, 0, out)
        before, events = states.copy(), new_events(MOST_EVENTS)
        action = int(out[below(rng, n)])
        apply_telling_at(states, 0, action, events)
        yield game, before, action, states, events, rng
