"""Game of Trains: what the learned network is told.

Each train as it will be after the move, wagon by wagon, with the terms of the rule of thumb, for
which numbers lie as far apart as cards between them may still come; the row; and how many of the
numbers and abilities the seat has not seen.
"""

import sys

import numpy as np

from sidings.games.game_of_trains.bot import (
    NEVER,
    best_uses,
    change_of_row,
    descents_of,
    finishers_of,
    order,
    order_with,
    rearrange,
    row_of,
)
from sidings.games.game_of_trains.rules import (
    ABILITIES,
    CARDS,
    DRAW,
    DTYPE,
    LOCK,
    NONE,
    PLACES,
    PLAYERS,
    POSITION_OF_PLACE,
    REMOVE,
    REMOVE_LEFT,
    SETUP,
    SWAP_1,
    WAGONS,
    State,
    drawn_index,
    put_position,
)
from sidings.games.parts import NOTHING, Input, Senses, put_nobody
from sidings.kernel import Array, bind, kernel
from sidings.kernel.portable import exp

KINDS = len(ABILITIES)
PAIRS = WAGONS * (WAGONS - 1) // 2
# Steps per unit of the logarithm of a chance: small ones up to a point, where most is decided.
NEAR_STEPS, NEAR, FAR_STEPS, CHANCES = 15.0, 3.0, 5.0, 110
ROUGH_STEPS, ROUGH = 4.0, 48
BUCKETS, BUCKET = 12, 7  # of numbers
MOST_UNSEEN = 15  # of an ability

# Of a train: its wagons, their abilities, the locks, how near it is to ascending within one, two
# and four draws, what each ability would make of it, and which of them would finish it.
TRAIN = (
    Input("wagons", WAGONS, CARDS + 1, ordered=True),
    Input("abilities", WAGONS, KINDS),
    Input("locks", PLACES, 1),
    Input("order soon", 2, CHANCES, ordered=True),
    Input("order", 1, CHANCES, ordered=True),
    Input("uses", 4, CHANCES, ordered=True),
    Input("finishers", 4, 1),
    Input("finishes with the row", 1, 1),
    Input("in order", PAIRS, 1),
    Input("row", KINDS, 1),
)
# What the row can do to a train: the best use and the worst removal; each removal in any case.
ROW = (
    Input("best with the row", 1, CHANCES, ordered=True),
    Input("worst with the row", 1, ROUGH, ordered=True),
    Input("removals", PLACES, ROUGH, ordered=True),
)
WORTH = 0.94 / NEAR_STEPS  # as the rule of thumb judges a playout


def sloped(kinds: tuple[Input, ...], slope: float) -> tuple[Input, ...]:
    return tuple(
        Input(kind.name, kind.count, kind.values, kind.ordered, slope)
        if kind.name == "order"
        else kind
        for kind in kinds
    )


SENSES = Senses(
    own=(
        *sloped(TRAIN, -WORTH),
        Input("draws", 1, 1),
        Input("players", 1, len(PLAYERS)),
        Input("still to set up", 1, 4, ordered=True),
        Input("unseen numbers", BUCKETS, BUCKET + 1, ordered=True),
        Input("unseen abilities", KINDS, MOST_UNSEEN + 1, ordered=True),
        Input("deck", 1, BUCKETS + 1, ordered=True),
        *ROW,
    ),
    others=(*sloped(TRAIN, WORTH), Input("present", 1, 1), *ROW),
    seats=PLAYERS[-1],
    scratch=(5, CARDS + 1),
    memory=1023,
    kind=np.int8,  # as the trains of a state: the rule of thumb is compiled for these once
    open=True,
)
TABLE_AT = sum(kind.count for kind in TRAIN)
ROW_COUNT = sum(kind.count for kind in ROW)
SEATS, OWN_COUNT, OTHERS_COUNT = SENSES.seats, SENSES.own_count, SENSES.others_count

# What is remembered of a train, in the last rows of the scratch: its wagons, how they are spread,
# whether anything is known yet, and what was worked out. In playouts the same trains come again
# and again.
IS_KNOWN = 2 * WAGONS
ORDERS = IS_KNOWN + 1  # soon, a little later, later
USES = ORDERS + 3
FINISHERS = USES + 4
REMOVALS = FINISHERS + 1


@kernel
def chapter(s: State) -> int:
    return 0


@kernel
def is_late(s: State) -> bool:
    return False


@kernel
def hope(s: State, value: float, seat: int) -> float:
    return 1.0 / (1.0 + exp(-value))


