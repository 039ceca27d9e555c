"""Bare Game as text: as High Card."""

from high_card.text import (
    KEYS,
    OBJECTIONS,
    cards,
    dump,
    load,
    object_to,
    read_move,
    write_move,
)

__all__ = [
    "KEYS",
    "OBJECTIONS",
    "cards",
    "dump",
    "load",
    "object_to",
    "read_move",
    "write_move",
]
