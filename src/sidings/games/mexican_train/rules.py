"""Mexican Train: the rules (docs/rules/en/mexican-train.md has them in words)."""

import sys
from typing import Literal, get_args

import numpy as np

from sidings.kernel import (
    Array,
    Record,
    below,
    bind,
    field,
    kernel,
    next_word,
    record_dtype,
    shuffle,
    shuffle_fast,
    tell,
    wide,
)
from sidings.kernel.events import EVERYBODY, NOWHERE

# --- Constants ------------------------------------------------------------------------------------

PLAYERS = range(2, 9)  # MT-1
SEATS = 8
NUMBERS = 16  # of the largest set, 0 to 15

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

# Actions, dense: DOMINOES * train + domino, then the two without a domino.
DRAW = TRAINS * DOMINOES
PASS = DRAW + 1
ACTIONS = PASS + 1

# Events: what can happen, and the places where dominoes lie. The first are the trains.
EventName = Literal[
    "laid", "drew", "kept", "passed", "declined", "marked", "unmarked", "unconfirmed", "confirmed",
    "released", "shown", "scored", "won", "blocked", "gathered", "round", "dealt", "started",
    "turn", "over",
]  # fmt: skip
EVENTS: tuple[EventName, ...] = get_args(EventName)
(LAID, DREW, KEPT, PASSED, DECLINED, MARKED, UNMARKED, UNCONFIRMED, CONFIRMED,
 RELEASED, SHOWN, SCORED, WON, BLOCKED, GATHERED, ROUND, DEALT, STARTED,
 TURN, GAME_OVER) = range(20)  # fmt: skip
HANDS = TRAINS  # a hand's place is HANDS + seat
PLACES = (
    *(f"train-{seat + 1}" for seat in range(SEATS)), "train-m",
    *(f"hand-{seat + 1}" for seat in range(SEATS)), "drawn", "boneyard", "station",
)  # fmt: skip
AT_DRAWN, AT_BONEYARD, AT_STATION = HANDS + SEATS, HANDS + SEATS + 1, HANDS + SEATS + 2

# At a round's end every domino may be shown and, in the next deal, drawn; each seat scores; beside
# these a move tells of laid, confirmed, unmarked, won, gathered, round, started and turn at most.
MOST_EVENTS = 2 * DOMINOES + SEATS + 8
NOTHING = -1  # for an event that is about no domino and no number

# The last column of ``may_hold``: doubles above ``undealt``.
HIGH_DOUBLES = NUMBERS

MIXING = 4  # times that a guess tries to exchange each domino of a hidden hand

# The index of the only bit of a 16-bit word, by de Bruijn's sequence 0x09AF.
BIT_INDEX: Array = np.array([0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12])


# --- State ----------------------------------------------------------------------------------------


class State(Record):
    """All that lies on the table, what each player holds, and what the others know of it."""

    # Options
    rounds: int = field(np.int8)
    highest: int = field(np.int8)  # the highest number of the set: 12, 9 or 15
    countdown: int = field(np.int8)
    release: int = field(np.int8)
    double_blank: int = field(np.int8)

    round_number: int = field(np.int8)  # `round` is a method of every NumPy record
    phase: int = field(np.int8)
    turn: int = field(np.int8)
    engine: int = field(np.int8)  # the central double's number
    double: int = field(np.int8)  # the train with the unconfirmed double
    passes: int = field(np.int8)  # MT-23
    drawn: int = field(np.uint8)  # the domino drawn and not yet played or kept
    markers: int = field(np.int16)  # a bit for each seat
    first_turns: int = field(np.int16)  # a bit for each seat that has not finished its first turn
    scores: Array = field(np.int32, SEATS)

    # hands[seat, a] has bit b when the seat holds a-b, and hands[seat, b] has bit a.
    hands: Array = field(np.uint16, SEATS, NUMBERS)
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


# --- Deal -----------------------------------------------------------------------------------------


@kernel
def deal(s: State) -> None:
    s.round_number = 1
    for seat in range(SEATS):
        s.scores[seat] = 0
    _deal_round(s, None)


