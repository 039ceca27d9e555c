"""Bare Game: the rules of High Card for a record type of its own."""

from high_card import rules
from high_card.rules import ACTIONS, PLAYERS
from sidings.kernel import bind, record_dtype

__all__ = ["ACTIONS", "DTYPE", "PLAYERS", "State"]


class State(rules.State):
    """The same fields; the sources of another folder make it another type."""


DTYPE = record_dtype(State)
bind(DTYPE, rules)
