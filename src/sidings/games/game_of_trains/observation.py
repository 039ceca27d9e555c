"""Game of Trains as a vector of numbers."""

import sys

from sidings.games.encoding import put, put_row, put_rows
from sidings.games.game_of_trains.rules import (
    ABILITIES,
    CARDS,
    DTYPE,
    HIDDEN,
    PHASES,
    PLACES,
    WAGONS,
    State,
)
from sidings.games.parts import Feature
from sidings.kernel import Array, bind, kernel

KINDS = len(ABILITIES)

FEATURES = (
    Feature("seat", (), -1, 3, "who observes; -1 for a spectator"),
    Feature("players", (), 2, 4, "how many play"),
    Feature("turn", (), 0, 3, "whose turn it is"),
    Feature("phase", (), 0, len(PHASES) - 1, ", ".join(PHASES)),
    Feature("deck_size", (), 0, CARDS, "cards in the deck"),
    Feature("discard_size", (), 0, CARDS, "cards in the discard pile"),
    Feature("trains", (4, WAGONS), 0, CARDS, "each seat's wagons, left to right; 0 for none"),
    Feature("wagon_abilities", (4, WAGONS), -1, KINDS - 1, "their abilities; -1 for no wagon"),
    Feature("locks", (4, PLACES), 0, CARDS, "each seat's lock cards: left, middle, right"),
    Feature("drawn", (4, 4), -1, CARDS, "cards drawn and not yet placed; -1 for one not seen"),
    Feature("row", (KINDS,), 0, CARDS, "the card in the row that has each ability, 0 for none"),
    Feature("discards", (CARDS,), 0, 1, "cards 1 to 84: 1 if known to lie in the discard pile"),
    Feature("abilities", (CARDS,), 0, KINDS - 1, "the ability of cards 1 to 84 in this deck"),
)


@kernel
def encode(s: State, seat: int, out: Array) -> int:
    n = put(out, 0, seat)
    n = put(out, n, s.players)
    n = put(out, n, s.turn)
    n = put(out, n, s.phase)
    n = put(out, n, s.deck_size)
    n = put(out, n, s.discard_size)
    n = put_rows(out, n, s.trains)
    n = _put_wagon_abilities(s, out, n)
    n = put_rows(out, n, s.locks)
    n = put_rows(out, n, s.drawn)
    n = _put_row_of_abilities(s, out, n)
    n = _put_discards(s, out, n)
    return put_row(out, n, s.ability[1:])


@kernel
def _put_wagon_abilities(s: State, out: Array, n: int) -> int:
    part = out[n : n + 4 * WAGONS]
    wagons = s.trains.ravel()
    for i in range(wagons.size):
        part[i] = s.ability[wagons[i]] if wagons[i] > 0 else -1
    return n + 4 * WAGONS


@kernel
def _put_row_of_abilities(s: State, out: Array, n: int) -> int:
    out[n : n + KINDS] = 0
    for i in range(s.row_size):
        out[n + s.ability[s.row[i]]] = s.row[i]
    return n + KINDS


@kernel
def _put_discards(s: State, out: Array, n: int) -> int:
    out[n : n + CARDS] = 0
    for i in range(s.discard_size):
        if s.discard[i] != HIDDEN:
            out[n + int(s.discard[i]) - 1] = 1
    return n + CARDS


bind(DTYPE, sys.modules[__name__])
