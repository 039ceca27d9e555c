"""SQLite: a file, one process, and nothing to install."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from sidings.store.batch import Entry, Unavailable, as_json
from sidings.store.bus import Hint, NoBus
from sidings.store.log import Store

BUSY_MS = 10_000


def open_sqlite(url: sa.URL, origin: str) -> Store:
    url = url.set(drivername="sqlite+aiosqlite")
    write = create_async_engine(url, pool_size=1, max_overflow=0)
    read = create_async_engine(url, pool_size=4, max_overflow=0)
    for engine in (write, read):
        sa.event.listen(engine.sync_engine, "connect", lambda connection, _: _set_up(connection))
    sa.event.listen(write.sync_engine, "begin", _begin_immediate)
    connection = sqlite3.connect(url.database or "", check_same_thread=False)
    _set_up(connection)
    return Store(write, read, SqliteBatches(connection), NoBus(), origin)


def _set_up(connection: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA wal_autocheckpoint = 0")  # Store._checkpoint does it
    cursor.close()


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


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

    async def insert(self, rows: Sequence[Entry], hints: Sequence[Hint]) -> bool:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._insert, as_json(rows))

    def _insert(self, rows: str) -> bool:
        try:
            self._connection.execute(self.INSERT, (rows,))
        except sqlite3.IntegrityError:
            return False
        except sqlite3.Error as error:
            raise Unavailable(type(error).__name__) from error
        return True

    async def close(self) -> None:
        self._thread.shutdown()
        self._connection.close()
