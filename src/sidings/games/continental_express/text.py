"""Continental Express as text: moves and positions (docs/notation.md).

``kinds`` are the names of the kinds of small cards, from the deck: ``kinds[1]`` to ``kinds[13]``.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sidings.errors import BadPosition
from sidings.games.continental_express import rules
from sidings.games.continental_express.rules import (
    ACTIONS,
    CHOOSE,
    CHOOSING,
    COLOURS,
    COLUMNS,
    CONTRACT_NAMES,
    DECLINE,
    DIRECTING,
    DONE,
    HIDDEN,
    INVESTING,
    INVESTOR,
    KINDS,
    LAST_OBJECTIVE,
    LINES,
    LOCOMOTIVE,
    NONE,
    OBJECTIVES,
    OVER,
    PHASES,
    PILE_SIZES,
    PILE_STARTS,
    ROB,
    ROBBING,
    SMALL_CARDS,
    TAKE,
    TAKING,
    TICKET,
    TOKEN,
    TOKENS_OF_COLOUR,
    TRADE,
    TRADING,
    VALIDATE,
    VALIDATING,
    VISIBLE,
    WAGON_KINDS,
    State,
)
from sidings.games.contract import Objection
from sidings.games.reading import Position, choice, integer, listed, mapped, seat_in_turn

Names = Sequence[str]

LINE_NAMES = ("a", "b", "c")
PLACES = tuple(f"{line}{column}" for line in LINE_NAMES for column in range(1, COLUMNS + 1))
NUMBERS = ("1", "2", "3", "4")
KEYS = ("turn", "phase", "lines", "piles", "objectives", "objective_pile", "wagons", "tickets",
        "tokens", "bank", "validated", "contracts", "offered", "idle", "last_turns")  # fmt: skip

# --- Moves ----------------------------------------------------------------------------------------


def write_move(action: int, kinds: Names) -> str:
    if action < TAKE:
        return f"contract {action - CHOOSE + 1}"
    if action < ROB:
        return f"take {PLACES[action - TAKE]}"
    if action < TRADE:
        return f"rob {action - ROB + 1}"
    if action < TOKEN:
        own, other, seat = _trade(action)
        return f"trade {kinds[own + 1]} for {kinds[other + 1]} of {seat + 1}"
    if action < DECLINE:
        return f"token {COLOURS[action - TOKEN]}"
    if action == DECLINE:
        return "decline"
    return f"objective {action - VALIDATE + 1}" if action < DONE else "done"


def _trade(action: int) -> tuple[int, int, int]:
    """The two wagons, from 0, and the other's seat."""
    return (action - TRADE) // 24, (action - TRADE) // 4 % 6, (action - TRADE) % 4


def read_move(words: Sequence[str], kinds: Names) -> int | Objection | None:
    match words:
        case ["contract", number] if number in NUMBERS[:2]:
            return CHOOSE + int(number) - 1
        case ["take", place] if place in PLACES:
            return TAKE + PLACES.index(place)
        case ["rob", seat] if seat in NUMBERS:
            return ROB + int(seat) - 1
        case ["trade", own, "for", other, "of", seat] if seat in NUMBERS:
            return _read_trade(own, other, int(seat) - 1, kinds)
        case ["token", colour] if colour in COLOURS:
            return TOKEN + COLOURS.index(colour)
        case ["decline"]:
            return DECLINE
        case ["objective", number] if number in NUMBERS[:VISIBLE]:
            return VALIDATE + int(number) - 1
        case ["done"]:
            return DONE
    return None


def _read_trade(own: str, other: str, seat: int, kinds: Names) -> int | Objection | None:
    for name in (own, other):
        if name not in kinds[1:]:
            return None
        if kinds.index(name) > LOCOMOTIVE:
            return Objection("CE-16", f"a {name} is no wagon, and only wagons are exchanged")
    return TRADE + 24 * (kinds.index(own) - 1) + 4 * (kinds.index(other) - 1) + seat


# --- Why a move is not legal


