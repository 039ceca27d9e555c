"""The rule of thumb of a game that has none: every move is as good as the next.

Search then compares moves by random games that are played to their end.
"""

import numpy as np

from sidings.games.parts import Level
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import rank

TERMS: tuple[tuple[str, str], ...] = ()

LEVELS = {
    "novice": Level(depth=0),
    "casual": Level(depth=0, playouts=30),
    "club": Level(depth=0, ms=40, playouts=200),
    "expert": Level(depth=0, ms=100, playouts=1000),
    "master": Level(depth=0, ms=300),
    "grandmaster": Level(depth=0, ms=3000),
}


@kernel
def rate(s: Record, depth: int, actions: Array, n: int, terms: Array) -> None:
    for k in range(n):
        terms[k, 0] = 0.0


@kernel
def settled(s: Record, root: Record, moves: int) -> bool:
    return False


@kernel
def worth(s: Record, root: Record, seat: int) -> float:
    places = np.zeros(s.players, np.int64)
    rank(s, places)
    return share_of_win(places, s.players, seat)
