"""Mexican Train: the rule of thumb.

Plan the longest train that the hand can still lay on its own open end. What the plan leaves over
has to go elsewhere, and is what loses rounds: so play it first, wherever a train is open. The next
player is best served with ends that they can hardly match. Near the end of a round pips count.

The weights are in pips. They were fitted to the outcomes of rounds played on from some ten
thousand positions, once after each legal move.
"""

import math
import sys
from functools import partial

import numpy as np

from sidings.games.mexican_train.longest_train import LOOP, MOST_STEPS, count_bits, plan
from sidings.games.mexican_train.state import (
    ALWAYS,
    CALL,
    DOMINO,
    DOMINOES,
    DRAW,
    DTYPE,
    FREE,
    HIGH,
    LOW,
    MEXICAN,
    NEVER,
    NO_TRAIN,
    NONE,
    NUMBERS,
    OVER,
    OWN,
    START,
    State,
    has_begun,
    is_building,
    lowest_bit,
    matches,
)
from sidings.games.parts import Level, leaning
from sidings.kernel import Array, bind, kernel
from sidings.kernel.portable import exp

WIN, PLAN, PIPS, END, WAYS, STUCK, DOUBLE, PENALTY = range(8)

# In the playouts the network chooses among a few moves that the rule of thumb proposes.
_searching = partial(Level, net=True, depth=1, shortlist=3, crowd=2, turns=4)

#: Weaker levels look less far and overlook more; stronger ones search. Times are for one core.
LEVELS = {
    "novice": Level(depth=0, blur=530),
    "casual": Level(depth=1, blur=165),
    "club": Level(depth=2, blur=40),
    "expert": Level(net=True, looks=30),
    "master": _searching(ms=300, playouts=12000, candidates=8),
    "grandmaster": _searching(ms=3000, playouts=60000, candidates=10),
}

#: The blocker leaves the next player nowhere to go, the saver sheds pips early (MT-24), the gambler
#: plays for a long train and does not care about pips.
CHARACTERS = {
    "blocker": Level(blur=100, style=leaning({STUCK: 400})),
    "saver": Level(blur=40, style=leaning({PIPS: 1100, END: 200})),
    "gambler": Level(style=leaning({PLAN: 300, PIPS: 0})),
}

TERMS = (
    ("ends the round", ""),
    ("leaves little beside your longest train", "breaks up your longest train"),
    ("sheds pips before the round ends", "keeps heavy dominoes"),
    ("your train can go on", "leaves your train without a follower"),
    ("keeps a place for the rest of your hand", "leaves the rest of your hand nowhere to go"),
    ("the next player will hardly have a match", "gives the next player a match"),
    ("plays two dominoes in one turn", "leaves a double that you cannot confirm"),
    ("avoids a penalty", "risks a penalty"),
)

# --- Weights --------------------------------------------------------------------------------------

GOING_OUT = 100.0
LEFT_OVER = -1.7  # for each domino beside the plan
FEW_LEFT_OVER = np.array([41.0, 12.0, 6.6, 2.5, 0.0])  # by their number: first of all none
FEW = FEW_LEFT_OVER.size - 1
ONE_LEFT_FITS = 9.4  # the only one has a place on an open train
LAST_FITS = 9.2  # the last domino has a place already
NO_PLAN = 4.7
TURN_WASTED = -10.0  # by not beginning one's train
NO_FOLLOWER, DEAD_END = -5.2, -9.0
UNCONFIRMED = -6.7
CALLING = 200.0  # before anything else, if something can be played (MT-33)
DOUBLE_LEFT, DOUBLE_KEPT = -2.0, -2.3
NEXT_ON_OWN = -5.5  # for each expected match of the next player with their own end
NEXT_STUCK_ELSEWHERE = 4.2
STUCK_LEFT_OVER = -0.56
# Divided by the fewest dominoes that another player holds:
LEFT_OVER_NEAR_END = 7.7
PIPS_NEAR_END = -0.46
NEXT_STUCK = 17.7


# --- What a move leads to -------------------------------------------------------------------------

STEPS = np.array([0, 4, MOST_STEPS])  # of the plan, by depth


@kernel
def rate(s: State, depth: int, actions: Array, n: int, terms: Array) -> None:
    if depth == 0:
        rate_hastily(s, depth, actions, n, terms)
        return
    fewest = fewest_of_others(s)
    _rate_call(actions, n, terms)
    hand, left = np.empty(NUMBERS, np.int64), np.empty(NUMBERS, np.int64)
    stack = np.empty((LOOP + 1, MOST_STEPS + 1), np.int64)
    for k in range(n):
        if actions[k] != CALL:
            _consider(s, int(actions[k]), fewest, STEPS[depth], hand, left, stack, terms[k])


