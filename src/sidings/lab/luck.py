"""How much of the result of a game is luck, from games of a bot against itself.

Of every game the luck of the deal and of each move is measured (`sidings.bots.luck`). Luck explains
the part of the results' variance that the square of their correlation is::

    share = covariance(result, luck)² / (variance(result) · variance(luck))

The network that measures luck is no oracle, so this is what luck explains at least.
"""

import math
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidings.bots.kernels import buffers
from sidings.bots.luck import LuckMeter
from sidings.bots.luck_kernels import EVERY
from sidings.bots.weights import JUDGE, network_of
from sidings.games.contract import Game
from sidings.kernel.play import deal_at
from sidings.kernel.record import Array
from sidings.lab.batch import Batch, prepare_batch
from sidings.lab.devices.cpu import in_threads
from sidings.lab.luck_kernels import play_measured
from sidings.lab.progress import Report
from sidings.lab.statistics import RESAMPLES, Rate, mean_of

DEAL, OTHER = "deal", "other moves"
GAMES_PER_PART = 32  # that a thread plays at a time: measuring takes longer than playing


@dataclass(frozen=True)
class LuckStudy:
    """The results of some games and the luck in them, by game and seat, in shares of the win."""

    results: Array
    lucks: Mapping[str, Array]  # by kind of event: the deal, or the first word of a move

    @property
    def total(self) -> Array:
        """The luck of all events."""
        total: Array = np.sum(list(self.lucks.values()), axis=0)
        return total

    @property
    def share(self) -> Rate:
        """The part of the results' variance that is luck; the interval is found by resampling."""
        results, luck = self.results - 1.0 / self.results.shape[1], self.total
        products = (results * luck, results**2, luck**2)
        sums = np.stack([product.sum(axis=1) for product in products], axis=1)
        games, chance = len(sums), np.random.default_rng(0)
        drawn = (sums[chance.integers(games, size=games)].sum(axis=0) for _ in range(RESAMPLES))
        low, high = np.percentile([_explained(*one) for one in drawn], (2.5, 97.5))
        return Rate(_explained(*sums.sum(axis=0)), float(low), float(high))

    @property
    def doubt(self) -> float:
        """How likely it is that of so many means one is as far from 0 as the farthest is by chance.

        At most so likely, that is: the likelihoods of the single means are added up (Bonferroni).
        The deal is left out, as it may be better to begin.
        """
        found = [luck[:, seat] for kind, luck in self.lucks.items() if kind != DEAL
                 for seat in range(luck.shape[1])]  # fmt: skip
        errors = [abs(one.mean()) / one.std() * math.sqrt(len(one)) for one in found if one.any()]
        return min(1.0, len(errors) * math.erfc(max(errors) / math.sqrt(2)))

    def mean(self, kind: str, seat: int) -> Rate:
        """The mean luck of one kind of event for a seat, from 0: nothing, within its interval."""
        return mean_of(self.lucks[kind][:, seat].tolist())

    def spread(self, kind: str) -> float:
        """The standard deviation of the luck that one kind of event brings a seat in a game."""
        return float(self.lucks[kind].std())


def study_luck(
    game: Game[Any],
    policy: str = "net",
    *,
    games: int = 200,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    ways: int = EVERY,
    threads: int | None = None,
    seconds: float = math.inf,
    report: Report = lambda done, games: None,
) -> LuckStudy:
    """Play games of a policy of batches against itself, on all cores, and measure their luck.

    Each event is compared with what else could have come, in so many ``ways`` at most, itself among
    them; with few of them it is measured more roughly, and much faster.

    No part of the games is begun after ``seconds``; without that limit the same arguments find the
    same on any number of threads.
    """
    batch = prepare_batch(
        game, policy, games=games, seed=seed, players=players, options=options, counting=False
    )
    player, threads = _Player(batch, ways), threads or os.cpu_count() or 1
    until = time.monotonic() + seconds
    results, lucks, done = [], [], 0
    for shares, luck in in_threads(games, threads, player.play, GAMES_PER_PART):
        results.append(shares)
        lucks.append(luck)
        done += len(shares)
        report(done, games)
        if time.monotonic() > until:
            break
    found = np.concatenate(lucks)
    by_kind = {kind: found[:, i] for i, kind in enumerate(player.kinds) if found[:, i].any()}
    return LuckStudy(np.concatenate(results), by_kind)


def _explained(together: float, results: float, luck: float) -> float:
    """The square of the correlation, from the sums of the products; both are 0 on average."""
    return float(together**2 / (results * luck)) if results * luck else 0.0


class _Player:
    """Plays the games of a batch, and measures the luck in each."""

    def __init__(self, batch: Batch, ways: int) -> None:
        LuckMeter(batch.game)  # it refuses a game that has no network
        self._batch, self._ways, game = batch, ways, batch.game
        states = batch.template.copy()
        deal_at(states, 0)
        of_actions = [kind_of(game.write_move(states[0], one)) for one in range(game.actions)]
        self.kinds = [DEAL, *sorted(set(of_actions))]
        self._kinds = np.array([self.kinds.index(kind) for kind in of_actions], np.int64)
        game.part("bot")
        self.play(0, 0)  # compiled before the threads start

    def play(self, start: int, games: int) -> tuple[Array, Array]:
        """The shares of the win by game and seat, and the luck by game, kind of event and seat."""
        batch = self._batch
        actions, terms = buffers(batch.game.actions)
        shares = np.zeros((games, batch.players))
        lucks = np.zeros((games, len(self.kinds), batch.players))
        play_measured(
            batch.template.copy(), np.repeat(batch.template, 2), batch.template, batch.line_ups[0],
            self._kinds, self._ways, batch.seed, start, batch.most_moves, actions,
            terms, network_of(batch.game), network_of(batch.game, JUDGE), np.zeros(4, np.int64),
            np.zeros(batch.players, np.int64), shares, lucks,
        )  # fmt: skip
        return shares, lucks


def kind_of(move: str) -> str:
    """What sort of move it is: its first word.

    >>> kind_of("draw"), kind_of("remove left"), kind_of("5-6 on 2")
    ('draw', 'remove', 'other moves')
    """
    word = move.split(maxsplit=1)[0]
    return word if word.isalpha() else OTHER
