"""Mexican Train: what everybody knows of the hands, what is hidden, and worlds that fit."""

import numpy as np

from sidings.games.mexican_train.state import (
    DOMINOES,
    HIDDEN,
    HIGH,
    HIGH_DOUBLES,
    LOW,
    NO_TRAIN,
    NOBODY,
    NONE,
    NUMBERS,
    OVER,
    ROW_BITS,
    SEATS,
    State,
    add_to_hand,
    holds,
    lowest_bit,
    open_trains,
    set_size,
)
from sidings.kernel import Array, below, kernel, next_word, shuffle_fast, wide

MIXING = 4  # times that a guess tries to exchange each domino of a hidden hand


@kernel
def know_the_deal(s: State) -> None:
    """MT-5, MT-6: hands may hold anything, but no double above the one that starts."""
    for seat in range(SEATS):
        for number in range(NUMBERS):
            s.may_hold[seat, number] = s.hand_sizes[seat]
        s.may_hold[seat, HIGH_DOUBLES] = 0


@kernel
def know_no_match(s: State) -> None:
    """MT-13: who draws or passes has no match of any open end."""
    trains = open_trains(s)
    while trains != 0:
        s.may_hold[s.turn, s.end[lowest_bit(trains)]] = 0
        trains &= trains - 1


@kernel
def know_kept(s: State, seat: int) -> None:
    """A domino kept may be any, but one that confirms a double would have been played.

    MT-30: so would any that fits, when one draws until one does.
    """
    know_drawn(s, seat)
    if s.until_fits:
        know_no_match(s)
    elif s.double != NO_TRAIN:
        s.may_hold[seat, s.end[s.double]] = 0


@kernel
def know_drawn(s: State, seat: int) -> None:
    """A domino came into the hand that may be any."""
    for number in range(ROW_BITS):
        s.may_hold[seat, number] += 1
    s.may_hold[seat, HIGH_DOUBLES] += 1
    if s.highest >= ROW_BITS:  # apart, so that the common sets need no more than one vector
        for number in range(ROW_BITS, NUMBERS):
            s.may_hold[seat, number] += 1


@kernel
def know_played(s: State, seat: int, domino: int) -> None:
    """The domino leaves the hand; nobody knows when it came.

    Suppose that it was the oldest that could be this one: the dominoes that stay may then be
    whatever they may be in any other case.
    """
    place = room(s, seat, domino)
    for number in range(ROW_BITS):
        if s.may_hold[seat, number] >= place:
            s.may_hold[seat, number] -= 1
    if s.may_hold[seat, HIGH_DOUBLES] >= place:
        s.may_hold[seat, HIGH_DOUBLES] -= 1
    if s.highest >= ROW_BITS:
        for number in range(ROW_BITS, NUMBERS):
            if s.may_hold[seat, number] >= place:
                s.may_hold[seat, number] -= 1
    if s.asked == seat and _matches_engine(s, domino):
        s.asked = NOBODY


@kernel
def room(s: State, seat: int, domino: int) -> int:
    """How many dominoes of the hand, the latest so many, may be this one."""
    low, high = LOW[domino], HIGH[domino]
    most = min(wide(s.may_hold[seat, low]), wide(s.may_hold[seat, high]))
    if low == high and low > s.undealt:
        most = min(most, wide(s.may_hold[seat, HIGH_DOUBLES]))
    return int(most)


# --- Hiding ---------------------------------------------------------------------------------------


@kernel
def hide(s: State, seat: int) -> None:
    """MT-4: hands and boneyard are hidden, their sizes are not. At the end the hands are shown."""
    s.key[:] = 0
    for i in range(s.boneyard_size):
        s.boneyard[i] = HIDDEN
    if s.drawn != NONE and s.turn != seat:
        s.drawn = HIDDEN
    for other in range(s.players):
        if is_hidden(s, other, seat):
            s.hands[other, :] = 0
            s.heavy[other] = 0


@kernel
def is_hidden(s: State, seat: int, viewer: int) -> bool:
    return bool(seat != viewer and s.phase != OVER)


# --- Guessing -------------------------------------------------------------------------------------


