"""What a batch counts in High Card."""

import sys

from high_card.rules import DTYPE, HAND, State
from sidings.games.parts import Counter
from sidings.games.plain.counters import labels
from sidings.kernel import Array, bind, kernel

__all__ = ["COUNTERS", "conclude", "labels", "note"]

COUNTERS = (
    Counter("higher_card_played"),
    Counter("highest_card", of_seat=False),
)
HIGHER, HIGHEST = range(2)


@kernel
def note(s: State, action: int, counts: Array) -> None:
    hand = s.hands[s.turn]
    if hand[action] > hand[HAND - 1 - action]:
        counts[HIGHER, s.turn] += 1


@kernel
def conclude(s: State, counts: Array) -> None:
    for seat in range(s.players):
        counts[HIGHEST, 0] = max(counts[HIGHEST, 0], s.played[seat])


bind(DTYPE, sys.modules[__name__])