@kernel
def _deal_round(s: State, events: Array | None) -> None:
    _gather(s)
    tell(events, GATHERED, NOBODY, s.boneyard_size, NOWHERE, AT_BONEYARD, EVERYBODY)
    tell(events, ROUND, NOBODY, s.round_number, NOWHERE, NOWHERE, EVERYBODY)
    shuffle(s, s.boneyard, 0, s.boneyard_size)
    for seat in range(s.players):
        for _ in range(hand_size(s.highest, s.players)):
            domino = _top(s)
            add_to_hand(s, seat, domino)
            tell(events, DEALT, seat, domino, AT_BONEYARD, HANDS + seat, 1 << seat)
    _start(s, _choose_starter(s, events), events)


@kernel
def _gather(s: State) -> None:
    """Take every domino back to the boneyard, in order."""
    dominoes = set_size(s.highest)
    for domino in range(DOMINOES):
        s.boneyard[domino] = domino if domino < dominoes else NONE
        s.before[domino] = NONE
    s.boneyard_size = dominoes
    for seat in range(SEATS):
        s.hand_sizes[seat] = 0
        for number in range(NUMBERS):
            s.hands[seat, number] = 0


@kernel
def set_size(highest: int) -> int:
    """MT-1."""
    return (int(highest) + 1) * (int(highest) + 2) // 2


@kernel
def hand_size(highest: int, players: int) -> int:
    """MT-4, and the other sets."""
    if highest == 9:
        return 14 - players
    if highest == 15:
        return 15 if players <= 6 else 12
    if players <= 4:
        return 15
    return 11 if players <= 6 else 8


@kernel
def _choose_starter(s: State, events: Array | None) -> int:
    """MT-5: the holder of the highest double (or the round's) brings the engine."""
    most = int(s.highest) + 1 - s.round_number if s.countdown else int(s.highest)
    least = most if s.countdown else 0
    for number in range(most, least - 1, -1):
        for seat in range(s.players):
            if holds(s, seat, DOMINO[number, number]):
                s.engine = number
                s.undealt = s.highest if s.countdown else number
                return seat
    return _draw_for_the_start(s, most, least, events)


@kernel
def _draw_for_the_start(s: State, most: int, least: int, events: Array | None) -> int:
    """MT-6: one domino each in seat order, until such a double appears."""
    seat = (s.round_number - 1) % s.players
    while True:
        domino = _top(s)
        add_to_hand(s, seat, domino)
        tell(events, DREW, seat, domino, AT_BONEYARD, HANDS + seat, 1 << seat)
        if LOW[domino] == HIGH[domino] and least <= LOW[domino] <= most:
            s.engine = LOW[domino]
            s.undealt = s.highest if s.countdown else -1
            return seat
        seat = _left_of(s, seat)


