"""Who is where. Ties are broken by Buchholz, then Sonneborn-Berger, then wins; what is left is
shared.
"""

from collections.abc import Sequence

import msgspec

from sidings.tournaments.pairing import BYE, Match, Round, points_of


class Standing(msgspec.Struct, frozen=True):
    player: int
    place: int  # shared by those who are equal in everything
    points: float
    buchholz: float  # the points of all opponents
    berger: float  # the points of those beaten, and half of those tied with
    wins: int
    played: int


def standings(entrants: int, played: Sequence[Round]) -> list[Standing]:
    """Everybody, the best first."""
    points = points_of(entrants, played)
    rows = []
    for player in points:
        buchholz = berger = 0.0
        wins = games = 0
        for match in _of(player, played):
            mine = match.points if match.first == player else 1 - match.points
            wins += mine == 1
            games += 1
            opponent = match.second if match.first == player else match.first
            if opponent != BYE:
                buchholz += points[opponent]
                berger += mine * points[opponent]
        rows.append(Standing(player, 0, points[player], buchholz, berger, wins, games))
    rows.sort(key=lambda row: (*_merit(row), -row.player), reverse=True)
    placed: list[Standing] = []
    for number, row in enumerate(rows, start=1):
        same = placed and _merit(placed[-1]) == _merit(row)
        placed.append(msgspec.structs.replace(row, place=placed[-1].place if same else number))
    return placed


def _merit(row: Standing) -> tuple[float, float, float, int]:
    return row.points, row.buchholz, row.berger, row.wins


def _of(player: int, played: Sequence[Round]) -> list[Match]:
    return [match for one in played for match in one if player in (match.first, match.second)]
