"""Mexican Train: reading a position (docs/notation.md), and checking that it is possible."""

from typing import Any

import numpy as np

from sidings.errors import BadPosition, shown
from sidings.games.mexican_train.doubles import allows_more, is_dead, owed
from sidings.games.mexican_train.state import (
    CONFIRM,
    DOMINO,
    FREE,
    HIGH,
    HIGHEST,
    LAST,
    LOW,
    MEXICAN,
    NO_TRAIN,
    NOBODY,
    NONE,
    OVER,
    OWN,
    PHASES,
    PLAY,
    SET_ASIDE,
    START,
    STATION,
    State,
    add_to_hand,
    has_begun,
    is_building,
    lay,
    matches,
    open_trains,
    set_size,
    usual_trains,
)
from sidings.games.mexican_train.text import lane_of, name, read_domino, set_name
from sidings.games.reading import Position, choice, integer, listed, seat_in_turn


def load(position: Position, s: State) -> None:
    s.phase = choice(position["phase"], "phase", PHASES)
    s.turn = seat_in_turn(position, s.players, s.phase == OVER)
    _load_round(position, s)
    once = _Once(s)
    _load_engine(position, s, once)
    _load_hands(position, s, once)
    _load_trains(position, s, once)
    _load_markers(position, s)
    _load_boneyard(position, s, once)
    _load_drawn(position, s, once)
    once.check_complete()
    _load_first_turns(position, s)
    _load_doubles(position, s)
    _load_called(position, s)
    _load_passes(position, s)
    _know_nothing(s)
    if s.drawn != NONE:
        _check_drawn(s)
    if s.phase == START:
        _check_start(s)
    if s.phase == OVER:
        _check_end(s)


class _Once:
    """Sees to it that every domino of the set is there exactly once."""

    def __init__(self, s: State) -> None:
        self._set = set_name(s)
        self._highest = int(s.highest)
        self._place: dict[int, str] = {}

    def pair(self, value: object, key: str) -> tuple[int, int]:
        """The two numbers of a domino, as they are written."""
        numbers = read_domino(value)
        if numbers is None or max(numbers) > self._highest:
            raise BadPosition(key, f"expected a domino of the {self._set} set, not {shown(value)}")
        domino = int(DOMINO[numbers])
        if domino in self._place:
            raise BadPosition(key, f"{name(domino)} is in {self._place[domino]} already")
        self._place[domino] = key
        return numbers

    def domino(self, value: object, key: str) -> int:
        return int(DOMINO[self.pair(value, key)])

    def check_complete(self) -> None:
        for domino in range(set_size(self._highest)):
            if domino not in self._place:
                raise BadPosition("boneyard", f"{name(domino)} is missing")


def _load_round(position: Position, s: State) -> None:
    """MT-2: the totals are those of the rounds that are over."""
    s.round_number = integer(position["round"], "round", 1, s.rounds)
    if s.phase == OVER and s.round_number != s.rounds:
        raise BadPosition("round", f"the game is over after round {s.rounds}")
    most = int(s.rounds) * (set_size(s.highest) * int(s.highest) + int(s.double_blank))
    most += int(s.rounds) * int(s.open_train)
    for seat, value in enumerate(listed(position["scores"], "scores", s.players)):
        s.scores[seat] = integer(value, "scores", 0, most)


def _load_engine(position: Position, s: State, once: _Once) -> None:
    s.engine = integer(position["engine"], "engine", 0, s.highest)
    if s.start != HIGHEST and s.engine != s.highest + 1 - s.round_number:
        raise BadPosition(
            "engine", f"the countdown has {s.highest + 1 - s.round_number} in this round (MT-27)"
        )
    s.before[:] = NONE
    s.before[once.domino(f"{s.engine}-{s.engine}", "engine")] = STATION


def _load_hands(position: Position, s: State, once: _Once) -> None:
    for seat, values in enumerate(listed(position["hands"], "hands", s.players)):
        for value in listed(values, "hands"):
            add_to_hand(s, seat, once.domino(value, "hands"))
        if not values and s.phase != OVER:
            raise BadPosition("hands", f"seat {seat + 1} has no domino: the round is over (MT-22)")


