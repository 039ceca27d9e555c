"""Who meets whom in the next round. Entrants are numbers from 1, the strongest seed first.

A bye is a match against 0, and counts as won.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

Format = Literal["round-robin", "swiss", "knockout", "duplicate"]
BYE = 0


class Pair(NamedTuple):
    """Two entrants; ``first`` has the first seat."""

    first: int
    second: int


class Match(NamedTuple):
    """A pair that has played: the points of its first, 1 for a win and ½ for a tie."""

    first: int
    second: int
    points: float

    @property
    def winner(self) -> int:
        """Who goes on in a knockout; after a tie the better seed, the smaller number."""
        if self.points == 0.5 and self.second != BYE:
            return min(self.first, self.second)
        return self.first if self.points > 0.5 or self.second == BYE else self.second


Round = Sequence[Match]


def next_round(
    kind: Format, entrants: int, rounds: int, played: Sequence[Round]
) -> list[Pair] | None:
    """The pairs of the next round; None when the tournament is over."""
    if len(played) >= count_rounds(kind, entrants, rounds):
        return None
    match kind:
        case "round-robin":
            return round_robin(entrants)[len(played)]
        case "swiss":
            return swiss(entrants, played)
    return knockout(entrants, played)


def count_rounds(kind: Format, entrants: int, wanted: int = 0) -> int:
    """How many rounds a tournament has. Swiss rounds can be chosen, within what is possible."""
    even = entrants + entrants % 2
    if kind == "round-robin":
        return even - 1
    needed = (entrants - 1).bit_length()
    if kind == "swiss":
        # With more, the pairs that have not met yet need not suffice.
        return min(wanted or needed, even // 2)
    return needed


# --- Everybody meets everybody


def round_robin(entrants: int) -> list[list[Pair]]:
    """All rounds: one stays, and the others move on by one place around the table."""
    ring = [*range(1, entrants + 1), *([BYE] if entrants % 2 else [])]
    rounds = []
    for number in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        # Who stays would always be first; the others change by themselves.
        if number % 2:
            pairs[0] = pairs[0][::-1]
        rounds.append([_bye_second(*pair) for pair in pairs])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


# --- Swiss: those with equally many points meet, and nobody twice


def swiss(entrants: int, played: Sequence[Round]) -> list[Pair]:
    """Pairs of neighbours in the standings who have not met yet.

    The bye goes to the last who has not had one. Where the last two have met before, they change
    partners with a pair above them. That is always possible in the first half of all rounds: each
    of two who are left then has not met at least half of the others.
    """
    points = points_of(entrants, played)
    met = {frozenset((match.first, match.second)) for one in played for match in one}
    order = sorted(range(1, entrants + 1), key=lambda player: (-points[player], player))
    if entrants % 2:
        order.append(BYE)
    pairs: list[tuple[int, int]] = []
    left: list[int] = []
    waiting = _bye_first(order, met, pairs)
    while waiting:
        player = waiting.pop(0)
        partner = next((one for one in waiting if frozenset((player, one)) not in met), None)
        if partner is None:
            left.append(player)
        else:
            waiting.remove(partner)
            pairs.append((player, partner))
    for player, other in zip(left[::2], left[1::2], strict=True):
        _exchange(player, other, pairs, met)
    firsts = _count_firsts(played)
    return [_seated(pair, firsts) for pair in pairs]


def _bye_first(
    order: list[int], met: set[frozenset[int]], pairs: list[tuple[int, int]]
) -> list[int]:
    """Give the bye to the last who has not had one; returns those who are still to be paired."""
    if BYE not in order:
        return order
    last = next(one for one in reversed(order) if one != BYE and frozenset((one, BYE)) not in met)
    pairs.append((last, BYE))
    return [one for one in order if one not in (last, BYE)]


def _exchange(
    player: int, other: int, pairs: list[tuple[int, int]], met: set[frozenset[int]]
) -> None:
    """Find partners for two who have met, by taking a pair apart, the lowest that serves."""
    for index in range(len(pairs) - 1, -1, -1):
        for one, two in (pairs[index], pairs[index][::-1]):
            fresh = {frozenset((player, one)), frozenset((other, two))}
            if not fresh & met:
                pairs[index] = (player, one)
                pairs.append((other, two))
                return
    raise ValueError("too many rounds: not everybody can meet somebody new")


def _count_firsts(played: Sequence[Round]) -> dict[int, int]:
    """How often each entrant has had the first seat."""
    counted: dict[int, int] = {}
    for one in played:
        for match in one:
            if match.second != BYE:
                counted[match.first] = counted.get(match.first, 0) + 1
    return counted


def _seated(pair: tuple[int, int], firsts: dict[int, int]) -> Pair:
    """The pair with whoever was first less often in the first seat."""
    one, two = pair
    if two != BYE and (one == BYE or firsts.get(two, 0) < firsts.get(one, 0)):
        one, two = two, one
    return _bye_second(one, two)


# --- Knockout


def knockout(entrants: int, played: Sequence[Round]) -> list[Pair]:
    """The winners of neighbouring matches; in the first round the best seeds have the byes."""
    if played:
        through = [match.winner for match in played[-1]]
    else:
        through = [seed if seed <= entrants else BYE for seed in bracket(entrants)]
    return [_bye_second(*pair) for pair in list(pairwise(through))[::2]]


def bracket(entrants: int) -> list[int]:
    """The seeds in the order of a knockout table: 1 and 2 can only meet in the final.

    >>> bracket(6)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < entrants:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def _bye_second(one: int, two: int) -> Pair:
    return Pair(two, one) if one == BYE else Pair(one, two)


def points_of(entrants: int, played: Sequence[Round]) -> dict[int, float]:
    """The points of each entrant."""
    points = dict.fromkeys(range(1, entrants + 1), 0.0)
    for one in played:
        for match in one:
            points[match.first] += match.points
            if match.second != BYE:
                points[match.second] += 1 - match.points
    return points
