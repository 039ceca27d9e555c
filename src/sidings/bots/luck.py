"""The luck of a move: what the cards that it turned up were worth beyond what they are on average.

The piles are cut in every way there is and the move is played again; the learned network values
the position that each cut leads to. The value of the true one less the average of all is the luck.
All orders of a pile are equally likely as long as nobody has looked into it, so over many games it
comes to nothing, however poor the network is (AIVAT, Burch et al. 2018, for chance alone).
"""

from typing import Any

import numpy as np

from sidings.bots.lookahead import UNIT, best_action
from sidings.bots.network import WINS, Room, Weights
from sidings.bots.weights import has_network, network_of
from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.games.parts import chances, cut, hope
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, rank


@kernel
def add_prospects(
    s: Record, weight: float, w: Weights, room: Room, actions: Array, places: Array, out: Array
) -> None:
    """Add each seat's chance to win, so many times: the others share what the mover leaves them."""
    mover, players = actor(s), int(s.players)
    if mover < 0:
        rank(s, places)
        for seat in range(players):
            out[seat] += weight * share_of_win(places, players, seat)
        return
    _, value = best_action(s, w, room, actions)
    chance = 1.0 if value == WINS else hope(s, value * UNIT, mover)
    for seat in range(players):
        out[seat] += weight * (chance if seat == mover else (1.0 - chance) / (players - 1))


@kernel
def add_luck(
    states: Array,
    action: int,
    work: Array,
    w: Weights,
    room: Room,
    actions: Array,
    places: Array,
    out: Array,
) -> int:
    """Add the luck of an action in ``states[0]`` to ``out``; returns in how many ways it can go."""
    n = chances(states[0], action)
    for cards in range(n):
        work[0] = states[0]
        cut(work[0], cards)
        apply(work[0], action)
        weight = (1.0 if cards == 0 else 0.0) - 1.0 / n
        add_prospects(work[0], weight, w, room, actions, places, out)
    return n


class LuckMeter:
    """Measures the luck of the moves of one game."""

    def __init__(self, game: Game[Any]) -> None:
        if not (has_network(game) and game.has_part("luck")):
            raise BadOption(f"{game.title} has no learned network to measure luck with")
        game.part("luck")
        self._network = network_of(game)
        self._work = np.zeros(1, game.dtype)
        self._actions = np.zeros(game.actions, np.int16)
        self._places = np.zeros(game.players[-1], np.int64)

    def of(self, states: Array, action: int) -> Array:
        """By seat: how much an action in ``states[0]``, the truth, gained by luck, -1 to 1."""
        luck = np.zeros(int(states[0].players))
        add_luck(states, action, self._work, *self._network, self._actions, self._places, luck)
        return luck

    def prospects(self, states: Array) -> Array:
        """By seat: the chance to win from ``states[0]``, as the network of the mover sees it."""
        found = np.zeros(int(states[0].players))
        add_prospects(states[0], 1.0, *self._network, self._actions, self._places, found)
        return found
