"""Game of Trains: the rules (docs/rules/en/game-of-trains.md has them in words)."""

import sys

import numpy as np

from sidings.kernel import (
    Array,
    Record,
    bind,
    field,
    kernel,
    next_word,
    record_dtype,
    shuffle,
    shuffle_fast,
)
from sidings.kernel.events import EVERYBODY, NOBODY, NOWHERE, tell

# --- Constants ------------------------------------------------------------------------------------

PLAYERS = range(2, 5)  # GT-1
CARDS = 84
WAGONS = 7  # GT-2
NONE, HIDDEN = 0, -1  # no card; a card that the viewer may not know

ABILITIES = (
    "swap-adjacent",
    "swap-over-one",
    "move-right",
    "move-left",
    "remove-left",
    "remove-middle",
    "remove-right",
    "protect",
)
REMOVE_LEFT, PROTECT = 4, 7  # before the removals: those that move wagons of one's own train

# The three places that can be removed and locked: left, middle, right.
PLACES = 3
POSITION_OF_PLACE = np.array([0, 3, 6])
PLACE_OF_POSITION = np.array([0, -1, -1, 1, -1, -1, 2])

ROW_ROOM = len(ABILITIES) + 4  # a full row, and a removed wagon of each player

SETUP, TURN, PLACE, OVER = 0, 1, 2, 3
PHASES = ("setup", "turn", "place", "over")

# Actions, dense: each kind starts where the one before ends.
FIRST_LEFT = 2  # GT-12: the first position from which a wagon can move two places left
KEEP = 0  # + 7 * index of the drawn card + position
DRAW = KEEP + 4 * WAGONS
PUT = DRAW + 1  # + position
SWAP_1 = PUT + WAGONS  # + left position
SWAP_2 = SWAP_1 + 6  # + left position
RIGHT = SWAP_2 + 5  # + position 0 to 4
LEFT = RIGHT + 5  # + position - FIRST_LEFT
REMOVE = LEFT + 5  # + place
LOCK = REMOVE + PLACES  # + place
ACTIONS = LOCK + PLACES

# By ability: its first action and how many there are; the actions lie in the same order.
FIRST_USE = np.array([SWAP_1, SWAP_2, RIGHT, LEFT, REMOVE, REMOVE + 1, REMOVE + 2, LOCK])
USES = np.array([6, 5, 5, 5, 1, 1, 1, PLACES])
MOST_USES = 6
# By action, from SWAP_1 on: the ability, and the position of the wagon (of a swap, the left one).
ABILITY_OF_USE = np.repeat(np.arange(len(ABILITIES)), USES)
POSITION_OF_USE = np.concatenate(
    [np.arange(6), np.arange(5), np.arange(5), np.arange(FIRST_LEFT, WAGONS)]
    + 2 * [POSITION_OF_PLACE]
)

# Of the abilities that move a wagon: how far a step goes, and how many there are.
STEP = np.array([1, 2, 1, -1])
STEPS = np.array([1, 1, 2, 2])

# Events, and the places where their cards come from and go to (those of a seat are its own).
EVENTS = (
    "drew",  # a card from the deck, seen by the player only
    "discarded",  # a card not kept in the set-up, face down
    "laid",  # a replaced wagon in the row
    "placed",  # a drawn card in the train
    "cancelled",  # a card of a pair in the row
    "used",  # a card of the row, for its ability
    "moved",  # a wagon within its train
    "protected",  # a wagon, with a card of the row under it
    "unlocked",  # a wagon that moved or was replaced: its lock is discarded
    "removed",  # a wagon from the train to the row
    "spared",  # a locked wagon, by a removal
    "redrew",  # the wagon for a removed one
    "reshuffled",  # the discards are the new deck: how many
    "began",  # the first turn after the set-up
    "turn",  # the next player's
    "won",
)
DREW, DISCARDED, LAID, PLACED, CANCELLED, USED, MOVED, PROTECTED = range(8)
UNLOCKED, REMOVED, SPARED, REDREW, RESHUFFLED, BEGAN, NEXT_TURN, WON = range(8, 16)
AT_DECK, AT_DISCARD, AT_ROW, AT_DRAWN = 0, 1, 2, 3
AT_WAGON = 4  # + position
AT_LOCK = AT_WAGON + WAGONS  # + place
# A removal tells the most: it is used; each of four seats loses a wagon, which cancels with another
# card at the most, and redraws; the discards are reshuffled (once: they are more than four); the
# next turn or a win.
MOST_EVENTS = 1 + 4 * 4 + 1 + 1

SPECTATOR_BIT = 4  # of ``seen``; the lower ones are the seats


