"""Game of Trains: the rule of thumb.

A train is worth the chance to finish it within the next few draws. Some wagons stay, in ascending
order, and between each two of them lies a gap: so many places to fill with numbers from so wide a
range. A good train keeps the wagons whose gaps are the easiest to fill together. Around that: what
the row gives to the next player and leaves to oneself, and whom a removal hurts.
"""

import math
import sys

import numpy as np

from sidings.games.game_of_trains.rules import (
    ABILITY_OF_USE,
    CARDS,
    DRAW,
    DTYPE,
    FIRST_LEFT,
    FIRST_USE,
    LEFT,
    LOCK,
    NONE,
    OVER,
    POSITION_OF_PLACE,
    PROTECT,
    REMOVE,
    REMOVE_LEFT,
    RIGHT,
    SWAP_1,
    SWAP_2,
    TURN,
    WAGONS,
    State,
    drawn_index,
    put_position,
)
from sidings.games.parts import Level, leaning
from sidings.kernel import Array, bind, kernel
from sidings.kernel.portable import exp, log, uncompiled

# --- The chance to fill a gap ---------------------------------------------------------------------

PATIENCE = 4  # draws, on average, within which a train should be finished
SOON, NOW = PATIENCE - 1, PATIENCE  # draws that are left after this turn, and with it
MOST_DRAWS = 14
NEVER = -60.0  # the logarithm of no chance at all
END = CARDS + 1  # a number beyond the last wagon
STEPS = 2.0**9  # of a logarithm: finer differences are not worth the room that they take


def _chances() -> Array:
    """By draws, places and width: the chance to fill a gap.

    A drawn number falls into a gap as often as the gap is wide; it then splits the gap where that
    leaves the best chance.
    """
    chance = np.zeros((MOST_DRAWS + 1, WAGONS + 1, END + 1))
    chance[:, 0, :] = 1.0
    for draws in range(1, MOST_DRAWS + 1):
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
    return chance


def _log_chances(chance: Array) -> Array:
    """Logarithms, in steps, for a number of draws that is known only on average.

    By that, by places and by how much the wagon right of the gap exceeds the one left of it.
    Were the draws counted (and not Poisson), gaps would compete for them, and a gap of more
    places than draws would be as hopeless as any other.
    """
    mixed = np.zeros((PATIENCE + 1, *chance.shape[1:]))
    for mean in range(PATIENCE + 1):
        for draws in range(MOST_DRAWS + 1):
            likely = uncompiled(exp)(-mean) * mean**draws / math.factorial(draws)
            mixed[mean] += likely * chance[draws]
    mixed[:, 0] = 1.0  # exactly: nothing is left to fill
    by_difference = np.full_like(mixed, NEVER)
    least = uncompiled(exp)(NEVER)
    for places in range(WAGONS + 1):
        chances = np.maximum(mixed[:, places, places:-1], least)
        logarithms = [uncompiled(log)(chance) for chance in chances.ravel().tolist()]
        by_difference[:, places, places + 1 :] = np.reshape(logarithms, chances.shape)
    return np.round(by_difference * STEPS).astype(np.int16)


LOG_CHANCE = _log_chances(_chances())


@kernel
def _gap(chances: Array, places: int, left: int, right: int) -> int:
    """The worth of the gap between two wagons that stay; those in descending order cannot."""
    return int(chances[places, max(right - left, 0)])


@kernel
def order(train: Array, draws: int) -> float:
    """How near to ascending a train is: 0 when it ascends, else below.

    ``b3`` is the best worth of the gaps up to the fourth wagon when that one stays, and so on.
    """
    x0, x1, x2, x3 = int(train[0]), int(train[1]), int(train[2]), int(train[3])
    x4, x5, x6 = int(train[4]), int(train[5]), int(train[6])
    d = LOG_CHANCE[draws]
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
    best = max(_gap(d, 7, 0, END), b0 + _gap(d, 6, x0, END), b1 + _gap(d, 5, x1, END),
               b2 + _gap(d, 4, x2, END), b3 + _gap(d, 3, x3, END), b4 + _gap(d, 2, x4, END),
               b5 + _gap(d, 1, x5, END), b6)  # fmt: skip
    return best / STEPS


