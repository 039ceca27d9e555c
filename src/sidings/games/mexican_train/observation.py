"""Mexican Train as a vector of numbers."""

import sys

from sidings.games.encoding import put, put_bits, put_row, put_rows
from sidings.games.mexican_train.state import (
    BEGINS,
    DOMINOES,
    DOUBLES,
    DTYPE,
    HIDDEN,
    NONE,
    NUMBERS,
    PHASES,
    SEATS,
    STARTS,
    TRAINS,
    State,
    matches,
)
from sidings.games.parts import Feature
from sidings.kernel import Array, bind, kernel

HIGHEST_SCORE = 32767
NOTHING_DRAWN, UNSEEN_DRAWN = -1, -2

FEATURES = (
    Feature("seat", (), -1, SEATS - 1, "who observes; -1 for a spectator"),
    Feature("players", (), 2, SEATS, "how many play"),
    Feature("rounds", (), 1, NUMBERS, "option: how many rounds"),
    Feature("highest", (), 9, 18, "option: the set's highest number"),
    Feature("hand_dealt", (), 0, 20, "option: dominoes dealt to each; 0 for the table's number"),
    Feature("start", (), 0, len(STARTS) - 1, f"option: {', '.join(STARTS)}"),
    Feature("first_train", (), 0, 1, "option: the first turn is a train of any length"),
    Feature("begin", (), 0, len(BEGINS) - 1, f"option: {', '.join(BEGINS)}"),
    Feature("until_fits", (), 0, 1, "option: one draws until a domino fits"),
    Feature("doubles", (), 0, len(DOUBLES) - 1, f"option: {', '.join(DOUBLES)}"),
    Feature("release", (), 0, 1, "option: dead doubles are released"),
    Feature("calling", (), 0, 1, "option: the last domino is called"),
    Feature("double_blank", (), 0, 50, "option: what 0-0 counts"),
    Feature("open_train", (), 0, 25, "option: what a marker at the end of a round costs"),
    Feature("round", (), 1, NUMBERS, "the round, from 1"),
    Feature("phase", (), 0, len(PHASES) - 1, ", ".join(PHASES)),
    Feature("turn", (), 0, SEATS - 1, "whose turn it is"),
    Feature("engine", (), 0, NUMBERS - 1, "the central double's number"),
    Feature("double", (), -1, TRAINS - 1, "the train with the double to confirm; -1 for none"),
    Feature("more_doubles", (), 0, 1, "1 when another double may be laid before"),
    Feature("called", (), 0, 1, "1 when the player in turn has called"),
    Feature("waiting", (TRAINS,), -1, TRAINS - 1, "trains with unconfirmed doubles, oldest first"),
    Feature("laid_by", (TRAINS,), -1, SEATS - 1, "who laid these doubles"),
    Feature("passes", (), 0, SEATS, "passes in succession that changed nothing (MT-23)"),
    Feature("boneyard_size", (), 0, DOMINOES, "dominoes in the boneyard"),
    Feature(
        "drawn", (), -2, DOMINOES - 1, "the domino just drawn; -1 for none, -2 for one not seen"
    ),
    Feature("markers", (SEATS,), 0, 1, "1 for each train with a marker"),
    Feature("first_turns", (SEATS,), 0, 1, "1 for each seat before the end of its first turn"),
    Feature("scores", (SEATS,), 0, HIGHEST_SCORE, "totals so far"),
    Feature("hand_sizes", (SEATS,), 0, DOMINOES, "dominoes in each hand"),
    Feature(
        "ends", (TRAINS,), 0, NUMBERS - 1, "the open end of each train, the Mexican train last"
    ),
    Feature("begun", (TRAINS,), 0, 1, "1 for each train with a domino on it"),
    Feature("hand", (DOMINOES,), 0, 1, "1 for each domino in the observer's hand"),
    Feature("on_table", (DOMINOES,), 0, 1, "1 for each domino on the table"),
    Feature(
        "may_hold",
        (SEATS, NUMBERS + 1),
        0,
        DOMINOES,
        "how many of the latest dominoes of a hand may have each number; last: a high double",
    ),
)


@kernel
def encode(s: State, seat: int, out: Array) -> int:
    n = put(out, 0, seat)
    n = put(out, n, s.players)
    n = put(out, n, s.rounds)
    n = put(out, n, s.highest)
    n = put(out, n, s.hand)
    n = put(out, n, s.start)
    n = put(out, n, s.first_train)
    n = put(out, n, s.begin)
    n = put(out, n, s.until_fits)
    n = put(out, n, s.doubles)
    n = put(out, n, s.release)
    n = put(out, n, s.calling)
    n = put(out, n, s.double_blank)
    n = put(out, n, s.open_train)
    n = put(out, n, s.round_number)
    n = put(out, n, s.phase)
    n = put(out, n, s.turn)
    n = put(out, n, s.engine)
    n = put(out, n, s.double)
    n = put(out, n, s.more)
    n = put(out, n, s.called)
    n = put_row(out, n, s.waiting)
    n = put_row(out, n, s.laid_by)
    n = put(out, n, s.passes)
    n = put(out, n, s.boneyard_size)
    n = put(out, n, _drawn(s))
    n = put_bits(out, n, int(s.markers), SEATS)
    n = put_bits(out, n, int(s.first_turns), SEATS)
    for owner in range(SEATS):
        n = put(out, n, min(int(s.scores[owner]), HIGHEST_SCORE))
    n = put_row(out, n, s.hand_sizes)
    n = put_row(out, n, s.end)
    for train in range(TRAINS):
        n = put(out, n, 1 if s.last[train] != NONE else 0)
    n = _put_hand(s, seat, out, n)
    n = _put_table(s, out, n)
    return put_rows(out, n, s.may_hold)


@kernel
def _put_hand(s: State, seat: int, out: Array, n: int) -> int:
    part = out[n : n + DOMINOES]
    for high in range(NUMBERS):
        others = matches(s, seat, high) if seat >= 0 else 0
        for low in range(high + 1):
            part[high * (high + 1) // 2 + low] = others >> low & 1
    return n + DOMINOES


@kernel
def _put_table(s: State, out: Array, n: int) -> int:
    part = out[n : n + DOMINOES]
    for domino in range(DOMINOES):
        part[domino] = 1 if s.before[domino] != NONE else 0
    return n + DOMINOES


@kernel
def _drawn(s: State) -> int:
    if s.drawn == NONE:
        return NOTHING_DRAWN
    return UNSEEN_DRAWN if s.drawn == HIDDEN else int(s.drawn)


bind(DTYPE, sys.modules[__name__])
