"""Mexican Train: what a position consists of, and the small steps that the rules are made of."""

from typing import Literal, get_args

import numpy as np

from sidings.kernel import Array, Record, field, kernel, record_dtype, wide

# --- Dominoes, trains, actions --------------------------------------------------------------------

PLAYERS = range(2, 9)  # MT-1
SEATS = 8
NUMBERS = 19  # of the largest set, 0 to 18

# A domino a-b with a <= b is number b * (b + 1) / 2 + a: a smaller set is the start of a larger.
DOMINOES = NUMBERS * (NUMBERS + 1) // 2
LOW: Array = np.array([a for b in range(NUMBERS) for a in range(b + 1)])
HIGH: Array = np.array([b for b in range(NUMBERS) for a in range(b + 1)])
DOMINO: Array = np.array(
    [[max(a, b) * (max(a, b) + 1) // 2 + min(a, b) for b in range(NUMBERS)] for a in range(NUMBERS)]
)
NONE, HIDDEN, STATION = 255, 254, 253  # no domino; one that the viewer may not know; the station

# A train's number is its owner's seat; the last is the Mexican train.
MEXICAN = SEATS
TRAINS = SEATS + 1
NO_TRAIN = NOBODY = -1

START, PLAY, OVER = 0, 1, 2
PHASES = ("start", "play", "over")

# Actions, dense: DOMINOES * train + domino, then those without a domino.
DRAW = TRAINS * DOMINOES
PASS = DRAW + 1
CALL = PASS + 1
ACTIONS = CALL + 1

# --- House rules ----------------------------------------------------------------------------------

STARTS = ("highest", "countdown", "set-aside")  # MT-27
HIGHEST, COUNTDOWN, SET_ASIDE = range(3)
FIRST_TURNS = ("one", "train")  # MT-28
BEGINS = ("first-turn", "always", "never")  # MT-29: when one's own train has to be begun first
IN_FIRST_TURN, ALWAYS, NEVER = range(3)
DRAWS = ("one", "until-fits")  # MT-30
DOUBLES = ("confirm", "last", "in-order", "own", "free")  # MT-31
CONFIRM, LAST, IN_ORDER, OWN, FREE = range(5)
DEAD_DOUBLES = ("wait", "release")  # MT-32
CALLS = ("silent", "call")  # MT-33
PENALTY_DRAWS = 2

# --- Events ---------------------------------------------------------------------------------------

# What can happen, and the places where dominoes lie. The first are the trains.
EventName = Literal[
    "laid", "drew", "kept", "passed", "declined", "marked", "unmarked", "unconfirmed", "confirmed",
    "released", "shown", "scored", "won", "blocked", "gathered", "round", "dealt", "started",
    "turn", "over", "stopped", "called", "forgot", "charged",
]  # fmt: skip
EVENTS: tuple[EventName, ...] = get_args(EventName)
(LAID, DREW, KEPT, PASSED, DECLINED, MARKED, UNMARKED, UNCONFIRMED, CONFIRMED,
 RELEASED, SHOWN, SCORED, WON, BLOCKED, GATHERED, ROUND, DEALT, STARTED,
 TURN, GAME_OVER, STOPPED, CALLED, FORGOT, CHARGED) = range(24)  # fmt: skip
HANDS = TRAINS  # a hand's place is HANDS + seat
PLACES = (
    *(f"train-{seat + 1}" for seat in range(SEATS)), "train-m",
    *(f"hand-{seat + 1}" for seat in range(SEATS)), "drawn", "boneyard", "station",
)  # fmt: skip
AT_DRAWN, AT_BONEYARD, AT_STATION = HANDS + SEATS, HANDS + SEATS + 1, HANDS + SEATS + 2

# At a round's end every domino may be shown and, in the next deal, drawn; each seat scores and may
# be charged; each train's double may be released; beside these a move tells of laid, confirmed,
# unmarked, won, gathered, round, started and turn at most.
MOST_EVENTS = 2 * DOMINOES + 2 * SEATS + TRAINS + 8
NOTHING = -1  # for an event that is about no domino and no number

# --- State ----------------------------------------------------------------------------------------

# The last column of ``may_hold``: doubles above ``undealt``.
HIGH_DOUBLES = NUMBERS

# Of a row of a hand; ``heavy`` has the dominoes with two higher numbers, HEAVY_ROWS its rows.
ROW_BITS = 16
HEAVY = NUMBERS - ROW_BITS
HEAVY_ROWS: Array = np.array(
    [
        [
            sum((bits >> DOMINO[a, b] & 1) << b + ROW_BITS for b in range(HEAVY))
            for bits in range(1 << HEAVY * (HEAVY + 1) // 2)
        ]
        for a in range(HEAVY)
    ]
)


class State(Record):
    """All that lies on the table, what each player holds, and what the others know of it."""

    # Options
    rounds: int = field(np.int8)
    highest: int = field(np.int8)  # the highest number of the set: 12, 9, 15 or 18
    hand: int = field(np.int8)  # the dominoes dealt to each; 0: by the table (MT-4, MT-25)
    start: int = field(np.int8)
    first_train: int = field(np.int8)
    begin: int = field(np.int8)
    until_fits: int = field(np.int8)
    doubles: int = field(np.int8)
    release: int = field(np.int8)
    calling: int = field(np.int8)
    double_blank: int = field(np.int8)
    open_train: int = field(np.int8)

    round_number: int = field(np.int8)  # `round` is a method of every NumPy record
    phase: int = field(np.int8)
    turn: int = field(np.int8)
    engine: int = field(np.int8)  # the central double's number
    double: int = field(np.int8)  # the train with the double that the player in turn must confirm
    passes: int = field(np.int8)  # MT-23
    drawn: int = field(np.uint8)  # the domino drawn and not yet played or kept
    markers: int = field(np.int16)  # a bit for each seat
    first_turns: int = field(np.int16)  # a bit for each seat that has not finished its first turn
    scores: Array = field(np.int32, SEATS)

    # The trains with unconfirmed doubles in the order they were laid, and who laid each.
    waiting: Array = field(np.int8, TRAINS)
    laid_by: Array = field(np.int8, TRAINS)
    more: int = field(np.int8)  # MT-31: the player in turn laid a double and may lay another
    called: int = field(np.int8)  # MT-33: the player in turn has called

    # hands[seat, a] has bit b when the seat holds a-b, and hands[seat, b] has bit a.
    hands: Array = field(np.uint16, SEATS, NUMBERS)
    heavy: Array = field(np.uint8, SEATS)  # a bit for each domino with two numbers above 15
    hand_sizes: Array = field(np.int16, SEATS)

    # A train is its last domino and its open end; before[d] is the domino that d was laid on.
    last: Array = field(np.uint8, TRAINS)
    end: Array = field(np.int8, TRAINS)
    before: Array = field(np.uint8, DOMINOES)

    boneyard_size: int = field(np.int16)
    boneyard: Array = field(np.uint8, DOMINOES)  # the top is the last

    # What everybody knows of a hand. Players who draw show that they have no match of the open
    # ends, but a domino that they then keep may have one. So, of a hand in order of arrival, the
    # last may_hold[seat, a] dominoes may have the number a, and the older ones have not.
    may_hold: Array = field(np.uint8, SEATS, NUMBERS + 1)
    undealt: int = field(np.int8)  # MT-5: no hand was dealt a double above this one
    asked: int = field(np.int8)  # MT-7: the starter that was asked, so has a match of the engine


DTYPE = record_dtype(State)


# --- Hands and boneyard ---------------------------------------------------------------------------


@kernel
def set_size(highest: int) -> int:
    """MT-1, MT-25."""
    return (int(highest) + 1) * (int(highest) + 2) // 2


@kernel
def hand_size(highest: int, players: int) -> int:
    """MT-4, and MT-25 for the other sets."""
    if highest == 9:
        return 14 - players
    if highest == 15:
        return 15 if players <= 6 else 12
    if players <= 4 or highest == 18:
        return 15
    return 11 if players <= 6 else 8


@kernel
def holds(s: State, seat: int, domino: int) -> bool:
    low, high = LOW[domino], HIGH[domino]
    if low >= ROW_BITS:
        return bool(wide(s.heavy[seat]) >> DOMINO[low - ROW_BITS, high - ROW_BITS] & 1)
    return bool(wide(s.hands[seat, high]) >> low & 1)


@kernel
def matches(s: State, seat: int, number: int) -> int:
    """The dominoes of a hand with a number: a bit for each by its other number."""
    others = wide(s.hands[seat, number])
    if s.highest < ROW_BITS:
        return others
    if number >= ROW_BITS:
        return others | int(HEAVY_ROWS[number - ROW_BITS, s.heavy[seat]])
    for other in range(ROW_BITS, NUMBERS):
        others |= (wide(s.hands[seat, other]) >> number & 1) << other
    return others


@kernel
def add_to_hand(s: State, seat: int, domino: int) -> None:
    low, high = LOW[domino], HIGH[domino]
    if low >= ROW_BITS:
        s.heavy[seat] |= 1 << DOMINO[low - ROW_BITS, high - ROW_BITS]
    else:
        s.hands[seat, high] |= 1 << low
        if high < ROW_BITS:
            s.hands[seat, low] |= 1 << high
    s.hand_sizes[seat] += 1


@kernel
def remove_from_hand(s: State, seat: int, domino: int) -> None:
    low, high = LOW[domino], HIGH[domino]
    if low >= ROW_BITS:
        bit = DOMINO[low - ROW_BITS, high - ROW_BITS]
        s.heavy[seat] = wide(s.heavy[seat]) & ~(1 << bit)
    else:
        s.hands[seat, high] = wide(s.hands[seat, high]) & ~(1 << low)
        if high < ROW_BITS:
            s.hands[seat, low] = wide(s.hands[seat, low]) & ~(1 << high)
    s.hand_sizes[seat] -= 1


@kernel
def take_top(s: State) -> int:
    s.boneyard_size -= 1
    domino = int(s.boneyard[s.boneyard_size])
    s.boneyard[s.boneyard_size] = NONE
    return domino


# --- Trains ---------------------------------------------------------------------------------------


@kernel
def has_begun(s: State, train: int) -> bool:
    return bool(s.last[train] != NONE)


@kernel
def lay(s: State, train: int, domino: int) -> None:
    """MT-8: the end that does not touch the train is its new open end."""
    s.before[domino] = s.last[train] if has_begun(s, train) else STATION
    s.last[train] = domino
    s.end[train] = LOW[domino] + HIGH[domino] - s.end[train]


@kernel
def open_trains(s: State) -> int:
    """The trains that the player in turn may play on, a bit for each."""
    if s.double != NO_TRAIN:  # MT-16, MT-18
        return 1 << int(s.double)
    return usual_trains(s)


@kernel
def usual_trains(s: State) -> int:
    """The trains that the player in turn may play on when there is no double to confirm."""
    seat = int(s.turn)
    own = 1 << seat
    if has_begun(s, seat):
        if s.first_train and s.first_turns & own:  # MT-28
            return own
        return own | 1 << MEXICAN | int(s.markers)  # MT-11, MT-12
    if s.begin == NEVER:  # MT-29
        return own | 1 << MEXICAN | int(s.markers)
    if s.begin == IN_FIRST_TURN and s.first_turns & own == 0 and has_begun(s, MEXICAN):  # MT-9
        return own | 1 << MEXICAN
    return own


@kernel
def is_building(s: State) -> bool:
    """MT-28: the player in turn has begun a train in the first turn, and may go on with it."""
    return bool(s.first_train and s.first_turns >> s.turn & 1 and has_begun(s, s.turn))


@kernel
def left_of(s: State, seat: int) -> int:
    return int(seat + 1) if seat + 1 < s.players else 0


# The index of the only bit of a 32-bit word, by a de Bruijn sequence.
DE_BRUIJN = 0x077CB531
BIT_INDEX: Array = np.array(
    sorted(range(32), key=lambda bit: (DE_BRUIJN << bit & 0xFFFFFFFF) >> 27)
)


@kernel
def lowest_bit(bits: int) -> int:
    """The index of the lowest bit of a word of at most 32 bits that is not 0."""
    return int(BIT_INDEX[(((bits & -bits) * DE_BRUIJN) & 0xFFFFFFFF) >> 27])
