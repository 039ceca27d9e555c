"""What the page is sent of Continental Express: views, choices and events.

``kinds`` are the names of the kinds of small cards, from the deck.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec

from sidings.games import contract
from sidings.games.continental_express.deck import CHARACTERS, CardList
from sidings.games.continental_express.rules import (
    ASKED,
    BURIED,
    CHOOSE,
    CHOSE,
    COLOURS,
    COLUMNS,
    CONTRACT_NAMES,
    DECLINE,
    DEPOT,
    DONE,
    ENDED,
    EVENTS,
    FINISHED,
    FOURTH,
    GRANTED,
    PAID,
    PHASES,
    RETURNED,
    REVEALED,
    ROB,
    ROBBED,
    SEATS,
    SHOWED,
    SKIPPED,
    TAKE,
    TICKET,
    TOKEN,
    TRADE,
    TURNED,
    VALIDATE,
    VALIDATED,
    VISIBLE,
    WAGON_KINDS,
    State,
    trade_of,
)
from sidings.games.continental_express.summary import (
    CONTRACT_POINTS_AT,
    HAVE_AT,
    OBJECTIVE_POINTS_AT,
    PLAYERS_AT,
    PRICES_AT,
    SEAT_SIZE,
    SEATS_AT,
    STAND_IN_AT,
    TICKETS_AT,
    UNKNOWN_POINTS,
    summary,
)
from sidings.games.continental_express.text import (
    LINE_NAMES,
    MOVES,
    PLACES,
    Names,
    write_move,
    write_position,
)
from sidings.games.reading import Position
from sidings.kernel.events import KIND, NOWHERE, SEAT, SOURCE, TARGET, UNKNOWN, WHAT

Phase = Literal[
    "contract", "take", "investor", "pickpocket", "pointsman", "director", "objective", "over"
]
Line = Literal["a", "b", "c"]
Colour = Literal["blue", "yellow", "black", "red", "green"]
Contract = Literal[
    "blue", "yellow", "black", "red", "green", "pairs", "triplets", "trios", "four", "two-pairs",
    "?",
]  # fmt: skip
Need = Literal["have", "stand-in", "lack"]

# --- What there is to see -------------------------------------------------------------------------


class Face(msgspec.Struct, frozen=True):
    """What is printed on an objective."""

    colour: Colour
    points: int
    wagons: tuple[str, ...]


class Points(msgspec.Struct, frozen=True):
    """CE-28: what a seat has so far; the contract's points are None when it is not known."""

    objectives: int
    contract: int | None
    tickets: int
    all: int


class Goal(msgspec.Struct, frozen=True):
    """What the viewer has for a visible objective: for each wagon on its face, and what lacks."""

    needs: list[Need]
    missing: list[str]


class View(msgspec.Struct):
    """The position under the keys of the notation, and what follows from it."""

    turn: int | None
    phase: Phase
    lines: dict[Line, list[str | None]]
    piles: dict[Line, int]
    objectives: list[int]
    objective_pile: int
    wagons: list[dict[str, int]]
    tickets: list[int]
    tokens: list[dict[Colour, int]]
    bank: dict[Colour, int]
    validated: list[list[int]]
    contracts: list[Contract | None]
    offered: list[list[Contract] | None] | None
    idle: int
    last_turns: int | None
    prices: list[int]  # in tickets, of each column
    points: list[Points]
    goals: list[Goal]  # for each of the visible objectives; none for a spectator
    faces: list[Face]  # of all objectives
    reconstructed: bool  # whether the card lists are somebody's reconstruction


def view(s: State, seat: int, cards: CardList, faces: list[Face]) -> View:
    numbers = summary(s, seat)
    position = write_position(numbers, cards.kinds)
    shown = [faces[number - 1] for number in position["objectives"]] if seat >= 0 else []
    return View(
        turn=position["turn"],
        phase=position["phase"],
        lines=position["lines"],
        piles=position["piles"],
        objectives=position["objectives"],
        objective_pile=position["objective_pile"],
        wagons=position["wagons"],
        tickets=position["tickets"],
        tokens=position["tokens"],
        bank=position["bank"],
        validated=position["validated"],
        contracts=position["contracts"],
        offered=position["offered"],
        idle=position["idle"],
        last_turns=position["last_turns"],
        prices=numbers[PRICES_AT : PRICES_AT + COLUMNS],
        points=[
            _points(
                numbers[first + OBJECTIVE_POINTS_AT],
                numbers[first + CONTRACT_POINTS_AT],
                numbers[first + TICKETS_AT],
            )
            for first in range(SEATS_AT, SEATS_AT + SEAT_SIZE * numbers[PLAYERS_AT], SEAT_SIZE)
        ],
        goals=[
            _goal(
                _needs_at(numbers, i, HAVE_AT),
                _needs_at(numbers, i, STAND_IN_AT),
                face.wagons,
                cards.kinds,
            )
            for i, face in enumerate(shown)
        ],
        faces=faces,
        reconstructed=cards.reconstructed,
    )


