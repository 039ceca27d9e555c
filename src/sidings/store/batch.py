"""A batch of entries in one statement: all of them are on disk afterwards, or none is.

One statement is also one wait for the database. That matters to SQLite, whose calls share the
interpreter's lock with the event loop: a batch row by row would wait for it at each row.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from sidings.store.bus import CHANNEL, Hint, pack

Entry = tuple[str, int, str | None, str]  # table, seq, command and body

_encode = msgspec.json.Encoder().encode


class Batches(Protocol):
    """How a database takes batches, one at a time."""

    async def insert(self, rows: Sequence[Entry], news: Sequence[Hint]) -> bool:
        """Put the entries into the log and pass the news on; False if a number is taken."""

    async def close(self) -> None:
        """Let go of the database."""


class SqliteBatches:
    """A connection and a thread of their own, where the statement is its own transaction."""

    INSERT = """
        INSERT INTO entries ("table", seq, command, body)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
               json_extract(value, '$[2]'), json_extract(value, '$[3]')
        FROM json_each(?)
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._thread = ThreadPoolExecutor(1, "log")

    async def insert(self, rows: Sequence[Entry], news: Sequence[Hint]) -> bool:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._insert, _encode(rows).decode())

    def _insert(self, rows: str) -> bool:
        try:
            self._connection.execute(self.INSERT, (rows,))
        except sqlite3.IntegrityError:
            return False
        return True

    async def close(self) -> None:
        self._thread.shutdown()
        self._connection.close()


class PostgresBatches:
    """The news go with the entries: whoever hears of one finds it in the log."""

    INSERT = sa.text(f"""
        WITH written AS (
            INSERT INTO entries ("table", seq, command, body)
            SELECT e ->> 0, (e ->> 1)::integer, e ->> 2, e ->> 3
            FROM json_array_elements(CAST(:rows AS json)) AS e
        )
        SELECT pg_notify('{CHANNEL}', text)
        FROM json_array_elements_text(CAST(:news AS json)) AS text
    """)

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def insert(self, rows: Sequence[Entry], news: Sequence[Hint]) -> bool:
        # In one order everywhere, so that two servers cannot wait for each other.
        values = {
            "rows": _encode(sorted(rows)).decode(),
            "news": _encode(pack(news)).decode(),
        }
        try:
            async with self._engine.connect() as connection:
                await connection.execute(self.INSERT, values)
        except sa.exc.IntegrityError:
            return False
        return True

    async def close(self) -> None:
        """The engine is the store's."""