# --- State ----------------------------------------------------------------------------------------


class State(Record):
    """All that lies on the table. Piles are arrays with a size; the top is the last card."""

    turn: int = field(np.int8)
    phase: int = field(np.int8)
    winner: int = field(np.int8)
    row_size: int = field(np.int8)
    deck_size: int = field(np.int8)
    discard_size: int = field(np.int8)
    ability: Array = field(np.int8, CARDS + 1)
    trains: Array = field(np.int8, 4, WAGONS)
    locks: Array = field(np.int8, 4, PLACES)
    drawn: Array = field(np.int8, 4, 4)
    row: Array = field(np.int8, ROW_ROOM)
    deck: Array = field(np.int8, CARDS)
    discard: Array = field(np.int8, CARDS)
    # Who saw a card of the discard pile go there, a bit each (GT-22).
    seen: Array = field(np.int8, CARDS + 1)


# --- Deal -----------------------------------------------------------------------------------------


@kernel
def deal(s: State) -> None:
    """GT-3 and the draws of GT-4."""
    for i in range(CARDS):
        s.deck[i] = i + 1
    s.deck_size = CARDS
    shuffle(s, s.deck, 0, CARDS)
    for seat in range(s.players):
        for position in range(WAGONS):
            _insert_descending(s, seat, position, _top(s))
    _choose_first_player(s)
    for order in range(s.players):
        for i in range(order + 1):
            s.drawn[(s.turn + order) % s.players, i] = _top(s)
    s.phase = SETUP
    s.winner = -1


@kernel
def _insert_descending(s: State, seat: int, size: int, card: int) -> None:
    position = size
    while position > 0 and s.trains[seat, position - 1] < card:
        s.trains[seat, position] = s.trains[seat, position - 1]
        position -= 1
    s.trains[seat, position] = card


@kernel
def _choose_first_player(s: State) -> None:
    """GT-3. The seats are shuffled in an array that is still unused."""
    for seat in range(s.players):
        s.discard[seat] = seat
    shuffle(s, s.discard, 0, s.players)
    s.turn = s.discard[0]


# --- Legal ----------------------------------------------------------------------------------------


@kernel
def actor(s: State) -> int:
    return -1 if s.phase == OVER else int(s.turn)


@kernel
def legal(s: State, out: Array) -> int:
    if s.phase == TURN:
        return _legal_turn(s, out)
    if s.phase == PLACE:
        return _span(out, 0, PUT, WAGONS)
    return _legal_setup(s, out)


@kernel
def _span(out: Array, n: int, first: int, count: int) -> int:
    for i in range(count):
        out[n + i] = first + i
    return n + count


@kernel
def _legal_setup(s: State, out: Array) -> int:
    """GT-4: any drawn card to any position."""
    n = 0
    for i in range(4):
        if s.drawn[s.turn, i] != NONE:
            n = _span(out, n, KEEP + WAGONS * i, WAGONS)
    return n


@kernel
def _legal_turn(s: State, out: Array) -> int:
    out[0] = DRAW  # GT-6
    n = 1
    for i in range(s.row_size):  # GT-7
        ability = s.ability[s.row[i]]
        if ability == PROTECT:
            for place in range(PLACES):
                if s.locks[s.turn, place] == NONE:  # GT-16
                    out[n] = LOCK + place
                    n += 1
        else:  # those too many are overwritten: no branches
            _span(out, n, FIRST_USE[ability], MOST_USES)
            n += USES[ability]
    return n


# --- Apply ----------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int, events: Array | None = None) -> None:
    if action < DRAW:
        _keep(s, drawn_index(action), put_position(action), events)
    elif action == DRAW:
        seat = int(s.turn)
        s.drawn[seat, 0] = _draw(s, DREW, seat, AT_DRAWN, 1 << seat, events)
        s.phase = PLACE
    else:
        if action < SWAP_1:
            _put(s, put_position(action), events)
        else:
            _use(s, action, events)
        if s.phase != OVER:
            _end_turn(s, events)


@kernel
def drawn_index(action: int) -> int:
    """Which of the drawn cards an action keeps or places."""
    return (action - KEEP) // WAGONS if action < DRAW else 0


@kernel
def put_position(action: int) -> int:
    """Where an action puts a drawn card, from 0."""
    return (action - KEEP) % WAGONS if action < DRAW else action - PUT


