"""Mexican Train as text: moves and positions (docs/notation.md)."""

import re
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from sidings.games.contract import Objection
from sidings.games.mexican_train.state import (
    ACTIONS,
    ALWAYS,
    CALL,
    DOMINO,
    DOMINOES,
    DRAW,
    DTYPE,
    HIDDEN,
    HIGH,
    LOW,
    MEXICAN,
    NEVER,
    NO_TRAIN,
    NONE,
    NUMBERS,
    OVER,
    PASS,
    PHASES,
    START,
    TRAINS,
    State,
    has_begun,
    holds,
    is_building,
    open_trains,
)
from sidings.games.mexican_train.survey import (
    BY_SEAT,
    MOST_SURVEYED,
    SEAT_ROWS,
    SURVEYED,
    list_hand,
    list_train,
)
from sidings.games.reading import Position
from sidings.kernel.play import legal_actions, surveyed

KEYS = (
    "turn", "phase", "round", "scores", "engine", "hands", "trains", "mexican", "markers",
    "boneyard", "double", "doubles", "more_doubles", "drawn", "called", "first_turns", "passes",
)  # fmt: skip
LATER_KEYS = {"doubles": None, "more_doubles": False, "called": False}

Lane = int | Literal["m"]  # a train as it is written: its seat, or m for the Mexican train

A_DOMINO = re.compile("(0|[1-9][0-9]?)-(0|[1-9][0-9]?)")
SEAT_WORDS = tuple(str(seat + 1) for seat in range(MEXICAN))
NAMES = tuple(f"{low}-{high}" for low, high in zip(LOW, HIGH, strict=True))
# A domino as it lies on a train, by NUMBERS * inner + outer.
ORIENTED = tuple(f"{inner}-{outer}" for inner in range(NUMBERS) for outer in range(NUMBERS))

# --- Moves ----------------------------------------------------------------------------------------


def write_move(action: int) -> str:
    if action == DRAW:
        return "draw"
    if action == PASS:
        return "pass"
    if action == CALL:
        return "call"
    train, domino = divmod(action, DOMINOES)
    return f"{name(domino)} on {lane_of(train)}"


def name(domino: int) -> str:
    return NAMES[domino]


def lane_of(train: int) -> Lane:
    return "m" if train == MEXICAN else int(train) + 1


def read_move(s: State, words: Sequence[str]) -> int | Objection | None:
    match words:
        case ["draw"]:
            return DRAW
        case ["pass"]:
            return PASS
        case ["call"]:
            return CALL
        case [domino, "on", train] if train == "m" or train in SEAT_WORDS:
            return _read_play(s, domino, MEXICAN if train == "m" else int(train) - 1)
    return None


def _read_play(s: State, word: str, train: int) -> int | Objection | None:
    numbers = read_domino(word)
    if numbers is None:
        return None
    if max(numbers) > s.highest:
        return Objection("MT-1", "no-such-number", set=set_name(s), highest=int(s.highest))
    if train != MEXICAN and train >= s.players:
        return Objection("MT-10", "no-such-seat", seat=train + 1, players=int(s.players))
    return DOMINOES * train + int(DOMINO[numbers])


def read_domino(word: object) -> tuple[int, int] | None:
    """The two numbers as one writes them: no sign, no leading zero."""
    found = A_DOMINO.fullmatch(word) if isinstance(word, str) else None
    return (int(found[1]), int(found[2])) if found else None


def set_name(s: State) -> str:
    return f"double-{s.highest}"


# Why a move is not legal

OBJECTIONS = {
    "over": "the game is over",
    "no-such-number": "the numbers of the {set} set go from 0 to {highest}",
    "no-such-seat": "there is no seat {seat} among {players} players",
    "starter-draws": "the starting player does not draw: begin your train or pass",
    "drawn-already": "you drew {domino} already",
    "boneyard-empty": "the boneyard is empty, so you pass",
    "draw-first": "you must draw before you pass",
    "can-play": "you can play {domino} on {lane}, so you may neither draw nor pass",
    "can-confirm": "you can confirm the double with {domino}, so you may neither draw nor pass",
    "drawn-confirms": "{domino} confirms the double, so you must play it",
    "not-held": "you do not hold {domino}",
    "only-drawn": "you drew {drawn}, so you may play no other domino",
    "confirm-first": "the double {double} on train {lane} must be confirmed first",
    "misfit-double": "{domino} does not match the double {double}",
    "misfit": "{domino} does not match the open end {end}",
    "starter-elsewhere": "the starting player may only begin their own train",
    "first-turn-elsewhere": "on your first turn you may only begin your own train",
    "begin-before-mexican": "begin your own train before you start the Mexican train",
    "begin-before-others": "begin your own train before you play on another player's",
    "first-train": "in your first turn you may only go on with your own train",
    "own-train-first": "begin your own train before you play anywhere else",
    "does-not-fit": "{domino} does not fit, so you draw again",
    "drawn-fits": "{domino} fits, so you must play it",
    "only-doubles": "confirm the double {double} or lay another double",
    "no-calls": "the last domino is not called at this table",
    "called-already": "you have called already",
    "call-with-two": "you call when you have two dominoes, not {size}",
    "closed": "seat {lane}'s train has no marker, so it is not open to you",
}