# --- Abilities, tried on a train and taken back ---------------------------------------------------

# Those that rearrange one's own train come first among the abilities, as their uses do.


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
def rearrange(train: Array, action: int) -> None:
    if action < SWAP_2:
        _swap(train, action - SWAP_1, action - SWAP_1 + 1)
    elif action < RIGHT:
        _swap(train, action - SWAP_2, action - SWAP_2 + 2)
    elif action < LEFT:
        _shift(train, action - RIGHT, 1)
    else:
        _shift(train, action - LEFT + FIRST_LEFT, -1)


@kernel
def _take_back(train: Array, action: int) -> None:
    if action < RIGHT:
        rearrange(train, action)
    elif action < LEFT:
        _shift(train, action - RIGHT + 2, -1)
    else:
        _shift(train, action - LEFT, 1)


@kernel
def _best_use(train: Array, ability: int, draws: int) -> float:
    """The best order that an ability can bring to a train."""
    best = NEVER
    for action in range(FIRST_USE[ability], FIRST_USE[ability + 1]):
        rearrange(train, action)
        best = max(best, order(train, draws))
        _take_back(train, action)
    return best


@kernel
def best_uses(train: Array, draws: int) -> tuple[float, float, float, float]:
    """The same for each of the four abilities that rearrange a train."""
    return (
        _best_use(train, 0, draws),
        _best_use(train, 1, draws),
        _best_use(train, 2, draws),
        _best_use(train, 3, draws),
    )


@kernel
def _best_in_row(row: int, gains: tuple[float, float, float, float]) -> float:
    """The best of the gains whose ability lies in the row."""
    best = 0.0
    for ability in range(4):
        if row >> ability & 1:
            best = max(best, gains[ability])
    return best


@kernel
def descents_of(train: Array) -> int:
    descents = 0
    for position in range(1, WAGONS):
        if train[position] < train[position - 1]:
            descents += 1
    return descents


@kernel
def finishers_of(train: Array) -> int:
    """The abilities, a bit for each, that would finish a train at once."""
    if descents_of(train) > 2:  # more than one swap or move can mend
        return 0
    finishers = 0
    for ability in range(4):
        for action in range(FIRST_USE[ability], FIRST_USE[ability + 1]):
            rearrange(train, action)
            if descents_of(train) == 0:
                finishers |= 1 << ability
            _take_back(train, action)
    return finishers


# --- The rating -----------------------------------------------------------------------------------

FINISH, ORDER, REMOVAL, GIFT, PROSPECTS, LOCKING = 0, 1, 2, 3, 4, 5
#: Weaker levels look less far and overlook more; `expert` asks the learned network, the strongest
#: searches. Times are for one core.
LEVELS = {
    "novice": Level(depth=0, blur=42),
    "casual": Level(depth=1, blur=29),
    "club": Level(depth=2, blur=18),
    "expert": Level(net=True),
    "master": Level(net=True, ms=300, playouts=4000, candidates=4, turns=2, crowd=1),
    "grandmaster": Level(net=True, ms=3000, playouts=18000, candidates=6, turns=4, crowd=1),
}

#: The blocker removes what others need (GT-13 to GT-15), the saver likes to protect (GT-16), the
#: gambler draws and hopes, whatever the row then offers to others.
CHARACTERS = {
    "blocker": Level(blur=18, style=leaning({REMOVAL: 250, GIFT: 200})),
    "saver": Level(blur=18, style=leaning({LOCKING: 10})),
    "gambler": Level(blur=18, style=leaning({ORDER: 150, REMOVAL: 50, GIFT: 0})),
}

TERMS = (
    ("finishes your train", "does not finish your train"),
    ("brings your train nearer to ascending", "leaves your train out of order"),
    ("takes from others what they need", "gives others a chance to improve"),
    ("leaves the next player nothing in the row", "leaves the next player a card they can use"),
    ("prepares a swap or a move that mends your train", "prepares no swap or move"),
    ("protects a wagon you need", "spends a turn on a protection"),
)

