"""What the tests of the learned networks share: what one is told, and by which name."""

from typing import Any

import numpy as np

from sidings.games.contract import Game
from sidings.games.parts import Senses, foresee, see_all
from sidings.kernel.record import Array
from sidings.play.table import Table


def told(game: Game[Any], states: Array, action: int) -> tuple[bool, Array]:
    """Whether the action wins, and the inputs."""
    senses: Senses = game.part("net").SENSES
    out = np.zeros(senses.count, np.int16)
    wins = foresee(states[0], action, np.zeros(senses.scratch, senses.kind), out)
    return bool(wins), out


def shown(game: Game[Any], states: Array, seat: int) -> Array:
    """What the judge is told of a seat."""
    senses: Senses = game.part("judge").SENSES
    out = np.full(senses.count, -2, np.int16)
    see_all(states[0], seat, np.zeros(senses.scratch, senses.kind), out)
    return out


def most_values(senses: Senses) -> Array:
    """By input: how many values it has."""
    own, others = (
        [kind.values for kind in kinds for _ in range(kind.count)]
        for kinds in (senses.own, senses.others)
    )
    return np.array(own + others * (senses.seats - 1))


class Told:
    """What the network is told of a move at a table."""

    def __init__(self, table: Table, move: str) -> None:
        self._senses: Senses = table.game.part("net").SENSES
        self.wins, self._inputs = told(
            table.game, table._states, table.actions()[table.moves().index(move)]
        )

    def own(self, name: str) -> list[int]:
        return self._values(self._senses.own, name, 0)

    def other(self, name: str, seat: int = 1) -> list[int]:
        """Of the seat so many places to the left."""
        senses = self._senses
        return self._values(
            senses.others, name, senses.own_count + (seat - 1) * senses.others_count
        )

    def _values(self, kinds: tuple[Any, ...], name: str, at: int) -> list[int]:
        for kind in kinds:
            if kind.name == name:
                return [int(value) for value in self._inputs[at : at + kind.count]]
            at += kind.count
        raise KeyError(name)
