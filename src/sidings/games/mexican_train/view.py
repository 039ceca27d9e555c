"""Mexican Train for the page: what a seat is shown, what it may do, and what happened."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from sidings.games import contract
from sidings.games.mexican_train.state import (
    CALL,
    CHARGED,
    DOMINOES,
    DRAW,
    EVENTS,
    GATHERED,
    HIGH,
    LOW,
    MEXICAN,
    NO_TRAIN,
    NOBODY,
    NONE,
    NOTHING,
    NUMBERS,
    PLACES,
    ROUND,
    SCORED,
    START,
    EventName,
    State,
    is_building,
)
from sidings.games.mexican_train.survey import BY_SEAT
from sidings.games.mexican_train.text import (
    NAMES,
    Lane,
    dump_surveyed,
    lane_of,
    name,
    survey,
    write_move,
)
from sidings.games.reading import Position

# What events do not tell: a count, and what follows from ``doubles`` and the options.
UNFOLLOWED = ("passes", "double", "more_doubles")

NUMBERS_OF = {f"{a}-{b}": (a, b) for a, b in zip(LOW.tolist(), HIGH.tolist(), strict=True)}
IN_ORDER = {domino: a * NUMBERS + b for domino, (a, b) in NUMBERS_OF.items()}  # as hands are sorted


class OpenDouble(msgspec.Struct):
    """An unconfirmed double: the train that it lies on, and the seat that laid it."""

    train: Lane
    seat: int


class View(msgspec.Struct):
    """The position as a seat may know it, and what follows from it.

    A domino is known by its two numbers, the smaller first; on a train it is turned as it lies.
    """

    turn: int | None
    phase: Literal["start", "play", "over"]
    round: int
    scores: list[int]
    engine: int
    hands: list[list[str] | int]
    trains: list[list[str]]
    mexican: list[str] | None
    markers: list[bool]
    boneyard: int
    double: Lane | None  # with the double that the player in turn must confirm
    doubles: list[OpenDouble]  # every unconfirmed one, in the order they were laid
    more_doubles: bool  # the player in turn laid a double and may lay another (MT-31)
    drawn: str | None
    called: bool  # the player in turn has called the last domino (MT-33)
    first_turns: list[int]
    passes: int

    sizes: list[int]  # dominoes in each hand, without the one drawn
    pips: list[int | None]  # in each hand that is seen, with the domino drawn
    ends: list[int]  # the open end of each seat's train
    mexican_end: int
    open: list[Lane]  # where the player in turn may lay a domino that matches
    unconfirmed: str | None  # the double that must be confirmed


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened in a move."""

    do: EventName
    seat: int = 0  # from 1; 0 for the table
    card: str | None = None  # the domino; None when it is about none, or the viewer may not know it
    source: str = ""
    target: str = ""
    amount: int = 0  # the pips scored or charged, the dominoes gathered, the number of the round


class Choice(contract.Choice, frozen=True, omit_defaults=True):
    """A legal move: what it does, and with which domino on which train."""

    do: Literal["lay", "draw", "keep", "decline", "pass", "stop", "call"]
    card: str = ""
    lane: Lane = 0


# --- What is shown --------------------------------------------------------------------------------


def view(s: State, seat: int) -> View:
    """What ``seat`` (from 0, -1 for a spectator) is shown of a state hidden for it."""
    found = survey(s)
    position = dump_surveyed(found)
    players, double, open_trains = found[0], found[5], found[11]
    hands = position["hands"]
    pips = found[BY_SEAT + 2 * players : BY_SEAT + 3 * players]
    ends = found[BY_SEAT + 3 * players : BY_SEAT + 4 * players + 1]
    end = ends[players if double == MEXICAN else double]
    return View(
        turn=position["turn"],
        phase=position["phase"],
        round=position["round"],
        scores=position["scores"],
        engine=position["engine"],
        hands=hands,
        trains=position["trains"],
        mexican=position["mexican"],
        markers=position["markers"],
        boneyard=position["boneyard"],
        double=position["double"],
        doubles=[OpenDouble(**double) for double in position["doubles"]],
        more_doubles=position["more_doubles"],
        drawn=position["drawn"],
        called=position["called"],
        first_turns=position["first_turns"],
        passes=position["passes"],
        sizes=found[BY_SEAT + players : BY_SEAT + 2 * players],
        pips=[None if isinstance(hands[i], int) else pips[i] for i in range(players)],
        ends=ends[:players],
        mexican_end=ends[players],
        open=_lanes(open_trains, players),
        unconfirmed=None if double == NO_TRAIN else f"{end}-{end}",
    )


def _lanes(trains: int, players: int) -> list[Lane]:
    lanes: list[Lane] = [seat + 1 for seat in range(players) if trains >> seat & 1]
    if trains >> MEXICAN & 1:
        lanes.append("m")
    return lanes


# --- What may be done -----------------------------------------------------------------------------


def choices(s: State, actions: Sequence[int]) -> list[Choice]:
    """The legal moves, with the dominoes and trains that they touch."""
    drawn, phase = s.drawn, s.phase
    building = bool(s.first_train) and is_building(s)
    return [_choice(action, drawn, phase, building) for action in actions]


@lru_cache(4096)  # all tables share them
def _choice(action: int, drawn: int, phase: int, building: bool) -> Choice:
    move = write_move(action)
    if action == DRAW:
        return Choice(move=move, do="draw")
    if action < DRAW:
        train, domino = divmod(action, DOMINOES)
        return Choice(move=move, do="lay", card=name(domino), lane=lane_of(train))
    if action == CALL:
        return Choice(move=move, do="call")
    if drawn != NONE:
        return Choice(move=move, do="keep", card=name(drawn))
    if phase == START:
        return Choice(move=move, do="decline")
    return Choice(move=move, do="stop" if building else "pass")