WIN = 100.0
REMOVAL_WEIGHT = 0.78  # of what the others lose
GIFT_WEIGHT = 0.3  # of what the next player gains from the row
DANGER = 2.0  # when the row lets the next player finish
FINISH_NEXT = -0.2  # the logarithm of the chance when the row lets oneself finish next turn
ROW_STAYS = 0.35  # of a gain from the row: the others may use or cancel the card
ROW_COMES = 0.24  # of a gain from any ability: the row may offer it later
FREE_CHOICE = 0.08  # a draw also lays an ability of one's choice in the row
LOCK_PRICE = 0.42
LOCK_IN_DANGER = 0.3  # of the loss by a removal that lies in the row
LOCK_IN_TIME = 0.13  # of the loss by a removal that may come


@kernel
def rate(s: State, depth: int, actions: Array, n: int, terms: Array) -> None:
    """0: the trains; 1: and who can finish with the row; 2: and all that the row does."""
    seat = int(s.turn)
    row = row_of(s)
    rival = s.trains[(seat + 1) % int(s.players)]
    dangers = finishers_of(rival) if depth > 0 else 0
    gains = (0.0, 0.0, 0.0, 0.0)
    if depth > 1:
        draw = order(rival, NOW)
        uses = best_uses(rival, SOON)
        gains = (uses[0] - draw, uses[1] - draw, uses[2] - draw, uses[3] - draw)
    for k in range(n):
        action = int(actions[k])
        after = row ^ change_of_row(s, seat, action)
        if action < REMOVE:
            _rate_own(s, seat, action, after, depth, terms[k])
        elif action < LOCK:
            _rate_removal(s, seat, action - REMOVE, after, depth, terms[k])
        else:
            _rate_lock(s, seat, action - LOCK, after, depth, terms[k])
        if terms[k, FINISH] == 0.0:
            terms[k, GIFT] = -GIFT_WEIGHT * _best_in_row(after, gains)
            if after & dangers:
                terms[k, GIFT] -= DANGER


@kernel
def _rate_own(s: State, seat: int, action: int, row: int, depth: int, terms: Array) -> None:
    """A draw, the placing of a card, a swap or a move."""
    train = s.trains[seat]
    if action == DRAW:
        terms[ORDER] = order(train, NOW)
        if depth > 1:
            terms[PROSPECTS] = FREE_CHOICE + _prospects(train, row, terms[ORDER], depth)
    elif action < SWAP_1:
        position = put_position(action)
        wagon = train[position]
        train[position] = s.drawn[seat, drawn_index(action)]
        _rate_train(train, row, depth, terms)
        train[position] = wagon
    else:
        rearrange(train, action)
        _rate_train(train, row, depth, terms)
        _take_back(train, action)


@kernel
def _rate_train(train: Array, row: int, depth: int, terms: Array) -> None:
    """The own train as it will be, beside the row as it will be."""
    terms[ORDER] = order(train, SOON)
    if terms[ORDER] == 0.0:
        terms[FINISH] = WIN
    else:
        terms[PROSPECTS] = _prospects(train, row, terms[ORDER], depth)


@kernel
def _prospects(train: Array, row: int, without: float, depth: int) -> float:
    """What the row, now or later, may add to the order of a train."""
    if depth == 0:
        return 0.0
    if depth == 1:
        return max(0.0, FINISH_NEXT - without) if finishers_of(train) & row else 0.0
    chance = exp(without)
    uses = best_uses(train, SOON - 1)
    gains = (
        exp(uses[0]) - chance,
        exp(uses[1]) - chance,
        exp(uses[2]) - chance,
        exp(uses[3]) - chance,
    )
    stays, comes = _best_in_row(row, gains), _best_in_row(0b1111, gains)
    return log(chance + ROW_STAYS * stays + ROW_COMES * comes) - without


