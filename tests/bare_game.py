"""High Card with nothing but its rules and its notation: the other parts are the plain ones."""

from importlib import import_module
from types import ModuleType

import numpy as np

from high_card import HighCard, rules
from sidings.kernel import bind, field, record_dtype

PLAIN = ("bot", "counters", "gpu")


class State(rules.State):
    unused: int = field(np.int8)  # so that its record type is not High Card's


DTYPE = record_dtype(State)
bind(DTYPE, rules)


class BareGame(HighCard):
    name = "bare-game"
    title = "Bare Game"
    dtype = DTYPE

    def has_part(self, name: str) -> bool:
        return name not in PLAIN and super().has_part(name)

    def part(self, name: str) -> ModuleType:
        if self.has_part(name):
            return super().part(name)
        module = import_module(f"sidings.games.plain.{name}")
        bind(DTYPE, module)
        return module
