"""Game of Trains for the page: the position with what follows from it, legal moves, events."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from sidings.games.game_of_trains.deck import load_deck
from sidings.games.game_of_trains.rules import (
    ABILITY_OF_USE,
    AT_DECK,
    AT_DISCARD,
    AT_DRAWN,
    AT_LOCK,
    AT_ROW,
    AT_WAGON,
    COUPLINGS_AT,
    DECK_AT,
    DISCARD_AT,
    DRAW,
    DRAWN_AT,
    DTYPE,
    FIRST_USE,
    LOCK,
    LOCKS_AT,
    MOST_SURVEYED,
    NONE,
    OVER,
    PHASE_AT,
    PHASES,
    PLACE,
    PLACE_OF_POSITION,
    PLAYERS_AT,
    POSITION_OF_PLACE,
    POSITION_OF_USE,
    PROTECTED_AT,
    PUT,
    REMOVE,
    RESHUFFLED,
    RIGHT,
    ROW_AT,
    ROW_SIZE_AT,
    SEAT_NUMBERS,
    SETUP,
    STEP,
    SWAP_1,
    TURN_AT,
    WAGONS,
    State,
    drawn_index,
    put_position,
)
from sidings.games.game_of_trains.text import (
    PLACE_NAMES,
    card_shown,
    write_known_move,
    write_later_move,
)
from sidings.games.reading import Position
from sidings.kernel.play import NUMBER_BYTES, survey_bytes, survey_numbers, surveyed

Ability = Literal[
    "swap-adjacent",
    "swap-over-one",
    "move-right",
    "move-left",
    "remove-left",
    "remove-middle",
    "remove-right",
    "protect",
]
Abilities = tuple[Ability, ...]
#: A number, or "?" for one that the viewer may not know.
Card = int | Literal["?"]
#: Where a card of an event comes from or goes to; a wagon, a lock or a drawn card is the seat's.
Place = Literal[
    "deck",
    "discard",
    "row",
    "drawn",
    "wagon-1",
    "wagon-2",
    "wagon-3",
    "wagon-4",
    "wagon-5",
    "wagon-6",
    "wagon-7",
    "lock-left",
    "lock-middle",
    "lock-right",
]
Happening = Literal[
    "drew",
    "discarded",
    "laid",
    "placed",
    "cancelled",
    "used",
    "moved",
    "protected",
    "unlocked",
    "removed",
    "spared",
    "redrew",
    "reshuffled",
    "began",
    "turn",
    "won",
]
ABILITIES: tuple[Ability, ...] = get_args(Ability)
PLACES: tuple[Place, ...] = get_args(Place)
EVENTS: tuple[Happening, ...] = get_args(Happening)
PLACE_BY_POSITION: list[int] = PLACE_OF_POSITION.tolist()
ABILITY_BY_USE: list[int] = ABILITY_OF_USE.tolist()

_drawn_index = lru_cache(None)(drawn_index)  # a call of compiled code takes longer


def constants() -> dict[str, Any]:
    """What the page needs beside views.

    The game's own deck, the rule of each ability, where locks lie, and moves to ask about when
    somebody taps what cannot be played.
    """
    return {
        "PRINTED": [ABILITIES[ability] for _, ability in sorted(load_deck(None).items())],
        "RULES": {name: f"GT-{9 + ability}" for ability, name in enumerate(ABILITIES)},
        "LOCK_POSITIONS": {
            name: int(POSITION_OF_PLACE[place]) + 1 for place, name in enumerate(PLACE_NAMES)
        },
        "DRAW": write_later_move(DRAW),
        "PLACE": [write_later_move(PUT + position) for position in range(WAGONS)],
        "USE": {
            name: write_later_move(int(FIRST_USE[ability]))
            for ability, name in enumerate(ABILITIES)
        },
        "PROTECT": [
            None if place < 0 else write_later_move(LOCK + place) for place in PLACE_BY_POSITION
        ],
    }


class Locks(msgspec.Struct):
    """The lock card under the first, the middle and the last wagon of a train."""

    left: int | None
    middle: int | None
    right: int | None


class View(msgspec.Struct):
    """The position as a seat may see it. Cards are known by their numbers."""

    turn: int | None
    phase: Literal["setup", "turn", "place", "over"]
    trains: list[list[int]]  # seven numbers each, 0 for a gap
    locks: list[Locks]
    row: list[int]
    deck: int
    discard: int
    drawn: list[list[Card]] | Card | None
    hands: list[list[Card]]  # by seat: the cards drawn and not yet placed
    couplings: list[list[bool]]  # by seat: whether wagons 1 and 2, 2 and 3 … are in order
    protected: list[list[bool]]  # by seat and position: whether a removal spares the wagon
    abilities: Abilities  # of cards 1 to 84


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal move and what it touches."""

    move: str
    do: Literal["keep", "draw", "place", "swap", "move", "remove", "protect"]
    card: int = 0  # that is kept, placed or used; 0 for a draw
    ability: Ability | None = None  # of the card used
    wagons: list[int] = []  # the positions, from 1, that the player points at
    seats: list[int] = []  # who loses a wagon, from 1


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened in a move."""

    do: Happening
    seat: int = 0  # from 1; 0 for the table
    card: int | None = None  # None when there is none or the viewer may not know it
    source: Place | Literal[""] = ""
    target: Place | Literal[""] = ""
    amount: int = 0  # of cards reshuffled


# --- What is on the table -------------------------------------------------------------------------


def view(s: State, seat: int, abilities: Abilities) -> View:
    """What ``seat`` is shown of a state hidden for it; ``abilities`` are those of the deck."""
    return _view(survey_bytes(s, DTYPE, seat, MOST_SURVEYED), abilities)


@lru_cache(16)  # mostly all seats are shown the same
def _view(found: bytes, abilities: Abilities) -> View:
    numbers = survey_numbers(found)
    phase, turn = numbers[PHASE_AT], numbers[TURN_AT]
    first = ROW_AT + numbers[ROW_SIZE_AT]
    starts = range(first, first + SEAT_NUMBERS * numbers[PLAYERS_AT], SEAT_NUMBERS)
    trains = [_train(found[NUMBER_BYTES * at : NUMBER_BYTES * (at + DRAWN_AT)]) for at in starts]
    hands = [
        [card_shown(card) for card in numbers[at + DRAWN_AT : at + SEAT_NUMBERS] if card]
        for at in starts
    ]
    drawn: list[list[Card]] | Card | None = None
    if phase == SETUP:
        drawn = hands
    elif phase == PLACE:
        drawn = hands[turn][0]
    return View(
        turn=None if phase == OVER else turn + 1,
        phase=PHASES[phase],  # type: ignore[arg-type]  # the names of the phases
        trains=[train.wagons for train in trains],
        locks=[train.locks for train in trains],
        row=numbers[ROW_AT:first],
        deck=numbers[DECK_AT],
        discard=numbers[DISCARD_AT],
        drawn=drawn,
        hands=hands,
        couplings=[train.couplings for train in trains],
        protected=[train.protected for train in trains],
        abilities=abilities,
    )


class _Train(NamedTuple):
    wagons: list[int]
    locks: Locks
    couplings: list[bool]
    protected: list[bool]


@lru_cache(256)  # all seats see the same trains
def _train(found: bytes) -> _Train:
    """What is to be seen of a train, from the numbers of a seat (see ``rules.survey``)."""
    numbers = survey_numbers(found)
    left, middle, right = [card or None for card in numbers[LOCKS_AT:COUPLINGS_AT]]
    return _Train(
        numbers[:LOCKS_AT],
        Locks(left, middle, right),
        [fact == 1 for fact in numbers[COUPLINGS_AT:PROTECTED_AT]],
        [place >= 0 and numbers[PROTECTED_AT + place] == 1 for place in PLACE_BY_POSITION],
    )


# --- Legal moves ----------------------------------------------------------------------------------


def choices(s: State, actions: Sequence[int], abilities: Abilities) -> list[Choice]:
    """The legal moves, with what they touch."""
    row: list[int] = s.row[: s.row_size].tolist()
    cards = {abilities[card - 1]: card for card in row}  # GT-5: one of each ability
    drawn: list[int] = s.drawn[s.turn].tolist()
    numbers: list[int] = []
    found = []
    for action in actions:
        losing: tuple[int, ...] = ()
        card = NONE
        if action >= SWAP_1:
            card = cards[ABILITIES[ABILITY_BY_USE[action - SWAP_1]]]
        elif action != DRAW:
            card = drawn[_drawn_index(action)]
        if REMOVE <= action < LOCK:
            numbers = numbers or surveyed(s, DTYPE, 0, MOST_SURVEYED)
            losing = _losing(numbers, action - REMOVE)
        found.append(_choice(action, card, losing))
    return found


def _losing(numbers: list[int], place: int) -> tuple[int, ...]:
    """The seats, from 1, that lose a wagon when one is removed from this place."""
    first = ROW_AT + numbers[ROW_SIZE_AT] + PROTECTED_AT + place
    facts = numbers[first : first + SEAT_NUMBERS * numbers[PLAYERS_AT] : SEAT_NUMBERS]
    return tuple([seat for seat, fact in enumerate(facts, start=1) if fact == 0])


@lru_cache(4096)  # all tables share them
def _choice(action: int, card: int, losing: tuple[int, ...]) -> Choice:
    move = write_known_move(action, card)
    if action == DRAW:
        return Choice(move=move, do="draw")
    if action < SWAP_1:
        do: Literal["keep", "place"] = "keep" if action < DRAW else "place"
        return Choice(move=move, do=do, card=card, wagons=[put_position(action) + 1])
    ability = ABILITIES[ABILITY_BY_USE[action - SWAP_1]]
    position = int(POSITION_OF_USE[action - SWAP_1]) + 1
    if action < RIGHT:
        wagons = [position, position + int(STEP[ABILITY_BY_USE[action - SWAP_1]])]
        return Choice(move=move, do="swap", card=card, ability=ability, wagons=wagons)
    use: Literal["move", "remove", "protect"] = "protect"
    if action < REMOVE:
        use = "move"
    elif action < LOCK:
        use = "remove"
    return Choice(
        move=move, do=use, card=card, ability=ability, wagons=[position], seats=list(losing)
    )


# --- Events ---------------------------------------------------------------------------------------


def tell(rows: Sequence[Sequence[int]]) -> list[Event]:
    """The events of a move, from the rows that ``apply`` wrote and ``hide_events`` blanked."""
    return [_event(row[0], row[1], row[2], row[3], row[4]) for row in rows]


@lru_cache(4096)
def _event(kind: int, seat: int, what: int, source: int, target: int) -> Event:
    is_amount = kind == RESHUFFLED
    return Event(
        do=EVENTS[kind],
        seat=seat + 1,
        card=what if what > NONE and not is_amount else None,
        source=PLACES[source] if source >= 0 else "",
        target=PLACES[target] if target >= 0 else "",
        amount=what if is_amount else 0,
    )


def follow(position: Position, event: Event) -> None:
    """Make one event happen in a position as a seat sees it."""
    if event.source:
        _take(position, event)
    if event.target:
        _put(position, event)
    if event.do == "began":
        position["phase"] = "turn"
        position["drawn"] = None
    elif event.do == "turn":
        position["turn"] = event.seat
    elif event.do == "won":
        position["phase"] = "over"
        position["turn"] = None


def _take(position: Position, event: Event) -> None:
    """The card leaves its place."""
    place = PLACES.index(event.source)
    if place in (AT_DECK, AT_DISCARD):
        position[event.source] -= event.amount or 1
    elif place == AT_ROW:
        position["row"].remove(event.card)
    elif place == AT_DRAWN:
        _take_drawn(position, event)
    elif place < AT_LOCK:
        train = position["trains"][event.seat - 1]
        if train[place - AT_WAGON] == event.card:  # else another wagon has moved there already
            train[place - AT_WAGON] = NONE
    else:
        position["locks"][event.seat - 1][PLACE_NAMES[place - AT_LOCK]] = None


def _take_drawn(position: Position, event: Event) -> None:
    if position["phase"] == "place":
        position["phase"] = "turn"
        position["drawn"] = None
        return
    hand = position["drawn"][event.seat - 1]
    hand.remove(event.card if event.card in hand else "?")


def _put(position: Position, event: Event) -> None:
    """The card comes to its place."""
    place = PLACES.index(event.target)
    if place in (AT_DECK, AT_DISCARD):
        position[event.target] += event.amount or 1
    elif place == AT_ROW:
        position["row"].append(event.card)
    elif place == AT_DRAWN:
        position["phase"] = "place"
        position["drawn"] = "?" if event.card is None else event.card
    elif place < AT_LOCK:
        position["trains"][event.seat - 1][place - AT_WAGON] = event.card
    else:
        position["locks"][event.seat - 1][PLACE_NAMES[place - AT_LOCK]] = event.card
