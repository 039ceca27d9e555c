"""A batch of entries in one statement: all of them are on disk afterwards, or none is.

One statement is also one wait for the database. That matters to SQLite, whose calls share the
interpreter's lock with the event loop: a batch row by row would wait for it at each row.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from sidings.store.bus import Hint

Entry = tuple[str, int, str | None, str]  # table, seq, command and body


class Unavailable(Exception):
    """The database did not answer. The append may have happened or not: ask the log."""


class Batches(Protocol):
    """How a database takes batches, one at a time."""

    async def insert(self, rows: Sequence[Entry], hints: Sequence[Hint]) -> bool:
        """Put the entries into the log and pass them and the hints on; False if a number is taken.

        After Unavailable they may be there or not.
        """

    async def close(self) -> None:
        """Let go of the database."""


_encoder = msgspec.json.Encoder()


def as_json(values: Sequence[object]) -> str:
    """What a statement is given its values as."""
    return _encoder.encode(values).decode()
