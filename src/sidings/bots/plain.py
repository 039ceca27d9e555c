"""The rule of thumb of a game that has none: every move is as good as the next.

Search then compares moves by random games that are played to their end.
"""

import numpy as np

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import rank


@kernel
def rate(s: Record, depth: int, actions: Array, n: int, terms: Array) -> None:
    for k in range(n):
        terms[k, 0] = 0.0


@kernel
def settled(s: Record, root: Record, moves: int) -> bool:
    return False


@kernel
def worth(s: Record, root: Record, seat: int) -> float:
    """The seat's share of the win."""
    places = np.zeros(s.players, np.int64)
    rank(s, places)
    winners = 0
    for other in range(s.players):
        winners += places[other] == 1
    return 1.0 / winners if places[seat] == 1 else 0.0
