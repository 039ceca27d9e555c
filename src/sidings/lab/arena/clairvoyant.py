"""The upper bound: a bot that sees all cards. For the lab only, never for a table.

It has no ``choose``, so nothing but a match can ask it, and a match hands it the true state.
"""

from typing import Any

from sidings.bots.catalogue import read_level
from sidings.bots.contract import KernelBot
from sidings.bots.levels import player_of, prepare
from sidings.games.contract import Game
from sidings.games.parts import Level
from sidings.kernel.record import Array

NAME = "clairvoyant"
USUAL = Level(depth=1, ms=900, playouts=6000)


class Clairvoyant:
    """Search by the rule of thumb on the true state."""

    def __init__(self, level: Level, seed: int) -> None:
        self._level = level
        self._seed = seed
        self._player: KernelBot | None = None

    def choose_seeing_all(self, game: Game[Any], truth: Array) -> int:
        """The action it picks in ``truth[0]``, from which nothing is hidden."""
        if self._player is None:
            prepare(game)
            self._player = player_of(self._level, self._seed, guessing=False)
        return self._player.choose_action(game, truth)


def clairvoyant(settings: str, seed: int) -> Clairvoyant:
    """The clairvoyant bot of ``ms=50,depth=0`` and the like; without settings the usual one."""
    if not settings:
        return Clairvoyant(USUAL, seed)
    return Clairvoyant(read_level("search", settings), seed)
