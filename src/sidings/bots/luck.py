"""The luck of a move: what the cards that it turned up were worth beyond what they are on average.

The piles are cut in every way there is and the move is played again; a judge who sees all cards
values the position that each cut leads to. The value of the true one less the average of all is the
luck. All orders of a pile are equally likely as long as nobody has looked into it, so over many
games it comes to nothing, however poor the judge is (AIVAT, Burch et al. 2018, for chance alone).

A move after which cards are shuffled, such as the last of a round, is played again with other keys:
nobody knows anything of a shuffle before it, so the true one is as likely as each of the others.
"""

from typing import Any

import numpy as np

from sidings.bots.luck_kernels import EVERY, add_luck, add_prospects
from sidings.bots.weights import JUDGE, has_network, network_of
from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.kernel.record import Array


def can_measure_luck(game: Game[Any]) -> bool:
    return has_network(game) and has_network(game, JUDGE) and game.has_part("luck")


class LuckMeter:
    """Measures the luck of the moves of a game, each against so many ``ways`` to cut the piles."""

    def __init__(self, game: Game[Any], ways: int = EVERY) -> None:
        if not can_measure_luck(game):
            raise BadOption(f"{game.title} has no learned judge to measure luck with")
        game.part("luck")
        self._ways = ways
        self._networks = network_of(game), network_of(game, JUDGE)
        self._work = np.zeros(2, game.dtype)
        self._actions = np.zeros(game.actions, np.int16)
        self._places = np.zeros(game.players[-1], np.int64)

    def of(self, states: Array, action: int) -> Array:
        """By seat: how much an action in ``states[0]``, the truth, gained by luck, -1 to 1."""
        luck = np.zeros(int(states[0].players))
        add_luck(
            states, action, self._ways, self._work, *self._networks, self._actions, self._places,
            luck,
        )  # fmt: skip
        return luck

    def prospects(self, states: Array) -> Array:
        """By seat: the chance to win from ``states[0]``, as one sees it who sees all cards."""
        found = np.zeros(int(states[0].players))
        self._work[0] = states[0]
        add_prospects(self._work, 1.0, *self._networks, self._actions, self._places, found)
        return found
