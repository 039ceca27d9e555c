"""Game of Trains: the rule of thumb.

A train is worth the chance to finish it within the next few draws. Some wagons stay, in ascending
order, and between each two of them lies a gap: so many places to fill with numbers from so wide a
range. A good train keeps the wagons whose gaps are the easiest to fill together. Around that: what
the row gives to the next player and leaves to oneself, and whom a removal hurts.
"""

import math
import sys

import numpy as np

from sidings.bots.verbs import bind_thumb
from sidings.games.game_of_trains.rules import (
    CARDS,
    DRAW,
    DTYPE,
    KEEP,
    LEFT,
    LOCK,
    MOVE_LEFT,
    NONE,
    OVER,
    POSITION_OF_PLACE,
    PROTECT,
    PUT,
    REMOVE,
    REMOVE_LEFT,
    RIGHT,
    SWAP_1,
    SWAP_2,
    WAGONS,
    State,
)
from sidings.kernel import Array, kernel

# --- The chance to fill a gap ---------------------------------------------------------------------

PATIENCE = 4  # draws within which a train should be finished
SOON, NOW = PATIENCE - 1, PATIENCE  # draws that are left after this turn, and with it
NEVER = -60.0  # the logarithm of no chance at all
END = CARDS + 1  # a number beyond the last wagon


def _chances() -> Array:
    """By draws, places and width: the logarithm of the chance to fill a gap.

    A drawn number falls into a gap as often as the gap is wide; it then splits the gap where that
    leaves the best chance. Two gaps fill almost independently of each other.
    """
    chance = np.zeros((PATIENCE + 1, WAGONS + 1, END + 1))
    chance[:, 0, :] = 1.0
    for draws in range(1, PATIENCE + 1):
        before = chance[draws - 1]
        for places in range(1, WAGONS + 1):
            for width in range(places, CARDS + 1):
                drawn = np.arange(1, width + 1)
                best = np.full(width, before[places, width])
                for place in range(places):
                    split = before[place, drawn - 1] * before[places - 1 - place, width - drawn]
                    best = np.maximum(best, split)
                missed = (CARDS - width) * before[places, width]
                chance[draws, places, width] = (missed + best.sum()) / CARDS
    return np.log(np.maximum(chance, math.exp(NEVER)))


LOG_CHANCE = _chances()


@kernel
def _gap(draws: int, places: int, left: int, right: int) -> float:
    """The worth of the gap between two wagons that stay."""
    width = right - left - 1
    return float(LOG_CHANCE[draws, places, width]) if width >= places else NEVER


@kernel
def order(train: Array, draws: int) -> float:
    """How near to ascending a train is: 0 when it ascends, else below.

    ``b3`` is the best worth of the gaps up to the fourth wagon when that one stays, and so on.
    """
    x0, x1, x2, x3 = int(train[0]), int(train[1]), int(train[2]), int(train[3])
    x4, x5, x6 = int(train[4]), int(train[5]), int(train[6])
    d = draws
    b0 = _gap(d, 0, 0, x0)
    b1 = max(_gap(d, 1, 0, x1), b0 + _gap(d, 0, x0, x1))
    b2 = max(_gap(d, 2, 0, x2), b0 + _gap(d, 1, x0, x2), b1 + _gap(d, 0, x1, x2))
    b3 = max(_gap(d, 3, 0, x3), b0 + _gap(d, 2, x0, x3), b1 + _gap(d, 1, x1, x3),
             b2 + _gap(d, 0, x2, x3))  # fmt: skip
    b4 = max(_gap(d, 4, 0, x4), b0 + _gap(d, 3, x0, x4), b1 + _gap(d, 2, x1, x4),
             b2 + _gap(d, 1, x2, x4), b3 + _gap(d, 0, x3, x4))  # fmt: skip
    b5 = max(_gap(d, 5, 0, x5), b0 + _gap(d, 4, x0, x5), b1 + _gap(d, 3, x1, x5),
             b2 + _gap(d, 2, x2, x5), b3 + _gap(d, 1, x3, x5), b4 + _gap(d, 0, x4, x5))  # fmt: skip
    b6 = max(_gap(d, 6, 0, x6), b0 + _gap(d, 5, x0, x6), b1 + _gap(d, 4, x1, x6),
             b2 + _gap(d, 3, x2, x6), b3 + _gap(d, 2, x3, x6), b4 + _gap(d, 1, x4, x6),
             b5 + _gap(d, 0, x5, x6))  # fmt: skip
    return max(_gap(d, 7, 0, END), b0 + _gap(d, 6, x0, END), b1 + _gap(d, 5, x1, END),
               b2 + _gap(d, 4, x2, END), b3 + _gap(d, 3, x3, END), b4 + _gap(d, 2, x4, END),
               b5 + _gap(d, 1, x5, END), b6)  # fmt: skip


