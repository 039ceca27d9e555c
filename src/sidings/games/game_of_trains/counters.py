"""What a batch counts in Game of Trains."""

import sys

import numpy as np

from sidings.games.game_of_trains.rules import (
    ABILITIES,
    ABILITY_OF_USE,
    DRAW,
    DTYPE,
    FIRST_USE,
    NONE,
    PLACE_OF_POSITION,
    POSITION_OF_PLACE,
    PROTECT,
    REMOVE,
    REMOVE_LEFT,
    STEP,
    STEPS,
    SWAP_1,
    State,
    put_position,
)
from sidings.games.parts import Counter
from sidings.games.plain.counters import labels
from sidings.kernel import Array, bind, kernel

__all__ = ["COUNTERS", "conclude", "labels", "note"]

COUNTERS = (
    Counter("draws"),
    *(Counter(ability.replace("-", "_")) for ability in ABILITIES),
    Counter("pairs_cancelled"),
    Counter("wagons_removed"),  # from the seat's train, whoever began it
    Counter("wagons_saved"),  # by a lock, from a removal
    Counter("locks_lost"),
    Counter("reshuffles", of_seat=False),
)
DRAWS, USES = 0, 1
PAIRS = USES + len(ABILITIES)
REMOVED, SAVED, LOCKS_LOST, RESHUFFLES = PAIRS + 1, PAIRS + 2, PAIRS + 3, PAIRS + 4

SHUFFLES_OF_THE_DEAL = 2


@kernel
def note(s: State, action: int, counts: Array) -> None:
    seat = int(s.turn)
    if action < DRAW:
        _count_pair(s, seat, put_position(action), counts)
    elif action == DRAW:
        counts[DRAWS, seat] += 1
    elif action < SWAP_1:
        _count_pair(s, seat, put_position(action), counts)
        _count_lock(s, seat, put_position(action), counts)
    else:
        ability = ABILITY_OF_USE[action - SWAP_1]
        counts[USES + ability, seat] += 1
        if ability < REMOVE_LEFT:
            _count_locks(s, seat, ability, action - FIRST_USE[ability], counts)
        elif ability != PROTECT:
            _count_removal(s, seat, action - REMOVE, counts)


@kernel
def _count_pair(s: State, seat: int, position: int, counts: Array) -> None:
    """GT-5: the wagon laid in the row cancels with an equal ability."""
    ability = s.ability[s.trains[seat, position]]
    for i in range(s.row_size):
        if s.ability[s.row[i]] == ability:
            counts[PAIRS, seat] += 1


@kernel
def _count_locks(s: State, seat: int, ability: int, position: int, counts: Array) -> None:
    """Of the wagons that move, from the left."""
    for _ in range(STEPS[ability] + 1):
        _count_lock(s, seat, position, counts)
        position += abs(STEP[ability])


@kernel
def _count_lock(s: State, seat: int, position: int, counts: Array) -> None:
    """GT-17."""
    place = PLACE_OF_POSITION[position]
    if place >= 0 and s.locks[seat, place] != NONE:
        counts[LOCKS_LOST, seat] += 1


@kernel
def _count_removal(s: State, seat: int, place: int, counts: Array) -> None:
    """GT-13 to GT-16: whom it hits, and the pairs in the row once its card has left."""
    in_row = np.int64(0)  # a bit for each ability with an odd card
    for i in range(s.row_size):
        in_row |= 1 << int(s.ability[s.row[i]])
    in_row ^= 1 << (REMOVE_LEFT + place)
    for other in range(s.players):
        if s.locks[other, place] != NONE:
            counts[SAVED, other] += 1
            continue
        counts[REMOVED, other] += 1
        bit = 1 << int(s.ability[s.trains[other, POSITION_OF_PLACE[place]]])
        if in_row & bit:
            counts[PAIRS, seat] += 1
        in_row ^= bit


@kernel
def conclude(s: State, counts: Array) -> None:
    counts[RESHUFFLES, 0] = s.shuffles - SHUFFLES_OF_THE_DEAL


bind(DTYPE, sys.modules[__name__])
