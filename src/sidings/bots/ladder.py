"""How strong each level is: points on a scale like Elo's, on which ``club`` has 1500.

``ladder.json`` beside a game's rules has each level's share of wins against the level below it,
from the matches of docs/bots.md; a level that has not been measured has a cautious guess there.
"""

import math
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec

from sidings.bots.levels import LEVELS
from sidings.games.contract import Game

LADDER = "ladder.json"
MIDDLE, MIDDLE_POINTS = "club", 1500.0
SPREAD = 400.0  # points between players of whom one wins ten times as often
EVEN_STEP = 0.68  # of a game that has not been measured


def steps_of(game: Game[Any]) -> Mapping[str, float]:
    """The share of wins of each level but the first against the one below."""
    file = files(type(game).__module__).joinpath(LADDER)
    if not file.is_file():
        return dict.fromkeys(LEVELS[1:], EVEN_STEP)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, float])


def points_of(game: Game[Any]) -> dict[str, float]:
    """The points of each level.

    >>> import sidings
    >>> points = points_of(sidings.game("game-of-trains"))
    >>> points["club"], points["casual"] < 1500 < points["expert"]
    (1500.0, True)
    """
    steps = steps_of(game)
    points, total = {}, 0.0
    for level in LEVELS:
        share = steps.get(level, 0.5)
        total += SPREAD * math.log10(share / (1 - share))
        points[level] = total
    return {level: MIDDLE_POINTS + found - points[MIDDLE] for level, found in points.items()}


def expected(mine: float, theirs: float) -> float:
    """The share of wins that points promise."""
    return float(1 / (1 + 10 ** ((theirs - mine) / SPREAD)))
