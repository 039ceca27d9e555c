"""What the rows of a batch say about a game: shares, differences and how sure they are."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sidings.kernel.record import Array
from sidings.lab.statistics import SIGMAS, Rate, rate_of, win_shares

POWER_SIGMAS = 0.8416  # of the normal distribution: seen four times out of five


def by_order(rows: Array, values: Array) -> Array:
    """Values by seat, turned so that whoever played first comes first."""
    players = values.shape[1]
    seats = (rows["first"][:, None] + np.arange(players)) % players
    turned: Array = np.take_along_axis(values, seats, axis=1)
    return turned


def rate(values: Array) -> Rate:
    """A mean share and its 95 % interval, from independent games; without any, 0 to 1."""
    return rate_of(values.tolist(), len(values)) if len(values) else Rate(0.5, 0.0, 1.0)


def seat_advantage(rows: Array) -> list[Rate]:
    """How often the first, second … player wins."""
    return [rate(column) for column in by_order(rows, win_shares(rows["places"])).T]


def margins(rows: Array) -> Array:
    """By game: how many points lie between the first and the second, 0 for a tie."""
    scores = np.sort(rows["scores"], axis=1)
    winner = np.take_along_axis(rows["scores"], rows["places"].argmin(axis=1)[:, None], axis=1)
    lowest_wins = (winner[:, 0] == scores[:, 0]).mean() > (winner[:, 0] == scores[:, -1]).mean()
    gap: Array = scores[:, 1] - scores[:, 0] if lowest_wins else scores[:, -1] - scores[:, -2]
    return gap


def counts_points(rows: Array) -> bool:
    """Whether the game has scores, and not only a winner."""
    return len(np.unique(rows["scores"])) > 2


# --- What decides ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Factor:
    """How often those who had (the most of) something won, where one seat alone had it."""

    group: str
    name: str
    mean: float  # of it, per seat and game
    games: int  # in which one seat alone had (the most of) it
    wins: Rate  # nothing is known of what nobody had


def most_of(group: str, name: str, counts: Array, shares: Array) -> Factor:
    """Of the games in which one seat had more of it than every other: how often that seat won."""
    most = counts == counts.max(axis=1, keepdims=True)
    alone = most.sum(axis=1) == 1
    values = shares[alone][most[alone]]
    return Factor(group, name, float(counts.mean()), len(values), rate(values))


def holders_of(group: str, name: str, held: Array, shares: Array) -> Factor:
    """Of the seats that had it: how often they won."""
    values = shares[held]
    return Factor(group, name, float(held.mean()), len(values), rate(values))


# --- Differences ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """How a measure changes from one batch to another, and the games needed to see it."""

    variant: str
    measure: str
    before: float
    after: float
    error: float  # half of the 95 % interval of the difference
    needed: float  # games of each kind to see it four times out of five
    unit: str

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def seen(self) -> bool:
        """Whether the interval leaves 0 out."""
        return abs(self.change) > self.error


def difference(
    variant: str, measure: str, before: Sequence[float] | Array, after: Sequence[float] | Array,
    unit: str = "", games_each: int = 1,
) -> Difference:  # fmt: skip
    """Compare the means of two independent samples (Welch).

    ``games_each`` is how many games it took for each number of a sample.

    >>> one = difference("", "", [1.0, 2.0, 3.0], [2.0, 3.0, 4.0])
    >>> one.change, one.seen, round(one.needed, 1)
    (1.0, False, 15.7)
    """
    one, two = np.asarray(before, float), np.asarray(after, float)
    spread = float(np.var(one, ddof=1) / len(one) + np.var(two, ddof=1) / len(two))
    both = float(np.var(one, ddof=1) + np.var(two, ddof=1))
    change = float(two.mean() - one.mean())
    numbers = (SIGMAS + POWER_SIGMAS) ** 2 * both / change**2 if change else math.inf
    error = SIGMAS * math.sqrt(spread)
    means = float(one.mean()), float(two.mean())
    return Difference(variant, measure, *means, error, games_each * numbers, unit)


def difference_of_rates(
    variant: str, measure: str, before: Rate, after: Rate, games: int
) -> Difference:
    """Compare two rates of independent batches of so many games, by their intervals."""
    change, error = after.rate - before.rate, math.hypot(_half(before), _half(after))
    needed = games * ((1 + POWER_SIGMAS / SIGMAS) * error / change) ** 2 if change else math.inf
    return Difference(variant, measure, before.rate, after.rate, error, needed, "%")


def _half(rate: Rate) -> float:
    return (rate.high - rate.low) / 2
