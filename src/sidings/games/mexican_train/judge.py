"""Mexican Train: what a judge is told who sees all hands.

Of each player the train that their hand can lay, what it leaves over and where that would fit; who
is to move; the dominoes by where they are. The judge foretells the lead in pips at the end of the
round, as the network of the seat in turn does, who is told less.
"""

import sys

from sidings.games.mexican_train.bot import count_hand, open_numbers, pips_of
from sidings.games.mexican_train.longest_train import LOOP, MOST_STEPS, count_bits, plan
from sidings.games.mexican_train.net import (
    BONES_STEP,
    LEAD,
    MOST_BONES,
    MOST_HELD,
    MOST_LEFT,
    MOST_PIPS,
    MOST_UNSEEN,
    PIP,
    PIPS_STEP,
    TABLE,
    flag,
    put_rules,
)
from sidings.games.mexican_train.state import (
    DOMINO,
    DOMINOES,
    DTYPE,
    HIGH,
    LOW,
    MEXICAN,
    NO_TRAIN,
    NONE,
    NUMBERS,
    SEATS,
    State,
    has_begun,
    holds,
    matches,
    set_size,
)
from sidings.games.parts import NOTHING, Input, Senses, put_nobody
from sidings.kernel import Array, bind, kernel

IN_PLAN, LEFT_OVER, NEXT_HOLDS, LATER_HOLDS, IN_BONEYARD = range(5)  # NOTHING: on the table
MOST_FITTING = 5


def _seat(slope: float) -> tuple[Input, ...]:
    """What is told of each seat; ``slope`` is what a pip that it keeps is worth."""
    return (
        Input("end", 1, NUMBERS),
        Input("begun, marked, first turn", 3, 1),
        Input("to move, has drawn, to confirm, can confirm", 4, 1),
        Input("can play", 1, 1),
        Input("hand", 1, MOST_HELD + 1, ordered=True),
        Input("left over", 1, MOST_LEFT + 1, ordered=True, slope=2.5 * slope),
        Input("doubles left over", 1, 6, ordered=True, slope=2.0 * slope),
        Input("pips, and left over", 2, MOST_PIPS + 1, ordered=True),
        Input("followers, fitting ends, left over that fit", 3, MOST_FITTING + 1, ordered=True),
        Input("of the own end in the boneyard", 1, MOST_UNSEEN + 1, ordered=True),
        Input("goes out with the next", 1, 1),
    )


SENSES = Senses(
    own=(
        *_seat(-PIP),
        Input("dominoes", DOMINOES, 5),
        Input("Mexican end", 1, NUMBERS),
        Input("Mexican begun", 1, 1),
        Input("of the Mexican end in the boneyard", 1, MOST_UNSEEN + 1, ordered=True),
        Input("boneyard", 1, MOST_BONES + 1, ordered=True),
        Input("to move", 1, SEATS),
        *TABLE,
    ),
    others=(*_seat(PIP), Input("present", 1, 1)),
    seats=SEATS,
    scratch=(LOOP + 3, MOST_STEPS + 1),
    lead=LEAD,
)
OWN_COUNT, OTHERS_COUNT = SENSES.own_count, SENSES.others_count


@kernel
def see_all(s: State, seat: int, scratch: Array, out: Array) -> None:
    players = int(s.players)
    hand, left, stack = scratch[0], scratch[1], scratch[2:]
    n = _put_seat(s, seat, hand, left, stack, out, 0)
    n = _put_dominoes(s, seat, hand, left, out, n)
    _put_table(s, seat, out, n)
    n = OWN_COUNT
    for other in range(1, SEATS):
        if other < players:
            n = _put_seat(s, (seat + other) % players, hand, left, stack, out, n)
            out[n] = 0
            n += 1
        else:
            n = put_nobody(out, n, OTHERS_COUNT)