@kernel
def rate_hastily(s: State, depth: int, actions: Array, n: int, terms: Array) -> None:
    """Depth 0 alone, for devices on which nothing can be allocated."""
    fewest = fewest_of_others(s)
    _rate_call(actions, n, terms)
    for k in range(n):
        if actions[k] != CALL:
            _glance(s, int(actions[k]), fewest, terms[k])


@kernel
def _rate_call(actions: Array, n: int, terms: Array) -> None:
    """MT-33: call if a domino can be played, and not for nothing."""
    can_play = False
    for k in range(n):
        can_play = can_play or actions[k] < DRAW
    for k in range(n):
        if actions[k] == CALL:
            terms[k, PENALTY] = CALLING if can_play else -CALLING


@kernel
def fewest_of_others(s: State) -> int:
    """How many dominoes the player nearest to going out holds, oneself aside."""
    fewest = DOMINOES
    for seat in range(s.players):
        if seat != s.turn:
            fewest = min(fewest, int(s.hand_sizes[seat]))
    return fewest


@kernel
def _next_seat(s: State) -> int:
    return int(s.turn) + 1 if s.turn + 1 < s.players else 0


@kernel
def _stays(s: State, number: int, domino: int) -> int:
    """The dominoes with a number, by their other number, that stay in hand after a play."""
    others = matches(s, s.turn, number)
    if number == LOW[domino]:
        others &= ~(1 << int(HIGH[domino]))
    if number == HIGH[domino]:
        others &= ~(1 << int(LOW[domino]))
    return others


@kernel
def unseen_of(s: State, number: int) -> int:
    """How many dominoes of a number are neither on the table nor in the hand in turn."""
    unseen, held = 0, matches(s, s.turn, number)
    for other in range(s.highest + 1):
        domino = DOMINO[number, other]
        if s.before[domino] == NONE and s.drawn != domino and not held >> other & 1:
            unseen += 1
    return unseen


# A hasty look: what does the domino leave behind in the hand and on the own train?

KEEPING = 9.0
LONE_NUMBER = 6.1  # a number leaves the hand: the domino would hardly have found a place later
PLAYED_PIPS_NEAR_END = 0.55
ON_OWN = 1.5
ON_NEXT = -5.2
LONE_DOUBLE, DOUBLE_WITH_FOLLOWER = 10.2, 7.3
OWN_END_LOST, OWN_END_ALREADY_LOST = -7.1, -4.7
ONE_FOLLOWER, TWO_STEPS = 2.5, 7.3
MEXICAN_MATCH = 2.7


@kernel
def _glance(s: State, action: int, fewest: int, terms: Array) -> None:
    if action >= DRAW:
        terms[PLAN] = TURN_WASTED if s.phase == START or is_building(s) else KEEPING
        return
    train, domino = action // DOMINOES, action % DOMINOES
    low, high = int(LOW[domino]), int(HIGH[domino])
    seat = int(s.turn)
    if s.hand_sizes[seat] == (1 if s.drawn == NONE else 0):
        terms[WIN] = GOING_OUT
        return
    end = low + high - int(s.end[train])
    terms[PIPS] = PLAYED_PIPS_NEAR_END * (low + high) / fewest
    if _stays(s, low, domino) == 0:
        terms[PLAN] += LONE_NUMBER
    if low == high and s.doubles != FREE:
        terms[DOUBLE] = DOUBLE_WITH_FOLLOWER if _stays(s, low, domino) else LONE_DOUBLE
    elif low != high and _stays(s, high, domino) == 0:
        terms[PLAN] += LONE_NUMBER
    own_end, mexican_end = int(s.end[seat]), int(s.end[MEXICAN])
    lost = OWN_END_ALREADY_LOST
    if train == seat:
        own_end, lost = end, OWN_END_LOST
        terms[END] = ON_OWN
        if s.markers >> seat & 1:  # MT-35
            terms[PENALTY] = float(s.open_train) / fewest
    elif train == MEXICAN:
        mexican_end = end
    elif train == _next_seat(s):
        terms[STUCK] = ON_NEXT
    if _stays(s, mexican_end, domino):
        terms[WAYS] = MEXICAN_MATCH
    followers = _stays(s, own_end, domino)
    if followers == 0:
        terms[END] += lost
        return
    if followers & (followers - 1) == 0:
        terms[END] += ONE_FOLLOWER
    while followers:
        number = lowest_bit(followers)
        if number == own_end or _stays(s, number, domino) & ~(1 << own_end):
            terms[END] += TWO_STEPS
            return
        followers &= followers - 1


# A careful look: plan the rest of the hand, and put oneself in the place of the next player.


