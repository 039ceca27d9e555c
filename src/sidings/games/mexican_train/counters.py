"""What a batch counts in Mexican Train."""

import sys

from sidings.games.mexican_train.doubles import waits
from sidings.games.mexican_train.rules import changes_nothing
from sidings.games.mexican_train.state import (
    CALL,
    DOMINOES,
    DRAW,
    DTYPE,
    HIGH,
    LOW,
    MEXICAN,
    NO_TRAIN,
    NONE,
    START,
    State,
    is_building,
)
from sidings.games.parts import Counter
from sidings.games.plain.counters import labels
from sidings.kernel import Array, bind, kernel

__all__ = ["COUNTERS", "conclude", "labels", "note"]

COUNTERS = (
    Counter("dominoes_played"),
    Counter("on_mexican"),
    Counter("on_others"),
    Counter("draws"),
    Counter("drawn_played"),  # dominoes that were drawn and played at once
    Counter("passes"),  # with an empty boneyard
    Counter("markers_put"),
    Counter("markers_taken"),
    Counter("doubles"),
    Counter("doubles_confirmed"),  # by the seat, whoever had laid them
    Counter("doubles_unconfirmed"),  # turns that ended before one
    Counter("rounds_won"),  # by playing the last domino
    Counter("rounds_blocked", of_seat=False),
    Counter("rounds", of_seat=False),
    Counter("calls"),  # of the last domino
    Counter("calls_forgotten"),
)
(PLAYED, ON_MEXICAN, ON_OTHERS, DRAWS, DRAWN_PLAYED, PASSES, PUT, TAKEN,
 DOUBLES, CONFIRMED, UNCONFIRMED, WON, BLOCKED, ROUNDS, CALLS, FORGOTTEN) = range(16)  # fmt: skip


@kernel
def note(s: State, action: int, counts: Array) -> None:
    if action < DRAW:
        _count_domino(s, action // DOMINOES, action % DOMINOES, counts)
    elif action == DRAW:
        counts[DRAWS, s.turn] += 1
    elif action == CALL:
        counts[CALLS, s.turn] += 1
    elif s.phase != START and (s.drawn != NONE or not is_building(s)):
        _count_end_of_turn(s, counts)


@kernel
def _count_domino(s: State, train: int, domino: int, counts: Array) -> None:
    seat = int(s.turn)
    counts[PLAYED, seat] += 1
    if train == MEXICAN:
        counts[ON_MEXICAN, seat] += 1
    elif train != seat:
        counts[ON_OTHERS, seat] += 1
    elif s.markers >> seat & 1:  # MT-15
        counts[TAKEN, seat] += 1
    left = int(s.hand_sizes[seat])
    if s.drawn == NONE:
        left -= 1
    else:
        counts[DRAWN_PLAYED, seat] += 1
    if waits(s, train):
        counts[CONFIRMED, seat] += 1
    if LOW[domino] == HIGH[domino]:
        counts[DOUBLES, seat] += 1
    if left == 0:  # MT-22
        counts[WON, seat] += 1
    elif left == 1 and s.calling and not s.called and s.boneyard_size > 0:  # MT-33
        counts[FORGOTTEN, seat] += 1


@kernel
def _count_end_of_turn(s: State, counts: Array) -> None:
    """MT-14: a drawn domino is kept, or the boneyard is empty."""
    seat = int(s.turn)
    marked = s.markers >> seat & 1
    if not marked:
        counts[PUT, seat] += 1
    if s.double != NO_TRAIN:  # MT-18
        counts[UNCONFIRMED, seat] += 1
    if s.drawn == NONE:
        counts[PASSES, seat] += 1
        if changes_nothing(s) and s.passes + 1 == s.players:  # MT-23
            counts[BLOCKED, 0] += 1


@kernel
def conclude(s: State, counts: Array) -> None:
    counts[ROUNDS, 0] = s.round_number


bind(DTYPE, sys.modules[__name__])