@kernel
def _put_seat(s: State, seat: int, hand: Array, left: Array, stack: Array, out: Array,
              n: int) -> int:  # fmt: skip
    """A seat and its hand, which a domino just drawn belongs to already."""
    moves = int(s.turn) == seat
    for number in range(NUMBERS):
        hand[number] = matches(s, seat, number)
    if moves and s.drawn != NONE:
        hand[LOW[s.drawn]] |= 1 << int(HIGH[s.drawn])
        hand[HIGH[s.drawn]] |= 1 << int(LOW[s.drawn])
    end = int(s.end[seat])
    plan(hand, end, MOST_STEPS, stack, left)
    size, _ = count_hand(hand)
    left_over, doubles_left = count_hand(left)
    fitting = open_numbers(s, seat, int(s.markers), NO_TRAIN, NO_TRAIN)
    fits, can_play = 0, hand[end] != 0
    for number in range(NUMBERS):
        if fitting >> number & 1:
            fits += count_bits(int(left[number]))
            can_play = can_play or hand[number] != 0
    confirms = moves and s.double != NO_TRAIN
    can_confirm = confirms and hand[max(int(s.end[max(int(s.double), 0)]), 0)] != 0
    out[n] = end
    out[n + 1] = flag(has_begun(s, seat))
    out[n + 2] = flag(s.markers >> seat & 1 == 1)
    out[n + 3] = flag(s.first_turns >> seat & 1 == 1)
    out[n + 4] = flag(moves)
    out[n + 5] = flag(moves and s.drawn != NONE)
    out[n + 6] = flag(confirms)
    out[n + 7] = flag(can_confirm)
    out[n + 8] = flag(can_play)
    out[n + 9] = min(size, MOST_HELD)
    out[n + 10] = min(left_over, MOST_LEFT)
    out[n + 11] = min(doubles_left, 5)
    out[n + 12] = min(pips_of(hand) // PIPS_STEP, MOST_PIPS)
    out[n + 13] = min(pips_of(left) // PIPS_STEP, MOST_PIPS)
    out[n + 14] = min(count_bits(int(hand[end])), MOST_FITTING)
    out[n + 15] = min(count_bits(fitting), MOST_FITTING)
    out[n + 16] = min(fits, MOST_FITTING)
    out[n + 17] = _in_boneyard(s, end)
    out[n + 18] = flag(size == 1 and can_play)
    return n + 19


@kernel
def _in_boneyard(s: State, number: int) -> int:
    """How many dominoes of a number nobody holds and nobody has laid."""
    held = 0
    for seat in range(s.players):
        held |= matches(s, seat, number)
    count = 0
    for other in range(s.highest + 1):
        domino = DOMINO[number, other]
        if s.before[domino] == NONE and s.drawn != domino and not held >> other & 1:
            count += 1
    return count


@kernel
def _put_dominoes(s: State, seat: int, hand: Array, left: Array, out: Array, n: int) -> int:
    """Where each domino is; one just drawn lies in the hand of whoever drew it."""
    players = int(s.players)
    follower = (seat + 1) % players
    for domino in range(DOMINOES):
        low, high = int(LOW[domino]), int(HIGH[domino])
        place = NOTHING
        if domino < set_size(s.highest) and s.before[domino] == NONE:
            place = IN_BONEYARD
            if hand[low] >> high & 1:
                place = LEFT_OVER if left[low] >> high & 1 else IN_PLAN
            elif holds(s, follower, domino) or (s.drawn == domino and s.turn == follower):
                place = NEXT_HOLDS
            elif s.drawn == domino:
                place = LATER_HOLDS
            else:
                for other in range(2, players):
                    if holds(s, (seat + other) % players, domino):
                        place = LATER_HOLDS
        out[n + domino] = place
    return n + DOMINOES


@kernel
def _put_table(s: State, seat: int, out: Array, n: int) -> None:
    players, end = int(s.players), int(s.end[MEXICAN])
    out[n] = end
    out[n + 1] = flag(has_begun(s, MEXICAN))
    out[n + 2] = _in_boneyard(s, end)
    out[n + 3] = min(int(s.boneyard_size) // BONES_STEP, MOST_BONES)
    out[n + 4] = (int(s.turn) - seat + players) % players
    put_rules(s, out, n + 5)


bind(DTYPE, sys.modules[__name__])
