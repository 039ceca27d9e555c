"""Mexican Train: reading a position (docs/notation.md), and checking that it is possible."""

from typing import Any

import numpy as np

from sidings.errors import BadPosition, shown
from sidings.games.mexican_train import rules
from sidings.games.mexican_train.rules import (
    DOMINO,
    HIGH,
    LOW,
    MEXICAN,
    NO_TRAIN,
    NOBODY,
    NONE,
    OVER,
    PHASES,
    PLAY,
    START,
    STATION,
    State,
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
    _load_double(position, s)
    _load_first_turns(position, s)
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
        for domino in range(rules.set_size(self._highest)):
            if domino not in self._place:
                raise BadPosition("boneyard", f"{name(domino)} is missing")


def _load_round(position: Position, s: State) -> None:
    """MT-2: the totals are those of the rounds that are over."""
    s.round_number = integer(position["round"], "round", 1, s.rounds)
    if s.phase == OVER and s.round_number != s.rounds:
        raise BadPosition("round", f"the game is over after round {s.rounds}")
    most = int(s.rounds) * (rules.set_size(s.highest) * int(s.highest) + int(s.double_blank))
    for seat, value in enumerate(listed(position["scores"], "scores", s.players)):
        s.scores[seat] = integer(value, "scores", 0, most)


def _load_engine(position: Position, s: State, once: _Once) -> None:
    s.engine = integer(position["engine"], "engine", 0, s.highest)
    if s.countdown and s.engine != s.highest + 1 - s.round_number:
        raise BadPosition(
            "engine", f"the countdown has {s.highest + 1 - s.round_number} in this round (MT-5)"
        )
    s.before[:] = NONE
    s.before[once.domino(f"{s.engine}-{s.engine}", "engine")] = STATION


def _load_hands(position: Position, s: State, once: _Once) -> None:
    for seat, values in enumerate(listed(position["hands"], "hands", s.players)):
        for value in listed(values, "hands"):
            rules.add_to_hand(s, seat, once.domino(value, "hands"))
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
        rules.lay(s, train, int(DOMINO[inner, outer]))


def _load_markers(position: Position, s: State) -> None:
    for seat, value in enumerate(listed(position["markers"], "markers", s.players)):
        if type(value) is not bool:
            raise BadPosition("markers", f"expected true or false, not {shown(value)}")
        s.markers |= value << seat


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


def _load_double(position: Position, s: State) -> None:
    """MT-16, MT-20: the one train, if any, that ends with a double still to be confirmed."""
    value = position["double"]
    s.double = NO_TRAIN
    if value is not None:
        s.double = MEXICAN if value == "m" else integer(value, "double", 1, s.players) - 1
    if s.phase == OVER:
        s.double = NO_TRAIN
        return
    waiting = [train for train in (*range(s.players), MEXICAN) if _waits(s, train)]
    if waiting != ([] if s.double == NO_TRAIN else [s.double]):
        words = ", ".join(str(lane_of(train)) for train in waiting) or "none"
        raise BadPosition("double", f"unconfirmed doubles are on {words}, not on {shown(value)}")


def _waits(s: State, train: int) -> bool:
    if not rules.has_begun(s, train) or LOW[s.last[train]] != HIGH[s.last[train]]:
        return False
    return not rules.is_released(s, s.end[train])


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
        if rules.open_trains(s) >> train & 1 and s.hands[s.turn, s.end[train]] != 0:
            reason = f"nothing was drawn: the hand has a match of train {lane_of(train)} (MT-13)"
            raise BadPosition("drawn", reason)


def _check_start(s: State) -> None:
    """MT-7: only the engine has been played, and its player can go on."""
    if any(rules.has_begun(s, train) for train in (*range(s.players), MEXICAN)):
        raise BadPosition("trains", "no train has begun in phase start (MT-7)")
    if s.markers:
        raise BadPosition("markers", "nobody has a marker in phase start (MT-7)")
    if s.first_turns != (1 << int(s.players)) - 1:
        raise BadPosition("first_turns", "expected every seat in phase start (MT-9)")
    if s.hands[s.turn, s.engine] == 0:
        raise BadPosition("phase", "a starter without a match is not asked (MT-7)")


def _check_end(s: State) -> None:
    """MT-22, MT-23."""
    out = [seat for seat in range(s.players) if s.hand_sizes[seat] == 0]
    if len(out) > 1:
        raise BadPosition("hands", "two hands are empty: the first ended the round (MT-22)")
    if not out and s.boneyard_size > 0:
        raise BadPosition("phase", "no hand is empty and the boneyard is not: not over (MT-23)")
