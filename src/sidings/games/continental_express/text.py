"""Continental Express as text: moves and positions (docs/notation.md).

``kinds`` are the names of the kinds of small cards, from the deck: ``kinds[1]`` to ``kinds[13]``.
"""

from collections.abc import Sequence

from sidings.games.continental_express.rules import (
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
    LAST_OBJECTIVE,
    LINES,
    LOCOMOTIVE,
    NONE,
    OVER,
    PHASES,
    PILE_STARTS,
    ROB,
    ROBBING,
    TAKE,
    TAKING,
    TOKEN,
    TRADE,
    TRADING,
    VALIDATE,
    VALIDATING,
    VISIBLE,
    WAGON_KINDS,
    State,
    missing_of_kind,
    missing_wagons,
    price_of,
    trade_action,
    trade_of,
)
from sidings.games.continental_express.summary import (
    BANK_AT,
    CONTRACT_AT,
    IDLE_AT,
    LAST_TURNS_AT,
    LINES_AT,
    OBJECTIVE_PILE_AT,
    OBJECTIVE_POINTS_AT,
    OBJECTIVES_AT,
    OFFERED_AT,
    PHASE_AT,
    PILES_AT,
    PLAYERS_AT,
    SEAT_SIZE,
    SEATS_AT,
    TICKETS_AT,
    TOKENS_AT,
    TURN_AT,
    VALIDATED_AT,
    VALIDATED_COUNT_AT,
    WAGONS_AT,
    summary,
)
from sidings.games.contract import Objection
from sidings.games.reading import Position

Names = tuple[str, ...]

SPECTATOR = -1
LINE_NAMES = ("a", "b", "c")
PLACES = tuple(f"{line}{column}" for line in LINE_NAMES for column in range(1, COLUMNS + 1))
NUMBERS = ("1", "2", "3", "4")
KEYS = ("turn", "phase", "lines", "piles", "objectives", "objective_pile", "wagons", "tickets",
        "tokens", "bank", "validated", "contracts", "offered", "idle", "last_turns")  # fmt: skip

# --- Moves ----------------------------------------------------------------------------------------


#: Every kind of move; the page writes one that it wants to be told about with these.
MOVES = {
    "contract": "contract {number}",
    "take": "take {place}",
    "rob": "rob {seat}",
    "trade": "trade {give} for {want} of {seat}",
    "token": "token {colour}",
    "decline": "decline",
    "objective": "objective {number}",
    "done": "done",
}


def write_move(action: int, kinds: Names) -> str:
    if action < TAKE:
        return MOVES["contract"].format(number=action - CHOOSE + 1)
    if action < ROB:
        return MOVES["take"].format(place=PLACES[action - TAKE])
    if action < TRADE:
        return MOVES["rob"].format(seat=action - ROB + 1)
    if action < TOKEN:
        own, other, seat = trade_of(action)
        return MOVES["trade"].format(give=kinds[own + 1], want=kinds[other + 1], seat=seat + 1)
    if action < DECLINE:
        return MOVES["token"].format(colour=COLOURS[action - TOKEN])
    if action == DECLINE:
        return MOVES["decline"]
    if action < DONE:
        return MOVES["objective"].format(number=action - VALIDATE + 1)
    return MOVES["done"]


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
            return Objection("CE-16", "not-a-wagon", card=name)
    return trade_action(kinds.index(own) - 1, kinds.index(other) - 1, seat)


# --- Why a move is not legal

#: The English of each objection. ``wagons`` are names separated by commas.
OBJECTIONS = {
    "over": "the game is over",
    "keep-first": "first keep one of your two contracts",
    "contracts-chosen": "contracts are chosen only before the first turn",
    "no-card": "there is no card at {place}",
    "price": "the price of {place} is {price} in tickets, and you have {tickets}",
    "no-character": "you have not taken a {character}",
    "nothing-to-decline": "you have taken no character whose effect you could decline",
    "take-first": "first take a card",
    "lacking": "for objective {number} you lack {missing} of: {wagons}",
    "market-empty": "there is no card left to take",
    "taken-already": "you have taken your card for this turn",
    "validate-now": "validate an objective now, or say done",
    "use-first": "first use the {character}, or decline its effect",
    "no-token": "no {colour} token is left",
    "no-seat": "there is no seat {seat} at this table",
    "rob-yourself": "you take the tickets of another player, not your own",
    "no-tickets": "seat {seat} has no tickets",
    "trade-yourself": "you exchange with another player, not with yourself",
    "same-kind": "an exchange of like for like changes nothing",
    "none-of-yours": "you have no {wagon}",
    "none-of-theirs": "seat {seat} has no {wagon}",
    "not-a-wagon": "a {card} is not a wagon, and only wagons are exchanged",
}


