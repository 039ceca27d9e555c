"""The bot that plays by the rule of thumb."""

from collections.abc import Sequence
from typing import Any

from sidings.bots.contract import KernelBot
from sidings.bots.kernels import buffers, percents, thumb_at
from sidings.games.contract import Game
from sidings.kernel.fast import fast_generator
from sidings.kernel.record import Array


class ThumbBot(KernelBot):
    """The rule of thumb of the game, with as much foresight and care as it is given."""

    def __init__(
        self, depth: int = 2, blur: int = 0, seed: int = 0, style: Sequence[int] = ()
    ) -> None:
        self.depth = depth
        self.blur = blur  # hundredths of a unit by which it misjudges each move
        self._style = percents(style)
        self._rng = fast_generator(seed, depth)

    def choose_action(self, game: Game[Any], states: Array) -> int:
        actions, terms = buffers(game.actions)
        return thumb_at(states, 0, self.depth, self.blur, self._style, actions, terms, self._rng)
