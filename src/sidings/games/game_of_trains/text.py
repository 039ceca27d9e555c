"""Game of Trains as text: moves and positions (docs/notation.md)."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from sidings.errors import BadPosition
from sidings.games.contract import Objection
from sidings.games.game_of_trains.rules import (
    ABILITIES,
    ABILITY_OF_USE,
    CARDS,
    DRAW,
    FIRST_LEFT,
    HIDDEN,
    KEEP,
    LEFT,
    LOCK,
    NONE,
    OVER,
    PHASES,
    PLACE,
    POSITION_OF_USE,
    PROTECT,
    PUT,
    REMOVE,
    RIGHT,
    SETUP,
    SWAP_1,
    SWAP_2,
    WAGONS,
    State,
    ascends,
    drawn_index,
    put_position,
)
from sidings.games.reading import Position, choice, integer, listed, mapped, seat_in_turn
from sidings.kernel import Array

PLACE_NAMES = ("left", "middle", "right")
KEYS = ("turn", "phase", "trains", "locks", "row", "deck", "discard", "drawn")

#: Why a move is not legal, by code.
OBJECTIONS = {
    "over": "the game is over",
    "keep-first": "first keep one of the cards you drew",
    "not-drawn": "you drew {drawn}, not {card}",
    "set-up-only": "cards are kept only during the set-up",
    "place-first": "first put card {card} in place of one of your wagons",
    "draw-first": "draw a card before you place one",
    "not-in-row": "no card in the row has the ability {ability}",
    "swap-distance": "wagons swap with a neighbour or over exactly one other",
    "no-room-right": "a wagon moves exactly two places: from positions 6 and 7 not to the right",
    "no-room-left": "a wagon moves exactly two places: from positions 1 and 2 not to the left",
    "protected": "this wagon is already protected",
    "all-protected": "your first, middle and last wagons are already protected",
}

# --- Moves ----------------------------------------------------------------------------------------


def write_move(s: State, action: int) -> str:
    return write_known_move(action, s.drawn[s.turn, drawn_index(action)] if action < DRAW else NONE)


def write_known_move(action: int, card: int) -> str:
    """A move; ``card`` is the one that is kept."""
    if action < DRAW:
        return f"keep {card} at {put_position(action) + 1}"
    return write_later_move(action)


def write_later_move(action: int) -> str:
    """A move after the set-up, which is written alike in all states."""
    if action == DRAW:
        return "draw"
    if action < SWAP_1:
        return f"place {put_position(action) + 1}"
    position = POSITION_OF_USE[action - SWAP_1] + 1
    if action < SWAP_2:
        return f"swap {position} {position + 1}"
    if action < RIGHT:
        return f"swap {position} {position + 2}"
    if action < LEFT:
        return f"move {position} right"
    if action < REMOVE:
        return f"move {position} left"
    if action < LOCK:
        return f"remove {PLACE_NAMES[action - REMOVE]}"
    return f"protect {PLACE_NAMES[action - LOCK]}"


def read_move(s: State, words: Sequence[str]) -> int | Objection | None:
    match words:
        case ["draw"]:
            return DRAW
        case ["keep", card, "at", place] if _is_number(card, CARDS) and _is_number(place, WAGONS):
            return _read_keep(s, int(card), int(place) - 1)
        case ["place", place] if _is_number(place, WAGONS):
            return PUT + int(place) - 1
        case ["swap", one, two] if _is_number(one, WAGONS) and _is_number(two, WAGONS):
            return _read_swap(*sorted((int(one) - 1, int(two) - 1)))
        case ["move", place, "right"] if _is_number(place, WAGONS):
            if int(place) > WAGONS - 2:
                return Objection("GT-11", "no-room-right")
            return RIGHT + int(place) - 1
        case ["move", place, "left"] if _is_number(place, WAGONS):
            if int(place) <= FIRST_LEFT:
                return Objection("GT-12", "no-room-left")
            return LEFT + int(place) - 1 - FIRST_LEFT
        case ["remove", place] if place in PLACE_NAMES:
            return REMOVE + PLACE_NAMES.index(place)
        case ["protect", place] if place in PLACE_NAMES:
            return LOCK + PLACE_NAMES.index(place)
    return None


def _is_number(word: str, most: int) -> bool:
    """Digits as one writes them: no sign, no leading zero, 1 to ``most``."""
    return (
        word.isascii() and word.isdigit() and word[0] != "0" and len(word) < 4 and int(word) <= most
    )


def _read_keep(s: State, card: int, position: int) -> int | Objection:
    if s.phase != SETUP:
        return Objection("GT-4", "set-up-only")
    drawn: list[int] = s.drawn[s.turn].tolist()
    if card not in drawn:
        held = ", ".join([str(c) for c in drawn if c != NONE])
        return Objection("GT-4", "not-drawn", drawn=held, card=card)
    return KEEP + WAGONS * drawn.index(card) + position


def _read_swap(left: int, right: int) -> int | Objection:
    if right - left == 1:
        return SWAP_1 + left
    if right - left == 2:
        return SWAP_2 + left
    return Objection("GT-10", "swap-distance")


def object_to(s: State, action: int) -> Objection:
    if s.phase == OVER:
        return Objection("GT-20", "over")
    if s.phase == SETUP:
        return Objection("GT-4", "keep-first")
    if s.phase == PLACE:
        return Objection("GT-6", "place-first", card=int(s.drawn[s.turn, 0]))
    if action < SWAP_1:
        return Objection("GT-6", "draw-first")
    ability = ABILITY_OF_USE[action - SWAP_1]
    if ability not in [s.ability[s.row[i]] for i in range(s.row_size)]:
        return Objection("GT-7", "not-in-row", ability=ABILITIES[ability])
    if NONE in s.locks[s.turn].tolist():
        return Objection("GT-16", "protected")
    return Objection("GT-16", "all-protected")


# --- Positions ------------------------------------------------------------------------------------


def dump(s: State, hidden: bool) -> Position:
    return {
        "turn": None if s.phase == OVER else int(s.turn) + 1,
        "phase": PHASES[s.phase],
        "trains": s.trains[: s.players].tolist(),
        "locks": [
            {name: card or None for name, card in zip(PLACE_NAMES, locks, strict=True)}
            for locks in s.locks[: s.players].tolist()
        ],
        "row": s.row[: s.row_size].tolist(),
        "deck": int(s.deck_size) if hidden else s.deck[: s.deck_size][::-1].tolist(),
        "discard": int(s.discard_size) if hidden else sorted(s.discard[: s.discard_size].tolist()),
        "drawn": _dump_drawn(s),
    }


def _dump_drawn(s: State) -> Any:
    if s.phase == SETUP:
        return [
            [card_shown(card) for card in cards if card != NONE]
            for cards in s.drawn[: s.players].tolist()
        ]
    return card_shown(s.drawn[s.turn, 0]) if s.phase == PLACE else None


def card_shown(card: int) -> int | Literal["?"]:
    """A card's number, or "?" for a hidden one."""
    return "?" if card == HIDDEN else int(card)


