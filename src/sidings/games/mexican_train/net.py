"""Mexican Train: what the learned network is told.

The hand as it will be after the move and the trains that it can lay, its own and then the Mexican
one with what is left over; the dominoes on the table, the open ends; of each other player how many
dominoes they hold and which numbers may be among them. The network foretells the lead in pips at
the end of the round.
"""

import math
import sys

from sidings.games.mexican_train.bot import (
    SPREAD,
    count_hand,
    expected_matches,
    fewest_of_others,
    open_numbers,
    pips_of,
    unseen_of,
)
from sidings.games.mexican_train.longest_train import LOOP, MOST_STEPS, count_bits, plan
from sidings.games.mexican_train.state import (
    CALL,
    DOMINO,
    DOMINOES,
    DOUBLES,
    DRAW,
    DTYPE,
    FREE,
    HIGH,
    LOW,
    MEXICAN,
    NO_TRAIN,
    NONE,
    NUMBERS,
    PASS,
    PLAYERS,
    SEATS,
    STARTS,
    State,
    has_begun,
    lowest_bit,
    matches,
    set_size,
)
from sidings.games.parts import NOTHING, Input, Senses, put_nobody
from sidings.kernel import Array, bind, kernel
from sidings.kernel.portable import exp

MOST_HELD = 24
MOST_LEFT = 16
PIPS_STEP, MOST_PIPS = 4, 40
BONES_STEP, MOST_BONES = 4, 31
MOST_UNSEEN = 19
SHARES = 5  # of a hand that may hold a number
CHANCE_STEPS, MOST_CHANCE = 4, 15  # expected matches, in quarters
FINE_STEPS, MOST_FINE = 16, 47  # and in sixteenths
FITTING_STEPS = 24  # of the share of unseen dominoes that would fit
IN_PLAN, LEFT_OVER, ON_TABLE = range(3)
RULES = 8
LATE = 48  # dominoes in the boneyard, times players
LEAD = 30.0  # pips: the unit of the lead that the network foretells
PIP = 1 / LEAD

TABLE = (
    Input("players", 1, len(PLAYERS)),
    Input("set", 1, 4),
    Input("doubles", 1, len(DOUBLES)),
    Input("start", 1, len(STARTS)),
    Input("begin", 1, 3),
    Input("house rules", RULES, 1),
)
SENSES = Senses(
    own=(
        Input("dominoes", DOMINOES, 3),
        Input("own and Mexican end", 2, NUMBERS),
        Input("begun, marked, Mexican begun", 3, 1),
        Input("hand", 1, MOST_HELD + 1, ordered=True),
        Input("left over", 1, MOST_LEFT + 1, ordered=True, slope=-2.5 * PIP),
        Input("doubles left over", 1, 6, ordered=True, slope=-2.0 * PIP),
        Input("pips, and left over", 2, MOST_PIPS + 1, ordered=True),
        Input("followers, fitting ends, left over that fit", 3, 6, ordered=True),
        Input("unseen of the own and the Mexican end", 2, MOST_UNSEEN + 1, ordered=True),
        Input("draws, passes, calls, keeps", 4, 1),
        Input("double: own, other, Mexican; to be confirmed", 4, 1),
        Input("goes out", 1, 1, slope=1.0),
        Input("boneyard", 1, MOST_BONES + 1, ordered=True),
        Input("fewest of the others", 1, MOST_LEFT + 1, ordered=True),
        *TABLE,
        Input("left over by the Mexican train too", 1, MOST_LEFT + 1, ordered=True),
        Input("pips of these", 1, MOST_PIPS + 1, ordered=True),
        Input("unseen that fit", 1, FITTING_STEPS + 1, ordered=True),
    ),
    others=(
        Input("present", 1, 1),
        Input("hand", 1, MOST_HELD + 1, ordered=True),
        Input("end", 1, NUMBERS),
        Input("begun, marked, first turn, just played on", 4, 1),
        Input("may hold", NUMBERS, SHARES + 1, ordered=True),
        Input("matches of the own end, of others, of the double", 3, MOST_CHANCE + 1, ordered=True),
        Input("pips", 1, MOST_PIPS + 1, ordered=True),
        Input("the same matches, finely", 3, MOST_FINE + 1, ordered=True),
    ),
    seats=SEATS,
    scratch=(LOOP + 4, MOST_STEPS + 1),
    lead=LEAD,
)
OWN_COUNT, OTHERS_COUNT = SENSES.own_count, SENSES.others_count
REST_COUNT = 3


@kernel
def chapter(s: State) -> int:
    return int(s.round_number)


@kernel
def is_late(s: State) -> bool:
    """Few rounds come so far, and the network is less sure of them than of others."""
    return int(s.boneyard_size) * int(s.players) <= LATE


