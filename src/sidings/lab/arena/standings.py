"""What a tournament showed: win rates with intervals, scores, ratings and faults.

Every deal is played with the seats rotated, and a deal's games count as one observation. So the
luck of the cards, which all bots met alike, does not widen the intervals.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from sidings.games.contract import MOST_MOVES
from sidings.lab.arena.clairvoyant import NAME as CLAIRVOYANT
from sidings.lab.statistics import SIGMAS, Rate, mean_of, rate_of, ratio_of, without_luck

FAULTS_SHOWN = 5
YARDSTICK = "thumb"


class Row(NamedTuple):
    """One seat of one game of a tournament: a line of its CSV file."""

    line_up: int
    deal: int
    rotation: int
    seat: int
    bot: str
    score: int
    place: int
    share: float  # of the win
    moves: int
    seconds: float
    faults: str
    luck: float = 0.0  # of the cards turned up, in shares of the win; 0 where not measured


class WithoutLuck(NamedTuple):
    """What is left of a bot's wins without the luck of the cards.

    ``certainty`` is how many times as many games, with their luck, would be as sure.
    """

    wins: Rate
    certainty: float


@dataclass(frozen=True)
class Standing:
    """One bot of a tournament."""

    bot: str
    games: int
    wins: Rate
    score: float
    score_error: float  # half of its 95 % interval
    rating: float
    uncertainty: float  # of the rating: one standard deviation
    moves: int
    seconds: float
    faults: int

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds if self.seconds else math.inf


class Standings:
    """All that the rows of a tournament show, best bot first."""

    def __init__(
        self,
        rows: Iterable[Row],
        bots: Sequence[str],
        *,
        luck: bool = False,
        played_before: int = 0,
    ) -> None:
        self.luck = luck  # whether it was measured
        self.played_before = played_before  # games that a folder held already
        self.rows = sorted(rows)
        self._seats: dict[str, list[Row]] = {bot: [] for bot in bots}
        for row in self.rows:
            self._seats[row.bot].append(row)
        self.bots = [bot for bot in self._seats if self._seats[bot]]
        self.bots.sort(key=lambda bot: -self.ratings[bot][0])

    @cached_property
    def games(self) -> list[list[Row]]:
        """The rows of each game, by seat."""
        games = groupby(self.rows, key=lambda row: (row.line_up, row.deal, row.rotation))
        return [list(game) for _, game in games]

    @cached_property
    def ratings(self) -> dict[str, tuple[float, float]]:
        """OpenSkill's ratings (Plackett-Luce) of bots that do not change while they play."""
        from openskill.models import PlackettLuce

        model = PlackettLuce(tau=0.0)
        ratings = {bot: model.rating() for bot in self._seats}
        for game in sorted(self.games, key=lambda game: (game[0].deal, game[0].rotation)):
            seats = [[model.create_rating([ratings[r.bot].mu, ratings[r.bot].sigma])] for r in game]
            rated = model.rate(seats, ranks=[float(row.place) for row in game])
            for bot in {row.bot for row in game}:
                mine = [team[0] for team, row in zip(rated, game, strict=True) if row.bot == bot]
                if len(mine) < len(game):  # a game against oneself says nothing
                    ratings[bot].mu = float(np.mean([rating.mu for rating in mine]))
                    ratings[bot].sigma = float(np.mean([rating.sigma for rating in mine]))
        return {bot: (rating.mu, rating.sigma) for bot, rating in ratings.items()}

    def standing(self, bot: str) -> Standing:
        rows = self._seats[bot]
        shares = _mean_by_deal((row.deal, row.share) for row in rows)
        scores = list(_mean_by_deal((row.deal, row.score) for row in rows).values())
        games = len({(row.line_up, row.deal, row.rotation) for row in rows})
        spread = float(np.std(scores, ddof=1)) if len(scores) > 1 else math.nan
        rating, uncertainty = self.ratings[bot]
        return Standing(
            bot,
            games,
            rate_of(list(shares.values()), games),
            float(np.mean(scores)),
            SIGMAS * spread / math.sqrt(len(scores)),
            rating,
            uncertainty,
            sum(row.moves for row in rows),
            sum(row.seconds for row in rows),
            sum(bool(fault) for row in rows for fault in row.faults.split("; ")),
        )

    def without_luck(self, bot: str) -> WithoutLuck:
        """The bot's wins less its luck, which over many games comes to nothing."""
        rows = self._seats[bot]
        shares = list(_mean_by_deal((row.deal, row.share) for row in rows).values())
        lucks = list(_mean_by_deal((row.deal, row.luck) for row in rows).values())
        skills = without_luck(shares, lucks)
        wins = mean_of(skills.tolist())
        spread = float(np.std(skills))
        return WithoutLuck(wins, (float(np.std(shares)) / spread) ** 2 if spread else math.nan)

    @cached_property
    def ladder(self) -> list[Standing]:
        """Every bot's standing, best first."""
        return [self.standing(bot) for bot in self.bots]

    def margins(self, bot: str, other: str) -> dict[int, float]:
        """By deal: how much more often ``bot`` came in before ``other`` than after it, -1 to 1."""
        return _mean_by_deal(
            (mine.deal, float(np.sign(theirs.place - mine.place)))
            for game in self._games_of(bot, other)
            for mine in game
            if mine.bot == bot
            for theirs in game
            if theirs.bot == other
        )

    def beats(self, bot: str, other: str) -> Rate | None:
        """How often ``bot`` comes in before ``other``; an equal place counts half."""
        margins = self.margins(bot, other)
        if bot == other or not margins:
            return None
        games = len(self._games_of(bot, other))
        return rate_of([(1 + margin) / 2 for margin in margins.values()], games)

    def _games_of(self, bot: str, other: str) -> list[list[Row]]:
        return [game for game in self.games if {bot, other} <= {row.bot for row in game}]

    @property
    def stopped(self) -> int:
        """How many games were stopped since they would not end."""
        return sum(sum(row.moves for row in game) >= MOST_MOVES for game in self.games)

    @property
    def faults(self) -> dict[str, int]:
        """What bots did wrong, and how often."""
        counts: dict[str, int] = defaultdict(int)
        for row in self.rows:
            for fault in filter(None, row.faults.split("; ")):
                counts[f"{row.bot}: {fault}"] += 1
        return dict(sorted(counts.items(), key=lambda item: -item[1]))

    # --- For the eye

    def __rich__(self) -> RenderableType:
        parts: list[RenderableType] = [self._ladder_table()]
        if len(self.bots) > 2:
            parts.append(self._matrix_table())
        parts += [Text(line) for line in self._upper_bound()]
        parts += [Text(line) for line in self._lines_without_luck()]
        faults = list(self.faults.items())
        parts += [Text(f"{times} × {fault}", "red") for fault, times in faults[:FAULTS_SHOWN]]
        if len(faults) > FAULTS_SHOWN:
            parts.append(Text(f"… and {len(faults) - FAULTS_SHOWN} more kinds of fault", "red"))
        if self.stopped:
            stopped = f"{_count(self.stopped, 'game')} stopped after {MOST_MOVES:,} moves"
            parts.append(Text(f"{stopped}; the places are as it stood then", "yellow"))
        if self.played_before:
            before = f"{self.played_before:,} of {len(self.games):,} games had been played before"
            parts.append(Text(before, "dim"))
        return Group(*parts)

    def _ladder_table(self) -> Table:
        deals = len({row.deal for row in self.rows})
        table = Table(
            title=f"{_count(len(self.games), 'game')} on {_count(deals, 'duplicated deal')}",
            box=SIMPLE_HEAD,
            pad_edge=False,
            show_edge=False,
            collapse_padding=True,  # all of it fits a terminal of 80 columns
        )
        table.add_column("bot", min_width=6, overflow="fold")
        in_all = all(one.games == len(self.games) for one in self.ladder)
        games = [] if in_all else ["games"]
        for name in ("wins, 95 %", "score", "rating", *games, "moves/s", "faults"):
            table.add_column(name, justify="right", no_wrap=True)
        for one in self.ladder:
            table.add_row(
                Text(one.bot),
                str(one.wins),
                _with_margin(one.score, one.score_error),
                _with_margin(one.rating, SIGMAS * one.uncertainty),
                *([f"{one.games:,}"] if games else []),
                f"{one.moves_per_second:,.0f}",
                str(one.faults),
            )
        return table

    def _matrix_table(self) -> Table:
        title = "How often the row comes in before the column"
        table = Table("", *(escape(bot) for bot in self.bots), title=title, box=SIMPLE_HEAD)
        for bot in self.bots:
            table.add_row(Text(bot), *(_cell(self.beats(bot, other)) for other in self.bots))
        return table

    def _upper_bound(self) -> list[str]:
        """How near the others come to a bot that sees all cards, if one played."""
        possible = self.margins(CLAIRVOYANT, YARDSTICK)
        others = [bot for bot in self.bots if bot not in (CLAIRVOYANT, YARDSTICK)]
        ratios = [(bot, ratio_of(self.margins(bot, YARDSTICK), possible)) for bot in others]
        return [
            f"{bot} reaches {ratio} of {CLAIRVOYANT}'s advantage over {YARDSTICK}"
            for bot, ratio in ratios
            if ratio is not None
        ]

    def _lines_without_luck(self) -> list[str]:
        if not self.luck:
            return []
        return [
            f"{bot} without the luck of the cards: {wins}, as sure as {certainty:.1f} × the games"
            for bot in self.bots
            for wins, certainty in [self.without_luck(bot)]
        ]


def _count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _with_margin(value: float, margin: float) -> str:
    """A single deal shows no margin."""
    return f"{value:.1f}" if math.isnan(margin) else f"{value:.1f} ± {margin:.1f}"


def _cell(rate: Rate | None) -> str:
    return "" if rate is None else f"{rate.rate:.1%} [{rate.low:.0%}, {rate.high:.0%}]"


def _mean_by_deal(values: Iterable[tuple[int, float]]) -> dict[int, float]:
    by_deal: Mapping[int, list[float]] = defaultdict(list)
    for deal, value in values:
        by_deal[deal].append(value)
    return {deal: float(np.mean(found)) for deal, found in by_deal.items()}
