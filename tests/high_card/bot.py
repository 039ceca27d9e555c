"""High Card: the rule of thumb. Play the higher card."""

import sys

import numpy as np

from high_card.rules import DTYPE, State
from sidings.games.parts import Level
from sidings.kernel import Array, bind, kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.verbs import rank

TERMS = (("plays your highest card", "keeps your highest card"),)

LEVELS = {
    "novice": Level(depth=0, blur=900),
    "casual": Level(depth=0, blur=400),
    "club": Level(depth=0, blur=200),
    "expert": Level(depth=0),
    "master": Level(depth=0, playouts=50),
    "grandmaster": Level(depth=0, playouts=200),
}


@kernel
def rate(s: State, depth: int, actions: Array, n: int, terms: Array) -> None:
    for k in range(n):
        terms[k, 0] = s.hands[s.turn, actions[k]]


@kernel
def settled(s: State, root: State, moves: int) -> bool:
    return False


@kernel
def worth(s: State, root: State, seat: int) -> float:
    places = np.zeros(s.players, np.int64)
    rank(s, places)
    return share_of_win(places, s.players, seat)


bind(DTYPE, sys.modules[__name__])
