"""Continental Express as a vector of numbers."""

import sys

from sidings.games.continental_express.rules import (
    COLOURS,
    COLUMNS,
    CONTRACTS,
    DTYPE,
    KINDS,
    LAST_OBJECTIVE,
    LINES,
    OBJECTIVES,
    PHASES,
    SMALL_CARDS,
    TOKENS_OF_COLOUR,
    VISIBLE,
    WAGON_KINDS,
    State,
)
from sidings.games.encoding import put, put_row, put_rows
from sidings.games.parts import Feature
from sidings.kernel import Array, bind, kernel

MOST_POINTS = 127  # that a deck's file can give an objective
COLOUR_COUNT = len(COLOURS)

FEATURES = (
    Feature("seat", (), -1, 3, "who observes; -1 for a spectator"),
    Feature("players", (), 2, 4, "how many play"),
    Feature("turn", (), 0, 3, "whose turn it is"),
    Feature("phase", (), 0, len(PHASES) - 1, ", ".join(PHASES)),
    Feature("idle", (), 0, 4, "turns in succession with nothing to take (CE-13)"),
    Feature("last_turns", (), 0, 4, "turns left, 0 until a fourth objective is validated (CE-27)"),
    Feature("lines", (LINES, COLUMNS), 0, KINDS - 1, "the market: kinds of cards, 0 for a gap"),
    Feature("pile_sizes", (LINES,), 0, 28, "cards left for each line"),
    Feature("event_pile", (2,), 0, LINES, "the line whose pile holds derailment, fire; 0: unknown"),
    Feature("box", (KINDS,), 0, SMALL_CARDS, "cards of each kind that have left the game"),
    Feature("copies", (KINDS,), 0, SMALL_CARDS, "cards of each kind in the deck"),
    Feature("wagons", (4, WAGON_KINDS + 1), 0, SMALL_CARDS, "wagons by kind, then locomotives"),
    Feature("tickets", (4,), 0, SMALL_CARDS, "tickets of each seat"),
    Feature("tokens", (4, COLOUR_COUNT), 0, TOKENS_OF_COLOUR, "tokens of each seat by colour"),
    Feature("icons", (4, COLOUR_COUNT), 0, 8, "tokens and validated objectives by colour"),
    Feature("bank", (COLOUR_COUNT,), 0, TOKENS_OF_COLOUR, "tokens left by colour"),
    Feature("contracts", (4,), -1, CONTRACTS, "contracts; 0 for none yet, -1 for one not seen"),
    Feature("offered", (4, 2), -1, CONTRACTS, "contracts to choose from"),
    Feature("rejected", (4,), -1, CONTRACTS, "contracts given back"),
    Feature("validated", (4, LAST_OBJECTIVE), 0, OBJECTIVES, "objectives that each seat has"),
    Feature("objective_pile_size", (), 0, OBJECTIVES, "objectives in the pile"),
    Feature("put_under", (OBJECTIVES,), 0, 1, "1 for each objective known to lie under the pile"),
    Feature("objectives", (VISIBLE,), 0, OBJECTIVES, "the visible objectives; 0 for none yet"),
    Feature("objective_colours", (VISIBLE,), 0, COLOUR_COUNT - 1, "their colours"),
    Feature("objective_points", (VISIBLE,), 0, MOST_POINTS, "their points"),
    Feature("objective_needs", (VISIBLE, WAGON_KINDS), 0, SMALL_CARDS, "wagons by kind they need"),
    Feature("deck_colours", (OBJECTIVES,), 0, COLOUR_COUNT - 1, "the colours of all objectives"),
    Feature("deck_points", (OBJECTIVES,), 0, MOST_POINTS, "the points of all objectives"),
    Feature("deck_needs", (OBJECTIVES, WAGON_KINDS), 0, SMALL_CARDS, "what all objectives need"),
)


@kernel
def encode(s: State, seat: int, out: Array) -> int:
    n = put(out, 0, seat)
    n = put(out, n, s.players)
    n = put(out, n, s.turn)
    n = put(out, n, s.phase)
    n = put(out, n, s.idle)
    n = put(out, n, s.last_turns)
    n = put_rows(out, n, s.lines)
    n = put_row(out, n, s.pile_sizes)
    n = put_row(out, n, s.event_pile)
    n = put_row(out, n, s.box)
    n = put_row(out, n, s.copies)
    n = put_rows(out, n, s.wagons)
    n = put_row(out, n, s.tickets)
    n = put_rows(out, n, s.tokens)
    n = _put_icons(s, out, n)
    n = put_row(out, n, s.bank)
    n = put_row(out, n, s.contracts)
    n = put_rows(out, n, s.offered)
    n = put_row(out, n, s.rejected)
    n = put_rows(out, n, s.validated)
    return _put_objectives(s, out, n)


@kernel
def _put_icons(s: State, out: Array, n: int) -> int:
    part = out[n : n + 4 * COLOUR_COUNT]
    put_rows(part, 0, s.tokens)
    for owner in range(4):
        for i in range(s.validated_count[owner]):
            part[owner * COLOUR_COUNT + s.colour[s.validated[owner, i]]] += 1
    return n + 4 * COLOUR_COUNT


@kernel
def _put_objectives(s: State, out: Array, n: int) -> int:
    n = put(out, n, s.objective_pile_size)
    out[n : n + OBJECTIVES] = 0
    for i in range(s.put_under):
        out[n + int(s.objective_pile[i]) - 1] = 1
    n += OBJECTIVES
    n = put_row(out, n, s.objectives)
    for i in range(VISIBLE):
        n = put(out, n, s.colour[s.objectives[i]])
    for i in range(VISIBLE):
        n = put(out, n, s.points[s.objectives[i]])
    for i in range(VISIBLE):
        n = put_row(out, n, s.needs[s.objectives[i]])
    n = put_row(out, n, s.colour[1:])
    n = put_row(out, n, s.points[1:])
    return put_row(out, n, s.needs.ravel()[WAGON_KINDS:])


bind(DTYPE, sys.modules[__name__])