@kernel
def _consider(s: State, action: int, fewest: int, steps: int, hand: Array, left: Array,
              stack: Array, terms: Array) -> None:  # fmt: skip
    seat = int(s.turn)
    for number in range(NUMBERS):
        hand[number] = matches(s, seat, number)
    train, end, markers = NO_TRAIN, NO_TRAIN, int(s.markers)
    double = False
    if action < DRAW:
        train, domino = action // DOMINOES, action % DOMINOES
        end = int(LOW[domino] + HIGH[domino]) - int(s.end[train])
        double = LOW[domino] == HIGH[domino] and s.doubles != FREE
        hand[LOW[domino]] &= ~(1 << int(HIGH[domino]))
        hand[HIGH[domino]] &= ~(1 << int(LOW[domino]))
        if train == seat:
            markers &= ~(1 << seat)
    elif s.drawn != NONE:
        hand[LOW[s.drawn]] |= 1 << int(HIGH[s.drawn])
        hand[HIGH[s.drawn]] |= 1 << int(LOW[s.drawn])
        markers |= 1 << seat
    elif s.phase == START or is_building(s):
        terms[END] = TURN_WASTED
    size, doubles = count_hand(hand)
    if size == 0:
        terms[WIN] = GOING_OUT
        return
    own_end = end if train == seat else int(s.end[seat])
    plan(hand, own_end, steps, stack, left)
    left_over, doubles_left = count_hand(left)
    fitting = open_numbers(s, seat, markers, train, end)
    _rate_plan(size, left_over, left, fitting, fewest, terms)
    if size == 1 and _fits(hand, fitting | 1 << own_end):
        terms[WAYS] += LAST_FITS
    if hand[own_end] == 0 and not double:
        terms[END] += NO_FOLLOWER
        if unseen_of(s, own_end) == 0:
            terms[END] += DEAD_END
    # MT-28: in first turns a double may stay open.
    unconfirmed = double and hand[end] == 0 and not (s.first_train and s.first_turns)
    if s.doubles != FREE:
        terms[DOUBLE] = DOUBLE_LEFT * doubles_left + DOUBLE_KEPT * (doubles - doubles_left)
    if unconfirmed:
        terms[DOUBLE] += UNCONFIRMED
    if markers >> seat & 1:  # MT-35
        terms[PENALTY] = -float(s.open_train) / fewest
    unconfirmed = unconfirmed and s.doubles != OWN  # then it is nobody else's business
    terms[STUCK] = _rate_next(s, markers, train, end, unconfirmed, left_over, fewest)


@kernel
def count_hand(hand: Array) -> tuple[int, int]:
    """How many dominoes, and how many doubles among them."""
    sides, doubles = 0, 0
    for number in range(NUMBERS):
        sides += count_bits(int(hand[number]))
        doubles += int(hand[number]) >> number & 1
    return (sides + doubles) // 2, doubles


@kernel
def pips_of(hand: Array) -> int:
    pips = 0
    for number in range(NUMBERS):
        others = int(hand[number])
        pips += number * (count_bits(others) + (others >> number & 1))
    return pips


@kernel
def _fits(hand: Array, numbers: int) -> bool:
    fitting = 0
    for number in range(NUMBERS):
        if numbers >> number & 1:
            fitting |= int(hand[number])
    return fitting != 0


@kernel
def open_numbers(s: State, seat: int, markers: int, train: int, end: int) -> int:
    """The open ends, a bit for each number, that a seat may match beside those of its own train.

    ``train`` is the one just played on, if any, and ``end`` its new open end.
    """
    begun = has_begun(s, seat) or train == seat or s.begin == NEVER
    numbers = 0
    if begun or (s.begin != ALWAYS and (has_begun(s, MEXICAN) or train == MEXICAN)):
        numbers |= 1 << (end if train == MEXICAN else int(s.end[MEXICAN]))
    if begun:
        for other in range(s.players):
            if other != seat and markers >> other & 1:
                numbers |= 1 << (end if train == other else int(s.end[other]))
    return numbers


@kernel
def _rate_plan(size: int, left_over: int, left: Array, fitting: int, fewest: int,
               terms: Array) -> None:  # fmt: skip
    terms[PLAN] = (LEFT_OVER + LEFT_OVER_NEAR_END / fewest) * left_over
    terms[PLAN] += FEW_LEFT_OVER[min(left_over, FEW)]
    if left_over == size:
        terms[PLAN] += NO_PLAN
    terms[PIPS] = PIPS_NEAR_END / fewest * pips_of(left)
    if left_over == 1 and _fits(left, fitting):
        terms[WAYS] = ONE_LEFT_FITS