def object_to(s: State, action: int) -> Objection:
    if s.phase == OVER:
        return Objection("MT-2", "over")
    if action == DRAW:
        return _object_to_draw(s)
    if action == PASS:
        return _object_to_pass(s)
    if action == CALL:
        return _object_to_call(s)
    train, domino = divmod(action, DOMINOES)
    return _object_to_play(s, train, domino)


def _object_to_draw(s: State) -> Objection:
    if s.drawn != NONE:
        return _object_to_second_draw(s)
    if s.phase == START:
        return Objection("MT-7", "starter-draws")
    if s.boneyard_size == 0 and PASS in legal(s) and not is_building(s):
        return Objection("MT-14", "boneyard-empty")
    if is_building(s) and legal(s)[0] == PASS:
        return Objection("MT-28", "first-train")
    return _object_to_idling(s)


def _object_to_second_draw(s: State) -> Objection:
    if not s.until_fits:
        return Objection(_drawing_rule(s), "drawn-already", domino=name(s.drawn))
    if legal(s)[0] == PASS:
        return Objection("MT-14", "boneyard-empty")
    return Objection("MT-30", "drawn-fits", domino=name(s.drawn))


def _object_to_pass(s: State) -> Objection:
    if s.drawn != NONE:
        if legal(s)[0] == DRAW:
            return Objection("MT-30", "does-not-fit", domino=name(s.drawn))
        if s.until_fits:
            return Objection("MT-30", "drawn-fits", domino=name(s.drawn))
        return Objection("MT-18", "drawn-confirms", domino=name(s.drawn))
    if legal(s)[0] == DRAW:
        return Objection(_drawing_rule(s), "draw-first")
    return _object_to_idling(s)


def _object_to_call(s: State) -> Objection:
    if not s.calling:
        return Objection("MT-33", "no-calls")
    if s.called:
        return Objection("MT-33", "called-already")
    size = int(s.hand_sizes[s.turn]) + (s.drawn != NONE)
    return Objection("MT-33", "call-with-two", size=int(size))


def _object_to_idling(s: State) -> Objection:
    train, domino = divmod(legal(s)[0], DOMINOES)
    if s.double == NO_TRAIN or train != s.double:
        return Objection("MT-13", "can-play", domino=name(domino), lane=lane_of(train))
    return Objection("MT-18", "can-confirm", domino=name(domino))


def _drawing_rule(s: State) -> str:
    return "MT-14" if s.double == NO_TRAIN else "MT-18"


def _object_to_play(s: State, train: int, domino: int) -> Objection:
    if domino != s.drawn and not holds(s, s.turn, domino):
        return Objection("MT-8", "not-held", domino=name(domino))
    if s.drawn not in (NONE, domino):
        return Objection("MT-14", "only-drawn", drawn=name(s.drawn))
    if not open_trains(s) >> train & 1:
        return _object_to_train(s, train)
    if s.double != NO_TRAIN:
        return Objection("MT-16", "misfit-double", domino=name(domino), double=_double(s))
    return Objection("MT-8", "misfit", domino=name(domino), end=int(s.end[train]))


def _object_to_train(s: State, train: int) -> Objection:
    if s.more:
        return Objection("MT-31", "only-doubles", double=_double(s))
    if s.double != NO_TRAIN:
        return Objection("MT-18", "confirm-first", double=_double(s), lane=lane_of(s.double))
    if is_building(s):
        return Objection("MT-28", "first-train")
    begins = not has_begun(s, s.turn) and s.begin != NEVER
    if begins and s.phase == START:
        return Objection("MT-7", "starter-elsewhere")
    if begins and s.first_turns >> s.turn & 1:
        return Objection("MT-9", "first-turn-elsewhere")
    if begins and s.begin == ALWAYS:
        return Objection("MT-29", "own-train-first")
    if train == MEXICAN:
        return Objection("MT-12", "begin-before-mexican")
    if not s.markers >> train & 1:
        return Objection("MT-10", "closed", lane=lane_of(train))
    return Objection("MT-11", "begin-before-others")


