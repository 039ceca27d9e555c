"""Continental Express: the rules (docs/rules/en/continental-express.md has them in words)."""

import sys

import numpy as np

from sidings.kernel import (
    Array,
    Record,
    below,
    bind,
    field,
    kernel,
    next_word,
    record_dtype,
    shuffle,
    shuffle_fast,
    tell,
)
from sidings.kernel.events import EVERYBODY, NOBODY, NOWHERE

# --- Constants ------------------------------------------------------------------------------------

PLAYERS = range(2, 5)  # CE-1
SEATS = PLAYERS[-1]
NONE, HIDDEN = 0, -1  # no card; a card that the viewer may not know

# The kinds of small cards, 1 to 13. The first five are wagons; the deck names them.
WAGON_KINDS = 5
LOCOMOTIVE, TICKET, DERAILMENT, FIRE = 6, 7, 8, 9
INVESTOR, PICKPOCKET, POINTSMAN, DIRECTOR = 10, 11, 12, 13
KINDS = 14
SMALL_CARDS = 82

LINES, COLUMNS = 3, 3
PILE_SIZES = np.array([28, 27, 27])  # CE-4
PILE_STARTS = np.array([0, 28, 55])  # the piles stand side by side in one array

OBJECTIVES, VISIBLE = 20, 3  # CE-5
LAST_OBJECTIVE = 4  # CE-27

COLOURS = ("blue", "yellow", "black", "red", "green")
TOKENS_OF_COLOUR = 4

# Contracts 1 to 5 are of one colour each.
CONTRACT_NAMES = (*COLOURS, "pairs", "triplets", "trios", "four", "two-pairs")
PAIRS, TRIPLETS, TRIOS, FOUR, TWO_PAIRS = 6, 7, 8, 9, 10
CONTRACTS = 10

# Counts of several things in one number: eight bits for each.
BITS, MOST = 8, 0xFF

A_POINT = 1000  # in a standing: more than all the points on objectives

# Phases; those of the characters are in the order of their kinds.
CHOOSING, TAKING, INVESTING, ROBBING, TRADING, DIRECTING, VALIDATING, OVER = range(8)
PHASES = (
    "contract",
    "take",
    "investor",
    "pickpocket",
    "pointsman",
    "director",
    "objective",
    "over",
)

# Actions, dense: each kind starts where the one before ends.
CHOOSE = 0  # + which of the two contracts
TAKE = CHOOSE + 2  # + 3 * line + column
ROB = TAKE + LINES * COLUMNS  # + seat
TRADE = ROB + SEATS  # see trade_action
TOKEN = TRADE + (WAGON_KINDS + 1) * (WAGON_KINDS + 1) * SEATS  # + colour
DECLINE = TOKEN + len(COLOURS)
VALIDATE = DECLINE + 1  # + which of the visible objectives
DONE = VALIDATE + VISIBLE
ACTIONS = DONE + 1

# Events: what a move can tell, in the order in which it may happen.
EVENTS = (
    "chose",  # a contract; only that seat knows which
    "returned",  # the other contract, likewise
    "paid",  # for a card; what is the number of tickets
    "took",  # a card from the market; a character stands before the seat until it has acted
    "lost",  # a character whose effect is impossible leaves the game
    "robbed",  # another seat; what is the number of tickets
    "traded",  # a wagon
    "granted",  # a token
    "declined",  # a character's effect; the character leaves the game
    "left",  # a character that has acted leaves the game
    "slid",  # a card of the market
    "drew",  # a card came from a pile into the market
    "set-aside",  # an event met while the market is laid out
    "reshuffled",  # such an event, into its pile
    "derailment",
    "buried",  # an objective went under the pile
    "revealed",  # an objective came into the display
    "fire",
    "burnt",  # a card of the market left the game
    "spent",  # a wagon for an objective
    "validated",
    "finished",  # the turn, without an objective though there was one
    "fourth",  # objective: the last turns are counted from now on; what is their number
    "turn",  # begins; what is the number of last turns, 0 when they are not counted
    "skipped",  # the take; what is the number of idle turns in succession
    "asked",  # a decision; what is the phase
    "over",
    "showed",  # the contract, at the end
)
(
    CHOSE, RETURNED, PAID, TOOK, LOST, ROBBED, TRADED, GRANTED, DECLINED, LEFT, SLID, DREW,
    SET_ASIDE, RESHUFFLED, DERAILED, BURIED, REVEALED, BURNED, BURNT, SPENT, VALIDATED, FINISHED,
    FOURTH, TURNED, SKIPPED, ASKED, ENDED, SHOWED,
) = range(len(EVENTS))  # fmt: skip