@kernel
def _rate_next(s: State, markers: int, train: int, end: int, unconfirmed: bool, left_over: int,
               fewest: int) -> float:  # fmt: skip
    """Can the next player go on?

    They hold each unseen domino with the same chance, but for numbers that they lack for sure.
    """
    seat = _next_seat(s)
    unseen = int(s.boneyard_size)
    for other in range(s.players):
        if other != s.turn:
            unseen += int(s.hand_sizes[other])
    if unconfirmed:
        stuck = exp(-expected_matches(s, seat, end) / unseen)
        return (NEXT_STUCK / fewest + STUCK_LEFT_OVER * left_over) * stuck + NEXT_STUCK_ELSEWHERE
    own_end = end if train == seat else int(s.end[seat])
    elsewhere = open_numbers(s, seat, markers, train, end)
    on_own = expected_matches(s, seat, own_end) / unseen
    matches = 0.0
    for number in range(s.highest + 1):
        if elsewhere >> number & 1:
            matches += expected_matches(s, seat, number) / unseen
    both = matches if elsewhere >> own_end & 1 else matches + on_own
    stuck = exp(-both)
    return (
        (NEXT_STUCK / fewest + STUCK_LEFT_OVER * left_over) * stuck
        + NEXT_STUCK_ELSEWHERE * exp(-matches)
        + NEXT_ON_OWN * on_own
    )


@kernel
def expected_matches(s: State, seat: int, number: int) -> int:
    """The unseen dominoes of a number, times the places in a seat's hand where they may be."""
    places = min(int(s.may_hold[seat, number]), int(s.hand_sizes[seat]))
    return unseen_of(s, number) * places if places else 0


# --- What a playout is worth ----------------------------------------------------------------------

# What happens later in a round is mostly luck, so a playout stops after a few turns and the hands
# are judged. The weights, in pips of the lead at the end of the round, were fitted likewise.
TURNS = 4  # of each player
SPREAD = 29.0  # of the lead that two equal players make in a round, as the scale of a logistic
HELD, HELD_LITTLE = 1.0, -21.0
LEFT, LEFT_SQUARED = -1.7, 0.12
LEFT_PIPS, LEFT_DOUBLE = -0.17, -2.9
ALL_PLANNED, ALL_PLANNED_LATE = 40.0, -2.1
ONE_LEFT, ONE_LEFT_FITTING = 6.3, 20.0
PIPS_HELD_NEAR_END = -0.28


@kernel
def settled(s: State, root: State, moves: int) -> bool:
    if s.round_number != root.round_number:
        return True
    quiet = s.drawn == NONE and s.double == NO_TRAIN
    return bool(quiet and _progress(s) - _progress(root) >= TURNS * s.players)


@kernel
def _progress(s: State) -> int:
    """Grows by one when a domino of a hand is laid or a drawn one kept, by two when it is laid."""
    progress = -2 * int(s.boneyard_size)
    for seat in range(s.players):
        progress -= int(s.hand_sizes[seat])
    return progress


@kernel
def worth(s: State, root: State, seat: int) -> float:
    """Everyone's chance falls with their total, the more steeply the fewer rounds are left."""
    rounds = 0 if s.phase == OVER else int(s.rounds) - int(s.round_number) + 1
    scale = SPREAD * math.sqrt(rounds) if rounds else 0.01
    begun = s.phase != OVER and s.round_number == root.round_number
    hand, left = np.empty(NUMBERS, np.int64), np.empty(NUMBERS, np.int64)
    stack = np.empty((LOOP + 1, MOST_STEPS + 1), np.int64)
    mine = _prospect(s, seat, hand, left, stack) if begun else 0.0
    chances = 1.0
    for other in range(s.players):
        if other != seat:
            lead = float(int(s.scores[other]) - int(s.scores[seat]))
            if begun:
                lead += mine - _prospect(s, other, hand, left, stack)
            chances += exp(max(min(-lead / scale, 50.0), -50.0))
    return 1.0 / chances


@kernel
def _prospect(s: State, seat: int, hand: Array, left: Array, stack: Array) -> float:
    """How well a hand, seen by all, stands in the present round."""
    for number in range(NUMBERS):
        hand[number] = matches(s, seat, number)
    plan(hand, int(s.end[seat]), MOST_STEPS, stack, left)
    size, doubles = count_hand(hand)
    left_over, doubles_left = count_hand(left)
    fewest = DOMINOES
    for other in range(s.players):
        if other != seat:
            fewest = min(fewest, int(s.hand_sizes[other]))
    value = HELD * size + HELD_LITTLE / size + PIPS_HELD_NEAR_END * pips_of(hand) / fewest
    value += (LEFT + LEFT_SQUARED * left_over) * left_over
    value += LEFT_PIPS * pips_of(left) + LEFT_DOUBLE * doubles_left
    if left_over == 0:
        value += ALL_PLANNED + ALL_PLANNED_LATE * max(0, size - doubles - fewest)
    elif left_over == 1:
        fitting = open_numbers(s, seat, int(s.markers), NO_TRAIN, 0)
        value += ONE_LEFT_FITTING if _fits(left, fitting) else ONE_LEFT
    return value


bind(DTYPE, sys.modules[__name__])