# --- Abilities, tried on a train and taken back ---------------------------------------------------

# The first action of each ability that rearranges one's own train, and the end of the last.
FIRST_USE = np.array([SWAP_1, SWAP_2, RIGHT, LEFT, REMOVE])
REARRANGING = MOVE_LEFT + 1


@kernel
def _swap(train: Array, left: int, right: int) -> None:
    wagon = train[left]
    train[left] = train[right]
    train[right] = wagon


@kernel
def _shift(train: Array, position: int, step: int) -> None:
    _swap(train, position, position + step)
    _swap(train, position + step, position + 2 * step)


@kernel
def _order_after(train: Array, action: int, draws: int) -> float:
    """The order of a train that a swap or a move rearranges."""
    if action < RIGHT:
        left = action - SWAP_1 if action < SWAP_2 else action - SWAP_2
        right = left + 1 if action < SWAP_2 else left + 2
        _swap(train, left, right)
        value = order(train, draws)
        _swap(train, left, right)
        return value
    position, step = (action - RIGHT, 1) if action < LEFT else (action - LEFT + 2, -1)
    _shift(train, position, step)
    value = order(train, draws)
    _shift(train, position + 2 * step, -step)
    return value


@kernel
def _order_with(train: Array, position: int, card: int, draws: int) -> float:
    """The order of a train with another card (or none) at a position."""
    wagon = train[position]
    train[position] = card
    value = order(train, draws)
    train[position] = wagon
    return value


@kernel
def _gain(train: Array, ability: int) -> float:
    """How much better than a draw the best use of an ability is for the owner of a train."""
    drawing = order(train, NOW)
    gain = 0.0
    for action in range(FIRST_USE[ability], FIRST_USE[ability + 1]):
        gain = max(gain, _order_after(train, action, SOON) - drawing)
    return gain


@kernel
def _best_gain(row: int, gain0: float, gain1: float, gain2: float, gain3: float) -> float:
    """The best of the gains whose ability lies in the row."""
    best = 0.0
    if row & 1:
        best = max(best, gain0)
    if row & 2:
        best = max(best, gain1)
    if row & 4:
        best = max(best, gain2)
    if row & 8:
        best = max(best, gain3)
    return best


# --- The rating -----------------------------------------------------------------------------------

ORDER, REMOVAL, GIFT, PROSPECTS, LOCKING = 0, 1, 2, 3, 4
TERMS = (
    ("brings your train nearer to ascending", "leaves your train out of order"),
    ("removes what others need more than you", "removes nothing that others need"),
    ("leaves the next player nothing in the row", "leaves the next player a card he can use"),
    ("leaves you wagons that a swap or a move can mend", "leaves you nothing to mend by a swap"),
    ("protects a wagon you need", "protects a wagon at the cost of a turn"),
)

REMOVAL_WEIGHT = 0.75  # of what the others lose
GIFT_WEIGHT = 0.4  # of what the next player gains from the row
DANGER = 2.0  # when the row lets the next player finish
LATENT_WEIGHT = 0.2  # of what each ability would gain, in the row or not
LEFT_OVER_WEIGHT = 0.15  # of what the row offers oneself
LOCK_PRICE = 0.5