# One move tells the most when a card is paid for, taken and lost, and this is followed by slides, a
# fire (at most nine cards before it, all burnt, and nine after it), a derailment (three objectives
# out, three in), idle turns for everybody, and the end with everybody's contract.
MOST_EVENTS = 3 + 6 + (9 + 1 + 9 + 9) + (1 + 3 + 3) + 2 * SEATS + (1 + SEATS)

# Places that events name: each kind starts where the one before ends.
MARKET = 0  # + 3 * line + column
PILE = MARKET + LINES * COLUMNS  # + line
PRICE = PILE + LINES  # + column: where its tickets are paid
DISPLAY = PRICE + COLUMNS  # + which of the visible objectives
OBJECTIVE_PILE = DISPLAY + VISIBLE
BANK = OBJECTIVE_PILE + 1
OFFER = BANK + 1  # + which of the two contracts
CONTRACT_PILE = OFFER + 2
BOX = CONTRACT_PILE + 1  # out of the game
DEPOT = BOX + 1  # + seat: wagons and tickets
HONOURS = DEPOT + SEATS  # + seat: validated objectives and tokens
STAGE = HONOURS + SEATS  # + seat: a character that acts
CONTRACT = STAGE + SEATS  # + seat


# --- State ----------------------------------------------------------------------------------------


class State(Record):
    """All that lies on the table. Small cards are kinds: two of a kind are the same to everybody.

    Piles are arrays with a size; the top is the last card.
    """

    turn: int = field(np.int8)
    phase: int = field(np.int8)
    idle: int = field(np.int8)  # CE-13
    last_turns: int = field(np.int8)  # CE-27; 0 until a fourth objective is validated
    lines: Array = field(np.int8, LINES, COLUMNS)
    piles: Array = field(np.int8, SMALL_CARDS)
    pile_sizes: Array = field(np.int8, LINES)
    box: Array = field(np.int8, KINDS)  # small cards that have left the game
    wagons: Array = field(np.int8, SEATS, WAGON_KINDS + 1)
    tickets: Array = field(np.int8, SEATS)
    tokens: Array = field(np.int8, SEATS, len(COLOURS))
    bank: Array = field(np.int8, len(COLOURS))
    objectives: Array = field(np.int8, VISIBLE)
    objective_pile: Array = field(np.int8, OBJECTIVES)
    objective_pile_size: int = field(np.int8)
    validated: Array = field(np.int8, SEATS, LAST_OBJECTIVE)
    validated_count: Array = field(np.int8, SEATS)
    contracts: Array = field(np.int8, SEATS)
    offered: Array = field(np.int8, SEATS, 2)
    # What is known of hidden cards: the contract that a seat gave back, the pile (from 1) into
    # which an event was shuffled in front of all (CE-4), and how many of the lowest objectives
    # were put under the pile (CE-19).
    rejected: Array = field(np.int8, SEATS)
    event_pile: Array = field(np.int8, 2)
    put_under: int = field(np.int8)
    # The deck: copies of each kind, and the objectives by number, from 1.
    copies: Array = field(np.int8, KINDS)
    colour: Array = field(np.int8, OBJECTIVES + 1)
    points: Array = field(np.int8, OBJECTIVES + 1)
    needs: Array = field(np.int8, OBJECTIVES + 1, WAGON_KINDS)


# --- Deal -----------------------------------------------------------------------------------------


@kernel
def deal(s: State) -> None:
    """CE-3: everything but the contracts stays face down until the last of them is chosen."""
    # The objective pile is still unused: the seats and the contracts are shuffled in it first.
    _choose_first_player(s)
    _offer_contracts(s)
    _shuffle_objectives(s)
    _shuffle_small_cards(s)
    s.bank[:] = TOKENS_OF_COLOUR
    s.phase = CHOOSING


@kernel
def _choose_first_player(s: State) -> None:
    """CE-6."""
    for seat in range(s.players):
        s.objective_pile[seat] = seat
    shuffle(s, s.objective_pile[:], 0, s.players)
    s.turn = s.objective_pile[0]


@kernel
def _offer_contracts(s: State) -> None:
    """CE-3: two for each player."""
    for i in range(CONTRACTS):
        s.objective_pile[i] = i + 1
    shuffle(s, s.objective_pile[:], 0, CONTRACTS)
    for seat in range(s.players):
        s.offered[seat, 0] = s.objective_pile[2 * seat]
        s.offered[seat, 1] = s.objective_pile[2 * seat + 1]


