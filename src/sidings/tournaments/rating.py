"""Elo's rating, for any number of players at a table.

Each pair of players at a table counts as a game of its own, with a share of K = 32:

    expected = 1 / (1 + 10 ** ((their rating - mine) / 400))
    mine + 32 / (players - 1) * sum over the others of (result - expected)

where a result is 1 for a better place, ½ for the same and 0 for a worse one.
"""

from collections.abc import Sequence

START = 1500.0
K = 32.0


def rate(ratings: Sequence[float], places: Sequence[int]) -> list[float]:
    """The ratings after a game with these places.

    >>> [round(one) for one in rate([1500, 1500], [1, 2])]
    [1516, 1484]
    >>> [round(one) for one in rate([1700, 1500, 1500], [2, 1, 3])]
    [1692, 1520, 1488]
    """
    share = K / (len(ratings) - 1)
    return [
        mine + share * sum(
            _result(place, other_place) - _expected(mine, theirs)
            for j, (theirs, other_place) in enumerate(zip(ratings, places, strict=True))
            if j != i
        )
        for i, (mine, place) in enumerate(zip(ratings, places, strict=True))
    ]  # fmt: skip


def _expected(mine: float, theirs: float) -> float:
    return float(1 / (1 + 10 ** ((theirs - mine) / 400)))


def _result(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)
