"""Mexican Train as text: moves and positions (docs/notation.md)."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from sidings.errors import BadPosition, shown
from sidings.games.contract import Objection
from sidings.games.mexican_train import rules
from sidings.games.mexican_train.rules import (
    ACTIONS,
    DOMINO,
    DOMINOES,
    DRAW,
    HIDDEN,
    HIGH,
    LOW,
    MEXICAN,
    NO_TRAIN,
    NOBODY,
    NONE,
    NUMBERS,
    OVER,
    PASS,
    PHASES,
    PLAY,
    START,
    STATION,
    State,
)
from sidings.games.reading import Position, choice, integer, listed, seat_in_turn

KEYS = (
    "turn", "phase", "round", "scores", "engine", "hands", "trains", "mexican", "markers",
    "boneyard", "double", "drawn", "first_turns", "passes",
)  # fmt: skip

A_DOMINO = re.compile("(0|[1-9][0-9]?)-(0|[1-9][0-9]?)")
SEAT_WORDS = tuple(str(seat + 1) for seat in range(MEXICAN))
NAMES = tuple(f"{low}-{high}" for low, high in zip(LOW, HIGH, strict=True))
# The same as tables of Python, which is faster to read one by one.
DOMINO_OF: list[list[int]] = DOMINO.tolist()
SUMS: list[int] = (LOW + HIGH).tolist()
LAID = [[f"{inner}-{outer}" for outer in range(NUMBERS)] for inner in range(NUMBERS)]

# --- Moves ----------------------------------------------------------------------------------------


def write_move(s: State, action: int) -> str:
    if action == DRAW:
        return "draw"
    if action == PASS:
        return "pass"
    train, domino = divmod(action, DOMINOES)
    return f"{name(domino)} on {_train_word(train)}"


def name(domino: int) -> str:
    return NAMES[domino]


def _train_word(train: int) -> str:
    return "m" if train == MEXICAN else str(train + 1)


def read_move(s: State, words: Sequence[str]) -> int | Objection | None:
    match words:
        case ["draw"]:
            return DRAW
        case ["pass"]:
            return PASS
        case [domino, "on", train] if train == "m" or train in SEAT_WORDS:
            return _read_play(s, domino, MEXICAN if train == "m" else int(train) - 1)
    return None


def _read_play(s: State, word: str, train: int) -> int | Objection | None:
    numbers = _read_domino(word)
    if numbers is None:
        return None
    if max(numbers) > s.highest:
        return Objection("MT-1", f"the numbers of the {set_name(s)} set go from 0 to {s.highest}")
    if train != MEXICAN and train >= s.players:
        return Objection("MT-10", f"there is no seat {train + 1} among {s.players} players")
    return DOMINOES * train + int(DOMINO[numbers])


def _read_domino(word: object) -> tuple[int, int] | None:
    """The two numbers as one writes them: no sign, no leading zero."""
    found = A_DOMINO.fullmatch(word) if isinstance(word, str) else None
    return (int(found[1]), int(found[2])) if found else None


def set_name(s: State) -> str:
    return f"double-{s.highest}"


def object_to(s: State, action: int) -> Objection:
    if s.phase == OVER:
        return Objection("MT-2", "the game is over")
    if action == DRAW:
        return _object_to_draw(s)
    if action == PASS:
        return _object_to_pass(s)
    return _object_to_play(s, *divmod(action, DOMINOES))


def _object_to_draw(s: State) -> Objection:
    if s.drawn != NONE:
        return Objection(_drawing_rule(s), f"you drew {name(s.drawn)} already")
    if s.phase == START:
        return Objection("MT-7", "the starter does not draw: begin your train or pass")
    if s.boneyard_size == 0 and legal(s) == [PASS]:
        return Objection("MT-14", "the boneyard is empty, so you pass")
    return _object_to_idling(s, "draw")


def _object_to_pass(s: State) -> Objection:
    if s.drawn != NONE:
        return Objection("MT-18", f"{name(s.drawn)} confirms the double, so you must play it")
    if legal(s) == [DRAW]:
        return Objection(_drawing_rule(s), "you must draw before you pass")
    return _object_to_idling(s, "pass")


def _object_to_idling(s: State, move: str) -> Objection:
    play = write_move(s, legal(s)[0])
    if s.double == NO_TRAIN:
        return Objection("MT-13", f"you can play {play}, so you may not {move}")
    return Objection("MT-18", f"you can confirm the double by {play}, so you may not {move}")


def _drawing_rule(s: State) -> str:
    return "MT-14" if s.double == NO_TRAIN else "MT-18"


def _object_to_play(s: State, train: int, domino: int) -> Objection:
    if domino != s.drawn and not rules.holds(s, s.turn, domino):
        return Objection("MT-8", f"you do not hold {name(domino)}")
    if s.drawn not in (NONE, domino):
        return Objection("MT-14", f"you drew {name(s.drawn)}, so you may play no other domino")
    if not rules.open_trains(s) >> train & 1:
        return _object_to_train(s, train)
    if s.double != NO_TRAIN:
        return Objection("MT-16", f"{name(domino)} does not match the double {_double(s)}")
    end = f"the open end {s.end[train]} of {_train_in_words(s, train)}"
    return Objection("MT-8", f"{name(domino)} does not match {end}")


def _object_to_train(s: State, train: int) -> Objection:
    if s.double != NO_TRAIN:
        where = _train_in_words(s, s.double)
        return Objection("MT-18", f"first the double {_double(s)} on {where} must be confirmed")
    if s.phase == START:
        return Objection("MT-7", "the starter may only begin his own train")
    if s.first_turns >> s.turn & 1 and not rules.has_begun(s, s.turn):
        return Objection("MT-9", "on your first turn you may only begin your own train")
    if train == MEXICAN:
        return Objection("MT-12", "begin your own train before you start the Mexican train")
    if not s.markers >> train & 1:
        return Objection("MT-10", f"{_train_in_words(s, train)} has no marker, so it is not open")
    return Objection("MT-11", "begin your own train before you play on another's")


def _double(s: State) -> str:
    return f"{s.end[s.double]}-{s.end[s.double]}"


def _train_in_words(s: State, train: int) -> str:
    if train == MEXICAN:
        return "the Mexican train"
    return "your train" if train == s.turn else f"seat {train + 1}'s train"


def legal(s: State) -> list[int]:
    buffer = np.zeros(ACTIONS, np.int16)
    n = rules.legal(s, buffer)
    return [int(action) for action in buffer[:n]]


# --- Positions ------------------------------------------------------------------------------------


def dump(s: State, hidden: bool) -> Position:
    seats = range(s.players)
    return {
        "turn": None if s.phase == OVER else int(s.turn) + 1,
        "phase": PHASES[s.phase],
        "round": int(s.round_number),
        "scores": s.scores[: s.players].tolist(),
        "engine": int(s.engine),
        "hands": [_dump_hand(s, seat) for seat in seats],
        "trains": [_dump_train(s, seat) for seat in seats],
        "mexican": _dump_train(s, MEXICAN) or None,
        "markers": [bool(s.markers >> seat & 1) for seat in seats],
        "boneyard": int(s.boneyard_size) if hidden else [name(domino) for domino in boneyard(s)],
        "double": _dump_double(s),
        "drawn": None if s.drawn == NONE else "?" if s.drawn == HIDDEN else name(s.drawn),
        "first_turns": [seat + 1 for seat in seats if s.first_turns >> seat & 1],
        "passes": int(s.passes),
    }


def _dump_hand(s: State, seat: int) -> list[str] | int:
    """The dominoes, or how many when they are hidden."""
    dominoes = hand(s, seat)
    return [name(domino) for domino in dominoes] if dominoes else int(s.hand_sizes[seat]) or []


def _dump_train(s: State, train: int) -> list[str]:
    return [LAID[inner][outer] for inner, outer in laid(s, train)]


def _dump_double(s: State) -> int | str | None:
    if s.double == NO_TRAIN:
        return None
    return "m" if s.double == MEXICAN else int(s.double) + 1


def hand(s: State, seat: int) -> list[int]:
    """The dominoes of a hand, sorted by their smaller number; none when the hand is hidden."""
    dominoes = []
    for low, row in enumerate(s.hands[seat].tolist()):
        others = row >> low << low  # each domino once
        while others:
            bit = others & -others
            dominoes.append(DOMINO_OF[low][bit.bit_length() - 1])
            others ^= bit
    return dominoes


def boneyard(s: State) -> list[int]:
    """The dominoes of the boneyard, the top first."""
    return [int(domino) for domino in s.boneyard[: s.boneyard_size][::-1]]


def laid(s: State, train: int) -> list[tuple[int, int]]:
    """A train from the station on, each domino as it lies: the inner number, then the outer."""
    domino = int(s.last[train])
    if domino in (NONE, STATION):
        return []
    before = s.before.tolist()
    dominoes = []
    while domino not in (NONE, STATION):
        dominoes.append(domino)
        domino = before[domino]
    pairs = []
    end = int(s.engine)
    for domino in reversed(dominoes):
        outer = SUMS[domino] - end
        pairs.append((end, outer))
        end = outer
    return pairs


def cards(s: State) -> list[Any]:
    """Every domino there is, wherever it lies."""
    dominoes = [int(DOMINO[s.engine, s.engine]), *boneyard(s)]
    dominoes += [int(s.drawn)] if s.drawn != NONE else []
    for seat in range(s.players):
        dominoes += hand(s, seat)
    for train in (*range(s.players), MEXICAN):
        dominoes += [int(DOMINO[pair]) for pair in laid(s, train)]
    return sorted(name(domino) for domino in dominoes)


# Reading a position


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
        numbers = _read_domino(value)
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
                raise BadPosition("boneyard", f"{name(domino)} is nowhere")


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
        words = ", ".join(_train_word(train) for train in waiting) or "none"
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
        raise BadPosition("passes", "who was forced to pass has a marker (MT-14)")
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
            where = _train_in_words(s, train)
            raise BadPosition(
                "drawn", f"nothing was drawn: the hand has a match of {where} (MT-13)"
            )


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
