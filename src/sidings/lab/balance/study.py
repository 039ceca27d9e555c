"""A study of a game: the batches it needs, and what they show."""

import math
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sidings.bots.kernels import buffers
from sidings.bots.luck import can_measure_luck
from sidings.errors import BadOption
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.lab.balance.factors import factors
from sidings.lab.balance.forecast import forecast
from sidings.lab.balance.measures import (
    Difference,
    Factor,
    by_order,
    counts_points,
    difference,
    difference_of_rates,
    margins,
    rate,
    seat_advantage,
)
from sidings.lab.batch import Batch, play, prepare_batch
from sidings.lab.luck import LuckStudy, study_luck
from sidings.lab.policies import read_policy
from sidings.lab.progress import Report
from sidings.lab.statistics import Rate, rate_of, win_shares

LADDER = ("casual", "novice", "random")  # what the policy is compared with, strongest first
YARDSTICK = "novice"  # for the effect of a change on skill
MOMENTS = (0.25, 0.5, 0.75)  # of a game, at which one seat is ahead
FORECASTS, PLAYOUTS = 400, 24  # games with a forecast; how often each is played out
VALUES_TRIED = 3  # of each option, beside the default
LUCK_GAMES = 400  # of each kind, in which luck is measured
LUCK_SHARE = "part of the result that is luck"


@dataclass(frozen=True)
class Skill:
    """One seat plays better than all the others: how often it wins."""

    weaker: str
    wins: Rate
    every: float  # share of the deals that it won from every seat
    none: float  # from no seat


@dataclass(frozen=True)
class Ahead:
    """How often the seat that is ahead at a moment of a game wins it."""

    moment: float
    wins: Rate
    chance: float  # that a spectator would give it, on average


@dataclass
class Study:
    """All that the report tells."""

    game: Game[Any]
    players: int
    options: dict[str, int | str]
    policy: str
    games: int
    seed: int
    rows: Array = field(repr=False)
    seats: list[Rate]
    factors: list[Factor]
    ahead: list[Ahead]
    skills: list[Skill]
    effects: list[Difference]
    luck: LuckStudy | None  # None for a game whose luck cannot be measured
    stopped: int  # games that did not end by the rules

    @property
    def points(self) -> bool:
        return counts_points(self.rows)


@dataclass(frozen=True)
class Variant:
    """A way to play the game that differs in one thing."""

    name: str
    game: Game[Any]
    options: Mapping[str, int | str]


def study(
    game: str | Game[Any],
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    policy: str = "club",
    games: int = 5000,
    seed: int = 1,
    threads: int | None = None,
    progress: Report | None = None,
) -> Study:
    """Play all that a balance report needs and compare it.

    Every batch has ``games`` games, all by ``policy`` unless the question is another.
    """
    chosen = game_of_name(game) if isinstance(game, str) else game
    batch = prepare_batch(
        chosen, policy, games=games, seed=seed, players=players, options=options or {}
    )
    if games < 100:
        raise BadOption(f"a report needs at least 100 games, not {games}")
    given = chosen.read_options(batch.template[0])
    return _Runner(batch, given, threads, progress).study()


