"""The luck of a move by playouts: surer than the judge's first word, and much slower.

A move that turns up cards is played out many times as it came, and as often as it might have come.
In each playout everybody plays as they do, the network for those who search, with new cards, for
some moves, and then the judge is asked. Two playouts, one of each sort, share all their chance but
the cards in question. As those that came are as likely as any others, over many games this luck
comes to nothing, too (`sidings.bots.luck`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sidings.bots.kernels import buffers
from sidings.bots.luck import LuckMeter
from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.lab.luck_kernels import add_luck_by_playouts

MOVES_AHEAD = 12  # of each seat, before the judge is asked


class PlayoutMeter(LuckMeter):
    """Measures the luck of the moves of one game by so many ``playouts`` of each sort.

    ``policies`` are who plays them, seat by seat (``sidings.lab.policies``): what a card is worth
    depends on what is made of it.
    """

    def __init__(
        self, game: Game[Any], playouts: int, seed: int, policies: Sequence[tuple[int, ...]]
    ) -> None:
        super().__init__(game)
        self._playouts, self._seed, self._events = playouts, seed, 0
        self._rng = np.zeros(4, np.int64)
        self._line_up = np.array(policies, np.int64)
        self._actions, self._terms = buffers(game.actions)
        game.part("bot")

    def of(self, states: Array, action: int) -> Array:
        """By seat: how much an action in ``states[0]``, the truth, gained by luck, -1 to 1."""
        players = int(states[0].players)
        luck = np.zeros(players)
        add_luck_by_playouts(
            states, action, self._playouts, MOVES_AHEAD * players, self._seed, self._events,
            self._work, self._line_up, *self._networks, self._actions, self._terms, self._rng,
            self._places, luck,
        )  # fmt: skip
        self._events += 1
        return luck
