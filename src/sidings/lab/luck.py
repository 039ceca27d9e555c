"""How much of the result of a game is luck, from games of a bot against itself.

Of every game the luck of the deal and of each move is measured (`sidings.bots.luck`). Luck explains
the part of the results' variance that the square of their correlation is::

    share = covariance(result, luck)² / (variance(result) · variance(luck))

The network that measures luck is no oracle, so this is what luck explains at least.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidings.bots.catalogue import bot
from sidings.bots.contract import choose_action
from sidings.bots.luck import LuckMeter
from sidings.games.contract import MOST_MOVES, Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.play import actor_at, apply_at, deal_at, hidden_copy, legal_at, outcome_at
from sidings.kernel.record import Array
from sidings.lab.statistics import RESAMPLES, Rate, mean_of, win_shares

DEAL, OTHER = "deal", "other moves"


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
        games, fair = len(self.results), 1.0 / self.results.shape[1]
        results, luck = self.results - fair, self.total
        drawn = np.random.default_rng(0).integers(games, size=(RESAMPLES, games))
        low, high = np.percentile([_explained(results[i], luck[i]) for i in drawn], (2.5, 97.5))
        return Rate(_explained(results, luck), float(low), float(high))

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
    report: Callable[[int, int], None] = lambda done, games: None,
) -> LuckStudy:
    """Play games of a bot against itself and measure their luck."""
    player = _Player(game, game.template(players, options or {}), policy, seed)
    results, lucks = [], []
    for number in range(games):
        result, luck = player.play(number)
        results.append(result)
        lucks.append(luck)
        report(number + 1, games)
    kinds = sorted({kind for luck in lucks for kind, value in luck.items() if value.any()})
    nothing = np.zeros(players)
    found = {kind: np.array([luck.get(kind, nothing) for luck in lucks]) for kind in kinds}
    return LuckStudy(np.array(results), found)


def _explained(results: Array, luck: Array) -> float:
    """The square of the correlation; both are 0 on average."""
    spread = (results**2).sum() * (luck**2).sum()
    return float((results * luck).sum() ** 2 / spread) if spread else 0.0


class _Player:
    """Plays games, and measures the luck in each."""

    def __init__(self, game: Game[Any], template: Array, policy: str, seed: int) -> None:
        self._bot, self._meter = bot(policy, seed=seed), LuckMeter(game)
        self._actions = np.zeros(game.actions, np.int16)
        self._game, self._template, self._seed = game, template, seed

    def play(self, number: int) -> tuple[Array, dict[str, Array]]:
        """The shares of the win by seat, and the luck by kind of event and seat."""
        states = self._template.copy()
        key_of_game(states[0].key, self._seed, number)
        deal_at(states, 0)
        players = int(states[0].players)
        luck = {DEAL: self._meter.prospects(states) - 1.0 / players}
        for _ in range(MOST_MOVES):
            seat = actor_at(states, 0)
            if seat < 0:
                break
            legal = self._actions[: legal_at(states, 0, self._actions)].tolist()
            action = choose_action(self._bot, self._game, hidden_copy(states, seat), seat, legal)
            gained = self._meter.of(states, action)
            if gained.any():
                kind = kind_of(self._game.write_move(states[0], action))
                luck[kind] = luck.get(kind, np.zeros(players)) + gained
            apply_at(states, 0, action)
        scores, places = np.zeros(players, np.int64), np.zeros(players, np.int64)
        outcome_at(states, 0, scores, places)
        return win_shares(places[None, :])[0], luck


def kind_of(move: str) -> str:
    """What sort of move it is: its first word.

    >>> kind_of("draw"), kind_of("remove left"), kind_of("5-6 on 2")
    ('draw', 'remove', 'other moves')
    """
    word = move.split(maxsplit=1)[0]
    return word if word.isalpha() else OTHER