def object_to(s: State, action: int, kinds: Names) -> Objection:
    if s.phase == OVER:
        return Objection(_rule_of_the_end(s), "the game is over")
    if s.phase == CHOOSING:
        return Objection("CE-3", "first keep one of your two contracts")
    if action < TAKE:
        return Objection("CE-3", "contracts are chosen before the first turn only")
    if s.phase == TAKING:
        return _object_while_taking(s, action)
    if s.phase == VALIDATING:
        return _object_while_validating(s, action, kinds)
    return _object_to_effect(s, action, kinds)


def _rule_of_the_end(s: State) -> str:
    return "CE-27" if LAST_OBJECTIVE in s.validated_count else "CE-13"


def _object_while_taking(s: State, action: int) -> Objection:
    if action < ROB:
        line, column = divmod(action - TAKE, COLUMNS)
        if s.lines[line, column] == NONE:
            return Objection("CE-10", f"no card is left at {PLACES[action - TAKE]}")
        price = f"{PLACES[action - TAKE]} costs {count(column, 'ticket')}"
        return Objection("CE-7", f"{price} and you have {s.tickets[s.turn] or 'none'}")
    if action < TRADE:
        return Objection("CE-15", "you have taken no Pickpocket")
    if action < TOKEN:
        return Objection("CE-16", "you have taken no Pointsman")
    if action < DECLINE:
        return Objection("CE-17", "you have taken no Director")
    if action == DECLINE:
        return Objection("CE-9", "you have taken no character whose effect you could decline")
    return Objection("CE-7", "first take a card")


def _object_while_validating(s: State, action: int, kinds: Names) -> Objection:
    if action >= VALIDATE:
        number = action - VALIDATE
        lack = lacking(s, int(s.turn), int(s.objectives[number]), kinds)
        return Objection("CE-11", f"for objective {number + 1} you lack {lack}")
    if action < ROB and not s.lines.any():
        return Objection("CE-13", "there is no card left to take")
    if action < ROB:
        return Objection("CE-7", "you take one card a turn and have taken it")
    return Objection("CE-11", "validate an objective now, or say done")


def lacking(s: State, seat: int, objective: int, kinds: Names) -> str:
    """The wagons a seat lacks for an objective, in words, or "" when it has them all (CE-12)."""
    short = {
        kinds[i + 1]: int(s.needs[objective, i]) - int(s.wagons[seat, i])
        for i in range(WAGON_KINDS)
        if s.needs[objective, i] > s.wagons[seat, i]
    }
    locomotives = int(s.wagons[seat, LOCOMOTIVE - 1])
    more = sum(short.values()) - locomotives
    if more <= 0:
        return ""
    words = ", ".join(f"{n} {name}" if n > 1 else name for name, n in short.items())
    return f"{more} of {words}" if locomotives else words


def _object_to_effect(s: State, action: int, kinds: Names) -> Objection:
    if s.phase == INVESTING and action < ROB:
        return Objection("CE-14", f"there is no card at {PLACES[action - TAKE]}")
    if s.phase == ROBBING and ROB <= action < TRADE:
        return _object_to_robbery(s, action - ROB)
    if s.phase == TRADING and TRADE <= action < TOKEN:
        return _object_to_trade(s, *_trade(action), kinds)
    if s.phase == DIRECTING and TOKEN <= action < DECLINE:
        return Objection("CE-17", f"no {COLOURS[action - TOKEN]} token is left")
    character = PHASES[s.phase].capitalize()
    return Objection("CE-9", f"first use the {character}, or decline its effect")


def _object_to_robbery(s: State, seat: int) -> Objection:
    if seat >= s.players:
        return _no_such_seat(seat)
    if seat == s.turn:
        return Objection("CE-15", "you rob another player, not yourself")
    return Objection("CE-15", f"seat {seat + 1} has no tickets")


def _object_to_trade(s: State, own: int, other: int, seat: int, kinds: Names) -> Objection:
    if seat >= s.players:
        return _no_such_seat(seat)
    if seat == s.turn:
        return Objection("CE-16", "you exchange with another player, not with yourself")
    if own == other:
        return Objection("CE-16", "an exchange of like for like changes nothing")
    if s.wagons[s.turn, own] == 0:
        return Objection("CE-16", f"you have no {kinds[own + 1]}")
    return Objection("CE-16", f"seat {seat + 1} has no {kinds[other + 1]}")


