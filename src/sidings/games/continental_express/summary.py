"""Continental Express in one array of numbers: all that positions and views are made of.

Each access to a field of a record costs Python a microsecond or more, one compiled call about
three; so one call writes everything down.
"""

import sys

from sidings.games.continental_express.rules import (
    COLOURS,
    COLUMNS,
    DTYPE,
    LAST_OBJECTIVE,
    LINES,
    LOCOMOTIVE,
    NONE,
    SEATS,
    VISIBLE,
    WAGON_KINDS,
    State,
    contract_points,
    missing_of_kind,
    objective_points,
    price_of,
)
from sidings.kernel import Array, bind, kernel
from sidings.kernel.play import surveyed

UNKNOWN_POINTS = -1  # of a contract that is not known

# Where each of the numbers stands.
TURN_AT, PHASE_AT, IDLE_AT, LAST_TURNS_AT, PLAYERS_AT, OBJECTIVE_PILE_AT = range(6)
LINES_AT = 6  # + 3 * line + column
PILES_AT = LINES_AT + LINES * COLUMNS  # + line: sizes
PRICES_AT = PILES_AT + LINES  # + column
OBJECTIVES_AT = PRICES_AT + COLUMNS  # + which of the visible ones
BANK_AT = OBJECTIVES_AT + VISIBLE  # + colour
HAVE_AT = BANK_AT + len(COLOURS)  # + 5 * objective + kind: wagons that the viewer has for it
STAND_IN_AT = HAVE_AT + VISIBLE * WAGON_KINDS  # likewise: locomotives that stand for wagons
SEATS_AT = STAND_IN_AT + VISIBLE * WAGON_KINDS  # + SEAT_SIZE * seat + one of these:
TICKETS_AT, CONTRACT_AT, OFFERED_AT = 0, 1, 2
VALIDATED_COUNT_AT = OFFERED_AT + 2
VALIDATED_AT = VALIDATED_COUNT_AT + 1
WAGONS_AT = VALIDATED_AT + LAST_OBJECTIVE
TOKENS_AT = WAGONS_AT + WAGON_KINDS + 1
OBJECTIVE_POINTS_AT = TOKENS_AT + len(COLOURS)
CONTRACT_POINTS_AT = OBJECTIVE_POINTS_AT + 1
SEAT_SIZE = CONTRACT_POINTS_AT + 1
SIZE = SEATS_AT + SEATS * SEAT_SIZE


def summary(s: State, seat: int) -> list[int]:
    """The numbers of a state, with what a seat (from 0, or -1) has for the visible objectives."""
    return surveyed(s, DTYPE, seat, SIZE)


@kernel
def survey(s: State, viewer: int, out: Array) -> int:
    out[TURN_AT] = s.turn
    out[PHASE_AT] = s.phase
    out[IDLE_AT] = s.idle
    out[LAST_TURNS_AT] = s.last_turns
    out[PLAYERS_AT] = s.players
    out[OBJECTIVE_PILE_AT] = s.objective_pile_size
    for line in range(LINES):
        out[PILES_AT + line] = s.pile_sizes[line]
        for column in range(COLUMNS):
            out[LINES_AT + COLUMNS * line + column] = s.lines[line, column]
    for column in range(COLUMNS):
        out[PRICES_AT + column] = price_of(s, column)
    for i in range(VISIBLE):
        out[OBJECTIVES_AT + i] = s.objectives[i]
        if viewer >= 0:
            _survey_needs(s, viewer, i, out)
    for colour in range(len(COLOURS)):
        out[BANK_AT + colour] = s.bank[colour]
    for seat in range(s.players):
        _survey_seat(s, seat, out[SEATS_AT + SEAT_SIZE * seat :])
    return SEATS_AT + SEAT_SIZE * int(s.players)


@kernel
def _survey_needs(s: State, seat: int, i: int, out: Array) -> None:
    """CE-12: what is there for a visible objective, and what locomotives stand for."""
    objective = int(s.objectives[i])
    locomotives = int(s.wagons[seat, LOCOMOTIVE - 1])
    for kind in range(WAGON_KINDS):
        missing = missing_of_kind(s, seat, objective, kind)
        stand_in = min(missing, locomotives)
        locomotives -= stand_in
        place = WAGON_KINDS * i + kind
        out[HAVE_AT + place] = s.needs[objective, kind] - missing
        out[STAND_IN_AT + place] = stand_in


@kernel
def _survey_seat(s: State, seat: int, out: Array) -> None:
    out[TICKETS_AT] = s.tickets[seat]
    out[CONTRACT_AT] = s.contracts[seat]
    out[OFFERED_AT], out[OFFERED_AT + 1] = s.offered[seat, 0], s.offered[seat, 1]
    out[VALIDATED_COUNT_AT] = s.validated_count[seat]
    for i in range(s.validated_count[seat]):
        out[VALIDATED_AT + i] = s.validated[seat, i]
    for kind in range(WAGON_KINDS + 1):
        out[WAGONS_AT + kind] = s.wagons[seat, kind]
    for colour in range(len(COLOURS)):
        out[TOKENS_AT + colour] = s.tokens[seat, colour]
    out[OBJECTIVE_POINTS_AT] = objective_points(s, seat)
    known = s.contracts[seat] > NONE
    out[CONTRACT_POINTS_AT] = contract_points(s, seat) if known else UNKNOWN_POINTS


bind(DTYPE, sys.modules[__name__])
