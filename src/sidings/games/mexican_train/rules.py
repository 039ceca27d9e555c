"""Mexican Train: the rules (docs/rules/en/mexican-train.md has them in words)."""

import sys

import numpy as np

from sidings.games.mexican_train.dealing import deal_round
from sidings.games.mexican_train.doubles import (
    add_double,
    allows_more,
    confirm,
    forget_doubles,
    owed,
    release_dead,
)
from sidings.games.mexican_train.knowledge import (
    guess,
    hide,
    know_drawn,
    know_kept,
    know_no_match,
    know_played,
)
from sidings.games.mexican_train.state import (
    AT_BONEYARD,
    AT_DRAWN,
    BLOCKED,
    CALL,
    CALLED,
    CHARGED,
    DECLINED,
    DOMINO,
    DOMINOES,
    DRAW,
    DREW,
    DTYPE,
    FORGOT,
    GAME_OVER,
    HANDS,
    HIGH,
    KEPT,
    LAID,
    LOW,
    MARKED,
    NO_TRAIN,
    NOBODY,
    NONE,
    NOTHING,
    OVER,
    OWN,
    PASS,
    PASSED,
    PENALTY_DRAWS,
    PLAY,
    SCORED,
    SEATS,
    SHOWN,
    START,
    STOPPED,
    TURN,
    UNMARKED,
    WON,
    State,
    add_to_hand,
    holds,
    is_building,
    lay,
    left_of,
    lowest_bit,
    matches,
    open_trains,
    remove_from_hand,
    take_top,
    usual_trains,
)
from sidings.games.mexican_train.survey import (
    list_hand,
    pips,
    survey,
)
from sidings.kernel import Array, bind, kernel, tell
from sidings.kernel.events import EVERYBODY, NOWHERE

__all__ = ["actor", "apply", "deal", "guess", "hide", "legal", "rank", "score", "survey"]

# --- Deal -----------------------------------------------------------------------------------------


@kernel
def deal(s: State) -> None:
    s.round_number = 1
    for seat in range(SEATS):
        s.scores[seat] = 0
    for domino in range(DOMINOES):
        s.boneyard[domino] = NONE
        s.before[domino] = NONE
    _begin_round(s, None)