def _load_trains(position: Position, s: State, once: _Once) -> None:
    s.last[:] = NONE
    s.end[:] = s.engine
    for seat, train in enumerate(listed(position["trains"], "trains", s.players)):
        _load_train(s, seat, listed(train, "trains"), "trains", once)
    if position["mexican"] is not None:
        train = listed(position["mexican"], "mexican")
        if not train:
            raise BadPosition("mexican", "must be null before it is started")
        _load_train(s, MEXICAN, train, "mexican", once)


def _load_train(s: State, train: int, values: list[Any], key: str, once: _Once) -> None:
    """MT-8: each domino lies with its first number at the open end."""
    for value in values:
        inner, outer = once.pair(value, key)
        if inner != s.end[train]:
            raise BadPosition(key, f"{shown(value)} does not match the open end {s.end[train]}")
        lay(s, train, int(DOMINO[inner, outer]))


def _load_markers(position: Position, s: State) -> None:
    for seat, value in enumerate(listed(position["markers"], "markers", s.players)):
        s.markers |= _boolean(value, "markers") << seat


def _load_boneyard(position: Position, s: State, once: _Once) -> None:
    dominoes = [
        once.domino(value, "boneyard") for value in listed(position["boneyard"], "boneyard")
    ]
    s.boneyard[:] = NONE
    s.boneyard[: len(dominoes)] = dominoes[::-1]
    s.boneyard_size = len(dominoes)


def _load_drawn(position: Position, s: State, once: _Once) -> None:
    s.drawn = NONE
    if position["drawn"] is not None:
        if s.phase != PLAY:
            raise BadPosition("drawn", f"must be null in phase {PHASES[s.phase]}")
        s.drawn = once.domino(position["drawn"], "drawn")


def _load_doubles(position: Position, s: State) -> None:
    """MT-16, MT-20, MT-31: the doubles still to be confirmed, and whether it is this turn."""
    s.waiting[:] = s.laid_by[:] = NO_TRAIN
    s.double = NO_TRAIN
    if s.phase == OVER:
        return
    key, value = "doubles", position["double"]
    given = position["doubles"]
    if given is None:  # in a position without house rules
        key, given = "double", [] if value is None else [{"train": value, "seat": int(s.turn) + 1}]
    for i, double in enumerate(listed(given, key)):
        train, seat = _read_double(s, double, key)
        if train in s.waiting:
            raise BadPosition(key, f"{lane_of(train)} is there twice")
        s.waiting[i], s.laid_by[i] = train, seat
    _check_doubles(s, key, position[key])
    s.double = owed(s)
    if value != (None if s.double == NO_TRAIN else lane_of(s.double)):
        words = "none" if s.double == NO_TRAIN else f"on {lane_of(s.double)}"
        raise BadPosition("double", f"the double to confirm is {words}, not on {shown(value)}")
    _load_more_doubles(position, s)


def _read_double(s: State, double: object, key: str) -> tuple[int, int]:
    if not isinstance(double, dict) or set(double) != {"train", "seat"}:
        raise BadPosition(key, f"expected a train and a seat, not {shown(double)}")
    seat = integer(double["seat"], key, 1, s.players) - 1
    if double["train"] == "m":
        return MEXICAN, seat
    return integer(double["train"], key, 1, s.players) - 1, seat


def _check_doubles(s: State, key: str, value: object) -> None:
    """Which doubles can be unconfirmed, and which must be."""
    waiting = [int(train) for train in s.waiting if train != NO_TRAIN]
    possible = [train for train in (*range(s.players), MEXICAN) if _may_wait(s, train)]
    needed = [] if s.doubles == LAST else possible
    if not set(needed) <= set(waiting) <= set(possible):
        words = ", ".join(str(lane_of(train)) for train in possible) or "none"
        raise BadPosition(key, f"unconfirmed doubles are on {words}, not on {shown(value)}")
    if len(waiting) > 1 and s.doubles in (CONFIRM, LAST) and not s.first_train:
        raise BadPosition(key, "only one double is unconfirmed at a time (MT-16)")
    seats = [int(seat) for seat in s.laid_by[: len(waiting)]]
    if s.doubles == OWN and len(set(seats)) < len(seats):
        raise BadPosition(key, "nobody has more than one double to confirm (MT-31)")


