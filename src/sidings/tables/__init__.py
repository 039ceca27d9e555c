"""A live table: an immutable header and a log of entries, from which everything else follows.

Nothing here reads a clock, a file or a socket: the time is passed in, and what is to be kept is
handed back as an entry. ``Table.decide`` checks a command and answers the entry it leads to;
``Table.apply`` is the only thing that changes a table.
"""

from sidings.tables.commands import Command
from sidings.tables.entries import Entry, decode_entry, encode_entry
from sidings.tables.header import Clock, Header
from sidings.tables.live import LiveTable, Refused

__all__ = [
    "Clock",
    "Command",
    "Entry",
    "Header",
    "LiveTable",
    "Refused",
    "decode_entry",
    "encode_entry",
]
