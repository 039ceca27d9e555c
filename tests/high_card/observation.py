"""High Card as a vector of numbers."""

import sys

from high_card.rules import CARDS, DTYPE, HAND, SEATS, State
from sidings.games.encoding import put, put_row, put_rows
from sidings.games.parts import Feature
from sidings.kernel import Array, bind, kernel

FEATURES = (
    Feature("seat", (), -1, SEATS - 1, "who observes; -1 for a spectator"),
    Feature("players", (), 2, SEATS, "how many play"),
    Feature("hands", (SEATS, HAND), -1, CARDS, "the cards; 0 for none, -1 for a hidden one"),
    Feature("played", (SEATS,), 0, CARDS, "the card each seat has played; 0 for none"),
)


@kernel
def encode(s: State, seat: int, out: Array) -> int:
    n = put(out, 0, seat)
    n = put(out, n, s.players)
    n = put_rows(out, n, s.hands)
    return put_row(out, n, s.played)


bind(DTYPE, sys.modules[__name__])