@kernel
def rate(s: State, depth: int, actions: Array, n: int, terms: Array) -> None:
    """0: only the own train and the worth of a removal; 1: and the next player; 2: and the row."""
    seat = int(s.turn)
    row = _row(s)
    gain0, gain1, gain2, gain3, need = 0.0, 0.0, 0.0, 0.0, 0.0
    if depth > 0:
        train = s.trains[(seat + 1) % int(s.players)]
        gain0, gain1, gain2, gain3 = (
            _gain(train, 0),
            _gain(train, 1),
            _gain(train, 2),
            _gain(train, 3),
        )
        need = -order(train, NOW)
    for k in range(n):
        action = int(actions[k])
        _rate_train(s, seat, action, terms[k])
        after = row ^ _change_of_row(s, seat, action)
        if depth > 0 and terms[k, ORDER] < 0.0:
            gift = _best_gain(after, gain0, gain1, gain2, gain3)
            terms[k, GIFT] = -GIFT_WEIGHT * gift
            if gift > 0.0 and gift >= need:
                terms[k, GIFT] -= DANGER


@kernel
def _rate_train(s: State, seat: int, action: int, terms: Array) -> None:
    """What an action does to the own train and, by a removal, to the others'."""
    train = s.trains[seat]
    if action == DRAW:
        terms[ORDER] = order(train, NOW)
    elif action < SWAP_1:
        terms[ORDER] = _order_with(train, _position(action), _card(s, seat, action), SOON)
    elif action < REMOVE:
        terms[ORDER] = _order_after(train, action, SOON)
    elif action < LOCK:
        place = action - REMOVE
        terms[ORDER] = _order_removed(s, seat, place, SOON)
        for other in range(s.players):
            if other != seat:
                lost = order(s.trains[other], NOW) - _order_removed(s, other, place, NOW)
                terms[REMOVAL] += REMOVAL_WEIGHT * lost
    else:
        terms[ORDER] = order(train, SOON)
        terms[LOCKING] = -LOCK_PRICE


@kernel
def _position(action: int) -> int:
    return (action - KEEP) % WAGONS if action < DRAW else action - PUT


@kernel
def _card(s: State, seat: int, action: int) -> int:
    return int(s.drawn[seat, (action - KEEP) // WAGONS if action < DRAW else 0])


@kernel
def _order_removed(s: State, seat: int, place: int, draws: int) -> float:
    if s.locks[seat, place] != NONE:
        return order(s.trains[seat], draws)
    return _order_with(s.trains[seat], POSITION_OF_PLACE[place], NONE, draws)


@kernel
def _row(s: State) -> int:
    """The abilities in the row, a bit for each."""
    row = 0
    for i in range(s.row_size):
        row |= 1 << int(s.ability[s.row[i]])
    return row


@kernel
def _change_of_row(s: State, seat: int, action: int) -> int:
    """The bits of the row that an action turns over: pairs cancel."""
    if action == DRAW:
        return 0
    if action < SWAP_1:
        return 1 << int(s.ability[s.trains[seat, _position(action)]])
    if action < REMOVE:
        ability = 0
        while action >= FIRST_USE[ability + 1]:
            ability += 1
        return 1 << ability
    if action >= LOCK:
        return 1 << PROTECT
    place = action - REMOVE
    change = 1 << (REMOVE_LEFT + place)
    for other in range(s.players):
        if s.locks[other, place] == NONE:
            change ^= 1 << int(s.ability[s.trains[other, POSITION_OF_PLACE[place]]])
    return change


# --- Judging a playout ----------------------------------------------------------------------------

MOST_SHUFFLES = 3  # of a playout before it is judged as it stands


@kernel
def settled(s: State, root: State) -> bool:
    return s.shuffles - root.shuffles > MOST_SHUFFLES


@kernel
def worth(s: State, root: State, seat: int) -> float:
    """A train's chance against the others is as its order: a fit to games of the rule of thumb."""
    if s.phase == OVER:
        return 1.0 if s.winner == seat else 0.0
    total = 0.0
    for other in range(s.players):
        total += math.exp(order(s.trains[other], NOW))
    return math.exp(order(s.trains[seat], NOW)) / total


bind_thumb(DTYPE, sys.modules[__name__])