def _no_such_seat(seat: int) -> Objection:
    return Objection("CE-1", f"there is no seat {seat + 1} at this table")


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# --- Positions ------------------------------------------------------------------------------------


def dump(s: State, hidden: bool, kinds: Names) -> Position:
    seats = range(s.players)
    return {
        "turn": None if s.phase == OVER else int(s.turn) + 1,
        "phase": PHASES[s.phase],
        "lines": {
            name: [kinds[card] if card != NONE else None for card in cards]
            for name, cards in zip(LINE_NAMES, s.lines.tolist(), strict=True)
        },
        "piles": {
            name: int(s.pile_sizes[line]) if hidden else [kinds[card] for card in _pile(s, line)]
            for line, name in enumerate(LINE_NAMES)
        },
        "objectives": s.objectives.tolist(),
        "objective_pile": int(s.objective_pile_size)
        if hidden
        else s.objective_pile[: s.objective_pile_size][::-1].tolist(),
        "wagons": [
            dict(zip(kinds[1 : LOCOMOTIVE + 1], wagons, strict=True))
            for wagons in s.wagons[: s.players].tolist()
        ],
        "tickets": s.tickets[: s.players].tolist(),
        "tokens": [
            dict(zip(COLOURS, tokens, strict=True)) for tokens in s.tokens[: s.players].tolist()
        ],
        "bank": dict(zip(COLOURS, s.bank.tolist(), strict=True)),
        "validated": [s.validated[seat, : s.validated_count[seat]].tolist() for seat in seats],
        "contracts": [_contract(contract) for contract in s.contracts[: s.players].tolist()],
        "offered": [_offer(s, seat) for seat in seats] if s.phase == CHOOSING else None,
        "idle": int(s.idle),
        "last_turns": int(s.last_turns) or None,
    }


def _pile(s: State, line: int) -> list[int]:
    """The cards of a line's pile, top first."""
    start = int(PILE_STARTS[line])
    cards: list[int] = s.piles[start : start + s.pile_sizes[line]][::-1].tolist()
    return cards


def _contract(contract: int) -> str | None:
    if contract == HIDDEN:
        return "?"
    return CONTRACT_NAMES[contract - 1] if contract != NONE else None


def _offer(s: State, seat: int) -> list[str | None] | None:
    if s.offered[seat, 0] == NONE:
        return None
    return [_contract(contract) for contract in s.offered[seat]]


def load(position: Position, s: State, kinds: Names) -> None:
    s.phase = choice(position["phase"], "phase", PHASES)
    s.turn = seat_in_turn(position, s.players, s.phase == OVER)
    _load_small_cards(position, s, kinds)
    _load_tokens(position, s)
    _load_objectives(position, s)
    _load_contracts(position, s)
    _check_gaps(s)
    _load_end(position, s)
    _check_choice(s)


class _Supply:
    """Sees to it that no kind exceeds the deck's number."""

    def __init__(self, s: State, kinds: Names) -> None:
        self.left = s.copies.astype(int)
        self._copies = s.copies.tolist()
        self._kinds = kinds

    def take(self, kind: int, number: int, key: str) -> int:
        self.left[kind] -= number
        if self.left[kind] < 0:
            copies, name = self._copies[kind], self._kinds[kind]
            raise BadPosition(key, f"the deck has only {copies} of {name} (CE-1)")
        return number

    def card(self, value: object, key: str) -> int:
        kind = choice(value, key, self._kinds[1:]) + 1
        self.take(kind, 1, key)
        return kind


def _load_small_cards(position: Position, s: State, kinds: Names) -> None:
    """What is in no place has left the game."""
    supply = _Supply(s, kinds)
    _load_lines(position, s, supply)
    _load_piles(position, s, supply)
    for seat, counts in enumerate(listed(position["wagons"], "wagons", s.players)):
        for i, value in enumerate(mapped(counts, "wagons", kinds[1 : LOCOMOTIVE + 1])):
            number = integer(value, "wagons", 0, SMALL_CARDS)
            s.wagons[seat, i] = supply.take(i + 1, number, "wagons")
    for seat, value in enumerate(listed(position["tickets"], "tickets", s.players)):
        number = integer(value, "tickets", 0, SMALL_CARDS)
        s.tickets[seat] = supply.take(TICKET, number, "tickets")
    s.box[:] = supply.left


