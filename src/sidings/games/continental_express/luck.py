"""Continental Express: which cards chance could have brought instead."""

import sys

from sidings.games.continental_express.rules import DONE, DTYPE, LINES, PILE_STARTS, State
from sidings.kernel import bind, cut_pile, kernel


@kernel
def chances(s: State, action: int) -> int:
    """CE-4, CE-5, CE-10, CE-11: every action but ``done`` may turn up cards.

    As many as the highest of the piles has cards.
    """
    if action == DONE:
        return 0
    most = int(s.objective_pile_size) - int(s.put_under)
    for line in range(LINES):
        most = max(most, int(s.pile_sizes[line]))
    return most


@kernel
def cut(s: State, cards: int) -> None:
    """CE-19: everybody knows the objectives that were put under their pile."""
    for line in range(LINES):
        first = int(PILE_STARTS[line])
        cut_pile(s.piles, first, first + int(s.pile_sizes[line]), cards)
    cut_pile(s.objective_pile, int(s.put_under), int(s.objective_pile_size), cards)


bind(DTYPE, sys.modules[__name__])