class _Runner:
    """The batches of a study, one after another, with the progress of them all."""

    def __init__(
        self,
        batch: Batch,
        options: dict[str, int | str],
        threads: int | None,
        report: Report | None,
    ) -> None:
        self.batch = batch
        self.options = options
        self.threads = threads or os.cpu_count() or 1
        self.variants = list(variants(batch.game, options, batch.players))
        names = weaker_than(batch.policies[0])
        self.weaker = [name for name in names if _plays(batch.game, name)]
        self.yardstick = YARDSTICK if YARDSTICK in self.weaker else next(iter(self.weaker), None)
        self.done = 0
        batches = 1 + len(self.weaker) + len(self.variants) * (1 if self.yardstick is None else 2)
        self.lucks = min(batch.games, LUCK_GAMES) if can_measure_luck(batch.game) else 0
        lucks = self.lucks * (1 + len(self.variants))
        self.total = batches * batch.games + self._forecasts * len(MOMENTS) + lucks
        self.report = report or (lambda done, total: None)

    @property
    def _forecasts(self) -> int:
        return min(self.batch.games, FORECASTS)

    def study(self) -> Study:
        batch = self.batch
        rows = self._play(batch.game, self.options, [batch.policies[0]])
        uneven = {name: self._uneven(batch.game, self.options, name) for name in self.weaker}
        shares = win_shares(rows["places"])
        luck = self._luck(batch.game, self.options)
        return Study(
            batch.game,
            batch.players,
            self.options,
            batch.policies[0],
            batch.games,
            batch.seed,
            rows,
            seat_advantage(rows),
            factors(batch.game, rows, shares),
            [self._ahead(rows, shares, moment) for moment in MOMENTS],
            [_skill(name, by_deal) for name, by_deal in uneven.items()],
            self._effects(rows, uneven, luck),
            luck,
            int((rows["moves"] >= batch.most_moves).sum()),
        )

    def _play(
        self, game: Game[Any], options: Mapping[str, int | str], policies: list[str],
        rotate: bool = False,
    ) -> Array:  # fmt: skip
        before = self.done

        def report(done: int, total: int) -> None:
            self.done = before + done
            self.report(self.done, self.total)

        return play(
            game, policies, games=self.batch.games, seed=self.batch.seed,
            players=self.batch.players, options=options, rotate=rotate, threads=self.threads,
            progress=report,
        )  # fmt: skip

    def _uneven(self, game: Game[Any], options: Mapping[str, int | str], weaker: str) -> Array:
        """One seat plays by the policy, the others worse: its wins, by deal and seat."""
        players = self.batch.players
        line_up = [self.batch.policies[0], *[weaker] * (players - 1)]
        rows = self._play(game, options, line_up, rotate=True)
        whole = len(rows) // players * players
        wins = (win_shares(rows["places"]) * (rows["policies"] == 0)).sum(axis=1)
        by_deal: Array = wins[:whole].reshape(-1, players)
        return by_deal

    def _ahead(self, rows: Array, shares: Array, moment: float) -> Ahead:
        """Forecast some of the games at a moment, and see who won them."""
        batch = self.batch
        count = self._forecasts
        moves = (rows["moves"][:count] * moment).astype(int)
        parts = np.array_split(np.arange(count), 4 * self.threads)
        _forecast_games(batch, parts[0][:0], moves, 1)  # compiled once, before the threads start
        chances = np.zeros((count, batch.players))
        with ThreadPoolExecutor(self.threads) as pool:
            jobs = [pool.submit(_forecast_games, batch, part, moves, PLAYOUTS) for part in parts]
            for part, job in zip(parts, jobs, strict=True):
                chances[part] = job.result()
                self.done += len(part)
                self.report(self.done, self.total)
        leaders = chances.argmax(axis=1)
        won = shares[np.arange(count), leaders]
        return Ahead(moment, rate(won), float(chances.max(axis=1).mean()))

    def _luck(self, game: Game[Any], options: Mapping[str, int | str]) -> LuckStudy | None:
        """Measure luck in some more games."""
        if not self.lucks:
            return None
        before, batch = self.done, self.batch

        def report(done: int, _: int) -> None:
            self.done = before + done
            self.report(self.done, self.total)

        return study_luck(
            game, batch.policies[0], games=self.lucks, players=batch.players, options=options,
            seed=batch.seed, threads=self.threads, report=report,
        )  # fmt: skip

    def _effects(
        self, rows: Array, skill: Mapping[str, Array], luck: LuckStudy | None
    ) -> list[Difference]:
        """What each change of the rules or the deck changes."""
        found: list[Difference] = []
        for variant in self.variants:
            other = self._play(variant.game, variant.options, [self.batch.policies[0]])
            name = variant.name
            found.append(difference(name, "moves", rows["moves"], other["moves"]))
            first, second = (by_order(r, win_shares(r["places"]))[:, 0] for r in (rows, other))
            found.append(difference(name, "first player wins", first, second, "%"))
            if self.yardstick is not None:
                uneven = self._uneven(variant.game, variant.options, self.yardstick)
                means = skill[self.yardstick].mean(axis=1), uneven.mean(axis=1)
                measure = f"{self.batch.policies[0]} beats {self.yardstick}"
                found.append(difference(name, measure, *means, "%", self.batch.players))
            if counts_points(rows):
                gaps = margins(rows), margins(other)
                found.append(difference(name, "points between first and second", *gaps))
            changed = self._luck(variant.game, variant.options)
            if luck is not None and changed is not None:
                shares = luck.share, changed.share
                found.append(difference_of_rates(name, LUCK_SHARE, *shares, self.lucks))
        return found