def _load_lines(position: Position, s: State, supply: _Supply) -> None:
    for line, cards in enumerate(mapped(position["lines"], "lines", LINE_NAMES)):
        for column, value in enumerate(listed(cards, "lines", COLUMNS)):
            if value is not None:
                card = supply.card(value, "lines")
                if TICKET < card < INVESTOR:
                    raise BadPosition("lines", f"{value} takes effect at once (CE-18)")
                s.lines[line, column] = card


def _load_piles(position: Position, s: State, supply: _Supply) -> None:
    for line, values in enumerate(mapped(position["piles"], "piles", LINE_NAMES)):
        cards = [supply.card(value, "piles") for value in listed(values, "piles")]
        most = int(PILE_SIZES[line]) - COLUMNS
        if len(cards) > most:
            reason = f"{LINE_NAMES[line]} has at most {most} cards, not {len(cards)} (CE-4)"
            raise BadPosition("piles", reason)
        start = int(PILE_STARTS[line])
        s.piles[start : start + len(cards)] = cards[::-1]
        s.pile_sizes[line] = len(cards)


def _load_tokens(position: Position, s: State) -> None:
    for seat, counts in enumerate(listed(position["tokens"], "tokens", s.players)):
        for colour, value in enumerate(mapped(counts, "tokens", COLOURS)):
            s.tokens[seat, colour] = integer(value, "tokens", 0, TOKENS_OF_COLOUR)
    for colour, value in enumerate(mapped(position["bank"], "bank", COLOURS)):
        s.bank[colour] = integer(value, "bank", 0, TOKENS_OF_COLOUR)
        if s.bank[colour] + s.tokens[:, colour].sum() != TOKENS_OF_COLOUR:
            raise BadPosition("bank", f"there are {TOKENS_OF_COLOUR} {COLOURS[colour]} tokens")


def _load_objectives(position: Position, s: State) -> None:
    visible = listed(position["objectives"], "objectives", VISIBLE)
    pile = listed(position["objective_pile"], "objective_pile")
    validated = listed(position["validated"], "validated", s.players)
    seen: set[int] = set()
    s.objectives[:] = _objectives(visible, "objectives", seen)
    for seat, values in enumerate(validated):
        mine = _objectives(listed(values, "validated"), "validated", seen)
        if len(mine) > LAST_OBJECTIVE:
            raise BadPosition("validated", f"nobody validates more than {LAST_OBJECTIVE} (CE-27)")
        s.validated[seat, : len(mine)] = mine
        s.validated_count[seat] = len(mine)
    below = _objectives(pile, "objective_pile", seen)
    s.objective_pile[: len(below)] = below[::-1]
    s.objective_pile_size = len(below)
    if len(seen) != OBJECTIVES:
        missing = min(set(range(1, OBJECTIVES + 1)) - seen)
        raise BadPosition("objective_pile", f"objective {missing} is nowhere")


def _objectives(values: list[Any], key: str, seen: set[int]) -> list[int]:
    for value in values:
        if integer(value, key, 1, OBJECTIVES) in seen:
            raise BadPosition(key, f"objective {value} is there twice")
        seen.add(value)
    return values


def _load_contracts(position: Position, s: State) -> None:
    contracts = listed(position["contracts"], "contracts", s.players)
    if s.phase == CHOOSING:
        offered = listed(position["offered"], "offered", s.players)
    elif position["offered"] is None:
        offered = [None] * s.players
    else:
        raise BadPosition("offered", "must be null when the contracts are chosen")
    seen: set[int] = set()
    for seat in range(s.players):
        if contracts[seat] is not None:
            s.contracts[seat] = _one_contract(contracts[seat], "contracts", seen)
        if offered[seat] is not None:
            for i, value in enumerate(listed(offered[seat], "offered", 2)):
                s.offered[seat, i] = _one_contract(value, "offered", seen)
    _check_who_has_chosen(s)


def _one_contract(value: object, key: str, seen: set[int]) -> int:
    contract = choice(value, key, CONTRACT_NAMES) + 1
    if contract in seen:
        raise BadPosition(key, f"there is only one contract {value}")
    seen.add(contract)
    return contract