@kernel
def _start(s: State, starter: int, events: Array | None) -> None:
    """MT-5: the engine is placed; MT-7: the starter may go on, if possible."""
    engine = DOMINO[s.engine, s.engine]
    _remove_from_hand(s, starter, engine)
    s.before[engine] = STATION
    tell(events, STARTED, starter, engine, HANDS + starter, AT_STATION, EVERYBODY)
    _know_the_deal(s)
    for train in range(TRAINS):
        s.last[train] = NONE
        s.end[train] = s.engine
    s.drawn = NONE
    s.double = NO_TRAIN
    s.passes = 0
    s.markers = 0
    s.first_turns = (1 << int(s.players)) - 1
    s.turn = starter
    if s.hands[starter, s.engine] != 0:
        s.phase = START
        s.asked = starter
        tell(events, TURN, starter, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    else:
        s.phase = PLAY
        s.asked = NOBODY
        s.may_hold[starter, s.engine] = 0
        _end_turn(s, events)


# --- Legal ----------------------------------------------------------------------------------------


@kernel
def actor(s: State) -> int:
    return -1 if s.phase == OVER else int(s.turn)


@kernel
def legal(s: State, out: Array) -> int:
    if s.drawn != NONE:
        return _legal_drawn(s, out)
    n = 0
    trains = open_trains(s)
    while trains != 0:
        n = _legal_on(s, lowest_bit(trains), out, n)
        trains &= trains - 1
    if s.phase == START:  # MT-7
        out[n] = PASS
        return n + 1
    if n == 0:  # MT-13, MT-14
        out[0] = DRAW if s.boneyard_size > 0 else PASS
        return 1
    return n


@kernel
def open_trains(s: State) -> int:
    """The trains that the player in turn may play on, a bit for each."""
    if s.double != NO_TRAIN:  # MT-16, MT-18
        return 1 << int(s.double)
    seat = int(s.turn)
    own = 1 << seat
    if has_begun(s, seat):
        return own | 1 << MEXICAN | int(s.markers)  # MT-11, MT-12
    if s.first_turns & own == 0 and has_begun(s, MEXICAN):  # MT-9
        return own | 1 << MEXICAN
    return own


@kernel
def has_begun(s: State, train: int) -> bool:
    return bool(s.last[train] != NONE)


@kernel
def _legal_on(s: State, train: int, out: Array, n: int) -> int:
    """MT-8: the dominoes of the hand that match the open end of one train."""
    end = s.end[train]
    others = wide(s.hands[s.turn, end])
    while others != 0:
        out[n] = DOMINOES * train + DOMINO[end, lowest_bit(others)]
        n += 1
        others &= others - 1
    return n


@kernel
def _legal_drawn(s: State, out: Array) -> int:
    """MT-14: only the domino drawn, or keep it; MT-17, MT-18: one that confirms must be played."""
    n = 0
    trains = open_trains(s)
    while trains != 0:
        train = lowest_bit(trains)
        if s.end[train] == LOW[s.drawn] or s.end[train] == HIGH[s.drawn]:
            out[n] = DOMINOES * train + int(s.drawn)
            n += 1
        trains &= trains - 1
    if n == 0 or s.double == NO_TRAIN:
        out[n] = PASS
        n += 1
    return n


@kernel
def lowest_bit(bits: int) -> int:
    """The index of the lowest bit of a word of at most 16 bits that is not 0."""
    return int(BIT_INDEX[(((bits & -bits) * 0x09AF) & 0xFFFF) >> 12])


# --- Apply ----------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int, events: Array | None = None) -> None:
    if action < DRAW:
        _play(s, action // DOMINOES, action % DOMINOES, events)
    elif action == DRAW:
        _draw(s, events)
    elif s.phase == START:
        _decline(s, events)
    elif s.drawn != NONE:
        _keep(s, events)
    else:
        _pass(s, events)


@kernel
def _play(s: State, train: int, domino: int, events: Array | None) -> None:
    seat = int(s.turn)
    source = AT_DRAWN
    if s.drawn == NONE:
        source = HANDS + seat
        _know_played(s, seat, domino)
        _remove_from_hand(s, seat, domino)
    s.drawn = NONE
    s.phase = PLAY
    s.passes = 0
    matched = s.end[train]
    lay(s, train, domino)
    tell(events, LAID, seat, domino, source, train, EVERYBODY)
    if s.double != NO_TRAIN:
        s.double = NO_TRAIN
        tell(events, CONFIRMED, seat, DOMINO[matched, matched], NOWHERE, train, EVERYBODY)
    if train == seat:
        _take_marker(s, seat, events)
    if s.hand_sizes[seat] == 0:  # MT-21, MT-22
        _end_round(s, seat, events)
    elif LOW[domino] != HIGH[domino]:  # MT-8, MT-19
        _end_turn(s, events)
    elif is_released(s, LOW[domino]):  # MT-20
        tell(events, RELEASED, seat, domino, NOWHERE, train, EVERYBODY)
        _end_turn(s, events)
    else:  # MT-16
        s.double = train
        tell(events, UNCONFIRMED, seat, domino, NOWHERE, train, EVERYBODY)


@kernel
def lay(s: State, train: int, domino: int) -> None:
    """MT-8: the end that does not touch the train is its new open end."""
    s.before[domino] = s.last[train] if has_begun(s, train) else STATION
    s.last[train] = domino
    s.end[train] = LOW[domino] + HIGH[domino] - s.end[train]


@kernel
def is_released(s: State, number: int) -> bool:
    """MT-20: the double just laid needs no confirmation when nothing is left to confirm it."""
    if s.release == 0:
        return False
    on_table = 0
    for other in range(s.highest + 1):
        if s.before[DOMINO[number, other]] != NONE:
            on_table += 1
    return bool(on_table > s.highest)


@kernel
def _draw(s: State, events: Array | None) -> None:
    """MT-14, MT-17, MT-18: who cannot play draws one domino."""
    seat = int(s.turn)
    _know_no_match(s)
    s.drawn = _top(s)
    tell(events, DREW, seat, s.drawn, AT_BONEYARD, AT_DRAWN, 1 << seat)


@kernel
def _decline(s: State, events: Array | None) -> None:
    """MT-7: the starter does not begin a train yet."""
    s.phase = PLAY
    tell(events, DECLINED, s.turn, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    _end_turn(s, events)


@kernel
def _keep(s: State, events: Array | None) -> None:
    """MT-14, MT-17, MT-18: the domino drawn is not played."""
    seat = int(s.turn)
    add_to_hand(s, seat, s.drawn)
    tell(events, KEPT, seat, s.drawn, AT_DRAWN, HANDS + seat, 1 << seat)
    s.drawn = NONE
    _know_kept(s, seat)
    _place_marker(s, seat, events)
    _end_turn(s, events)


@kernel
def _pass(s: State, events: Array | None) -> None:
    """MT-14: the boneyard is empty. MT-23: when all have passed and nothing changed, it is over."""
    seat = int(s.turn)
    _know_no_match(s)
    tell(events, PASSED, seat, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    s.passes = s.passes + 1 if s.markers >> seat & 1 else 0
    _place_marker(s, seat, events)
    if s.passes == s.players:
        _end_round(s, NOBODY, events)
    else:
        _end_turn(s, events)


@kernel
def _place_marker(s: State, seat: int, events: Array | None) -> None:
    """MT-14."""
    if s.markers >> seat & 1 == 0:
        tell(events, MARKED, seat, NOTHING, NOWHERE, seat, EVERYBODY)
    s.markers |= 1 << seat


@kernel
def _take_marker(s: State, seat: int, events: Array | None) -> None:
    """MT-15, MT-20."""
    if s.markers >> seat & 1:
        tell(events, UNMARKED, seat, NOTHING, seat, NOWHERE, EVERYBODY)
    s.markers &= ~(1 << seat)


@kernel
def _end_turn(s: State, events: Array | None) -> None:
    s.first_turns &= ~(1 << int(s.turn))
    s.turn = _left_of(s, s.turn)
    tell(events, TURN, s.turn, NOTHING, NOWHERE, NOWHERE, EVERYBODY)


@kernel
def _left_of(s: State, seat: int) -> int:
    return int(seat + 1) if seat + 1 < s.players else 0


@kernel
def _end_round(s: State, winner: int, events: Array | None) -> None:
    """MT-24, and MT-2: the next round is dealt at once."""
    _show_hands(s, events)
    for seat in range(s.players):
        points = pips(s, seat)
        s.scores[seat] += points
        tell(events, SCORED, seat, points, HANDS + seat, NOWHERE, EVERYBODY)
    if winner == NOBODY:
        tell(events, BLOCKED, NOBODY, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    else:
        tell(events, WON, winner, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    if s.round_number < s.rounds:
        s.round_number += 1
        _deal_round(s, events)
    else:
        s.phase = OVER
        s.turn = 0
        s.double = NO_TRAIN
        s.passes = 0
        tell(events, GAME_OVER, NOBODY, NOTHING, NOWHERE, NOWHERE, EVERYBODY)


@kernel
def _show_hands(s: State, events: Array | None) -> None:
    """The hands are laid open to be counted; nobody needs to know when nobody is told."""
    if events is None:
        return
    dominoes = np.empty(DOMINOES, np.int16)
    for seat in range(s.players):
        for i in range(list_hand(s, seat, dominoes)):
            tell(events, SHOWN, seat, dominoes[i], HANDS + seat, HANDS + seat, EVERYBODY)


# Hands and boneyard


@kernel
def holds(s: State, seat: int, domino: int) -> bool:
    return bool(wide(s.hands[seat, LOW[domino]]) >> HIGH[domino] & 1)


@kernel
def add_to_hand(s: State, seat: int, domino: int) -> None:
    low, high = LOW[domino], HIGH[domino]
    s.hands[seat, low] |= 1 << high
    s.hands[seat, high] |= 1 << low
    s.hand_sizes[seat] += 1


@kernel
def _remove_from_hand(s: State, seat: int, domino: int) -> None:
    low, high = LOW[domino], HIGH[domino]
    s.hands[seat, low] = wide(s.hands[seat, low]) & ~(1 << high)
    s.hands[seat, high] = wide(s.hands[seat, high]) & ~(1 << low)
    s.hand_sizes[seat] -= 1


@kernel
def _top(s: State) -> int:
    s.boneyard_size -= 1
    domino = int(s.boneyard[s.boneyard_size])
    s.boneyard[s.boneyard_size] = NONE
    return domino


# What everybody knows of the hands


@kernel
def _know_the_deal(s: State) -> None:
    """MT-5, MT-6: hands may hold anything, but no double above the one that starts."""
    for seat in range(SEATS):
        for number in range(NUMBERS):
            s.may_hold[seat, number] = s.hand_sizes[seat]
        s.may_hold[seat, HIGH_DOUBLES] = 0


@kernel
def _know_no_match(s: State) -> None:
    """MT-13: who draws or passes has no match of any open end."""
    trains = open_trains(s)
    while trains != 0:
        s.may_hold[s.turn, s.end[lowest_bit(trains)]] = 0
        trains &= trains - 1


@kernel
def _know_kept(s: State, seat: int) -> None:
    """A domino kept may be any, but it would have been played if it confirmed a double."""
    for number in range(NUMBERS + 1):
        s.may_hold[seat, number] += 1
    if s.double != NO_TRAIN:
        s.may_hold[seat, s.end[s.double]] = 0


@kernel
def _know_played(s: State, seat: int, domino: int) -> None:
    """The domino leaves the hand; nobody knows when it came.

    Suppose that it was the oldest that could be this one: the dominoes that stay may then be
    whatever they may be in any other case.
    """
    place = room(s, seat, domino)
    for number in range(NUMBERS + 1):
        if s.may_hold[seat, number] >= place:
            s.may_hold[seat, number] -= 1
    if s.asked == seat and _matches_engine(s, domino):
        s.asked = NOBODY


@kernel
def room(s: State, seat: int, domino: int) -> int:
    """How many dominoes of the hand, the latest so many, may be this one."""
    low, high = LOW[domino], HIGH[domino]
    most = min(wide(s.may_hold[seat, low]), wide(s.may_hold[seat, high]))
    if low == high and low > s.undealt:
        most = min(most, wide(s.may_hold[seat, HIGH_DOUBLES]))
    return int(most)


# --- Scoring --------------------------------------------------------------------------------------


@kernel
def pips(s: State, seat: int) -> int:
    """MT-24: what is left in a hand."""
    total = 0
    for number in range(NUMBERS):
        others = wide(s.hands[seat, number])
        if others >> number & 1:
            total += number  # a double has its number twice
        while others != 0:
            total += number
            others &= others - 1
    if holds(s, seat, DOMINO[0, 0]):
        total += int(s.double_blank)
    return total


@kernel
def score(s: State, out: Array) -> None:
    for seat in range(s.players):
        out[seat] = s.scores[seat]


@kernel
def rank(s: State, out: Array) -> None:
    """MT-2, MT-3: the lowest total is first, equals share a place."""
    for seat in range(s.players):
        out[seat] = 1
        for other in range(s.players):
            if s.scores[other] < s.scores[seat]:
                out[seat] += 1


# --- What a position shows ------------------------------------------------------------------------

# What ``survey`` writes: these numbers, four rows by seat, the Mexican train's open end, then each
# hand and each train, the Mexican last, as a count and its dominoes.
SURVEYED = 12
SEAT_ROWS = 4  # scores, hand sizes, pips, open ends
MOST_SURVEYED = SURVEYED + SEAT_ROWS * SEATS + 1 + SEATS + TRAINS + DOMINOES


@kernel
def survey(s: State, viewer: int, out: Array) -> int:
    """Write all that a state shows and what follows from it; returns how many numbers.

    One call, since reading a record field by field takes Python much longer.
    """
    players = int(s.players)
    out[0] = players
    out[1] = s.phase
    out[2] = s.turn
    out[3] = s.round_number
    out[4] = s.engine
    out[5] = s.double
    out[6] = s.passes
    out[7] = s.drawn
    out[8] = s.markers
    out[9] = s.first_turns
    out[10] = s.boneyard_size
    out[11] = 0 if s.phase == OVER else open_trains(s)
    n = SURVEYED
    for seat in range(players):
        out[n + seat] = s.scores[seat]
        out[n + players + seat] = s.hand_sizes[seat]
        out[n + 2 * players + seat] = pips(s, seat) + _pips_drawn(s, seat)
        out[n + 3 * players + seat] = s.end[seat]
    n += SEAT_ROWS * players
    out[n] = s.end[MEXICAN]
    n += 1
    for seat in range(players):
        count = list_hand(s, seat, out[n + 1 :])
        out[n] = count
        n += 1 + count
    for train in range(players + 1):
        count = list_train(s, train if train < players else MEXICAN, out[n + 1 :])
        out[n] = count
        n += 1 + count
    return n


@kernel
def _pips_drawn(s: State, seat: int) -> int:
    """What the domino drawn would add to a hand (MT-24)."""
    if seat != s.turn or s.drawn >= DOMINOES:
        return 0
    extra = int(s.double_blank) if s.drawn == DOMINO[0, 0] else 0
    return int(LOW[s.drawn] + HIGH[s.drawn]) + extra


@kernel
def list_hand(s: State, seat: int, out: Array) -> int:
    """Write the dominoes of a hand, sorted by their smaller number; none of a hidden one."""
    n = 0
    for low in range(NUMBERS):
        others = wide(s.hands[seat, low]) >> low << low  # each domino once
        while others != 0:
            out[n] = DOMINO[low, lowest_bit(others)]
            n += 1
            others &= others - 1
    return n


@kernel
def list_train(s: State, train: int, out: Array) -> int:
    """Write a train from the station on, each domino as it lies: NUMBERS * inner + outer."""
    n = 0
    domino = s.last[train]
    while domino < DOMINOES:
        n += 1
        domino = s.before[domino]
    domino = s.last[train]
    outer = int(s.end[train])
    for i in range(n - 1, -1, -1):
        inner = int(LOW[domino] + HIGH[domino]) - outer
        out[i] = NUMBERS * inner + outer
        outer = inner
        domino = s.before[domino]
    return n


# --- Hiding ---------------------------------------------------------------------------------------


@kernel
def hide(s: State, seat: int) -> None:
    """MT-4: hands and boneyard are hidden, their sizes are not. At the end the hands are shown."""
    s.key[:] = 0
    for i in range(s.boneyard_size):
        s.boneyard[i] = HIDDEN
    if s.drawn != NONE and s.turn != seat:
        s.drawn = HIDDEN
    for other in range(s.players):
        if is_hidden(s, other, seat):
            s.hands[other, :] = 0


@kernel
def is_hidden(s: State, seat: int, viewer: int) -> bool:
    return bool(seat != viewer and s.phase != OVER)


# --- Guessing -------------------------------------------------------------------------------------


@kernel
def guess(s: State, seat: int, rng: Array) -> None:
    """Deal the dominoes that the seat cannot see to the places where they may lie."""
    for i in range(8):
        s.key[i] = next_word(rng)
    dominoes = _unseen(s)
    shuffle_fast(rng, dominoes, 0, dominoes.size)
    # The hidden places: of each hand in order of arrival, then the boneyard and the domino drawn.
    owner = np.full(dominoes.size, NOBODY, np.int8)
    age = np.zeros(dominoes.size, np.int16)
    held = 0
    for other in range(s.players):
        if is_hidden(s, other, seat):
            for i in range(s.hand_sizes[other]):
                owner[held] = other
                age[held] = i
                held += 1
    _arrange(s, rng, owner, age, dominoes, held)
    if s.asked != NOBODY and is_hidden(s, s.asked, seat):
        _grant_match(s, rng, owner, age, dominoes, held)
    for place in range(held):
        add_to_hand(s, owner[place], dominoes[place])
        s.hand_sizes[owner[place]] -= 1  # a hidden hand had its size already
    for i in range(s.boneyard_size):
        s.boneyard[i] = dominoes[held + i]
    if s.drawn == HIDDEN:
        s.drawn = dominoes[dominoes.size - 1]


@kernel
def _unseen(s: State) -> Array:
    """The dominoes that a hidden state shows nowhere."""
    dominoes = np.empty(DOMINOES, np.uint8)
    n = 0
    for domino in range(set_size(s.highest)):
        shown = s.before[domino] != NONE or s.drawn == domino
        for seat in range(s.players):
            shown = shown or holds(s, seat, domino)
        if not shown:
            dominoes[n] = domino
            n += 1
    return dominoes[:n]


@kernel
def _arrange(s: State, rng: Array, owner: Array, age: Array, dominoes: Array, held: int) -> None:
    """Move the dominoes about until each of those in hands may be where it is."""
    for place in range(held):
        if not _fits(s, owner, age, place, dominoes[place]):
            _replace(s, rng, owner, age, dominoes, place, False)
    for i in range(MIXING * held):  # even out what the replacing left uneven
        place, other = i % held, below(rng, dominoes.size)
        one, two = dominoes[place], dominoes[other]
        if _fits(s, owner, age, place, two) and _fits(s, owner, age, other, one):
            dominoes[place] = two
            dominoes[other] = one


@kernel
def _grant_match(s: State, rng: Array, owner: Array, age: Array, dominoes: Array,
                 held: int) -> None:  # fmt: skip
    """MT-7: a starter who was asked has a match of the engine."""
    for place in range(held):
        if owner[place] == s.asked and _matches_engine(s, dominoes[place]):
            return
    first = below(rng, held)
    for i in range(held):
        place = (first + i) % held
        if owner[place] == s.asked and _replace(s, rng, owner, age, dominoes, place, True):
            return


@kernel
def _replace(s: State, rng: Array, owner: Array, age: Array, dominoes: Array, place: int,
             to_match: bool) -> bool:  # fmt: skip
    """Get a domino that fits (``to_match``: and matches the engine), along a chain of places.

    Each place of the chain gets the domino of the next, and the last that of the first. For a
    domino that does not fit there is a chain, since the way to the truth consists of such chains.
    """
    given_up = dominoes[place]
    getter = np.full(dominoes.size, -1, np.int16)
    getter[place] = place
    queue = np.empty(dominoes.size, np.int16)
    queue[0] = place
    head, tail = 0, 1
    first = below(rng, dominoes.size)
    while head < tail:
        here = queue[head]
        head += 1
        for i in range(dominoes.size):
            there = (first + i) % dominoes.size
            domino = dominoes[there]
            if getter[there] >= 0 or not _fits(s, owner, age, here, domino):
                continue
            if to_match and here == place and not _matches_engine(s, domino):
                continue
            getter[there] = here
            if _fits(s, owner, age, there, given_up):
                _pass_along(dominoes, getter, there, place)
                return True
            queue[tail] = there
            tail += 1
    return False


@kernel
def _pass_along(dominoes: Array, getter: Array, end: int, place: int) -> None:
    """Give each place of a chain the domino of the next, and the end that of the first."""
    carried = dominoes[place]
    here = end
    while here != place:
        domino = dominoes[here]
        dominoes[here] = carried
        carried = domino
        here = getter[here]
    dominoes[place] = carried


@kernel
def _fits(s: State, owner: Array, age: Array, place: int, domino: int) -> bool:
    seat = owner[place]
    return bool(seat == NOBODY or age[place] >= s.hand_sizes[seat] - room(s, seat, domino))


@kernel
def _matches_engine(s: State, domino: int) -> bool:
    return bool(LOW[domino] == s.engine or HIGH[domino] == s.engine)


DTYPE = record_dtype(State)
bind(DTYPE, sys.modules[__name__])
