"""Rates of winning and how sure they are."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sidings.kernel.record import Array
from sidings.lab.kernels import share_wins

SIGMAS = 1.96  # 95 %
RESAMPLES = 2000
TINY = 1e-12  # a spread that is none
TRUST = 10  # so many deals speak for subtracting luck as it was measured


class Rate(NamedTuple):
    """A rate and its 95 % interval."""

    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.rate:.1%} [{self.low:.1%}, {self.high:.1%}]"


def rate_of(deals: Sequence[float], games: int) -> Rate:
    """The mean of the deals' shares, with Wilson's interval for as many games as they are worth.

    The spread over deals says how many independent games give the same certainty.
    """
    share = float(np.mean(deals))
    variance = float(np.var(deals, ddof=1)) / len(deals) if len(deals) > 1 else 0.0
    certain = not 0 < share < 1 or variance == 0
    worth = games if certain else share * (1 - share) / variance
    centre = (share + SIGMAS**2 / (2 * worth)) / (1 + SIGMAS**2 / worth)
    half = SIGMAS / (1 + SIGMAS**2 / worth)
    half *= math.sqrt(share * (1 - share) / worth + (SIGMAS / (2 * worth)) ** 2)
    return Rate(share, max(0.0, centre - half), min(1.0, centre + half))


def mean_of(values: Sequence[float]) -> Rate:
    """The mean with its 95 % interval; the values need not lie between 0 and 1."""
    mean = float(np.mean(values))
    half = SIGMAS * float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 1
    return Rate(mean, mean - half, mean + half)


def without_luck(shares: Sequence[float], lucks: Sequence[float]) -> Array:
    """By deal: the share of the wins less luck, as much of it as the other deals advise.

    Luck comes to nothing on average, so any multiple of it may be subtracted that does not follow
    from the deal itself (a control variate, fitted crosswise): nobody is favoured, and a judge who
    takes too much or too little for luck is corrected. From few deals the multiple is near 1::

        multiple = (n · covariance(share, luck) / variance(luck) + TRUST) / (n + TRUST)

    over the n other deals.

    >>> without_luck([1.0, 0.0, 1.0, 0.0], [0.5, -0.5, 0.5, -0.5]).tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    share, luck = np.asarray(shares, np.float64), np.asarray(lucks, np.float64)
    others = len(share) - 1
    if others < 2:
        return share - luck

    def sums(values: Array) -> Array:
        total: Array = values.sum() - values  # over the other deals
        return total

    together = sums(share * luck) - sums(share) * sums(luck) / others
    spread = sums(luck**2) - sums(luck) ** 2 / others
    fitted = np.divide(together, spread, out=np.ones_like(spread), where=spread > TINY)
    left: Array = share - luck * (others * fitted + TRUST) / (others + TRUST)
    return left


def ratio_of(reached: Mapping[int, float], possible: Mapping[int, float]) -> Rate | None:
    """The share of a possible advantage that was reached, both given by deal.

    Deals that only one of them has do not count. The interval comes from resampling the deals
    (bootstrap). None without deals in common, or where the possible advantage is none.
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
    return Rate(float(ratio), float(low), float(high))


def win_shares(places: Array) -> Array:
    """Each seat's share of the win, from the places by game and seat; equals share it.

    >>> win_shares(np.array([[1, 2, 3], [1, 1, 3]])).tolist()
    [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]
    """
    shares = np.zeros(places.shape)
    share_wins(np.ascontiguousarray(places, np.int64), shares)
    return shares
