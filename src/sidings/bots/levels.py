"""The levels, from a gentle beginner to a strong player, for each game.

Weaker levels are the rule of thumb of a person who looks less far and overlooks more; stronger
ones search. Times are for one core.
"""

from dataclasses import dataclass

LEVELS = ("novice", "casual", "club", "expert", "master")


@dataclass(frozen=True)
class Level:
    """How one level plays one game; ``ms`` and ``playouts`` 0 means no search."""

    depth: int = 2  # of the rule of thumb: its own, or the one in the playouts
    overlooked: int = 0  # per cent of the moves that it fails to see
    ms: float = 0.0
    playouts: float = 0.0
    slips: int = 0  # per cent of random moves in the playouts
    candidates: int = 0  # that the rule of thumb proposes to the search; 0: every legal move


GAME_OF_TRAINS = {
    "novice": Level(depth=0, overlooked=50),
    "casual": Level(depth=1, overlooked=25),
    "club": Level(depth=2, overlooked=15),
    "expert": Level(depth=2),
    "master": Level(depth=2, ms=900, playouts=6000, candidates=6),
}

MEXICAN_TRAIN = {
    "novice": Level(depth=0, overlooked=60),
    "casual": Level(depth=1, overlooked=40),
    "club": Level(depth=2, overlooked=20),
    "expert": Level(depth=2),
    "master": Level(depth=1, ms=900, playouts=6000),
}

CONTINENTAL_EXPRESS = {
    "novice": Level(depth=0, overlooked=60),
    "casual": Level(depth=1, overlooked=35),
    "club": Level(depth=2),
    "expert": Level(depth=1, ms=100, playouts=200),
    "master": Level(depth=1, ms=900, playouts=6000),
}
