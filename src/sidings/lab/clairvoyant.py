"""The upper bound: a bot that sees all cards. For the lab only, never for a table.

It has no ``choose``, so nothing but a match can ask it, and a match hands it the true state.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from sidings.bots import read_level
from sidings.bots.catalogue import player_of, prepare
from sidings.bots.levels import levels_of
from sidings.bots.players import SearchBot, ThumbBot
from sidings.games.contract import Game
from sidings.games.parts import Level
from sidings.kernel.record import Array

NAME = "clairvoyant"
RESAMPLES = 2000


class Clairvoyant:
    """Search on the true state, with the budget of ``master`` or one of its own."""

    def __init__(self, level: Callable[[Game[Any]], Level], seed: int) -> None:
        self._level = level
        self._seed = seed
        self._player: ThumbBot | SearchBot | None = None

    def choose_seeing_all(self, game: Game[Any], truth: Array) -> int:
        """The action it picks in ``truth[0]``, from which nothing is hidden."""
        if self._player is None:
            prepare(game)
            self._player = player_of(self._level(game), self._seed, guessing=False)
        return self._player.choose_action(game, truth)


def clairvoyant(settings: str, seed: int) -> Clairvoyant:
    """The clairvoyant bot of ``ms=50,depth=0`` and the like; without settings as ``master``."""
    if not settings:
        return Clairvoyant(lambda game: levels_of(game)["master"], seed)
    level = read_level("search", settings)
    return Clairvoyant(lambda game: level, seed)


class Share(NamedTuple):
    """A share and its 95 % interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.0%} [{self.low:.0%}, {self.high:.0%}]"


def share_reached(reached: Mapping[int, float], possible: Mapping[int, float]) -> Share | None:
    """The share of the clairvoyant's advantage over a yardstick that another bot reaches.

    Both advantages are given by deal, over the same opponent; deals that only one of them has
    played do not count. The interval comes from drawing the deals anew many times. None without
    deals in common, or where seeing all cards is no advantage.
    """
    deals = sorted(reached.keys() & possible.keys())
    pairs = np.array([[reached[deal], possible[deal]] for deal in deals]).reshape(-1, 2)
    if not deals or pairs[:, 1].mean() <= 0:
        return None
    ratio = pairs[:, 0].mean() / pairs[:, 1].mean()
    drawn = np.random.default_rng(0).integers(len(deals), size=(RESAMPLES, len(deals)))
    means = pairs[drawn].mean(axis=1)
    means = means[means[:, 1] > 0]
    low, high = np.percentile(means[:, 0] / means[:, 1], (2.5, 97.5))
    return Share(float(ratio), float(low), float(high))