def _needs_at(numbers: list[int], i: int, first: int) -> tuple[int, ...]:
    """What is there of each kind for a visible objective."""
    return tuple(numbers[first + WAGON_KINDS * i : first + WAGON_KINDS * (i + 1)])


@lru_cache(4096)  # all tables share them
def _goal(
    have: tuple[int, ...], stand_in: tuple[int, ...], wagons: tuple[str, ...], kinds: Names
) -> Goal:
    """CE-12: wagons of a kind stand together on a face, so the first of them are there."""
    left, standing = list(have), list(stand_in)
    needs: list[Need] = []
    missing = []
    for wagon in wagons:
        kind = kinds.index(wagon) - 1
        if left[kind] > 0:
            left[kind] -= 1
            needs.append("have")
        elif standing[kind] > 0:
            standing[kind] -= 1
            needs.append("stand-in")
        else:
            needs.append("lack")
            missing.append(wagon)
    return Goal(needs=needs, missing=missing)


@lru_cache(4096)
def _points(objectives: int, contract: int, tickets: int) -> Points:
    if contract == UNKNOWN_POINTS:
        so_far = objectives + tickets
        return Points(objectives=objectives, contract=None, tickets=tickets, all=so_far)
    so_far = objectives + contract + tickets
    return Points(objectives=objectives, contract=contract, tickets=tickets, all=so_far)


def faces_of(cards: CardList) -> list[Face]:
    """What is printed on the objectives of a deck, in their order."""
    faces = []
    for objective in cards.objectives:
        wagons = []
        for kind in range(WAGON_KINDS):
            wagons += [cards.kinds[kind + 1]] * objective.wagons[kind]
        colour: Any = COLOURS[objective.colour]
        faces.append(Face(colour=colour, points=objective.points, wagons=tuple(wagons)))
    return faces


# --- What there is to choose ----------------------------------------------------------------------


class Choice(contract.Choice, frozen=True, omit_defaults=True, kw_only=True):
    """A legal move and what it touches."""

    do: Literal["contract", "take", "rob", "trade", "token", "decline", "objective", "done"]
    place: str = ""  # of the card that is taken
    number: int = 0  # of the objective among the visible ones, or of the contract
    seat: int = 0  # who is robbed or exchanged with
    give: str = ""  # the wagons of an exchange
    want: str = ""
    colour: str = ""  # of a token


def choices(actions: Sequence[int], kinds: Names) -> list[Choice]:
    return [_choice(action, kinds) for action in actions]


@lru_cache(4096)  # all tables share them
def _choice(action: int, kinds: Names) -> Choice:
    move = write_move(action, kinds)
    if action < TAKE:
        return Choice(move=move, do="contract", number=action - CHOOSE + 1)
    if action < ROB:
        return Choice(move=move, do="take", place=PLACES[action - TAKE])
    if action < TRADE:
        return Choice(move=move, do="rob", seat=action - ROB + 1)
    if action < TOKEN:
        own, other, seat = trade_of(action)
        return Choice(
            move=move, do="trade", seat=seat + 1, give=kinds[own + 1], want=kinds[other + 1]
        )
    if action < DECLINE:
        return Choice(move=move, do="token", colour=COLOURS[action - TOKEN])
    if action == DECLINE:
        return Choice(move=move, do="decline")
    if action < DONE:
        return Choice(move=move, do="objective", number=action - VALIDATE + 1)
    return Choice(move=move, do="done")


# --- What happened --------------------------------------------------------------------------------

OFFER_NAMES = ("offer-1", "offer-2")
DEPOT_NAMES = tuple(f"depot-{seat}" for seat in range(1, SEATS + 1))
DISPLAY_NAMES = tuple(f"objective-{number}" for number in range(1, VISIBLE + 1))