@kernel
def _keep(s: State, chosen: int, position: int, events: Array | None) -> None:
    """GT-4: one drawn card replaces a wagon, the others are discarded face down."""
    seat = int(s.turn)
    card = int(s.drawn[seat, chosen])
    s.drawn[seat, chosen] = NONE
    for i in range(4):
        if s.drawn[seat, i] != NONE:
            tell(events, DISCARDED, seat, int(s.drawn[seat, i]), AT_DRAWN, AT_DISCARD, 1 << seat)
            _discard(s, s.drawn[seat, i], 1 << seat)
            s.drawn[seat, i] = NONE
    _replace(s, seat, position, card, events)
    _next_player(s)
    if s.drawn[s.turn, 0] == NONE:
        s.phase = TURN
        tell(events, BEGAN, NOBODY, NONE, NOWHERE, NOWHERE, EVERYBODY)
    tell(events, NEXT_TURN, int(s.turn), NONE, NOWHERE, NOWHERE, EVERYBODY)


@kernel
def _put(s: State, position: int, events: Array | None) -> None:
    """GT-6: the drawn card replaces a wagon, which goes to the row."""
    seat = int(s.turn)
    card = int(s.drawn[seat, 0])
    s.drawn[seat, 0] = NONE
    _replace(s, seat, position, card, events)


@kernel
def _replace(s: State, seat: int, position: int, card: int, events: Array | None) -> None:
    """GT-4, GT-6: a drawn card takes the place of a wagon, and the row cancels."""
    replaced = int(s.trains[seat, position])
    tell(events, LAID, seat, replaced, AT_WAGON + position, AT_ROW, EVERYBODY)
    _unlock(s, position, events)
    s.trains[seat, position] = card
    tell(events, PLACED, seat, card, AT_DRAWN, AT_WAGON + position, EVERYBODY)
    _lay_in_row(s, replaced)
    _cancel_pairs(s, events)


@kernel
def _use(s: State, action: int, events: Array | None) -> None:
    """GT-7: the card leaves the row before its effect happens."""
    ability = ABILITY_OF_USE[action - SWAP_1]
    card = _take_from_row(s, ability)
    seat = int(s.turn)
    if ability == PROTECT:
        place = action - LOCK
        s.locks[seat, place] = card  # GT-16
        tell(events, PROTECTED, seat, card, AT_ROW, AT_LOCK + place, EVERYBODY)
        return
    _discard(s, card, EVERYBODY)
    tell(events, USED, seat, card, AT_ROW, AT_DISCARD, EVERYBODY)
    if ability < REMOVE_LEFT:
        _move(s, ability, POSITION_OF_USE[action - SWAP_1], events)
    else:
        _remove(s, ability - REMOVE_LEFT, events)


@kernel
def _move(s: State, ability: int, position: int, events: Array | None) -> None:
    """GT-9 to GT-12: in one step or two; the wagons passed shift one step back."""
    start = position
    wagon = s.trains[s.turn, position]
    for _ in range(STEPS[ability]):
        passed = position + STEP[ability]
        s.trains[s.turn, position] = s.trains[s.turn, passed]
        _tell_moved(s, passed, position, events)
        _unlock(s, position, events)
        position = passed
    s.trains[s.turn, position] = wagon
    _tell_moved(s, start, position, events)
    _unlock(s, position, events)


@kernel
def _tell_moved(s: State, start: int, position: int, events: Array | None) -> None:
    wagon = int(s.trains[s.turn, position])
    tell(events, MOVED, int(s.turn), wagon, AT_WAGON + start, AT_WAGON + position, EVERYBODY)


@kernel
def _remove(s: State, place: int, events: Array | None) -> None:
    """GT-13, GT-14, GT-15: everybody removes the wagon, the row cancels, then each redraws."""
    position = POSITION_OF_PLACE[place]
    seat = int(s.turn)
    for _ in range(s.players):
        wagon = int(s.trains[seat, position])
        if _is_protected(s, seat, place):
            at = AT_WAGON + position
            tell(events, SPARED, seat, wagon, at, at, EVERYBODY)
        else:
            _lay_in_row(s, wagon)
            s.trains[seat, position] = NONE
            tell(events, REMOVED, seat, wagon, AT_WAGON + position, AT_ROW, EVERYBODY)
        seat = _seat_after(s, seat)
    _cancel_pairs(s, events)
    for _ in range(s.players):
        if s.trains[seat, position] == NONE:
            s.trains[seat, position] = _draw(
                s, REDREW, seat, AT_WAGON + position, EVERYBODY, events
            )
            if ascends(s, seat):  # GT-20: the rest do not replace
                _win(s, seat, events)
                return
        seat = _seat_after(s, seat)


@kernel
def _is_protected(s: State, seat: int, place: int) -> bool:
    """GT-16."""
    return bool(s.locks[seat, place] != NONE)


