"""Game of Trains: the rules (docs/rules/en/game-of-trains.md has them in words)."""

import sys

import numpy as np

from sidings.kernel import Array, Record, bind, field, kernel, next_word, shuffle, shuffle_fast

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
SWAP_ADJACENT, SWAP_OVER_ONE, MOVE_RIGHT, MOVE_LEFT = 0, 1, 2, 3
REMOVE_LEFT, REMOVE_MIDDLE, REMOVE_RIGHT, PROTECT = 4, 5, 6, 7

# The three places that can be removed and locked: left, middle, right.
PLACES = 3
POSITION_OF_PLACE = np.array([0, 3, 6])
PLACE_OF_POSITION = np.array([0, -1, -1, 1, -1, -1, 2])

ROW_ROOM = len(ABILITIES) + 4  # a full row, and a removed wagon of each player

SETUP, TURN, PLACE, OVER = 0, 1, 2, 3
PHASES = ("setup", "turn", "place", "over")

# Actions, dense: each kind starts where the one before ends.
KEEP = 0  # + 7 * index of the drawn card + position
DRAW = KEEP + 4 * WAGONS
PUT = DRAW + 1  # + position
SWAP_1 = PUT + WAGONS  # + left position
SWAP_2 = SWAP_1 + 6  # + left position
RIGHT = SWAP_2 + 5  # + position 0 to 4
LEFT = RIGHT + 5  # + position - 2
REMOVE = LEFT + 5  # + place
LOCK = REMOVE + PLACES  # + place
ACTIONS = LOCK + PLACES

EVERYBODY = 0b11111  # bits of ``seen``: seats 0 to 3, and a spectator


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
    # Who saw a card of the discard pile go there (GT-22).
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
        if ability == SWAP_ADJACENT:
            n = _span(out, n, SWAP_1, 6)
        elif ability == SWAP_OVER_ONE:
            n = _span(out, n, SWAP_2, 5)
        elif ability == MOVE_RIGHT:
            n = _span(out, n, RIGHT, 5)
        elif ability == MOVE_LEFT:
            n = _span(out, n, LEFT, 5)
        elif ability == PROTECT:
            for place in range(PLACES):
                if s.locks[s.turn, place] == NONE:  # GT-16
                    out[n] = LOCK + place
                    n += 1
        else:
            out[n] = REMOVE + ability - REMOVE_LEFT
            n += 1
    return n