@kernel
def guess(s: State, seat: int, rng: Array) -> None:
    """Deal the dominoes that the seat cannot see to the places where they may lie."""
    for i in range(8):
        s.key[i] = next_word(rng)
    dominoes = _unseen(s)
    shuffle_fast(rng, dominoes, 0, dominoes.size)
    # The hidden places: of each hand in order of arrival, then the boneyard and the domino drawn.
    owner = np.full(dominoes.size, NOBODY, np.int8)
    age = np.zeros(dominoes.size, np.int16)
    held = 0
    for other in range(s.players):
        if is_hidden(s, other, seat):
            for i in range(s.hand_sizes[other]):
                owner[held] = other
                age[held] = i
                held += 1
    _arrange(s, rng, owner, age, dominoes, held)
    if s.asked != NOBODY and is_hidden(s, s.asked, seat):
        _grant_match(s, rng, owner, age, dominoes, held)
    for place in range(held):
        add_to_hand(s, owner[place], dominoes[place])
        s.hand_sizes[owner[place]] -= 1  # a hidden hand had its size already
    for i in range(s.boneyard_size):
        s.boneyard[i] = dominoes[held + i]
    if s.drawn == HIDDEN:
        s.drawn = dominoes[dominoes.size - 1]


@kernel
def _unseen(s: State) -> Array:
    """The dominoes that a hidden state shows nowhere."""
    dominoes = np.empty(DOMINOES, np.uint8)
    n = 0
    for domino in range(set_size(s.highest)):
        shown = s.before[domino] != NONE or s.drawn == domino
        for seat in range(s.players):
            shown = shown or holds(s, seat, domino)
        if not shown:
            dominoes[n] = domino
            n += 1
    return dominoes[:n]


@kernel
def _arrange(s: State, rng: Array, owner: Array, age: Array, dominoes: Array, held: int) -> None:
    """Move the dominoes about until each of those in hands may be where it is."""
    for place in range(held):
        if not _fits(s, owner, age, place, dominoes[place]):
            _replace(s, rng, owner, age, dominoes, place, False)
    for i in range(MIXING * held):  # even out what the replacing left uneven
        place, other = i % held, below(rng, dominoes.size)
        one, two = dominoes[place], dominoes[other]
        if _fits(s, owner, age, place, two) and _fits(s, owner, age, other, one):
            dominoes[place] = two
            dominoes[other] = one


@kernel
def _grant_match(s: State, rng: Array, owner: Array, age: Array, dominoes: Array,
                 held: int) -> None:  # fmt: skip
    """MT-7: a starter who was asked has a match of the engine."""
    for place in range(held):
        if owner[place] == s.asked and _matches_engine(s, dominoes[place]):
            return
    first = below(rng, held)
    for i in range(held):
        place = (first + i) % held
        if owner[place] == s.asked and _replace(s, rng, owner, age, dominoes, place, True):
            return


@kernel
def _replace(s: State, rng: Array, owner: Array, age: Array, dominoes: Array, place: int,
             to_match: bool) -> bool:  # fmt: skip
    """Get a domino that fits (``to_match``: and matches the engine), along a chain of places.

    Each place of the chain gets the domino of the next, and the last that of the first. For a
    domino that does not fit there is a chain, since the way to the truth consists of such chains.
    """
    given_up = dominoes[place]
    getter = np.full(dominoes.size, -1, np.int16)
    getter[place] = place
    queue = np.empty(dominoes.size, np.int16)
    queue[0] = place
    head, tail = 0, 1
    first = below(rng, dominoes.size)
    while head < tail:
        here = queue[head]
        head += 1
        for i in range(dominoes.size):
            there = (first + i) % dominoes.size
            domino = dominoes[there]
            if getter[there] >= 0 or not _fits(s, owner, age, here, domino):
                continue
            if to_match and here == place and not _matches_engine(s, domino):
                continue
            getter[there] = here
            if _fits(s, owner, age, there, given_up):
                _pass_along(dominoes, getter, there, place)
                return True
            queue[tail] = there
            tail += 1
    return False


@kernel
def _pass_along(dominoes: Array, getter: Array, end: int, place: int) -> None:
    """Give each place of a chain the domino of the next, and the end that of the first."""
    carried = dominoes[place]
    here = end
    while here != place:
        domino = dominoes[here]
        dominoes[here] = carried
        carried = domino
        here = getter[here]
    dominoes[place] = carried


@kernel
def _fits(s: State, owner: Array, age: Array, place: int, domino: int) -> bool:
    seat = owner[place]
    return bool(seat == NOBODY or age[place] >= s.hand_sizes[seat] - room(s, seat, domino))


@kernel
def _matches_engine(s: State, domino: int) -> bool:
    return bool(LOW[domino] == s.engine or HIGH[domino] == s.engine)