@kernel
def _shuffle_objectives(s: State) -> None:
    """CE-5."""
    for i in range(OBJECTIVES):
        s.objective_pile[i] = i + 1
    s.objective_pile_size = OBJECTIVES
    shuffle(s, s.objective_pile[:], 0, OBJECTIVES)


@kernel
def _shuffle_small_cards(s: State) -> None:
    """CE-4."""
    n = 0
    for kind in range(1, KINDS):
        for _ in range(s.copies[kind]):
            s.piles[n] = kind
            n += 1
    shuffle(s, s.piles[:], 0, SMALL_CARDS)
    for line in range(LINES):
        s.pile_sizes[line] = PILE_SIZES[line]


# --- Legal ----------------------------------------------------------------------------------------


@kernel
def actor(s: State) -> int:
    return -1 if s.phase == OVER else int(s.turn)


@kernel
def legal(s: State, out: Array) -> int:
    if s.phase == TAKING:
        return _legal_takes(s, out, min(int(s.tickets[s.turn]) + 1, COLUMNS))  # CE-7
    if s.phase == VALIDATING:
        return _legal_objectives(s, out)
    if s.phase == CHOOSING:
        out[0], out[1] = CHOOSE, CHOOSE + 1
        return 2
    if s.phase == INVESTING:
        n = _legal_takes(s, out, COLUMNS)  # CE-14
    elif s.phase == ROBBING:
        n = _legal_robberies(s, out)
    elif s.phase == TRADING:
        n = _legal_trades(s, out)
    else:
        n = _legal_tokens(s, out)
    out[n] = DECLINE  # CE-9
    return n + 1


@kernel
def _legal_takes(s: State, out: Array, columns: int) -> int:
    """The cards in the first so many columns."""
    n = 0
    for line in range(LINES):
        for column in range(columns):
            if s.lines[line, column] != NONE:
                out[n] = TAKE + COLUMNS * line + column
                n += 1
    return n


@kernel
def _legal_robberies(s: State, out: Array) -> int:
    """CE-15."""
    n = 0
    for seat in range(s.players):
        if seat != s.turn and s.tickets[seat] > 0:
            out[n] = ROB + seat
            n += 1
    return n


@kernel
def _legal_trades(s: State, out: Array) -> int:
    """CE-16: locomotives too, but never like for like."""
    n = 0
    for own in range(WAGON_KINDS + 1):
        if s.wagons[s.turn, own] == 0:
            continue
        for other in range(WAGON_KINDS + 1):
            for seat in range(s.players):
                if other != own and seat != s.turn and s.wagons[seat, other] > 0:
                    out[n] = trade_action(own, other, seat)
                    n += 1
    return n


@kernel
def trade_action(own: int, other: int, seat: int) -> int:
    """The exchange of an own wagon for another seat's; wagons are kinds from 0."""
    return TRADE + ((WAGON_KINDS + 1) * own + other) * SEATS + seat


@kernel
def trade_of(action: int) -> tuple[int, int, int]:
    """The own wagon, the other's wagon and the seat of an exchange."""
    wagons, seat = (action - TRADE) // SEATS, (action - TRADE) % SEATS
    return wagons // (WAGON_KINDS + 1), wagons % (WAGON_KINDS + 1), seat


@kernel
def _legal_tokens(s: State, out: Array) -> int:
    """CE-17."""
    n = 0
    for colour in range(len(COLOURS)):
        if s.bank[colour] > 0:
            out[n] = TOKEN + colour
            n += 1
    return n


@kernel
def _legal_objectives(s: State, out: Array) -> int:
    """CE-11."""
    n = 0
    for i in range(VISIBLE):
        if _can_validate(s, s.objectives[i]):
            out[n] = VALIDATE + i
            n += 1
    out[n] = DONE
    return n + 1


@kernel
def _can_validate(s: State, objective: int) -> bool:
    """CE-11; CE-27: a fourth objective is the last."""
    seat = int(s.turn)
    if s.validated_count[seat] == LAST_OBJECTIVE:
        return False
    return missing_wagons(s, seat, objective) <= int(s.wagons[seat, LOCOMOTIVE - 1])


@kernel
def missing_wagons(s: State, seat: int, objective: int) -> int:
    """CE-12: those that a player does not have; locomotives stand for them."""
    missing = 0
    for kind in range(WAGON_KINDS):
        missing += missing_of_kind(s, seat, objective, kind)
    return missing


@kernel
def missing_of_kind(s: State, seat: int, objective: int, kind: int) -> int:
    return max(int(s.needs[objective, kind]) - int(s.wagons[seat, kind]), 0)


