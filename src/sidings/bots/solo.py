"""What a game says about playing it alone: its daily table, and how strong the bots are.

``solo.json`` beside a game's rules has both; the page reads the same file. ``ladder`` has each
level's share of wins against the level below it, from the matches of docs/bots.md; a level that has
not been measured has a cautious guess there. From it follow points on a scale like Elo's, on which
``club`` has 1500.
"""

import math
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from sidings.bots.levels import LEVELS
from sidings.games.contract import Game

FILE = "solo.json"
MIDDLE, MIDDLE_POINTS = "club", 1500.0
SPREAD = 400.0  # points between players of whom one wins ten times as often
EVEN_STEP = 0.68  # of a game that has not been measured


class DailyTable(msgspec.Struct, frozen=True):
    """The table of the daily deal."""

    players: int
    options: dict[str, int | str] = {}
    level: str = MIDDLE  # of the bots


class Solo(msgspec.Struct, frozen=True):
    daily: DailyTable
    ladder: dict[str, float]  # the share of wins of each level but the first against the one below


def solo_of(game: Game[Any]) -> Solo:
    """What a game says; of one that says nothing, a table of the fewest players and even steps."""
    return _read(type(game)) or Solo(
        DailyTable(game.players[0]), dict.fromkeys(LEVELS[1:], EVEN_STEP)
    )


@cache
def _read(game: type[Game[Any]]) -> Solo | None:
    file = files(game.__module__).joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=Solo) if file.is_file() else None


def points_of(game: Game[Any]) -> dict[str, float]:
    """The points of each level.

    >>> import sidings
    >>> points = points_of(sidings.game("game-of-trains"))
    >>> points["club"], points["casual"] < 1500 < points["expert"]
    (1500.0, True)
    """
    steps = solo_of(game).ladder
    points, total = {}, 0.0
    for level in LEVELS:
        share = steps.get(level, 0.5)
        total += SPREAD * math.log10(share / (1 - share))
        points[level] = total
    return {level: MIDDLE_POINTS + found - points[MIDDLE] for level, found in points.items()}


def expected(mine: float, theirs: float) -> float:
    """The share of wins that points promise."""
    return float(1 / (1 + 10 ** ((theirs - mine) / SPREAD)))