def _check_who_has_chosen(s: State) -> None:
    """CE-3: all before the seat in turn, counted from the first player; later on everybody."""
    order = [(s.turn + i) % s.players for i in range(s.players)]
    for seat in order:
        if (s.contracts[seat] == NONE) == (s.offered[seat, 0] == NONE):
            key = "offered" if s.phase == CHOOSING else "contracts"
            raise BadPosition(key, f"seat {seat + 1} has either a contract or two to choose from")
    chosen = [bool(s.contracts[seat] != NONE) for seat in order]
    if s.phase == CHOOSING and (chosen[0] or chosen != sorted(chosen)):
        raise BadPosition("contracts", "they are chosen in turn order (CE-3)")


def _check_gaps(s: State) -> None:
    """Between turns a line is short only when its pile is empty (CE-10); see also CE-9."""
    if INVESTING <= s.phase <= DIRECTING:
        return
    for line in range(LINES):
        there = [bool(card != NONE) for card in s.lines[line]]
        if there != sorted(there, reverse=True) or (s.pile_sizes[line] > 0 and not all(there)):
            reason = "three cards lie in each line, unless its pile is empty (CE-10)"
            raise BadPosition("lines", reason)


def _load_end(position: Position, s: State) -> None:
    """How near the end is; a finished position does not tell."""
    idle = integer(position["idle"], "idle", 0, s.players)
    turns = position["last_turns"]
    if turns is not None:
        turns = integer(turns, "last_turns", 0 if s.phase == OVER else 1, s.players - 1)
    if s.phase == OVER:
        if LAST_OBJECTIVE not in s.validated_count and s.lines.any():
            raise BadPosition("phase", "nothing has ended the game (CE-13, CE-27)")
        return
    _load_last_turns(turns, s)
    _load_idle(idle, s)


def _load_last_turns(turns: int | None, s: State) -> None:
    """CE-27: they are counted when somebody has a fourth objective, and only then."""
    if (turns is not None) != (LAST_OBJECTIVE in s.validated_count):
        raise BadPosition("last_turns", "is a number when somebody has four objectives (CE-27)")
    s.last_turns = turns or 0


def _load_idle(idle: int, s: State) -> None:
    """CE-13: a take is skipped only when nothing is left; an objective ends the idleness."""
    most = s.players if s.phase == VALIDATING and not s.lines.any() else 0
    s.idle = integer(idle, "idle", 0, most)


def _check_choice(s: State) -> None:
    """Nobody is asked where there is nothing to choose."""
    if s.phase == OVER:
        return
    choices = int(rules.legal(s, np.zeros(ACTIONS, np.int16)))
    if s.phase == TAKING and choices == 0:
        raise BadPosition("phase", "no card is left to take (CE-13)")
    if s.phase == VALIDATING and choices == 1:
        raise BadPosition("phase", f"seat {s.turn + 1} can validate no objective (CE-11)")
    if INVESTING <= s.phase <= DIRECTING and choices == 1:
        raise BadPosition("phase", f"the {PHASES[s.phase]} can have no effect (CE-9)")


def cards(s: State, kinds: Names) -> list[Any]:
    """Every small card, objective and token, wherever it lies, the box included."""
    small: Counter[str] = Counter()
    for line in range(LINES):
        small.update(kinds[card] for card in (*_pile(s, line), *s.lines[line]) if card != NONE)
    for kind in range(1, KINDS):
        small[kinds[kind]] += int(s.box[kind])
        if kind <= LOCOMOTIVE:
            small[kinds[kind]] += int(s.wagons[:, kind - 1].sum())
    small[kinds[TICKET]] += int(s.tickets.sum())
    tokens = s.bank + s.tokens.sum(axis=0)
    objectives: Iterable[int] = (
        *s.objectives,
        *s.objective_pile[: s.objective_pile_size],
        *s.validated[s.validated != NONE],
    )
    return sorted(
        [
            *small.elements(),
            *(f"{name} token" for name, n in zip(COLOURS, tokens, strict=True) for _ in range(n)),
            *(f"objective {number:2}" for number in objectives),
        ]
    )