@kernel
def _begin_round(s: State, events: Array | None) -> None:
    if deal_round(s, events):
        tell(events, TURN, s.turn, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    else:  # MT-7: a starter without a match is not asked
        _end_turn(s, events)


# --- Legal ----------------------------------------------------------------------------------------


@kernel
def actor(s: State) -> int:
    return -1 if s.phase == OVER else int(s.turn)


@kernel
def legal(s: State, out: Array) -> int:
    """In one function: to hand on an array costs as much time as a look at a train."""
    n = 0
    seat = int(s.turn)
    trains = open_trains(s)
    while trains != 0:
        train = lowest_bit(trains)
        trains &= trains - 1
        end = int(s.end[train])
        if s.drawn == NONE:  # MT-8
            others = matches(s, seat, end)
            while others != 0:
                out[n] = DOMINOES * train + DOMINO[end, lowest_bit(others)]
                n += 1
                others &= others - 1
        elif end == LOW[s.drawn] or end == HIGH[s.drawn]:  # MT-14: only the domino drawn
            out[n] = DOMINOES * train + int(s.drawn)
            n += 1
    confirms = n > 0 and s.double != NO_TRAIN
    trains = usual_trains(s) if s.more else 0
    while trains != 0:  # MT-31: another double, where it could be played if none were waiting
        train = lowest_bit(trains)
        trains &= trains - 1
        double = DOMINO[s.end[train], s.end[train]]
        if s.drawn == double or (s.drawn == NONE and holds(s, seat, double)):
            out[n] = DOMINOES * train + double
            n += 1
    other = _other_action(s, n, confirms)
    if other != NOTHING:
        out[n] = other
        n += 1
    if s.calling and may_call(s):
        out[n] = CALL
        n += 1
    return n


@kernel
def _other_action(s: State, plays: int, confirms: bool) -> int:
    """The action without a domino: to draw or pass, if it is legal beside so many plays."""
    if s.drawn == NONE:
        if s.phase == START or is_building(s):  # MT-7, MT-28
            return PASS
    elif not s.until_fits:  # MT-17, MT-18: a domino that confirms must be played
        return NOTHING if confirms else PASS
    if plays > 0:  # MT-13, MT-30
        return NOTHING
    return DRAW if s.boneyard_size > 0 else PASS  # MT-14


@kernel
def may_call(s: State) -> bool:
    """MT-33: with two dominoes, before the last but one is played."""
    return bool(s.called == 0 and s.hand_sizes[s.turn] + (s.drawn != NONE) == 2)


# --- Apply ----------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int, events: Array | None = None) -> None:
    if action < DRAW:
        _play(s, action // DOMINOES, action % DOMINOES, events)
        return
    if action == CALL:
        s.called = 1
        tell(events, CALLED, s.turn, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
        return
    kept = s.drawn != NONE
    if kept:
        _keep(s, events)
    if action == DRAW:
        _draw(s, events)
    elif kept:
        _place_marker(s, s.turn, events)
        _end_turn(s, events)
    elif s.phase == START:
        _decline(s, events)
    elif is_building(s):
        tell(events, STOPPED, s.turn, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
        _end_turn(s, events)
    else:
        _pass(s, events)


@kernel
def _play(s: State, train: int, domino: int, events: Array | None) -> None:
    seat = int(s.turn)
    source = AT_DRAWN
    if s.drawn == NONE:
        source = HANDS + seat
        know_played(s, seat, domino)
        remove_from_hand(s, seat, domino)
    s.drawn = NONE
    s.phase = PLAY
    s.passes = 0
    matched = s.end[train]
    lay(s, train, domino)
    tell(events, LAID, seat, domino, source, train, EVERYBODY)
    if s.waiting[0] != NO_TRAIN:
        confirm(s, seat, train, matched, events)
    if train == seat:
        _take_marker(s, seat, events)
    if s.hand_sizes[seat] == 0:  # MT-21, MT-22
        _end_round(s, seat, events)
        return
    if s.calling and s.hand_sizes[seat] == 1 and s.called == 0:
        _draw_for_not_calling(s, seat, events)
    if LOW[domino] == HIGH[domino]:
        add_double(s, seat, train, events)
    if s.release and s.waiting[0] != NO_TRAIN:
        release_dead(s, events)
    if not _goes_on(s, train, domino):
        _end_turn(s, events)


@kernel
def _goes_on(s: State, train: int, domino: int) -> bool:
    """MT-8, MT-19: a domino ends the turn, unless it leaves the player something to do."""
    if s.first_train and train == s.turn and is_building(s):  # MT-28
        return True
    if LOW[domino] != HIGH[domino] or s.waiting[0] == NO_TRAIN:
        return False
    s.double = owed(s)
    s.more = 1 if s.double != NO_TRAIN and allows_more(s) else 0
    return bool(s.double != NO_TRAIN)  # MT-16


@kernel
def _draw_for_not_calling(s: State, seat: int, events: Array | None) -> None:
    """MT-33: who has one domino left and did not call draws two."""
    for i in range(min(PENALTY_DRAWS, int(s.boneyard_size))):
        if i == 0:
            tell(events, FORGOT, seat, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
        domino = take_top(s)
        add_to_hand(s, seat, domino)
        know_drawn(s, seat)
        tell(events, DREW, seat, domino, AT_BONEYARD, HANDS + seat, 1 << seat)


@kernel
def _draw(s: State, events: Array | None) -> None:
    """MT-14, MT-17, MT-18: who cannot play draws one domino; MT-30: again if it does not fit."""
    seat = int(s.turn)
    know_no_match(s)
    s.drawn = take_top(s)
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
    know_kept(s, seat)


@kernel
def _pass(s: State, events: Array | None) -> None:
    """MT-14: the boneyard is empty. MT-23: when all have passed and nothing changed, it is over."""
    seat = int(s.turn)
    know_no_match(s)
    tell(events, PASSED, seat, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    s.passes = s.passes + 1 if changes_nothing(s) else 0
    _place_marker(s, seat, events)
    if s.passes == s.players:
        _end_round(s, NOBODY, events)
    else:
        _end_turn(s, events)


@kernel
def changes_nothing(s: State) -> bool:
    """MT-23: whether a pass lets nobody play who could not play before.

    A marker newly placed may; but not while everybody has to confirm a double.
    """
    return bool(s.markers >> s.turn & 1 or (s.double != NO_TRAIN and s.doubles != OWN))


@kernel
def _place_marker(s: State, seat: int, events: Array | None) -> None:
    """MT-14."""
    if s.markers >> seat & 1 == 0:
        tell(events, MARKED, seat, NOTHING, NOWHERE, seat, EVERYBODY)
    s.markers |= 1 << int(seat)


@kernel
def _take_marker(s: State, seat: int, events: Array | None) -> None:
    """MT-15, MT-20."""
    if s.markers >> seat & 1:
        tell(events, UNMARKED, seat, NOTHING, seat, NOWHERE, EVERYBODY)
    s.markers &= ~(1 << seat)


@kernel
def _end_turn(s: State, events: Array | None) -> None:
    s.first_turns &= ~(1 << int(s.turn))
    s.turn = left_of(s, s.turn)
    s.more = 0
    s.called = 0
    s.double = NO_TRAIN if s.waiting[0] == NO_TRAIN else owed(s)
    tell(events, TURN, s.turn, NOTHING, NOWHERE, NOWHERE, EVERYBODY)


@kernel
def _end_round(s: State, winner: int, events: Array | None) -> None:
    """MT-24, and MT-2: the next round is dealt at once."""
    _show_hands(s, events)
    for seat in range(s.players):
        points = pips(s, seat)
        s.scores[seat] += points
        tell(events, SCORED, seat, points, HANDS + seat, NOWHERE, EVERYBODY)
        if s.open_train and s.markers >> seat & 1:  # MT-35
            s.scores[seat] += s.open_train
            tell(events, CHARGED, seat, s.open_train, seat, NOWHERE, EVERYBODY)
    if winner == NOBODY:
        tell(events, BLOCKED, NOBODY, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    else:
        tell(events, WON, winner, NOTHING, NOWHERE, NOWHERE, EVERYBODY)
    if s.round_number < s.rounds:
        s.round_number += 1
        _begin_round(s, events)
    else:
        s.phase = OVER
        s.turn = 0
        forget_doubles(s)
        s.called = 0
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


# --- Scoring --------------------------------------------------------------------------------------


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


bind(DTYPE, sys.modules[__name__])
