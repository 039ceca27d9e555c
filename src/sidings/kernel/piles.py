"""Piles of cards in an array: the top is the last card."""

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array


@kernel
def cut_pile(pile: Array, first: int, end: int, cards: int) -> None:
    """Cut ``pile[first:end]``: so many cards go from the top to the bottom, in the same order."""
    size = end - first
    if size < 2 or cards % size == 0:
        return
    _reverse(pile, first, end)
    _reverse(pile, first, first + cards % size)
    _reverse(pile, first + cards % size, end)


@kernel
def _reverse(pile: Array, first: int, end: int) -> None:
    last = end - 1
    while first < last:
        card = pile[first]
        pile[first] = pile[last]
        pile[last] = card
        first += 1
        last -= 1