def load(position: Position, s: State) -> None:
    s.phase = choice(position["phase"], "phase", PHASES)
    s.turn = seat_in_turn(position, s.players, s.phase == OVER)
    once = _Once()
    _load_trains(position, s, once)
    _load_locks(position, s, once)
    _load_row(position, s, once)
    s.deck_size = _load_pile(position, "deck", s.deck, once)
    s.deck[: s.deck_size] = s.deck[: s.deck_size][::-1].copy()
    if s.deck_size == 0:
        raise BadPosition("deck", "the discards become the draw pile before it is empty (GT-19)")
    s.discard_size = _load_pile(position, "discard", s.discard, once)
    _load_drawn(position, s, once)
    once.check_complete()
    _check_winner(s)


class _Once:
    """Sees to it that every card is there exactly once."""

    def __init__(self) -> None:
        self._place: dict[int, str] = {}

    def card(self, value: object, key: str) -> int:
        card = integer(value, key, 1, CARDS)
        if card in self._place:
            raise BadPosition(key, f"card {card} is in {self._place[card]} already")
        self._place[card] = key
        return card

    def check_complete(self) -> None:
        missing = [card for card in range(1, CARDS + 1) if card not in self._place]
        if missing:
            raise BadPosition("deck", f"card {missing[0]} is missing")


