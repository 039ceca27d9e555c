"""The bot that plays by the learned network, at once or after a glance at what may come."""

from typing import Any

from sidings.bots.contract import KernelBot
from sidings.bots.kernels import buffers
from sidings.bots.lookahead import learned_at
from sidings.bots.weights import network_of
from sidings.games.contract import Game
from sidings.kernel.fast import fast_generator
from sidings.kernel.record import Array


class LearnedBot(KernelBot):
    """Each move is judged by what the seat will know after it.

    With ``looks`` the best few are compared in so many worlds before one is played.
    """

    def __init__(self, seed: int = 0, blur: int = 0, looks: int = 0) -> None:
        self.blur = blur  # hundredths of a unit by which it misjudges each move
        self.looks = looks
        self._rng = fast_generator(seed)

    def choose_action(self, game: Game[Any], states: Array) -> int:
        actions, terms = buffers(game.actions)
        how = self.blur, self.looks, *network_of(game)
        return learned_at(states, 0, *how, actions, terms, self._rng)
