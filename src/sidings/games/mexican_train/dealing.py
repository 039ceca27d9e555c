"""Mexican Train: dealing a round and placing its engine."""

from sidings.games.mexican_train.doubles import (
    forget_doubles,
)
from sidings.games.mexican_train.knowledge import (
    know_the_deal,
)
from sidings.games.mexican_train.state import (
    AT_BONEYARD,
    AT_STATION,
    COUNTDOWN,
    DEALT,
    DOMINO,
    DREW,
    GATHERED,
    HANDS,
    HIGH,
    LOW,
    NOBODY,
    NONE,
    NUMBERS,
    PLAY,
    ROUND,
    SEATS,
    SET_ASIDE,
    START,
    STARTED,
    STATION,
    TRAINS,
    State,
    add_to_hand,
    hand_size,
    holds,
    left_of,
    matches,
    remove_from_hand,
    set_size,
    take_top,
)
from sidings.kernel import Array, kernel, shuffle, tell
from sidings.kernel.events import EVERYBODY, NOWHERE


@kernel
def deal_round(s: State, events: Array | None) -> bool:
    """Deal a round; returns whether the player in turn has something to decide (MT-7)."""
    _gather(s)
    tell(events, GATHERED, NOBODY, s.boneyard_size, NOWHERE, AT_BONEYARD, EVERYBODY)
    tell(events, ROUND, NOBODY, s.round_number, NOWHERE, NOWHERE, EVERYBODY)
    if s.start == SET_ASIDE:
        _set_engine_aside(s, events)
    shuffle(s, s.boneyard, 0, s.boneyard_size)
    for seat in range(s.players):
        for _ in range(s.hand if s.hand else hand_size(s.highest, s.players)):
            domino = take_top(s)
            add_to_hand(s, seat, domino)
            tell(events, DEALT, seat, domino, AT_BONEYARD, HANDS + seat, 1 << seat)
    if s.start == SET_ASIDE:
        return _start_set_aside(s)
    return _start(s, _choose_starter(s, events), events)


@kernel
def _gather(s: State) -> None:
    """Take every domino back to the boneyard, in order."""
    s.boneyard_size = set_size(s.highest)
    for domino in range(s.boneyard_size):
        s.boneyard[domino] = domino
        s.before[domino] = NONE
    for seat in range(SEATS):
        s.hand_sizes[seat] = 0
        s.heavy[seat] = 0
        for number in range(NUMBERS):
            s.hands[seat, number] = 0


@kernel
def _round_double(s: State) -> int:
    """MT-27: the set's highest double in round 1, the next lower one in round 2, and so on."""
    return int(s.highest) + 1 - int(s.round_number)


@kernel
def _first_seat(s: State) -> int:
    """MT-6: seat 1 in round 1, seat 2 in round 2, and so on round the table."""
    return int(s.round_number - 1) % int(s.players)


@kernel
def _set_engine_aside(s: State, events: Array | None) -> None:
    """MT-27: the round's double is placed before the others are shuffled."""
    s.engine = _round_double(s)
    engine = DOMINO[s.engine, s.engine]
    s.boneyard_size -= 1
    s.boneyard[engine] = s.boneyard[s.boneyard_size]
    s.boneyard[s.boneyard_size] = NONE
    s.before[engine] = STATION
    tell(events, STARTED, NOBODY, engine, AT_BONEYARD, AT_STATION, EVERYBODY)


@kernel
def _start_set_aside(s: State) -> bool:
    """MT-27: nobody has played the double, so the first seat of the round has an ordinary turn."""
    s.undealt = s.highest
    _clear_the_table(s)
    s.asked = NOBODY
    s.turn = _first_seat(s)
    s.phase = PLAY
    return True


@kernel
def _choose_starter(s: State, events: Array | None) -> int:
    """MT-5: the holder of the highest double (or the round's) brings the engine."""
    most = _round_double(s) if s.start == COUNTDOWN else int(s.highest)
    least = most if s.start == COUNTDOWN else 0
    for number in range(most, least - 1, -1):
        for seat in range(s.players):
            if holds(s, seat, DOMINO[number, number]):
                s.engine = number
                s.undealt = s.highest if s.start == COUNTDOWN else number
                return seat
    return _draw_for_the_start(s, most, least, events)


@kernel
def _draw_for_the_start(s: State, most: int, least: int, events: Array | None) -> int:
    """MT-6: one domino each in seat order, until such a double appears."""
    seat = _first_seat(s)
    while True:
        domino = take_top(s)
        add_to_hand(s, seat, domino)
        tell(events, DREW, seat, domino, AT_BONEYARD, HANDS + seat, 1 << seat)
        if LOW[domino] == HIGH[domino] and least <= LOW[domino] <= most:
            s.engine = LOW[domino]
            s.undealt = s.highest if s.start == COUNTDOWN else -1
            return seat
        seat = left_of(s, seat)


@kernel
def _start(s: State, starter: int, events: Array | None) -> bool:
    """MT-5: the engine is placed; MT-7: the starter may go on, if possible."""
    engine = DOMINO[s.engine, s.engine]
    remove_from_hand(s, starter, engine)
    s.before[engine] = STATION
    tell(events, STARTED, starter, engine, HANDS + starter, AT_STATION, EVERYBODY)
    _clear_the_table(s)
    s.turn = starter
    if matches(s, starter, s.engine) != 0:
        s.phase = START
        s.asked = starter
        return True
    s.phase = PLAY
    s.asked = NOBODY
    s.may_hold[starter, s.engine] = 0
    return False


@kernel
def _clear_the_table(s: State) -> None:
    """The hands are dealt and the engine is placed; no train has begun."""
    know_the_deal(s)
    for train in range(TRAINS):
        s.last[train] = NONE
        s.end[train] = s.engine
    forget_doubles(s)
    s.drawn = NONE
    s.called = 0
    s.passes = 0
    s.markers = 0
    s.first_turns = (1 << int(s.players)) - 1