@kernel
def foresee(s: State, action: int, scratch: Array, out: Array) -> bool:
    seat, players = int(s.turn), int(s.players)
    row = row_of(s) ^ change_of_row(s, seat, action)
    train, unseen, unseen_up_to, spread = scratch[0], scratch[1], scratch[2], scratch[3]
    memories = scratch[4:]
    copy_train(s, seat, action, train)
    ends_turn = action > DRAW and not REMOVE <= action < LOCK
    if ends_turn and descents_of(train) == 0:  # GT-20
        return True
    _put_table(s, seat, action, unseen, out, TABLE_AT)
    _add_up(unseen, unseen_up_to)
    _spread(train, unseen_up_to, spread)
    known = memories[remember(train, spread, memories)]
    put_train(s, seat, action, row, train, known, out, 0)
    _put_row(s, seat, action, row, train, known, out, OWN_COUNT - ROW_COUNT)
    n = OWN_COUNT
    for other in range(1, SEATS):
        if other < players:
            rival = (seat + other) % players
            copy_train(s, rival, action, train)
            _spread(train, unseen_up_to, spread)
            known = memories[remember(train, spread, memories)]
            after = put_train(s, rival, action, row, train, known, out, n)
            out[after] = 0
            _put_row(s, rival, action, row, train, known, out, after + 1)
            n += OTHERS_COUNT
        else:
            n = put_nobody(out, n, OTHERS_COUNT)
    return False


@kernel
def copy_train(s: State, seat: int, action: int, train: Array) -> None:
    """The train of a seat after an action of the seat in turn."""
    for position in range(WAGONS):
        train[position] = s.trains[seat, position]
    if REMOVE <= action < LOCK:
        if s.locks[seat, action - REMOVE] == NONE:
            train[POSITION_OF_PLACE[action - REMOVE]] = NONE
    elif seat == s.turn and action != DRAW and action < REMOVE:
        if action < SWAP_1:
            train[put_position(action)] = s.drawn[seat, drawn_index(action)]
        else:
            rearrange(train, action)


@kernel
def _add_up(unseen: Array, unseen_up_to: Array) -> None:
    """How many are unseen up to each number; in place it would take ten times as long."""
    total = 0
    for card in range(1, CARDS + 1):
        total += int(unseen[card])
        unseen_up_to[card] = total


@kernel
def _spread(train: Array, unseen_up_to: Array, spread: Array) -> None:
    """The train with its wagons as far apart as unseen numbers lie between them.

    The rule of thumb takes every number for as likely as the next. A gap in which most cards are
    known is narrower than it looks.
    """
    unseen = max(int(unseen_up_to[CARDS]), 1)
    for position in range(WAGONS):
        wagon = int(train[position])
        spread[position] = NONE
        if wagon != NONE:
            lower = 0
            for other in range(WAGONS):
                if NONE < train[other] < wagon:
                    lower += 1
            spread[position] = 1 + lower + (CARDS - WAGONS) * int(unseen_up_to[wagon]) // unseen


@kernel
def put_train(s: State, seat: int, action: int, row: int, train: Array, known: Array,
              out: Array, n: int) -> int:  # fmt: skip
    for position in range(WAGONS):
        wagon = int(train[position])
        out[n + position] = wagon
        out[n + WAGONS + position] = s.ability[wagon] if wagon != NONE else NOTHING
    n += 2 * WAGONS
    for place in range(PLACES):
        out[n + place] = 0 if _stays_locked(s, seat, action, place, train) else NOTHING
    n += PLACES
    finishers = int(known[FINISHERS])
    for i in range(3):
        out[n + i] = known[ORDERS + i]
    for ability in range(4):
        out[n + 3 + ability] = known[USES + ability]
        out[n + 7 + ability] = 0 if finishers >> ability & 1 else NOTHING
    out[n + 11] = 0 if finishers & row else NOTHING
    n += 12
    for left in range(WAGONS):
        for right in range(left + 1, WAGONS):
            out[n] = 0 if train[left] < train[right] else NOTHING
            n += 1
    for ability in range(KINDS):
        out[n + ability] = 0 if row >> ability & 1 else NOTHING
    return n + KINDS


@kernel
def remember(train: Array, spread: Array, memories: Array) -> int:
    """The row that has what was worked out of a train: there already, or written now.

    ``spread`` is what the terms of the rule of thumb are taken from.
    """
    number = 0
    for position in range(WAGONS):
        number = 37 * number + 5 * int(train[position]) + int(spread[position])
    row = int((number ^ number >> 10) % memories.shape[0])
    if not _is_of(memories[row], train, spread):
        _look_at(train, spread, memories[row])
    return row