@kernel
def _unlock(s: State, position: int, events: Array | None) -> None:
    """GT-17: the lock of a wagon that moved or was replaced is discarded."""
    place = PLACE_OF_POSITION[position]
    if place >= 0 and s.locks[s.turn, place] != NONE:
        card = int(s.locks[s.turn, place])
        _discard(s, card, EVERYBODY)
        s.locks[s.turn, place] = NONE
        tell(events, UNLOCKED, int(s.turn), card, AT_LOCK + place, AT_DISCARD, EVERYBODY)


@kernel
def _end_turn(s: State, events: Array | None) -> None:
    """GT-20: the win is checked when the action is complete."""
    if ascends(s, s.turn):
        _win(s, int(s.turn), events)
    else:
        s.phase = TURN
        _next_player(s)
        tell(events, NEXT_TURN, int(s.turn), NONE, NOWHERE, NOWHERE, EVERYBODY)


@kernel
def _next_player(s: State) -> None:
    s.turn = _seat_after(s, int(s.turn))


@kernel
def _seat_after(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.players else 0


@kernel
def _win(s: State, seat: int, events: Array | None) -> None:
    s.winner = seat
    s.phase = OVER
    tell(events, WON, seat, NONE, NOWHERE, NOWHERE, EVERYBODY)


@kernel
def ascends(s: State, seat: int) -> bool:
    """GT-2: of a train without a gap."""
    for position in range(1, WAGONS):
        if s.trains[seat, position] < s.trains[seat, position - 1]:
            return False
    return True


# The row and the piles


@kernel
def _lay_in_row(s: State, card: int) -> None:
    s.row[s.row_size] = card
    s.row_size += 1


@kernel
def _cancel_pairs(s: State, events: Array | None) -> None:
    """GT-5: equal abilities go in pairs; of an odd number the one laid first stays (GT-13)."""
    count = np.int64(0)  # three bits for each ability: how many of it there are
    for i in range(s.row_size):
        count += 1 << (3 * int(s.ability[s.row[i]]))
    kept = 0
    stays = np.int64(0)  # bit for each ability whose odd card has been met
    for i in range(s.row_size):
        card = s.row[i]
        ability = int(s.ability[card])
        odd = (count >> (3 * ability)) & 1
        if odd == 1 and (stays >> ability) & 1 == 0:
            stays |= 1 << ability
            s.row[kept] = card
            kept += 1
        else:
            _discard(s, card, EVERYBODY)
            tell(events, CANCELLED, NOBODY, int(card), AT_ROW, AT_DISCARD, EVERYBODY)
    s.row_size = kept


@kernel
def _take_from_row(s: State, ability: int) -> int:
    """The one card with the ability (GT-5)."""
    taken, kept = NONE, 0
    for i in range(s.row_size):
        card = int(s.row[i])
        if s.ability[card] == ability:
            taken = card
        else:
            s.row[kept] = card
            kept += 1
    s.row_size = kept
    return taken


@kernel
def _discard(s: State, card: int, seen_by: int) -> None:
    s.discard[s.discard_size] = card
    s.discard_size += 1
    s.seen[card] = seen_by


@kernel
def _draw(s: State, kind: int, seat: int, target: int, seen_by: int, events: Array | None) -> int:
    """Draw the top card; GT-19: an empty pile is made anew at once from the discards."""
    card = _top(s)
    tell(events, kind, seat, card, AT_DECK, target, seen_by)
    if s.deck_size == 0:
        _reshuffle(s, events)
    return card


@kernel
def _top(s: State) -> int:
    s.deck_size -= 1
    return int(s.deck[s.deck_size])


@kernel
def _reshuffle(s: State, events: Array | None) -> None:
    """GT-19."""
    for i in range(s.discard_size):
        s.deck[i] = s.discard[i]
        s.seen[s.discard[i]] = 0
    s.deck_size = s.discard_size
    s.discard_size = 0
    shuffle(s, s.deck, 0, s.deck_size)
    tell(events, RESHUFFLED, NOBODY, int(s.deck_size), AT_DISCARD, AT_DECK, EVERYBODY)


# --- Scoring --------------------------------------------------------------------------------------


@kernel
def score(s: State, out: Array) -> None:
    """GT-20: 1 for the winner; 0 for all when a simulation was stopped."""
    for seat in range(s.players):
        out[seat] = 1 if seat == s.winner else 0


@kernel
def rank(s: State, out: Array) -> None:
    for seat in range(s.players):
        out[seat] = 1 if seat == s.winner or s.winner < 0 else 2


# --- Hiding ---------------------------------------------------------------------------------------


@kernel
def hide(s: State, seat: int) -> None:
    """GT-22. A card drawn is seen by the others only once it is placed."""
    s.key[:] = 0
    s.deck[:] = HIDDEN
    bit = 1 << (seat if seat >= 0 else SPECTATOR_BIT)
    for i in range(s.discard_size):
        card = s.discard[i]
        if card != HIDDEN and s.seen[card] & bit == 0:
            s.discard[i] = HIDDEN
    s.discard[s.discard_size :] = HIDDEN
    for card in range(CARDS + 1):
        s.seen[card] &= bit
    for other in range(s.players):
        for i in range(4):
            if other != seat and s.drawn[other, i] != NONE:
                s.drawn[other, i] = HIDDEN


# --- For the view ---------------------------------------------------------------------------------

# What ``survey`` writes: these numbers, the row, then for each seat its train, its locks, which
# couplings are in order, which places are protected, and the cards that it has drawn.
PLAYERS_AT, TURN_AT, PHASE_AT, DECK_AT, DISCARD_AT, ROW_SIZE_AT, ROW_AT = range(7)
COUPLINGS = WAGONS - 1
TRAIN_AT, LOCKS_AT, COUPLINGS_AT = 0, WAGONS, WAGONS + PLACES
PROTECTED_AT = COUPLINGS_AT + COUPLINGS
DRAWN_AT = PROTECTED_AT + PLACES
SEAT_NUMBERS = DRAWN_AT + 4
MOST_SURVEYED = ROW_AT + ROW_ROOM + 4 * SEAT_NUMBERS


@kernel
def survey(s: State, viewer: int, out: Array) -> int:
    """Write what a state shows, and what follows from it."""
    out[PLAYERS_AT] = s.players
    out[TURN_AT] = s.turn
    out[PHASE_AT] = s.phase
    out[DECK_AT] = s.deck_size
    out[DISCARD_AT] = s.discard_size
    out[ROW_SIZE_AT] = s.row_size
    for i in range(s.row_size):
        out[ROW_AT + i] = s.row[i]
    n = ROW_AT + int(s.row_size)
    for seat in range(s.players):
        for i in range(WAGONS):
            out[n + TRAIN_AT + i] = s.trains[seat, i]
        for place in range(PLACES):
            out[n + LOCKS_AT + place] = s.locks[seat, place]
            out[n + PROTECTED_AT + place] = _is_protected(s, seat, place)
        for i in range(4):
            out[n + DRAWN_AT + i] = s.drawn[seat, i]
        for i in range(COUPLINGS):
            left, right = s.trains[seat, i], s.trains[seat, i + 1]
            out[n + COUPLINGS_AT + i] = NONE < left < right
        n += SEAT_NUMBERS
    return n


# --- Guessing -------------------------------------------------------------------------------------


@kernel
def guess(s: State, seat: int, rng: Array) -> None:
    """Deal the cards that the seat cannot place to the places it cannot see.

    What the seat saw go to the discards the others have mostly seen too.
    """
    for i in range(8):
        s.key[i] = next_word(rng)
    for i in range(s.discard_size):
        if s.discard[i] != HIDDEN:
            s.seen[s.discard[i]] = EVERYBODY
    unplaced = _unplaced(s)
    shuffle_fast(rng, unplaced, 0, unplaced.size)
    n = 0
    for i in range(s.deck_size):
        s.deck[i] = unplaced[n]
        n += 1
    for i in range(s.discard_size):
        if s.discard[i] == HIDDEN:
            s.discard[i] = unplaced[n]
            n += 1
    for other in range(s.players):
        for i in range(4):
            if s.drawn[other, i] == HIDDEN:
                s.drawn[other, i] = unplaced[n]
                n += 1


@kernel
def _unplaced(s: State) -> Array:
    """The cards that a hidden state shows nowhere."""
    shown = np.zeros(CARDS + 1, np.int8)
    for seat in range(s.players):
        for i in range(WAGONS):
            shown[s.trains[seat, i]] = 1
        for i in range(PLACES):
            shown[s.locks[seat, i]] = 1
        for i in range(4):
            if s.drawn[seat, i] != HIDDEN:
                shown[s.drawn[seat, i]] = 1
    for i in range(s.row_size):
        shown[s.row[i]] = 1
    for i in range(s.discard_size):
        if s.discard[i] != HIDDEN:
            shown[s.discard[i]] = 1
    cards = np.empty(CARDS, np.int8)
    n = 0
    for card in range(1, CARDS + 1):
        if shown[card] == 0:
            cards[n] = card
            n += 1
    return cards[:n]


DTYPE = record_dtype(State)
bind(DTYPE, sys.modules[__name__])