#: The places of events by their numbers (see the rules), as the page names them.
PLACE_NAMES = (
    *PLACES,
    *(f"pile-{line}" for line in LINE_NAMES),
    *(f"price-{column}" for column in range(1, COLUMNS + 1)),
    *DISPLAY_NAMES,
    "objective-pile",
    "bank",
    *OFFER_NAMES,
    "contract-pile",
    "box",
    *DEPOT_NAMES,
    *(f"honours-{seat}" for seat in range(1, SEATS + 1)),
    *(f"stage-{seat}" for seat in range(1, SEATS + 1)),
    *(f"contract-{seat}" for seat in range(1, SEATS + 1)),
)


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: to whom, and what went from where to where."""

    do: Literal[
        "chose", "returned", "paid", "took", "lost", "robbed", "traded", "granted", "declined",
        "left", "slid", "drew", "set-aside", "reshuffled", "derailment", "buried", "revealed",
        "fire", "burnt", "spent", "validated", "finished", "fourth", "turn", "skipped", "asked",
        "over", "showed",
    ]  # fmt: skip
    seat: int = 0  # from 1; 0 for the table
    other: int = 0  # the seat that is robbed or exchanged with
    card: str | None = None  # a kind of small card, a contract, a token's colour; None if unknown
    objective: int = 0  # its number
    source: str = ""
    target: str = ""
    amount: int = 0  # of tickets, of last turns, of idle turns
    phase: Phase | None = None  # what is asked


def tell(rows: Sequence[Sequence[int]], kinds: Names) -> list[Event]:
    return [_event(tuple(row), kinds) for row in rows]


@lru_cache(4096)
def _event(row: tuple[int, ...], kinds: Names) -> Event:
    kind, seat, what = row[KIND], row[SEAT] + 1, row[WHAT]
    do: Any = EVENTS[kind]
    if kind == ASKED:
        phase: Any = PHASES[what]
        return Event(do=do, seat=seat, phase=phase)
    if kind in (FOURTH, TURNED, SKIPPED):
        return Event(do=do, seat=seat, amount=what)
    source, target = _place_name(row[SOURCE]), _place_name(row[TARGET])
    other = _other_seat(row)
    if kind in (PAID, ROBBED):
        ticket = kinds[TICKET]
        return Event(
            do=do, seat=seat, other=other, card=ticket, source=source, target=target, amount=what
        )
    if kind in (BURIED, REVEALED, VALIDATED):
        return Event(do=do, seat=seat, objective=what, source=source, target=target)
    name = _card_name(kind, what, kinds)
    return Event(do=do, seat=seat, other=other, card=name, source=source, target=target)


def _other_seat(row: Sequence[int]) -> int:
    """Whose depot it is that is not that of the seat itself, from 1; 0 for nobody's."""
    for place in (row[SOURCE], row[TARGET]):
        if DEPOT <= place < DEPOT + SEATS and place != DEPOT + row[SEAT]:
            return place - DEPOT + 1
    return 0


def _place_name(place: int) -> str:
    return PLACE_NAMES[place] if place != NOWHERE else ""


def _card_name(kind: int, what: int, kinds: Names) -> str | None:
    if kind in (FINISHED, ENDED) or what == UNKNOWN:
        return None
    if kind in (CHOSE, RETURNED, SHOWED):
        return CONTRACT_NAMES[what - 1]
    return COLOURS[what] if kind == GRANTED else kinds[what]


def follow(position: Position, event: Event) -> None:
    """Make an event happen in a position that is seen; the rules have told all that it takes."""
    do, own = event.do, event.seat - 1
    if do in ("slid", "drew", "set-aside", "reshuffled", "derailment", "fire", "burnt"):
        _follow_market(position, event)
    elif do in ("buried", "revealed", "validated"):
        _follow_objective(position, event)
    elif do in ("paid", "took", "robbed", "traded", "spent"):
        _follow_small_card(position, event)
    elif do == "granted":
        position["bank"][event.card] -= 1
        position["tokens"][own][event.card] += 1
    elif do in ("chose", "showed"):
        position["contracts"][own] = event.card or "?"
        if do == "chose":
            position["offered"][own] = None
    elif do == "turn":
        position["turn"] = event.seat
        position["last_turns"] = event.amount or None
    elif do == "fourth":
        position["last_turns"] = event.amount
    elif do == "skipped":
        position["idle"] = event.amount
    elif do == "asked":
        position["turn"] = event.seat
        position["phase"] = event.phase
        if event.phase != "contract":
            position["offered"] = None
    elif do == "over":
        position["turn"], position["phase"] = None, "over"
        position["idle"], position["last_turns"] = 0, None


def _follow_market(position: Position, event: Event) -> None:
    if event.source[:5] == "pile-":
        position["piles"][event.source[5:]] -= 1
    elif event.source:
        _lay(position, event.source, None)
    if event.target[:5] == "pile-":
        position["piles"][event.target[5:]] += 1
    elif event.target and event.target != "box":
        _lay(position, event.target, event.card)


def _lay(position: Position, place: str, card: str | None) -> None:
    """Put a card, or none, at a place of the market."""
    position["lines"][place[:1]][int(place[1:]) - 1] = card


def _follow_objective(position: Position, event: Event) -> None:
    if event.do == "revealed":
        place = DISPLAY_NAMES.index(event.target)
        position["objective_pile"] -= 1
        position["objectives"][place : place + 1] = [event.objective]
    elif event.do == "buried":
        position["objective_pile"] += 1
    else:
        position["validated"][event.seat - 1].append(event.objective)
        position["idle"] = 0


def _follow_small_card(position: Position, event: Event) -> None:
    """Cards that come to or go from a depot; tickets may be several."""
    number = event.amount or 1
    if event.source in PLACES:
        _lay(position, event.source, None)
    if event.source in DEPOT_NAMES:
        _count(position, DEPOT_NAMES.index(event.source), event.card, -number)
    if event.target in DEPOT_NAMES:
        _count(position, DEPOT_NAMES.index(event.target), event.card, number)


def _count(position: Position, seat: int, card: str | None, change: int) -> None:
    if card == "ticket":
        position["tickets"][seat] += change
    else:
        position["wagons"][seat][card] += change


def constants() -> dict[str, Any]:
    """How a move that may be illegal is written to ask about it, and what the cards are."""
    return {"MOVES": MOVES, "COLOURS": COLOURS, "LINES": LINE_NAMES, "CHARACTERS": CHARACTERS}
