"""Game of Trains: which cards chance could have brought instead."""

import sys

from sidings.games.game_of_trains.rules import DRAW, DTYPE, LOCK, REMOVE, State
from sidings.kernel import bind, cut_pile, kernel


@kernel
def chances(s: State, action: int) -> int:
    """GT-6, GT-14: a draw and a removal turn up cards."""
    return int(s.deck_size) if action == DRAW or REMOVE <= action < LOCK else 0


@kernel
def cut(s: State, cards: int) -> None:
    cut_pile(s.deck, 0, int(s.deck_size), cards)


bind(DTYPE, sys.modules[__name__])
