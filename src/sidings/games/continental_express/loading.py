"""Positions of Continental Express read and checked (docs/notation.md)."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from sidings.errors import BadPosition
from sidings.games.continental_express import rules
from sidings.games.continental_express.rules import (
    ACTIONS,
    CHOOSING,
    COLOURS,
    COLUMNS,
    CONTRACT_NAMES,
    DIRECTING,
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
    SMALL_CARDS,
    TAKING,
    TICKET,
    TOKENS_OF_COLOUR,
    VALIDATING,
    VISIBLE,
    State,
)
from sidings.games.continental_express.text import LINE_NAMES, Names, pile_of
from sidings.games.reading import Position, choice, integer, listed, mapped, seat_in_turn


def load(position: Position, s: State, kinds: Names) -> None:
    s.phase = choice(position["phase"], "phase", PHASES)
    s.turn = seat_in_turn(position, s.players, s.phase == OVER)
    _load_small_cards(position, s, kinds)
    _load_tokens(position, s)
    _load_objectives(position, s)
    _load_contracts(position, s)
    if s.phase == CHOOSING:
        _check_nothing_is_turned_up(s)
    else:
        _check_gaps(s)
    _load_end(position, s)
    _check_choice(s)


class Supply:
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
    supply = Supply(s, kinds)
    load_lines(position, s, supply)
    _load_piles(position, s, supply)
    load_depots(position, s, kinds, supply)
    s.box[:] = supply.left


def load_depots(position: Position, s: State, kinds: Names, supply: Supply) -> None:
    for seat, counts in enumerate(listed(position["wagons"], "wagons", s.players)):
        for i, value in enumerate(mapped(counts, "wagons", kinds[1 : LOCOMOTIVE + 1])):
            number = integer(value, "wagons", 0, SMALL_CARDS)
            s.wagons[seat, i] = supply.take(i + 1, number, "wagons")
    for seat, value in enumerate(listed(position["tickets"], "tickets", s.players)):
        number = integer(value, "tickets", 0, SMALL_CARDS)
        s.tickets[seat] = supply.take(TICKET, number, "tickets")


def load_lines(position: Position, s: State, supply: Supply) -> None:
    for line, cards in enumerate(mapped(position["lines"], "lines", LINE_NAMES)):
        for column, value in enumerate(listed(cards, "lines", COLUMNS)):
            if value is not None:
                if s.phase == CHOOSING:
                    raise BadPosition("lines", "the contracts are chosen first (CE-3)")
                card = supply.card(value, "lines")
                if TICKET < card < INVESTOR:
                    raise BadPosition("lines", f"{value} takes effect at once (CE-18)")
                s.lines[line, column] = card


def _load_piles(position: Position, s: State, supply: Supply) -> None:
    for line, values in enumerate(mapped(position["piles"], "piles", LINE_NAMES)):
        cards = [supply.card(value, "piles") for value in listed(values, "piles")]
        full = int(PILE_SIZES[line])
        if s.phase == CHOOSING and len(cards) != full:
            reason = f"{LINE_NAMES[line]} has {full} cards before the market is laid out (CE-3)"
            raise BadPosition("piles", reason)
        if s.phase != CHOOSING and len(cards) > full - COLUMNS:
            reason = f"{LINE_NAMES[line]} has at most {full - COLUMNS}, not {len(cards)} (CE-4)"
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
    visible = listed(position["objectives"], "objectives", 0 if s.phase == CHOOSING else VISIBLE)
    pile = listed(position["objective_pile"], "objective_pile")
    validated = listed(position["validated"], "validated", s.players)
    seen: set[int] = set()
    s.objectives[: len(visible)] = _objectives(visible, "objectives", seen)
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
        raise BadPosition("objective_pile", f"objective {missing} is missing")


def _objectives(values: list[Any], key: str, seen: set[int]) -> list[int]:
    for value in values:
        if integer(value, key, 1, OBJECTIVES) in seen:
            raise BadPosition(key, f"duplicate objective {value}")
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


def _check_nothing_is_turned_up(s: State) -> None:
    """CE-3: nobody has anything but contracts yet; the full piles leave no small card over."""
    if s.tokens.any():
        raise BadPosition("tokens", "nobody has one before the first turn (CE-3)")
    if s.validated_count.any():
        raise BadPosition("validated", "nobody has any before the first turn (CE-3)")


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
    if turns is not None:
        _check_last_turns(turns, s)


def _check_last_turns(turns: int, s: State) -> None:
    """CE-27: the turns end before the first with four objectives, and nobody has one after that."""
    counts = s.validated_count.tolist()
    if counts[(s.turn + turns) % s.players] != LAST_OBJECTIVE:
        raise BadPosition("last_turns", "they end before the seat with four objectives (CE-27)")
    for turn in range(turns):
        seat = (s.turn + turn) % s.players
        if counts[seat] == LAST_OBJECTIVE:
            reason = f"seat {seat + 1} has four objectives and no turn to come (CE-27)"
            raise BadPosition("validated", reason)


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
        small.update(kinds[card] for card in (*pile_of(s, line), *s.lines[line]) if card != NONE)
    for kind in range(1, KINDS):
        small[kinds[kind]] += int(s.box[kind])
        if kind <= LOCOMOTIVE:
            small[kinds[kind]] += int(s.wagons[:, kind - 1].sum())
    small[kinds[TICKET]] += int(s.tickets.sum())
    tokens = s.bank + s.tokens.sum(axis=0)
    objectives: Iterable[int] = (
        *s.objectives[s.objectives != NONE],
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
