"""Luck is the exact one in a game so small that all orders of its cards can be counted.

Two players draw a card each, and the first may exchange theirs once, which they do if it is low.
The judge knows the exact chances; the tests count all orders of the cards instead.
"""

import sys
from collections.abc import Sequence
from itertools import permutations
from statistics import mean

import numpy as np
import pytest

from sidings.bots.luck_kernels import EVERY, add_luck
from sidings.bots.network import Weights, room_for
from sidings.games.parts import Senses
from sidings.kernel import Array, Record, bind, cut_pile, field, record_dtype

pytestmark = pytest.mark.plain

CARDS = 5
LOW = 2  # a card that is exchanged
DRAW, STAND = range(2)
Order = Sequence[int]  # the cards as they are drawn
ORDERS = list(permutations(range(1, CARDS + 1)))

# --- The game


class State(Record):
    turn: int = field(np.int8)
    left: int = field(np.int8)
    pile: Array = field(np.int8, CARDS)
    held: Array = field(np.int8, 2)


def actor(s: State) -> int:
    return -1 if s.turn == 3 else int(s.turn) % 2


def legal(s: State, out: Array) -> int:
    out[0], out[1] = DRAW, STAND
    return 2 if s.turn == 2 else 1


def apply(s: State, action: int, events: Array | None = None) -> None:
    if action == DRAW:
        s.left -= 1
        s.held[s.turn % 2] = s.pile[s.left]
    s.turn += 1


def rank(s: State, out: Array) -> None:
    for seat in range(2):
        out[seat] = 1 + (s.held[seat] < s.held[1 - seat])


def chances(s: State, action: int) -> int:
    return int(s.left) if action == DRAW else 0


def cut(s: State, cards: int) -> None:
    cut_pile(s.pile, 0, int(s.left), cards)


def foresee(s: State, action: int, scratch: Array, out: Array) -> bool:
    return False


def see_all(s: State, seat: int, scratch: Array, out: Array) -> None:
    pass


def hope(s: State, value: float, seat: int) -> float:
    """What is known exactly, whatever the network says."""
    chance = _first_wins(int(s.held[0]), int(s.held[1]), s.pile[: s.left].tolist())
    return chance if seat == 0 else 1 - chance


def _first_wins(first: int, second: int, pile: list[int]) -> float:
    if not second:
        return mean(_first_wins(first, card, [one for one in pile if one != card]) for card in pile)
    return mean(card > second for card in (pile if first <= LOW else [first]))


DTYPE = record_dtype(State)
bind(DTYPE, sys.modules[__name__])

# --- All orders


def won(order: Order) -> bool:
    """Whether the first player wins."""
    first, second, third, *_ = order
    return (third if first <= LOW else first) > second


def expected(seen: Order) -> float:
    """How often the first player wins, of all orders that begin like this."""
    return mean(won(order) for order in ORDERS if order[: len(seen)] == tuple(seen))


def network() -> Weights:
    """One that is told nothing and says nothing."""
    at, row = np.zeros(0, np.int32), np.zeros((0, 1), np.int16)
    none, one = np.zeros(0, np.int16), np.zeros(1, np.int16)
    return Weights(
        at, row, none, one, at, row, none, np.zeros((3, 1), np.int16), one,
        np.zeros((1, 1), np.int16), one, one, one,
    )  # fmt: skip


def test_luck_is_what_all_orders_of_the_cards_say() -> None:
    knows = network(), room_for(network(), Senses((), (), seats=2))
    actions, places = np.zeros(2, np.int16), np.zeros(2, np.int64)
    for order in ORDERS:
        states, work = np.zeros(1, DTYPE), np.zeros(2, DTYPE)
        s, total = states[0], np.zeros(2)
        s.players, s.left, s.pile[:] = 2, CARDS, order[::-1]
        for drawn in range(1, 4 if order[0] <= LOW else 3):
            luck = np.zeros(2)
            add_luck(states, DRAW, EVERY, work, knows, knows, actions, places, luck)
            exact = expected(order[:drawn]) - expected(order[: drawn - 1])
            assert luck.tolist() == pytest.approx([exact, -exact])
            total += luck
            apply(s, DRAW)
        # Nobody errs, so that nothing but luck decides: from the start to the result.
        assert expected([]) + total[0] == pytest.approx(float(won(order)))