def weaker_than(policy: str) -> list[str]:
    """The policies that are known to play worse, strongest first.

    >>> weaker_than("club"), weaker_than("novice")
    (['casual', 'novice', 'random'], ['random'])
    """
    return list(LADDER[LADDER.index(policy) + 1 :] if policy in LADDER else LADDER)


def _plays(game: Game[Any], policy: str) -> bool:
    """Whether batches of the game can be played by it; of some games a level may search."""
    try:
        read_policy(game, policy)
    except BadOption:
        return False
    return True


def variants(game: Game[Any], options: Mapping[str, int | str], players: int) -> Iterator[Variant]:
    """Each option changed alone, and the standard deck for a game that has another."""
    for option in game.options:
        others = [value for value in option.values if value != options[option.name]]
        for value in others[:VALUES_TRIED]:
            changed = {**options, option.name: value}
            try:
                game.check_options(changed, players)
            except BadOption:
                continue  # such as a set that is too small for so many players
            yield Variant(f"{option.name} = {value}", game, changed)
    if game.custom_deck is not None:
        yield Variant("the standard deck", type(game)(), options)


def _forecast_games(batch: Batch, games: Array, moves: Array, playouts: int) -> Array:
    """The chances of each seat in the middle of some games."""
    actions, terms = buffers(batch.game.actions)
    states = np.repeat(batch.template, 2)
    chances = np.zeros((len(games), batch.players))
    rngs = np.zeros((2, 4), np.int64)
    places, network = np.zeros(batch.players, np.int64), batch.network()
    for i, game in enumerate(games):
        forecast(
            states, batch.template, batch.line_ups, batch.seed, int(game), int(moves[game]),
            playouts, batch.most_moves, actions, terms, network, rngs, places, chances[i],
        )  # fmt: skip
    if not len(games):  # compile
        forecast(
            states, batch.template, batch.line_ups, batch.seed, 0, 0, 0, 0, actions, terms, network,
            rngs, places, np.zeros(batch.players),
        )  # fmt: skip
    return chances


def _skill(weaker: str, by_deal: Array) -> Skill:
    games = by_deal.size
    wins = rate_of(by_deal.mean(axis=1).tolist(), games)
    every, none = (by_deal == 1).all(axis=1).mean(), (by_deal == 0).all(axis=1).mean()
    return Skill(weaker, wins, float(every), float(none))


def rounded(games: float) -> str:
    """A number of games to two digits, as nobody needs it more exactly.

    >>> rounded(1234.5), rounded(7.2e9), rounded(math.inf)
    ('1,200', 'over a thousand million', 'none would')
    """
    if math.isinf(games):
        return "none would"
    if games >= 1e9:
        return "over a thousand million"
    digits = max(0, math.floor(math.log10(max(games, 1))) - 1)
    return f"{max(2, round(games / 10**digits) * 10**digits):,}"
