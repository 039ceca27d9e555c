"""Piles of cards."""

import numpy as np
import pytest

from sidings.kernel import cut_pile


@pytest.mark.parametrize("cards", range(7))
def test_a_cut_takes_cards_from_the_top_to_the_bottom(cards: int) -> None:
    pile = np.array([9, 1, 2, 3, 4, 5, 9], np.int8)
    cut_pile(pile, 1, 6, cards)
    assert pile.tolist() == [9, *np.roll([1, 2, 3, 4, 5], cards).tolist(), 9]


def test_there_is_nothing_to_cut_in_a_pile_of_one_card_or_none() -> None:
    pile = np.array([7, 8], np.int8)
    cut_pile(pile, 0, 1, 3)
    cut_pile(pile, 1, 1, 1)
    assert pile.tolist() == [7, 8]