@kernel
def _rate_removal(s: State, seat: int, place: int, row: int, depth: int, terms: Array) -> None:
    train, position = s.trains[seat], POSITION_OF_PLACE[place]
    terms[ORDER] = _order_removed(s, seat, place, depth, SOON)
    if depth > 1:
        wagon = train[position]
        if s.locks[seat, place] == NONE:
            train[position] = NONE
        terms[PROSPECTS] = _prospects(train, row, order(train, SOON), depth)
        train[position] = wagon
    for other in range(s.players):
        if other != seat:
            lost = order(s.trains[other], NOW) - _order_removed(s, other, place, depth, NOW)
            terms[REMOVAL] += REMOVAL_WEIGHT * lost


@kernel
def _order_removed(s: State, seat: int, place: int, depth: int, draws: int) -> float:
    """A removed wagon counts for nothing or, looking further, for the number to be drawn."""
    train = s.trains[seat]
    if s.locks[seat, place] != NONE:
        return order(train, draws)
    if depth < 2:
        return order_with(train, POSITION_OF_PLACE[place], NONE, draws)
    chance = 0.0
    for card in range(4, CARDS, 7):
        chance += exp(order_with(train, POSITION_OF_PLACE[place], card, draws))
    return log(chance / 12)


@kernel
def order_with(train: Array, position: int, card: int, draws: int) -> float:
    """The order of a train with another card (or none) at a position."""
    wagon = train[position]
    train[position] = card
    value = order(train, draws)
    train[position] = wagon
    return value


@kernel
def _rate_lock(s: State, seat: int, place: int, row: int, depth: int, terms: Array) -> None:
    train = s.trains[seat]
    terms[ORDER] = order(train, SOON)
    lost = terms[ORDER] - order_with(train, POSITION_OF_PLACE[place], NONE, SOON)
    in_danger = row >> (REMOVE_LEFT + place) & 1
    terms[LOCKING] = lost * (LOCK_IN_DANGER if in_danger else LOCK_IN_TIME) - LOCK_PRICE
    terms[PROSPECTS] = _prospects(train, row, terms[ORDER], depth)


@kernel
def row_of(s: State) -> int:
    """The abilities in the row, a bit for each."""
    row = 0
    for i in range(s.row_size):
        row |= 1 << int(s.ability[s.row[i]])
    return row


@kernel
def change_of_row(s: State, seat: int, action: int) -> int:
    """The bits of the row that an action turns over: pairs cancel."""
    if action == DRAW:
        return 0
    if action < SWAP_1:
        return 1 << int(s.ability[s.trains[seat, put_position(action)]])
    if action < REMOVE:
        return 1 << int(ABILITY_OF_USE[action - SWAP_1])
    if action >= LOCK:
        return 1 << PROTECT
    place = action - REMOVE
    change = 1 << (REMOVE_LEFT + place)
    for other in range(s.players):
        if s.locks[other, place] == NONE:
            change ^= 1 << int(s.ability[s.trains[other, POSITION_OF_PLACE[place]]])
    return change


# --- Judging a playout ----------------------------------------------------------------------------

HORIZON = 6  # moves of a playout before it is judged as it stands
# A fit to 268,550 positions from games of the rule of thumb: the logarithm of the odds to win.
BY_ORDER, BY_ROW, BY_ABILITIES, BY_TURN = 0.94, 0.27, 0.34, 0.2


@kernel
def settled(s: State, root: State, moves: int) -> bool:
    return moves >= HORIZON and s.phase == TURN


@kernel
def worth(s: State, root: State, seat: int) -> float:
    if s.phase == OVER:
        return 1.0 if s.winner == seat else 0.0
    row, total, mine = row_of(s), 0.0, 0.0
    for other in range(s.players):
        odds = exp(_strength(s.trains[other], row) + (BY_TURN if s.turn == other else 0.0))
        total += odds
        if other == seat:
            mine = odds
    return mine / total


@kernel
def _strength(train: Array, row: int) -> float:
    """A train's share in the odds, with what the row and any other ability would add."""
    now = order(train, SOON)
    uses = best_uses(train, SOON)
    gains = (uses[0] - now, uses[1] - now, uses[2] - now, uses[3] - now)
    in_row, anywhere = _best_in_row(row, gains), _best_in_row(0b1111, gains)
    return BY_ORDER * now + BY_ROW * in_row + BY_ABILITIES * anywhere


bind(DTYPE, sys.modules[__name__])