@kernel
def _is_of(memory: Array, train: Array, spread: Array) -> bool:
    for position in range(WAGONS):
        if memory[position] != train[position] or memory[WAGONS + position] != spread[position]:
            return False
    return bool(memory[IS_KNOWN] == 1)


@kernel
def _look_at(train: Array, spread: Array, memory: Array) -> None:
    """How near a train is to ascending, what each ability makes of it, and what removals leave."""
    for position in range(WAGONS):
        memory[position], memory[WAGONS + position] = train[position], spread[position]
    memory[IS_KNOWN] = 1
    memory[ORDERS] = _step(order(spread, 1))
    memory[ORDERS + 1] = _step(order(spread, 2))
    memory[ORDERS + 2] = _step(order(spread, 4))
    uses = best_uses(spread, 3)
    for ability in range(4):
        memory[USES + ability] = _step(uses[ability])
    memory[FINISHERS] = finishers_of(train)
    for place in range(PLACES):
        removed = order_with(spread, POSITION_OF_PLACE[place], NONE, 4)
        memory[REMOVALS + place] = _rough_step(removed)


@kernel
def _put_row(s: State, seat: int, action: int, row: int, train: Array, known: Array, out: Array,
             n: int) -> None:  # fmt: skip
    """What the abilities in the row can make of a train."""
    out[n] = NOTHING
    for ability in range(4):
        step = int(known[USES + ability])
        if row >> ability & 1 and (out[n] == NOTHING or step < out[n]):
            out[n] = step
    out[n + 1] = NOTHING
    for place in range(PLACES):
        out[n + 2 + place] = NOTHING
        if _stays_locked(s, seat, action, place, train):
            continue
        step = int(known[REMOVALS + place])
        out[n + 2 + place] = step
        if row >> (REMOVE_LEFT + place) & 1:
            out[n + 1] = max(int(out[n + 1]), step)


@kernel
def _rough_step(worth: float) -> int:
    return min(int(-max(worth, NEVER) * ROUGH_STEPS), ROUGH - 1)


@kernel
def _step(worth: float) -> int:
    """A logarithm of a chance as a number of steps below 0."""
    below = -max(worth, NEVER)
    if below < NEAR:
        return int(below * NEAR_STEPS)
    return min(int((NEAR_STEPS - FAR_STEPS) * NEAR) + int(below * FAR_STEPS), CHANCES - 1)


@kernel
def _stays_locked(s: State, seat: int, action: int, place: int, train: Array) -> bool:
    """GT-16, GT-17: a wagon that moves or is replaced loses its lock."""
    if seat == s.turn and action == LOCK + place:
        return True
    position = POSITION_OF_PLACE[place]
    return bool(s.locks[seat, place] != NONE and train[position] == s.trains[seat, position])


@kernel
def _put_table(s: State, seat: int, action: int, unseen: Array, out: Array, n: int) -> None:
    out[n] = 0 if action == DRAW else NOTHING
    out[n + 1] = int(s.players) - 2
    waiting = 0
    for other in range(s.players):
        if other != seat and s.phase == SETUP and s.drawn[other, 0] != NONE:
            waiting += 1
    out[n + 2] = waiting
    n += 3
    _mark_unseen(s, seat, unseen)
    for i in range(BUCKETS + KINDS):
        out[n + i] = 0
    for card in range(1, CARDS + 1):
        if unseen[card]:
            out[n + (card - 1) // BUCKET] += 1
            kind = n + BUCKETS + int(s.ability[card])
            out[kind] = min(int(out[kind]) + 1, MOST_UNSEEN)
    out[n + BUCKETS + KINDS] = int(s.deck_size) // BUCKET


@kernel
def _mark_unseen(s: State, seat: int, unseen: Array) -> None:
    """GT-22: 1 for each card that the seat sees nowhere and has not seen go to the discards."""
    for card in range(CARDS + 1):
        unseen[card] = 1
    for other in range(s.players):
        for position in range(WAGONS):
            unseen[s.trains[other, position]] = 0
        for place in range(PLACES):
            unseen[s.locks[other, place]] = 0
    for i in range(4):
        unseen[s.drawn[seat, i]] = 0
    for i in range(s.row_size):
        unseen[s.row[i]] = 0
    for i in range(s.discard_size):
        card = int(s.discard[i])
        if card > 0 and s.seen[card] >> seat & 1:
            unseen[card] = 0
    unseen[NONE] = 0


bind(DTYPE, sys.modules[__name__])