@kernel
def hope(s: State, value: float, seat: int) -> float:
    """As a playout is judged: the lead counts the more the fewer rounds are left."""
    scale = SPREAD * math.sqrt(int(s.rounds) - int(s.round_number) + 1)
    chances = 1.0
    for other in range(s.players):
        if other != seat:
            lead = LEAD * value + float(int(s.scores[other]) - int(s.scores[seat]))
            chances += exp(max(min(-lead / scale, 50.0), -50.0))
    return 1.0 / chances


@kernel
def foresee(s: State, action: int, scratch: Array, out: Array) -> bool:
    seat, players = int(s.turn), int(s.players)
    hand, left, rest, stack = scratch[0], scratch[1], scratch[2], scratch[3:]
    train, played, end, markers = _after(s, action, hand)
    size, _ = count_hand(hand)
    own_end = end if train == seat else int(s.end[seat])
    plan(hand, own_end, MOST_STEPS, stack, left)
    double = train != NO_TRAIN and LOW[played] == HIGH[played] and s.doubles != FREE
    unseen, pips = _put_dominoes(s, hand, left, played, out)
    n = _put_hand(s, action, hand, left, train, end, markers, out)
    n = _put_move(s, action, train, double, hand[max(end, 0)], size, out, n)
    put_rules(s, out, n)
    plan(left, end if train == MEXICAN else int(s.end[MEXICAN]), MOST_STEPS, stack, rest)
    fitting = open_numbers(s, seat, markers, train, end) | 1 << own_end
    _put_rest(s, rest, fitting, unseen, out, OWN_COUNT - REST_COUNT)
    n = OWN_COUNT
    for other in range(1, SEATS):
        if other < players:
            rival = (seat + other) % players
            waits = end if double and hand[end] == 0 and other == 1 else NO_TRAIN
            n = _put_other(s, rival, markers, train, end, waits, unseen, pips, out, n)
        else:
            n = put_nobody(out, n, OTHERS_COUNT)
    return False


@kernel
def _after(s: State, action: int, hand: Array) -> tuple[int, int, int, int]:
    """The hand after an action; the train played on, the domino, the new end, and the markers."""
    seat, markers = int(s.turn), int(s.markers)
    for number in range(NUMBERS):
        hand[number] = matches(s, seat, number)
    if s.drawn != NONE and action >= DRAW:
        hand[LOW[s.drawn]] |= 1 << int(HIGH[s.drawn])
        hand[HIGH[s.drawn]] |= 1 << int(LOW[s.drawn])
        if action == PASS:
            markers |= 1 << seat
    if action >= DRAW:
        return NO_TRAIN, NONE, NO_TRAIN, markers
    train, domino = action // DOMINOES, action % DOMINOES
    hand[LOW[domino]] &= ~(1 << int(HIGH[domino]))
    hand[HIGH[domino]] &= ~(1 << int(LOW[domino]))
    if train == seat:
        markers &= ~(1 << seat)
    return train, domino, int(LOW[domino] + HIGH[domino]) - int(s.end[train]), markers


@kernel
def _put_dominoes(s: State, hand: Array, left: Array, played: int, out: Array) -> tuple[int, int]:
    """Where each domino is; returns how many are unseen, and their pips."""
    unseen, pips = 0, 0
    for domino in range(DOMINOES):
        out[domino] = NOTHING if s.before[domino] == NONE else ON_TABLE
    for domino in range(set_size(s.highest)):
        if s.before[domino] == NONE:
            unseen += 1
            pips += int(LOW[domino] + HIGH[domino])
    if played != NONE:
        out[played] = ON_TABLE
        unseen -= 1
        pips -= int(LOW[played] + HIGH[played])
    for low in range(NUMBERS):
        others = int(hand[low]) >> low << low
        while others != 0:
            high = lowest_bit(others)
            others &= others - 1
            out[DOMINO[low, high]] = LEFT_OVER if left[low] >> high & 1 else IN_PLAN
            unseen -= 1
            pips -= low + high
    return unseen, pips


