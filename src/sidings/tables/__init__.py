"""A table: an immutable header and a log of entries, from which everything else follows.

Nothing here reads a clock, a file or a socket: the time is passed in, and what is to be kept is
handed back as an entry. ``decide`` checks a command and returns the entry it leads to; ``apply``
is the only thing that changes a table.
"""

from sidings.tables.apply import apply, rebuild
from sidings.tables.commands import Command, Person, Refused
from sidings.tables.decide import Decision, decide
from sidings.tables.entries import Entry, decode_entry, encode_entry
from sidings.tables.header import Clock, Header
from sidings.tables.state import TableState

__all__ = [
    "Clock",
    "Command",
    "Decision",
    "Entry",
    "Header",
    "Person",
    "Refused",
    "TableState",
    "apply",
    "decide",
    "decode_entry",
    "encode_entry",
    "rebuild",
]