def _may_wait(s: State, train: int) -> bool:
    if not has_begun(s, train) or LOW[s.last[train]] != HIGH[s.last[train]] or s.doubles == FREE:
        return False
    return not (s.release and is_dead(s, s.end[train]))


def _load_more_doubles(position: Position, s: State) -> None:
    s.more = _boolean(position["more_doubles"], "more_doubles")
    if s.more and (s.double == NO_TRAIN or not allows_more(s)):
        raise BadPosition("more_doubles", "there is no double that another may follow (MT-31)")


def _load_called(position: Position, s: State) -> None:
    s.called = _boolean(position["called"], "called")
    if s.called and (s.phase == OVER or not s.calling):
        raise BadPosition("called", "nobody calls now (MT-33)")


def _boolean(value: object, key: str) -> bool:
    if type(value) is not bool:
        raise BadPosition(key, f"expected true or false, not {shown(value)}")
    return value


def _load_first_turns(position: Position, s: State) -> None:
    values = listed(position["first_turns"], "first_turns")
    seats = [integer(value, "first_turns", 1, s.players) - 1 for value in values]
    if seats != sorted(set(seats)):
        raise BadPosition("first_turns", "expected each seat once, in order")
    s.first_turns = sum(1 << seat for seat in seats)


def _load_passes(position: Position, s: State) -> None:
    """MT-23: the players just before the one in turn passed, marked already."""
    passes = integer(position["passes"], "passes", 0, s.players)
    if s.phase == OVER or passes == 0:
        return
    before = [(int(s.turn) - i) % s.players for i in range(1, passes + 1)]
    if passes == s.players:
        raise BadPosition("passes", "all have passed: the round is over (MT-23)")
    if s.boneyard_size > 0 or s.drawn != NONE:
        raise BadPosition("passes", "nobody is forced to pass while there is one to draw (MT-14)")
    if not all(s.markers >> seat & 1 for seat in before):
        raise BadPosition("passes", "players who were forced to pass have a marker (MT-14)")
    s.passes = passes


def _know_nothing(s: State) -> None:
    """A position does not tell what the players have shown; only a starter asked has a match."""
    s.may_hold[:] = s.hand_sizes[:, np.newaxis]
    s.undealt = s.highest
    s.asked = s.turn if s.phase == START else NOBODY


def _check_drawn(s: State) -> None:
    """MT-13: who has drawn could not play."""
    for train in (*range(s.players), MEXICAN):
        end = int(s.end[train])
        fits = open_trains(s) >> train & 1 and matches(s, s.turn, end)
        if s.more and usual_trains(s) >> train & 1:  # MT-31
            fits = fits or matches(s, s.turn, end) >> end & 1
        if fits:
            reason = f"nothing was drawn: the hand has a match of train {lane_of(train)} (MT-13)"
            raise BadPosition("drawn", reason)
    if is_building(s):
        raise BadPosition("drawn", "nothing is drawn once the first train has begun (MT-28)")


def _check_start(s: State) -> None:
    """MT-7: only the engine has been played, and its player can go on."""
    if s.start == SET_ASIDE:
        raise BadPosition("phase", "nobody has played the engine, so nobody goes on (MT-27)")
    if any(has_begun(s, train) for train in (*range(s.players), MEXICAN)):
        raise BadPosition("trains", "no train has begun in phase start (MT-7)")
    if s.markers:
        raise BadPosition("markers", "nobody has a marker in phase start (MT-7)")
    if s.first_turns != (1 << int(s.players)) - 1:
        raise BadPosition("first_turns", "expected every seat in phase start (MT-9)")
    if matches(s, s.turn, s.engine) == 0:
        raise BadPosition("phase", "a starter without a match is not asked (MT-7)")


def _check_end(s: State) -> None:
    """MT-22, MT-23."""
    out = [seat for seat in range(s.players) if s.hand_sizes[seat] == 0]
    if len(out) > 1:
        raise BadPosition("hands", "two hands are empty: the first ended the round (MT-22)")
    if not out and s.boneyard_size > 0:
        raise BadPosition("phase", "no hand is empty and the boneyard is not: not over (MT-23)")