@kernel
def _put_hand(s: State, action: int, hand: Array, left: Array, train: int, end: int,
              markers: int, out: Array) -> int:  # fmt: skip
    seat = int(s.turn)
    own_end = end if train == seat else int(s.end[seat])
    mexican_end = end if train == MEXICAN else int(s.end[MEXICAN])
    size, _ = count_hand(hand)
    left_over, doubles_left = count_hand(left)
    n = DOMINOES
    out[n] = own_end
    out[n + 1] = mexican_end
    out[n + 2] = flag(has_begun(s, seat) or train == seat)
    out[n + 3] = flag(markers >> seat & 1 == 1)
    out[n + 4] = flag(has_begun(s, MEXICAN) or train == MEXICAN)
    out[n + 5] = min(size, MOST_HELD)
    out[n + 6] = min(left_over, MOST_LEFT)
    out[n + 7] = min(doubles_left, 5)
    out[n + 8] = min(pips_of(hand) // PIPS_STEP, MOST_PIPS)
    out[n + 9] = min(pips_of(left) // PIPS_STEP, MOST_PIPS)
    fitting = open_numbers(s, seat, markers, train, end)
    fits = 0
    for number in range(NUMBERS):
        if fitting >> number & 1:
            fits += count_bits(int(left[number]))
    out[n + 10] = min(count_bits(int(hand[own_end])), 5)
    out[n + 11] = min(count_bits(fitting), 5)
    out[n + 12] = min(fits, 5)
    out[n + 13] = unseen_of(s, own_end)
    out[n + 14] = unseen_of(s, mexican_end)
    return n + 15


@kernel
def _put_rest(s: State, rest: Array, fitting: int, unseen: int, out: Array, n: int) -> None:
    """What neither train has a place for, and how many of the unseen dominoes would help now."""
    left_over, _ = count_hand(rest)
    out[n] = min(left_over, MOST_LEFT)
    out[n + 1] = min(pips_of(rest) // PIPS_STEP, MOST_PIPS)
    matching = 0
    for number in range(NUMBERS):
        if fitting >> number & 1:
            matching += unseen_of(s, number)
    out[n + 2] = min(FITTING_STEPS * matching // max(unseen, 1), FITTING_STEPS)


@kernel
def flag(is_so: bool) -> int:
    return 0 if is_so else NOTHING


@kernel
def _put_move(s: State, action: int, train: int, double: bool, followers: int, size: int,
              out: Array, n: int) -> int:  # fmt: skip
    seat = int(s.turn)
    out[n] = flag(action == DRAW)
    out[n + 1] = flag(action == PASS)
    out[n + 2] = flag(action == CALL or s.called == 1)
    out[n + 3] = flag(action >= DRAW and s.drawn != NONE)
    out[n + 4] = flag(double and train == seat)
    out[n + 5] = flag(double and train < MEXICAN and train != seat)
    out[n + 6] = flag(double and train == MEXICAN)
    out[n + 7] = flag(double and followers != 0)
    out[n + 8] = flag(size == 0)
    out[n + 9] = min(int(s.boneyard_size) // BONES_STEP, MOST_BONES)
    out[n + 10] = min(fewest_of_others(s), MOST_LEFT)
    return n + 11


@kernel
def put_rules(s: State, out: Array, n: int) -> None:
    out[n] = int(s.players) - 2
    out[n + 1] = (int(s.highest) - 9) // 3
    out[n + 2] = s.doubles
    out[n + 3] = s.start
    out[n + 4] = s.begin
    out[n + 5] = flag(s.first_train == 1)
    out[n + 6] = flag(s.first_train == 1 and s.first_turns != 0)
    out[n + 7] = flag(s.until_fits == 1)
    out[n + 8] = flag(s.release == 1)
    out[n + 9] = flag(s.calling == 1)
    out[n + 10] = flag(s.double_blank > 0)
    out[n + 11] = flag(s.open_train > 0)
    out[n + 12] = flag(s.open_train >= 10)


@kernel
def _put_other(s: State, seat: int, markers: int, train: int, end: int, waits: int, unseen: int,
               pips: int, out: Array, n: int) -> int:  # fmt: skip
    """What everybody knows of another player; ``waits`` is the number they have to confirm."""
    size = int(s.hand_sizes[seat])
    own_end = end if train == seat else int(s.end[seat])
    out[n] = 0
    out[n + 1] = min(size, MOST_HELD)
    out[n + 2] = own_end
    out[n + 3] = flag(has_begun(s, seat))
    out[n + 4] = flag(markers >> seat & 1 == 1)
    out[n + 5] = flag(s.first_turns >> seat & 1 == 1)
    out[n + 6] = flag(train == seat)
    n += 7
    for number in range(NUMBERS):
        out[n + number] = SHARES * min(int(s.may_hold[seat, number]), size) // max(size, 1)
    n += NUMBERS
    elsewhere, found = open_numbers(s, seat, markers, train, end), 0
    for number in range(NUMBERS):
        if elsewhere >> number & 1 and number != own_end:
            found += expected_matches(s, seat, number)
    out[n + 3] = min(pips * size // max(PIPS_STEP * unseen, 1), MOST_PIPS)
    _put_matches(expected_matches(s, seat, own_end), unseen, out, n, n + 4)
    _put_matches(found, unseen, out, n + 1, n + 5)
    to_confirm = expected_matches(s, seat, waits) if waits >= 0 else NOTHING
    _put_matches(to_confirm, unseen, out, n + 2, n + 6)
    return n + 7


@kernel
def _put_matches(places: int, unseen: int, out: Array, n: int, finely: int) -> None:
    known, unseen = places != NOTHING, max(unseen, 1)
    out[n] = min(CHANCE_STEPS * places // unseen, MOST_CHANCE) if known else NOTHING
    out[finely] = min(FINE_STEPS * places // unseen, MOST_FINE) if known else NOTHING


bind(DTYPE, sys.modules[__name__])