# --- What happened --------------------------------------------------------------------------------


def tell(rows: Sequence[Sequence[int]]) -> list[Event]:
    """The events of a move, from the rows that the rules wrote and a seat may know."""
    return [_event(row[0], row[1], row[2], row[3], row[4]) for row in rows]


@lru_cache(4096)
def _event(kind: int, seat: int, what: int, source: int, target: int) -> Event:
    counts = kind in (SCORED, CHARGED, GATHERED, ROUND)
    return Event(
        do=EVENTS[kind],
        seat=0 if seat == NOBODY else seat + 1,
        card=None if counts or what == NOTHING else NAMES[what],
        source="" if source < 0 else PLACES[source],
        target="" if target < 0 else PLACES[target],
        amount=what if counts else 0,
    )


def follow(position: Position, event: Event) -> None:
    """Make one event happen in a position as the same seat sees it."""
    seat = event.seat - 1
    if event.do in ("laid", "drew", "kept", "dealt", "started"):
        _take(position, event)
        _put(position, event)
        if event.do == "laid":
            position["phase"] = "play"
    elif event.do in ("marked", "unmarked"):
        position["markers"][seat] = event.do == "marked"
    elif event.do in ("unconfirmed", "confirmed", "released"):
        _follow_double(position, event)
    elif event.do == "called":
        position["called"] = True
    elif event.do == "shown":
        _show(position, seat, event.card)
    elif event.do in ("scored", "charged"):
        position["scores"][seat] += event.amount
    elif event.do == "gathered":
        _gather(position, event.amount)
    elif event.do == "round":
        position["round"] = event.amount
    elif event.do == "turn" and position["turn"] != event.seat:
        position["first_turns"] = [
            other for other in position["first_turns"] if other != position["turn"]
        ]
        position["turn"] = event.seat
        position["phase"] = "play"
        position["called"] = False
    elif event.do == "over":
        position["turn"] = None
        position["phase"] = "over"
        position["doubles"] = []
        position["called"] = False


def _follow_double(position: Position, event: Event) -> None:
    """A double waits for its confirmation, or does not any longer."""
    train = _lane(event.target)
    others = [double for double in position["doubles"] if double["train"] != train]
    waits = [{"train": train, "seat": event.seat}] if event.do == "unconfirmed" else []
    position["doubles"] = others + waits


def _take(position: Position, event: Event) -> None:
    """Take a domino from where it was."""
    if event.source == "boneyard":
        position["boneyard"] -= 1
    elif event.source == "drawn":
        position["drawn"] = None
    else:
        hands = position["hands"]
        hands[event.seat - 1] = _remove(hands[event.seat - 1], event.card)


def _put(position: Position, event: Event) -> None:
    """Put a domino where it went."""
    if event.target == "drawn":
        position["drawn"] = event.card or "?"
    elif event.target == "station":
        _start(position, event)
    elif event.target == "train-m":
        position["mexican"] = _lay(position["mexican"] or [], event.card, position["engine"])
    elif event.do == "laid":
        owner = int(_lane(event.target)) - 1
        train = _lay(position["trains"][owner], event.card, position["engine"])
        position["trains"][owner] = train
    else:
        hands = position["hands"]
        hands[event.seat - 1] = _add(hands[event.seat - 1], event.card)


def _lane(place: str) -> Lane:
    """The train at a place such as train-2 or train-m."""
    return "m" if place == "train-m" else int(place.removeprefix("train-"))


def _remove(hand: list[str] | int, card: str | None) -> list[str] | int:
    """A hand with one domino less; nothing is left of a hidden one but its count."""
    if isinstance(hand, int):
        return hand - 1 or []
    return [domino for domino in hand if domino != card]


def _add(hand: list[str] | int, card: str | None) -> list[str] | int:
    """A hand with one more domino, sorted as hands are; a hidden one is counted."""
    if card is None:
        return (hand if isinstance(hand, int) else 0) + 1
    known = [] if isinstance(hand, int) else hand
    before = [domino for domino in known if IN_ORDER[domino] < IN_ORDER[card]]
    return [*before, card, *known[len(before) :]]


def _lay(train: list[str], card: str | None, engine: int) -> list[str]:
    """A train with one more domino, turned so that it matches the open end (MT-8)."""
    end = int(train[-1].split("-")[1]) if train else engine
    low, high = NUMBERS_OF[card or ""]
    return [*train, f"{end}-{low + high - end}"]


def _start(position: Position, event: Event) -> None:
    """MT-5: the engine is placed, and its owner starts."""
    position["engine"] = NUMBERS_OF[event.card or ""][0]
    position["first_turns"] = [seat + 1 for seat in range(len(position["hands"]))]
    position["turn"] = event.seat
    position["phase"] = "start"


def _show(position: Position, seat: int, card: str | None) -> None:
    """One domino of a hand that is shown; the first makes a list of a hand that was a count."""
    hand = position["hands"][seat]
    if isinstance(hand, int) or card not in hand:
        position["hands"][seat] = _add(hand, card)


def _gather(position: Position, dominoes: int) -> None:
    """Every domino goes back to the boneyard, every marker to its owner."""
    players = len(position["hands"])
    position["hands"] = [[] for seat in range(players)]
    position["trains"] = [[] for seat in range(players)]
    position["mexican"] = None
    position["markers"] = [False for seat in range(players)]
    position["boneyard"] = dominoes
    position["doubles"] = []
    position["called"] = False
