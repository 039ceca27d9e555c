"""The upper bound: a bot that sees all cards. For the lab only, never for a table.

It has no ``choose``, so nothing but a match can ask it, and a match hands it the true state.
"""

from collections.abc import Callable
from typing import Any

from sidings.bots.catalogue import read_level
from sidings.bots.contract import KernelBot
from sidings.bots.levels import levels_of, playable, player_of, prepare
from sidings.games.contract import Game
from sidings.games.parts import Level
from sidings.kernel.record import Array

NAME = "clairvoyant"


class Clairvoyant:
    """Search on the true state, with the budget of ``master`` or one of its own."""

    def __init__(self, level: Callable[[Game[Any]], Level], seed: int) -> None:
        self._level = level
        self._seed = seed
        self._player: KernelBot | None = None

    def choose_seeing_all(self, game: Game[Any], truth: Array) -> int:
        """The action it picks in ``truth[0]``, from which nothing is hidden."""
        if self._player is None:
            level = playable(self._level(game), game)
            prepare(game, search=level.searches, net=level.net)
            self._player = player_of(level, self._seed, guessing=False)
        return self._player.choose_action(game, truth)


def clairvoyant(settings: str, seed: int) -> Clairvoyant:
    """The clairvoyant bot of ``ms=50,depth=0`` and the like; without settings as ``master``."""
    if not settings:
        return Clairvoyant(lambda game: levels_of(game)["master"], seed)
    level = read_level("search", settings)
    return Clairvoyant(lambda game: level, seed)