def _double(s: State) -> str:
    return f"{s.end[s.double]}-{s.end[s.double]}"


def legal(s: State) -> list[int]:
    """The legal actions."""
    return legal_actions(s, DTYPE, ACTIONS)


# --- Positions ------------------------------------------------------------------------------------


def dump(s: State, hidden: bool) -> Position:
    position = dump_surveyed(survey(s))
    if not hidden:
        position["boneyard"] = [name(domino) for domino in boneyard(s)]
    return position


def survey(s: State) -> list[int]:
    """The numbers that ``rules.survey`` writes."""
    return surveyed(s, DTYPE, 0, MOST_SURVEYED)


def dump_surveyed(found: list[int]) -> Position:
    """The position as a state shows it, the boneyard as a count."""
    (players, phase, turn, round_number, engine, double, passes, drawn, markers, first_turns,
     boneyard_size, _, more, called) = found[:SURVEYED]  # fmt: skip
    sizes = found[BY_SEAT + players : BY_SEAT + 2 * players]
    hands: list[list[str] | int] = []
    n = BY_SEAT + SEAT_ROWS * players + 1
    for seat in range(players):
        start, n = n + 1, n + 1 + found[n]
        dominoes = [NAMES[domino] for domino in found[start:n]]
        hands.append(dominoes if dominoes else sizes[seat] or [])
    trains = []
    for _ in range(players + 1):
        start, n = n + 1, n + 1 + found[n]
        trains.append([ORIENTED[domino] for domino in found[start:n]])
    seats = range(players)
    return {
        "turn": None if phase == OVER else turn + 1,
        "phase": PHASES[phase],
        "round": round_number,
        "scores": found[BY_SEAT : BY_SEAT + players],
        "engine": engine,
        "hands": hands,
        "trains": trains[:players],
        "mexican": trains[players] or None,
        "markers": [markers >> seat & 1 == 1 for seat in seats],
        "boneyard": boneyard_size,
        "double": None if double == NO_TRAIN else lane_of(double),
        "doubles": _waiting(found),
        "more_doubles": more == 1,
        "drawn": None if drawn == NONE else "?" if drawn == HIDDEN else NAMES[drawn],
        "called": called == 1,
        "first_turns": [seat + 1 for seat in seats if first_turns >> seat & 1],
        "passes": passes,
    }


def _waiting(found: list[int]) -> list[dict[str, Lane]]:
    """The unconfirmed doubles in the order they were laid: each by its train, and who laid it."""
    trains = found[SURVEYED : SURVEYED + TRAINS]
    seats = found[SURVEYED + TRAINS : BY_SEAT]
    return [
        {"train": lane_of(train), "seat": seat + 1}
        for train, seat in zip(trains, seats, strict=True)
        if train != NO_TRAIN
    ]


def hand(s: State, seat: int) -> list[int]:
    """The dominoes of a hand, sorted by their smaller number; none when the hand is hidden."""
    buffer = np.zeros(DOMINOES, np.int16)
    n = list_hand(s, seat, buffer)
    dominoes: list[int] = buffer[:n].tolist()
    return dominoes


def boneyard(s: State) -> list[int]:
    """The dominoes of the boneyard, the top first."""
    dominoes: list[int] = s.boneyard[: s.boneyard_size][::-1].tolist()
    return dominoes


def laid(s: State, train: int) -> list[tuple[int, int]]:
    """A train from the station on, each domino as it lies: the inner number, then the outer."""
    buffer = np.zeros(DOMINOES, np.int16)
    n = list_train(s, train, buffer)
    return [divmod(domino, NUMBERS) for domino in buffer[:n].tolist()]


def cards(s: State) -> list[Any]:
    """Every domino there is, wherever it lies."""
    dominoes = [int(DOMINO[s.engine, s.engine]), *boneyard(s)]
    dominoes += [int(s.drawn)] if s.drawn != NONE else []
    for seat in range(s.players):
        dominoes += hand(s, seat)
    for train in (*range(s.players), MEXICAN):
        dominoes += [int(DOMINO[pair]) for pair in laid(s, train)]
    return sorted(name(domino) for domino in dominoes)