def _load_trains(position: Position, s: State, once: _Once) -> None:
    for seat, train in enumerate(listed(position["trains"], "trains", s.players)):
        for i, value in enumerate(listed(train, "trains", WAGONS)):
            gap = value == NONE and type(value) is int and s.phase == OVER
            s.trains[seat, i] = NONE if gap else once.card(value, "trains")


def _load_locks(position: Position, s: State, once: _Once) -> None:
    for seat, locks in enumerate(listed(position["locks"], "locks", s.players)):
        for place, value in enumerate(mapped(locks, "locks", PLACE_NAMES)):
            if value is not None:
                card = once.card(value, "locks")
                if s.ability[card] != PROTECT:
                    raise BadPosition("locks", f"card {card} cannot protect (GT-16)")
                s.locks[seat, place] = card


def _load_row(position: Position, s: State, once: _Once) -> None:
    for value in listed(position["row"], "row"):
        card = once.card(value, "row")
        if s.ability[card] in [s.ability[s.row[i]] for i in range(s.row_size)]:
            raise BadPosition("row", "two cards have the same ability (GT-5)")
        s.row[s.row_size] = card
        s.row_size += 1


def _load_pile(position: Position, key: str, pile: Array, once: _Once) -> int:
    values = listed(position[key], key)
    for i, value in enumerate(values):
        pile[i] = once.card(value, key)
    return len(values)


def _load_drawn(position: Position, s: State, once: _Once) -> None:
    drawn = position["drawn"]
    if s.phase == SETUP:
        _load_set_up(listed(drawn, "drawn", s.players), s, once)
    elif s.phase == PLACE:
        s.drawn[s.turn, 0] = once.card(drawn, "drawn")
    elif drawn is not None:
        raise BadPosition("drawn", "must be null unless a card has been drawn")


def _load_set_up(drawn: list[Any], s: State, once: _Once) -> None:
    """GT-4: the k-th player has drawn k cards; those before the one in turn have chosen."""
    sizes = [len(listed(cards, "drawn")) for cards in drawn]
    already = sizes[s.turn] - 1
    for order in range(s.players):
        seat = (s.turn - already + order) % s.players
        if sizes[seat] != (order + 1 if order >= already else 0):
            raise BadPosition("drawn", "the first player draws one card, the second two … (GT-4)")
        for i, value in enumerate(drawn[seat]):
            s.drawn[seat, i] = once.card(value, "drawn")


def _check_winner(s: State) -> None:
    """GT-2: a game with an ascending train is over, and only such a game is."""
    ascending = [
        seat
        for seat in range(s.players)
        if NONE not in s.trains[seat].tolist() and ascends(s, seat)
    ]
    if s.phase == OVER:
        if len(ascending) != 1:
            raise BadPosition("phase", "a game is over when exactly one train ascends (GT-2)")
        s.winner = ascending[0]
    else:
        if ascending:
            raise BadPosition("trains", f"seat {ascending[0] + 1}'s train ascends: phase is over")
        s.winner = -1


def cards(s: State) -> list[Any]:
    """Every card there is, wherever it lies."""
    places: list[Iterable[int]] = [s.row[: s.row_size], s.deck[: s.deck_size]]
    places.append(s.discard[: s.discard_size])
    for seat in range(s.players):
        places += [s.trains[seat], s.locks[seat], s.drawn[seat]]
    return sorted(int(card) for place in places for card in place if card != NONE)
