"""Exact counts of action sequences, as perft counts for chess."""

import numpy as np

from sidings.play.table import Table
from sidings.testing.kernels import count_below


def count_sequences(table: Table, depth: int) -> int:
    """How many different sequences of ``depth`` actions can follow.

    >>> import sidings
    >>> count_sequences(sidings.deal("game-of-trains", players=2, seed=7), 2)
    98
    """
    states = np.zeros(depth + 1, table.game.dtype)
    states[0] = table.state
    moves = np.zeros((depth, table.game.actions), np.int16)
    return int(count_below(states, moves, np.zeros(depth, np.int64), depth))