# --- Apply ----------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int) -> None:
    if action < DRAW:
        _keep(s, (action - KEEP) // WAGONS, (action - KEEP) % WAGONS)
    elif action == DRAW:
        s.drawn[s.turn, 0] = _top(s)
        s.phase = PLACE
    elif action < SWAP_1:
        _put(s, action - PUT)
    elif action < SWAP_2:
        _use(s, SWAP_ADJACENT)
        _swap(s, action - SWAP_1, action - SWAP_1 + 1)
        _end_turn(s)
    elif action < RIGHT:
        _use(s, SWAP_OVER_ONE)
        _swap(s, action - SWAP_2, action - SWAP_2 + 2)
        _end_turn(s)
    elif action < LEFT:
        _use(s, MOVE_RIGHT)
        _move(s, action - RIGHT, 1)
        _end_turn(s)
    elif action < REMOVE:
        _use(s, MOVE_LEFT)
        _move(s, action - LEFT + 2, -1)
        _end_turn(s)
    elif action < LOCK:
        _use(s, REMOVE_LEFT + action - REMOVE)
        _remove(s, action - REMOVE)
    else:
        place = action - LOCK
        s.locks[s.turn, place] = _take_from_row(s, PROTECT)  # GT-16
        _end_turn(s)


@kernel
def _keep(s: State, chosen: int, position: int) -> None:
    """GT-4: one drawn card replaces a wagon, the others are discarded face down."""
    seat = int(s.turn)
    for i in range(4):
        if i != chosen and s.drawn[seat, i] != NONE:
            _discard(s, s.drawn[seat, i], 1 << seat)
    replaced = s.trains[seat, position]
    s.trains[seat, position] = s.drawn[seat, chosen]
    for i in range(4):
        s.drawn[seat, i] = NONE
    _lay_in_row(s, replaced)
    _cancel_pairs(s)
    _next_player(s)
    if s.drawn[s.turn, 0] == NONE:
        s.phase = TURN


@kernel
def _put(s: State, position: int) -> None:
    """GT-6: the drawn card replaces a wagon, which goes to the row."""
    replaced = s.trains[s.turn, position]
    s.trains[s.turn, position] = s.drawn[s.turn, 0]
    s.drawn[s.turn, 0] = NONE
    _unlock(s, position)
    _lay_in_row(s, replaced)
    _cancel_pairs(s)
    _end_turn(s)


@kernel
def _swap(s: State, left: int, right: int) -> None:
    """GT-9, GT-10."""
    wagon = s.trains[s.turn, left]
    s.trains[s.turn, left] = s.trains[s.turn, right]
    s.trains[s.turn, right] = wagon
    _unlock(s, left)
    _unlock(s, right)


@kernel
def _move(s: State, position: int, step: int) -> None:
    """GT-11, GT-12: two places on; the two wagons passed shift one place back."""
    wagon = s.trains[s.turn, position]
    s.trains[s.turn, position] = s.trains[s.turn, position + step]
    s.trains[s.turn, position + step] = s.trains[s.turn, position + 2 * step]
    s.trains[s.turn, position + 2 * step] = wagon
    for moved in range(3):
        _unlock(s, position + moved * step)


@kernel
def _remove(s: State, place: int) -> None:
    """GT-13, GT-14, GT-15: everybody removes the wagon, the row cancels, then each redraws."""
    position = POSITION_OF_PLACE[place]
    for order in range(s.players):
        seat = (s.turn + order) % s.players
        if s.locks[seat, place] == NONE:  # GT-16
            _lay_in_row(s, s.trains[seat, position])
            s.trains[seat, position] = NONE
    _cancel_pairs(s)
    for order in range(s.players):
        seat = (s.turn + order) % s.players
        if s.trains[seat, position] == NONE:
            s.trains[seat, position] = _top(s)
            if _ascends(s, seat):  # GT-20: the rest do not replace
                _win(s, seat)
                return
    _end_turn(s)


@kernel
def _unlock(s: State, position: int) -> None:
    """GT-17: the lock of a wagon that moved or was replaced is discarded."""
    place = PLACE_OF_POSITION[position]
    if place >= 0 and s.locks[s.turn, place] != NONE:
        _discard(s, s.locks[s.turn, place], EVERYBODY)
        s.locks[s.turn, place] = NONE


@kernel
def _end_turn(s: State) -> None:
    """GT-20: the win is checked when the action is complete."""
    if _ascends(s, s.turn):
        _win(s, s.turn)
    else:
        s.phase = TURN
        _next_player(s)


@kernel
def _next_player(s: State) -> None:
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0


@kernel
def _win(s: State, seat: int) -> None:
    s.winner = seat
    s.phase = OVER


@kernel
def _ascends(s: State, seat: int) -> bool:
    """GT-2."""
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
def _cancel_pairs(s: State) -> None:
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
    s.row_size = kept


@kernel
def _take_from_row(s: State, ability: int) -> int:
    """GT-7: the card leaves the row before its effect happens."""
    i = 0
    while s.ability[s.row[i]] != ability:
        i += 1
    card = s.row[i]
    s.row_size -= 1
    for later in range(i, s.row_size):
        s.row[later] = s.row[later + 1]
    return int(card)


@kernel
def _use(s: State, ability: int) -> None:
    _discard(s, _take_from_row(s, ability), EVERYBODY)


@kernel
def _discard(s: State, card: int, seen_by: int) -> None:
    s.discard[s.discard_size] = card
    s.discard_size += 1
    s.seen[card] = seen_by


@kernel
def _top(s: State) -> int:
    """Draw the top card; GT-19: an empty pile is made anew at once from the discards."""
    if s.deck_size == 0:
        _reshuffle(s)
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    if s.deck_size == 0:
        _reshuffle(s)
    return int(card)


@kernel
def _reshuffle(s: State) -> None:
    """GT-19."""
    for i in range(s.discard_size):
        s.deck[i] = s.discard[i]
        s.seen[s.discard[i]] = 0
    s.deck_size = s.discard_size
    s.discard_size = 0
    shuffle(s, s.deck, 0, s.deck_size)


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
    bit = 1 << (seat if seat >= 0 else 4)
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


# --- Guessing -------------------------------------------------------------------------------------


@kernel
def guess(s: State, seat: int, rng: Array) -> None:
    """Deal the cards that the seat cannot place to the places it cannot see."""
    for i in range(8):
        s.key[i] = next_word(rng)
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


DTYPE = bind(State, sys.modules[__name__])
