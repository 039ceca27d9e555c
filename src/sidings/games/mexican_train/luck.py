"""Mexican Train: which dominoes chance could have brought instead."""

import sys

from sidings.games.mexican_train.state import DRAW, DTYPE, State
from sidings.kernel import bind, cut_pile, kernel


@kernel
def chances(s: State, action: int) -> int:
    """MT-14: a draw; MT-33: and the dominoes drawn for not calling."""
    forgets = s.calling == 1 and s.called == 0 and action < DRAW
    return int(s.boneyard_size) if action == DRAW or forgets else 0


@kernel
def cut(s: State, cards: int) -> None:
    cut_pile(s.boneyard, 0, int(s.boneyard_size), cards)


bind(DTYPE, sys.modules[__name__])