def object_to(s: State, action: int, kinds: Names) -> Objection:
    if s.phase == OVER:
        return Objection(_rule_of_the_end(s), "over")
    if s.phase == CHOOSING:
        return Objection("CE-3", "keep-first")
    if action < TAKE:
        return Objection("CE-3", "contracts-chosen")
    if s.phase == TAKING:
        return _object_while_taking(s, action)
    if s.phase == VALIDATING:
        return _object_while_validating(s, action, kinds)
    return _object_to_effect(s, action, kinds)


def _rule_of_the_end(s: State) -> str:
    return "CE-27" if LAST_OBJECTIVE in s.validated_count.tolist() else "CE-13"


def _object_while_taking(s: State, action: int) -> Objection:
    if action < ROB:
        place, column = PLACES[action - TAKE], (action - TAKE) % COLUMNS
        if s.lines[(action - TAKE) // COLUMNS, column] == NONE:
            return Objection("CE-10", "no-card", place=place)
        tickets = int(s.tickets[s.turn])
        return Objection("CE-7", "price", place=place, price=price_of(s, column), tickets=tickets)
    if action < TRADE:
        return Objection("CE-15", "no-character", character="pickpocket")
    if action < TOKEN:
        return Objection("CE-16", "no-character", character="pointsman")
    if action < DECLINE:
        return Objection("CE-17", "no-character", character="director")
    if action == DECLINE:
        return Objection("CE-9", "nothing-to-decline")
    return Objection("CE-7", "take-first")


def _object_while_validating(s: State, action: int, kinds: Names) -> Objection:
    if action >= VALIDATE:
        i, seat = action - VALIDATE, int(s.turn)
        short = ", ".join(short_of(s, seat, int(s.objectives[i]), kinds))
        missing = lacking(s, seat, int(s.objectives[i]))
        return Objection("CE-11", "lacking", number=i + 1, missing=missing, wagons=short)
    if action < ROB:
        if _market_is_empty(s):
            return Objection("CE-13", "market-empty")
        return Objection("CE-7", "taken-already")
    return Objection("CE-11", "validate-now")


def _market_is_empty(s: State) -> bool:
    return all(card == NONE for cards in s.lines.tolist() for card in cards)


def lacking(s: State, seat: int, objective: int) -> int:
    """How many wagons a seat lacks for an objective, locomotives counted (CE-12)."""
    locomotives = int(s.wagons[seat, LOCOMOTIVE - 1])
    return max(missing_wagons(s, seat, objective) - locomotives, 0)


def short_of(s: State, seat: int, objective: int, kinds: Names) -> list[str]:
    """The wagons that a seat does not have for an objective, without regard to locomotives."""
    return [
        kinds[kind + 1]
        for kind in range(WAGON_KINDS)
        for _ in range(missing_of_kind(s, seat, objective, kind))
    ]


def _object_to_effect(s: State, action: int, kinds: Names) -> Objection:
    if s.phase == INVESTING and action < ROB:
        return Objection("CE-14", "no-card", place=PLACES[action - TAKE])
    if s.phase == ROBBING and ROB <= action < TRADE:
        return _object_to_robbery(s, action - ROB)
    if s.phase == TRADING and TRADE <= action < TOKEN:
        own, other, seat = trade_of(action)
        return _object_to_trade(s, own, other, seat, kinds)
    if s.phase == DIRECTING and TOKEN <= action < DECLINE:
        return Objection("CE-17", "no-token", colour=COLOURS[action - TOKEN])
    return Objection("CE-9", "use-first", character=PHASES[s.phase])


def _object_to_robbery(s: State, seat: int) -> Objection:
    if seat >= s.players:
        return Objection("CE-1", "no-seat", seat=seat + 1)
    if seat == s.turn:
        return Objection("CE-15", "rob-yourself")
    return Objection("CE-15", "no-tickets", seat=seat + 1)


def _object_to_trade(s: State, own: int, other: int, seat: int, kinds: Names) -> Objection:
    if seat >= s.players:
        return Objection("CE-1", "no-seat", seat=seat + 1)
    if seat == s.turn:
        return Objection("CE-16", "trade-yourself")
    if own == other:
        return Objection("CE-16", "same-kind")
    if s.wagons[s.turn, own] == 0:
        return Objection("CE-16", "none-of-yours", wagon=kinds[own + 1])
    return Objection("CE-16", "none-of-theirs", seat=seat + 1, wagon=kinds[other + 1])


# --- Positions ------------------------------------------------------------------------------------


def dump(s: State, hidden: bool, kinds: Names) -> Position:
    position = write_position(summary(s, SPECTATOR), kinds)
    if not hidden:
        position["piles"] = {
            LINE_NAMES[line]: [kinds[card] for card in pile_of(s, line)] for line in range(LINES)
        }
        position["objective_pile"] = s.objective_pile[: s.objective_pile_size][::-1].tolist()
    return position


def write_position(numbers: list[int], kinds: Names) -> Position:
    """The position as it is seen, from the summary of a state."""
    phase = numbers[PHASE_AT]
    seats = []
    for seat in range(numbers[PLAYERS_AT]):
        start = SEATS_AT + SEAT_SIZE * seat
        seats.append(numbers[start : start + SEAT_SIZE])
    lines, piles = {}, {}
    for line in range(LINES):
        first = LINES_AT + COLUMNS * line
        cards = [kinds[card] if card else None for card in numbers[first : first + COLUMNS]]
        lines[LINE_NAMES[line]] = cards
        piles[LINE_NAMES[line]] = numbers[PILES_AT + line]
    wagons, bank = kinds[1 : LOCOMOTIVE + 1], numbers[BANK_AT : BANK_AT + len(COLOURS)]
    visible = numbers[OBJECTIVES_AT : OBJECTIVES_AT + VISIBLE]
    return {
        "turn": None if phase == OVER else numbers[TURN_AT] + 1,
        "phase": PHASES[phase],
        "lines": lines,
        "piles": piles,
        "objectives": [] if phase == CHOOSING else visible,
        "objective_pile": numbers[OBJECTIVE_PILE_AT],
        "wagons": [dict(zip(wagons, own[WAGONS_AT:TOKENS_AT], strict=True)) for own in seats],
        "tickets": [own[TICKETS_AT] for own in seats],
        "tokens": [
            dict(zip(COLOURS, own[TOKENS_AT:OBJECTIVE_POINTS_AT], strict=True)) for own in seats
        ],
        "bank": dict(zip(COLOURS, bank, strict=True)),
        "validated": [own[VALIDATED_AT : VALIDATED_AT + own[VALIDATED_COUNT_AT]] for own in seats],
        "contracts": [contract_name(own[CONTRACT_AT]) for own in seats],
        "offered": [_offer(own) for own in seats] if phase == CHOOSING else None,
        "idle": numbers[IDLE_AT],
        "last_turns": numbers[LAST_TURNS_AT] or None,
    }


def contract_name(contract: int) -> str | None:
    if contract == HIDDEN:
        return "?"
    return CONTRACT_NAMES[contract - 1] if contract != NONE else None


def _offer(own: list[int]) -> list[str | None] | None:
    if own[OFFERED_AT] == NONE:
        return None
    return [contract_name(own[OFFERED_AT]), contract_name(own[OFFERED_AT + 1])]


def pile_of(s: State, line: int) -> list[int]:
    """The cards of a line's pile, top first."""
    start = int(PILE_STARTS[line])
    cards: list[int] = s.piles[start : start + s.pile_sizes[line]][::-1].tolist()
    return cards
