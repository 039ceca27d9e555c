"""The bot that plays the move which the learned network values most."""

from typing import Any

import numpy as np

from sidings.bots.contract import KernelBot
from sidings.bots.network import learned_at
from sidings.bots.weights import network_of
from sidings.games.contract import Game
from sidings.kernel.fast import fast_generator
from sidings.kernel.record import Array


class LearnedBot(KernelBot):
    """No search: each move is judged by what the seat will know after it."""

    def __init__(self, seed: int = 0, blur: int = 0) -> None:
        self.blur = blur  # hundredths of a unit by which it misjudges each move
        self._rng = fast_generator(seed)

    def choose_action(self, game: Game[Any], states: Array) -> int:
        actions = np.zeros(game.actions, np.int16)
        return learned_at(states, 0, *network_of(game), self.blur, actions, self._rng)