# --- Apply ----------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int, events: Array | None = None) -> None:
    if action < TAKE:
        _choose_contract(s, action - CHOOSE, events)
        return
    if action < VALIDATE:
        if action < ROB:
            _take(s, (action - TAKE) // COLUMNS, (action - TAKE) % COLUMNS, events)
            if s.phase > TAKING:  # CE-9: first its effect
                return
        else:
            _use_character(s, action, events)
        _refresh_market(s, events)
        if _any_objective(s):
            _ask(s, VALIDATING, events)
            return
    elif action < DONE:
        _validate(s, action - VALIDATE, events)
    else:
        tell(events, FINISHED, int(s.turn), 0, NOWHERE, NOWHERE, EVERYBODY)
    _end_turn(s, events)


@kernel
def _ask(s: State, phase: int, events: Array | None) -> None:
    s.phase = phase
    tell(events, ASKED, int(s.turn), phase, NOWHERE, NOWHERE, EVERYBODY)


@kernel
def _choose_contract(s: State, chosen: int, events: Array | None) -> None:
    """CE-3: in turn order; when all have chosen, the cards are turned up and the game begins."""
    seat = int(s.turn)
    kept, rejected = int(s.offered[seat, chosen]), int(s.offered[seat, 1 - chosen])
    s.contracts[seat] = kept
    s.rejected[seat] = rejected
    s.offered[seat, :] = NONE
    tell(events, CHOSE, seat, kept, OFFER + chosen, CONTRACT + seat, 1 << seat)
    tell(events, RETURNED, seat, rejected, OFFER + 1 - chosen, CONTRACT_PILE, 1 << seat)
    _next_player(s)
    if s.contracts[s.turn] == NONE:
        _ask(s, CHOOSING, events)
        return
    for line in range(LINES):
        _lay_out_line(s, line, events)
    for i in range(VISIBLE):  # CE-5
        _reveal_objective(s, i, events)
    tell(events, TURNED, int(s.turn), 0, NOWHERE, NOWHERE, EVERYBODY)
    _ask(s, TAKING, events)


@kernel
def _lay_out_line(s: State, line: int, events: Array | None) -> None:
    """CE-4: an event met now is set aside, and shuffled into its pile when the line is complete."""
    column = 0
    while column < COLUMNS:
        card = _top(s, line)
        if DERAILMENT <= card <= FIRE:
            s.event_pile[card - DERAILMENT] = line + 1
            tell(events, SET_ASIDE, NOBODY, card, PILE + line, NOWHERE, EVERYBODY)
        else:
            _lay(s, line, column, card, events)
            column += 1
    size = int(s.pile_sizes[line])
    for event in range(DERAILMENT, FIRE + 1):
        if s.event_pile[event - DERAILMENT] == line + 1:
            s.piles[PILE_STARTS[line] + s.pile_sizes[line]] = event
            s.pile_sizes[line] += 1
            tell(events, RESHUFFLED, NOBODY, event, NOWHERE, PILE + line, EVERYBODY)
    if s.pile_sizes[line] > size:
        shuffle(s, s.piles[:], PILE_STARTS[line], PILE_STARTS[line] + s.pile_sizes[line])


@kernel
def _lay(s: State, line: int, column: int, card: int, events: Array | None) -> None:
    """Put a card that was turned up from a line's pile into the market."""
    s.lines[line, column] = card
    place = MARKET + COLUMNS * line + column
    tell(events, DREW, NOBODY, card, PILE + line, place, EVERYBODY)


@kernel
def price_of(s: State, column: int) -> int:
    """CE-7: the column is the price, in tickets; CE-14: the Investor's card is free."""
    return 0 if s.phase == INVESTING else column


@kernel
def _take(s: State, line: int, column: int, events: Array | None) -> None:
    """Leaves the phase at TAKING unless there is an effect to decide about."""
    seat = int(s.turn)
    invested = s.phase == INVESTING
    price = price_of(s, column)
    s.tickets[seat] -= price
    s.box[TICKET] += price
    if price > 0:
        tell(events, PAID, seat, price, DEPOT + seat, PRICE + column, EVERYBODY)
    s.phase = TAKING
    card = int(s.lines[line, column])
    s.lines[line, column] = NONE
    home = DEPOT + seat if card <= TICKET else STAGE + seat
    tell(events, TOOK, seat, card, MARKET + COLUMNS * line + column, home, EVERYBODY)
    if invested:
        tell(events, LEFT, seat, INVESTOR, STAGE + seat, BOX, EVERYBODY)
    if card <= LOCOMOTIVE:  # CE-8
        s.wagons[seat, card - 1] += 1
    elif card == TICKET:
        s.tickets[seat] += 1
    else:
        s.box[card] += 1
        if has_effect(s, card):
            _ask(s, INVESTING + card - INVESTOR, events)
        else:
            tell(events, LOST, seat, card, STAGE + seat, BOX, EVERYBODY)


@kernel
def has_effect(s: State, character: int) -> bool:
    """CE-9: an impossible effect is not asked for; a Director always finds a token."""
    if character == INVESTOR:
        return _card_is_left(s)
    if character == PICKPOCKET:
        return _ticket_can_be_robbed(s)
    if character == POINTSMAN:
        return _trade_is_possible(s)
    return True


@kernel
def _card_is_left(s: State) -> bool:
    """CE-14."""
    for line in range(LINES):
        for column in range(COLUMNS):
            if s.lines[line, column] != NONE:
                return True
    return False


@kernel
def _ticket_can_be_robbed(s: State) -> bool:
    """CE-15."""
    others = -int(s.tickets[s.turn])
    for seat in range(s.players):
        others += int(s.tickets[seat])
    return others > 0


@kernel
def _trade_is_possible(s: State) -> bool:
    """CE-16: some wagon of mine differs from some wagon of another's."""
    mine, theirs = 0, 0  # bits of the kinds
    for seat in range(s.players):
        kinds = 0
        for kind in range(WAGON_KINDS + 1):
            if s.wagons[seat, kind] > 0:
                kinds |= 1 << kind
        if seat == s.turn:
            mine = kinds
        else:
            theirs |= kinds
    kinds = mine | theirs
    return mine != 0 and theirs != 0 and kinds & (kinds - 1) != 0  # at least two kinds


@kernel
def _use_character(s: State, action: int, events: Array | None) -> None:
    """CE-9: its effect, or none; then it leaves the game."""
    if action < TRADE:
        _rob(s, action - ROB, events)
    elif action < TOKEN:
        own, other, seat = trade_of(action)
        _trade(s, own, other, seat, events)
    elif action < DECLINE:
        _grant_token(s, action - TOKEN, events)
    character = INVESTOR + int(s.phase) - INVESTING
    kind = DECLINED if action == DECLINE else LEFT
    tell(events, kind, int(s.turn), character, STAGE + int(s.turn), BOX, EVERYBODY)


@kernel
def _rob(s: State, victim: int, events: Array | None) -> None:
    """CE-15."""
    seat = int(s.turn)
    loot = int(s.tickets[victim])
    s.tickets[seat] += loot
    s.tickets[victim] = 0
    tell(events, ROBBED, seat, loot, DEPOT + victim, DEPOT + seat, EVERYBODY)


@kernel
def _trade(s: State, own: int, other: int, partner: int, events: Array | None) -> None:
    """CE-16."""
    seat = int(s.turn)
    s.wagons[seat, own] -= 1
    s.wagons[partner, own] += 1
    tell(events, TRADED, seat, own + 1, DEPOT + seat, DEPOT + partner, EVERYBODY)
    s.wagons[partner, other] -= 1
    s.wagons[seat, other] += 1
    tell(events, TRADED, seat, other + 1, DEPOT + partner, DEPOT + seat, EVERYBODY)


@kernel
def _grant_token(s: State, colour: int, events: Array | None) -> None:
    """CE-17."""
    seat = int(s.turn)
    s.bank[colour] -= 1
    s.tokens[seat, colour] += 1
    tell(events, GRANTED, seat, colour, BANK, HONOURS + seat, EVERYBODY)


@kernel
def _any_objective(s: State) -> bool:
    """CE-11: a player who can validate none is not asked."""
    one, two, three = s.objectives[0], s.objectives[1], s.objectives[2]
    return _can_validate(s, one) or _can_validate(s, two) or _can_validate(s, three)


@kernel
def _validate(s: State, i: int, events: Array | None) -> None:
    """CE-11, CE-12: real wagons are spent first."""
    seat = int(s.turn)
    objective = int(s.objectives[i])
    for kind in range(WAGON_KINDS):
        missing = missing_of_kind(s, seat, objective, kind)
        _spend(s, kind + 1, int(s.needs[objective, kind]) - missing, i, events)
        _spend(s, LOCOMOTIVE, missing, i, events)
    s.validated[seat, s.validated_count[seat]] = objective
    s.validated_count[seat] += 1
    tell(events, VALIDATED, seat, objective, DISPLAY + i, HONOURS + seat, EVERYBODY)
    _reveal_objective(s, i, events)
    s.idle = 0
    if s.validated_count[seat] == LAST_OBJECTIVE and s.last_turns == 0:
        s.last_turns = s.players  # CE-27: this turn, and one more for each of the others
        tell(events, FOURTH, seat, int(s.last_turns), NOWHERE, NOWHERE, EVERYBODY)


@kernel
def _spend(s: State, wagon: int, number: int, i: int, events: Array | None) -> None:
    """Wagons of one kind leave the game for a visible objective."""
    seat = int(s.turn)
    s.wagons[seat, wagon - 1] -= number
    s.box[wagon] += number
    for _ in range(number):
        tell(events, SPENT, seat, wagon, DEPOT + seat, DISPLAY + i, EVERYBODY)


@kernel
def _end_turn(s: State, events: Array | None) -> None:
    """On to the next turn in which there is something to decide, or to the end."""
    while not _is_over(s):
        _next_player(s)
        s.last_turns = max(int(s.last_turns) - 1, 0)
        tell(events, TURNED, int(s.turn), int(s.last_turns), NOWHERE, NOWHERE, EVERYBODY)
        if not _market_is_empty(s):
            _ask(s, TAKING, events)
            return
        s.idle += 1  # CE-13: the take is skipped
        tell(events, SKIPPED, int(s.turn), int(s.idle), NOWHERE, NOWHERE, EVERYBODY)
        if _any_objective(s):
            _ask(s, VALIDATING, events)
            return
    s.phase = OVER
    s.idle = 0
    s.last_turns = 0
    tell(events, ENDED, NOBODY, 0, NOWHERE, NOWHERE, EVERYBODY)
    for seat in range(s.players):
        tell(events, SHOWED, seat, int(s.contracts[seat]), CONTRACT + seat, NOWHERE, EVERYBODY)


@kernel
def _is_over(s: State) -> bool:
    """CE-27: the last of the last turns; CE-13: everybody has been idle."""
    return s.last_turns == 1 or s.idle == s.players


@kernel
def _next_player(s: State) -> None:
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0


# The market


@kernel
def _market_is_empty(s: State) -> bool:
    """Asked between turns, when the cards of a line stand from column 1 on."""
    return bool(s.lines[0, 0] == NONE and s.lines[1, 0] == NONE and s.lines[2, 0] == NONE)


@kernel
def _refresh_market(s: State, events: Array | None) -> None:
    """CE-9: when no effect is left."""
    for line in range(LINES):
        _slide(s, line, events)
    _refill(s, events)


@kernel
def _slide(s: State, line: int, events: Array | None) -> None:
    """CE-10: away from the pile, toward column 1."""
    first = MARKET + COLUMNS * line
    kept = 0
    for column in range(COLUMNS):
        card = int(s.lines[line, column])
        if card != NONE:
            s.lines[line, column] = NONE
            s.lines[line, kept] = card
            if kept != column:
                tell(events, SLID, NOBODY, card, first + column, first + kept, EVERYBODY)
            kept += 1


@kernel
def _refill(s: State, events: Array | None) -> None:
    """CE-10, CE-18: events happen as they appear. A fire empties the lines: from a again."""
    line = 0
    while line < LINES:
        if s.lines[line, COLUMNS - 1] != NONE or s.pile_sizes[line] == 0:
            line += 1
            continue
        card = _top(s, line)
        if card == DERAILMENT:
            _derail(s, line, events)
        elif card == FIRE:
            _burn(s, line, events)
            line = 0
        else:
            _lay(s, line, _first_gap(s, line), card, events)


@kernel
def _first_gap(s: State, line: int) -> int:
    column = 0
    while s.lines[line, column] != NONE:
        column += 1
    return column


@kernel
def _top(s: State, line: int) -> int:
    """Turn up the top card of a line's pile."""
    s.pile_sizes[line] -= 1
    return int(s.piles[PILE_STARTS[line] + s.pile_sizes[line]])


@kernel
def _derail(s: State, line: int, events: Array | None) -> None:
    """CE-19: the first visible objective goes under the pile first, three new ones come."""
    _leave(s, DERAILMENT)
    tell(events, DERAILED, NOBODY, DERAILMENT, PILE + line, BOX, EVERYBODY)
    for i in range(int(s.objective_pile_size) - 1, -1, -1):
        s.objective_pile[i + VISIBLE] = s.objective_pile[i]
    for i in range(VISIBLE):
        objective = int(s.objectives[i])
        s.objective_pile[VISIBLE - 1 - i] = objective
        tell(events, BURIED, NOBODY, objective, DISPLAY + i, OBJECTIVE_PILE, EVERYBODY)
    s.objective_pile_size += VISIBLE
    s.put_under = VISIBLE
    for i in range(VISIBLE):
        _reveal_objective(s, i, events)


@kernel
def _burn(s: State, line: int, events: Array | None) -> None:
    """CE-20: all face-up small cards leave the game."""
    _leave(s, FIRE)
    tell(events, BURNED, NOBODY, FIRE, PILE + line, BOX, EVERYBODY)
    for place in range(LINES * COLUMNS):
        card = int(s.lines[place // COLUMNS, place % COLUMNS])
        if card != NONE:
            s.box[card] += 1
            s.lines[place // COLUMNS, place % COLUMNS] = NONE
            tell(events, BURNT, NOBODY, card, MARKET + place, BOX, EVERYBODY)


@kernel
def _leave(s: State, event: int) -> None:
    """CE-18."""
    s.box[event] += 1
    s.event_pile[event - DERAILMENT] = 0


@kernel
def _reveal_objective(s: State, i: int, events: Array | None) -> None:
    objective = _next_objective(s)
    s.objectives[i] = objective
    tell(events, REVEALED, NOBODY, objective, OBJECTIVE_PILE, DISPLAY + i, EVERYBODY)


@kernel
def _next_objective(s: State) -> int:
    """Never short: four players validate at most sixteen of the twenty."""
    s.objective_pile_size -= 1
    return int(s.objective_pile[s.objective_pile_size])


# --- Scoring --------------------------------------------------------------------------------------


@kernel
def score(s: State, out: Array) -> None:
    """CE-28."""
    for seat in range(s.players):
        out[seat] = points_of(s, seat)


@kernel
def rank(s: State, out: Array) -> None:
    """CE-28."""
    for seat in range(s.players):
        place = 1
        mine = standing(s, seat)
        for other in range(s.players):
            if other != seat and standing(s, other) > mine:
                place += 1
        out[seat] = place


@kernel
def standing(s: State, seat: int) -> int:
    """CE-28: the score; a tie goes to the player with more points on objectives alone."""
    return A_POINT * points_of(s, seat) + objective_points(s, seat)


@kernel
def points_of(s: State, seat: int) -> int:
    """CE-28: what a seat scores if the game ends now."""
    return objective_points(s, seat) + contract_points(s, seat) + int(s.tickets[seat])


@kernel
def objective_points(s: State, seat: int) -> int:
    points = 0
    for i in range(s.validated_count[seat]):
        points += int(s.points[s.validated[seat, i]])
    return points


@kernel
def contract_points(s: State, seat: int) -> int:
    return points_of_icons(int(s.contracts[seat]), icons_of(s, seat))


@kernel
def points_of_icons(contract: int, icons: int) -> int:
    """CE-21 to CE-26; nothing for a contract that is not chosen or not known."""
    if contract <= NONE:
        return 0
    if contract == PAIRS:
        return 3 * _groups_alike(icons, 2)
    if contract == TRIPLETS:
        return 7 * _groups_alike(icons, 3)
    if contract == TRIOS:
        return 5 * _trios(icons)
    if contract == FOUR:
        return 6 if _colours_with(icons, 1) >= 4 else 0
    if contract == TWO_PAIRS:
        return 7 if _colours_with(icons, 2) >= 2 else 0
    return 2 * count_of(icons, contract - 1)


@kernel
def icons_of(s: State, seat: int) -> int:
    """Company tokens, and one for each validated objective; counts by colour in one number."""
    icons = 0
    for colour in range(len(COLOURS)):
        icons += int(s.tokens[seat, colour]) << BITS * colour
    for i in range(s.validated_count[seat]):
        icons += one_of(int(s.colour[s.validated[seat, i]]))
    return icons


@kernel
def count_of(counts: int, what: int) -> int:
    return counts >> BITS * what & MOST


@kernel
def one_of(what: int) -> int:
    return 1 << BITS * what


@kernel
def _groups_alike(icons: int, size: int) -> int:
    """CE-22, CE-23."""
    groups = 0
    for colour in range(len(COLOURS)):
        groups += count_of(icons, colour) // size
    return groups


@kernel
def _trios(icons: int) -> int:
    """CE-24: n sets can be made when 3n icons are there, none of a colour more than n times."""
    sets = 0
    while True:
        usable = 0
        for colour in range(len(COLOURS)):
            usable += min(count_of(icons, colour), sets + 1)
        if usable < 3 * (sets + 1):
            return sets
        sets += 1


@kernel
def _colours_with(icons: int, least: int) -> int:
    """CE-25, CE-26."""
    colours = 0
    for colour in range(len(COLOURS)):
        if count_of(icons, colour) >= least:
            colours += 1
    return colours


# --- Hiding ---------------------------------------------------------------------------------------


@kernel
def hide(s: State, seat: int) -> None:
    """CE-29. All that has left the game was seen, so ``box`` stays."""
    s.key[:] = 0
    s.piles[:] = HIDDEN
    s.objective_pile[s.put_under :] = HIDDEN
    for other in range(s.players):
        if other == seat:
            continue
        if s.contracts[other] != NONE and s.phase != OVER:
            s.contracts[other] = HIDDEN
        if s.rejected[other] != NONE:
            s.rejected[other] = HIDDEN
        if s.offered[other, 0] != NONE:
            s.offered[other, :] = HIDDEN


# --- Guessing -------------------------------------------------------------------------------------


@kernel
def guess(s: State, seat: int, rng: Array) -> None:
    """Deal the cards that the seat cannot place to the places it cannot see."""
    for i in range(8):
        s.key[i] = next_word(rng)
    _guess_piles(s, rng)
    _guess_objectives(s, rng)
    _guess_contracts(s, rng)


@kernel
def _guess_piles(s: State, rng: Array) -> None:
    """What lies in no other place; an event shuffled back in front of all is in its pile."""
    loose = _loose_cards(s)
    shuffle_fast(rng, loose, 0, loose.size)
    n = 0
    for line in range(LINES):
        start = PILE_STARTS[line]
        end = start + s.pile_sizes[line]
        filled = start
        for event in range(DERAILMENT, FIRE + 1):
            if s.event_pile[event - DERAILMENT] == line + 1:
                s.piles[filled] = event
                filled += 1
        for i in range(filled, end):
            s.piles[i] = loose[n]
            n += 1
        if filled > start:
            shuffle_fast(rng, s.piles, start, end)


@kernel
def _loose_cards(s: State) -> Array:
    """The small cards that may be in any of the piles."""
    cards = np.empty(SMALL_CARDS, np.int8)
    n = 0
    for kind in range(1, KINDS):
        for _ in range(unseen_of(s, kind)):
            cards[n] = kind
            n += 1
    return cards[:n]


@kernel
def unseen_of(s: State, kind: int) -> int:
    """Copies of a kind that are in the piles, but not in one that all know."""
    count = int(s.copies[kind]) - int(s.box[kind])
    for line in range(LINES):
        for column in range(COLUMNS):
            if s.lines[line, column] == kind:
                count -= 1
    for seat in range(s.players):
        if kind <= LOCOMOTIVE:
            count -= int(s.wagons[seat, kind - 1])
        elif kind == TICKET:
            count -= int(s.tickets[seat])
    if DERAILMENT <= kind <= FIRE and s.event_pile[kind - DERAILMENT] != 0:
        count -= 1
    return count


@kernel
def _guess_objectives(s: State, rng: Array) -> None:
    loose = np.ones(OBJECTIVES + 1, np.int8)
    for i in range(VISIBLE):
        loose[s.objectives[i]] = 0
    for i in range(s.put_under):
        loose[s.objective_pile[i]] = 0
    for seat in range(s.players):
        for i in range(s.validated_count[seat]):
            loose[s.validated[seat, i]] = 0
    n = int(s.put_under)
    for objective in range(1, OBJECTIVES + 1):
        if loose[objective] == 1:
            s.objective_pile[n] = objective
            n += 1
    shuffle_fast(rng, s.objective_pile, int(s.put_under), n)


@kernel
def _guess_contracts(s: State, rng: Array) -> None:
    """The ten differ: those of the others are none that the seat has held."""
    loose = np.ones(CONTRACTS + 1, np.int8)
    for seat in range(s.players):
        for known in (s.contracts[seat], s.rejected[seat], s.offered[seat, 0], s.offered[seat, 1]):
            loose[max(known, 0)] = 0
    for seat in range(s.players):
        if s.contracts[seat] == HIDDEN:
            s.contracts[seat] = _draw_contract(loose, rng)
        if s.rejected[seat] == HIDDEN:
            s.rejected[seat] = _draw_contract(loose, rng)
        for i in range(2):
            if s.offered[seat, i] == HIDDEN:
                s.offered[seat, i] = _draw_contract(loose, rng)


@kernel
def _draw_contract(loose: Array, rng: Array) -> int:
    while True:
        contract = 1 + below(rng, CONTRACTS)
        if loose[contract] == 1:
            loose[contract] = 0
            return contract


DTYPE = record_dtype(State)
bind(DTYPE, sys.modules[__name__])
