"""SQLite: a file, one process, and nothing to install."""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from sidings.store.bus import Hint, NoBus
from sidings.store.database import Database, EntryRow, Unavailable, as_json

log = logging.getLogger("sidings.store")

BUSY_MS = 10_000
CHECKPOINT_SECONDS = 1.0
MOST_FRAMES = 4_000  # of 4 KiB in the write-ahead log: 16 MB


class SqliteDatabase(Database):
    """Batches have a connection and a thread of their own, where each is its own transaction."""

    is_shared = False

    INSERT = """
        INSERT INTO entries ("table", seq, command, body)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'),
               json_extract(value, '$[2]'), json_extract(value, '$[3]')
        FROM json_each(?)
    """

    def __init__(self, url: sa.URL, origin: str) -> None:
        url = url.set(drivername="sqlite+aiosqlite")
        write = create_async_engine(url, pool_size=1, max_overflow=0)
        read = create_async_engine(url, pool_size=4, max_overflow=0)
        for engine in (write, read):
            sa.event.listen(
                engine.sync_engine, "connect", lambda connection, _: _set_up(connection)
            )
        sa.event.listen(write.sync_engine, "begin", _begin_immediate)
        super().__init__(write, read, NoBus(), origin)
        self.connection = sqlite3.connect(url.database or "", check_same_thread=False)
        _set_up(self.connection)
        self._thread = ThreadPoolExecutor(1, "log")
        self._checkpointer: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await super().start()
        self._checkpointer = asyncio.create_task(self._checkpoint())

    async def close(self) -> None:
        if self._checkpointer is not None:
            self._checkpointer.cancel()
            await asyncio.wait({self._checkpointer})
        self._thread.shutdown()
        self.connection.close()
        await super().close()

    async def insert_batch(self, rows: Sequence[EntryRow], hints: Sequence[Hint]) -> bool:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._insert, as_json(rows))

    def _insert(self, rows: str) -> bool:
        try:
            self.connection.execute(self.INSERT, (rows,))
        except sqlite3.IntegrityError:
            return False
        except sqlite3.Error as error:
            raise Unavailable(type(error).__name__) from error
        return True

    def insert_new(self, table: sa.Table) -> Any:
        return sqlite.insert(table).on_conflict_do_nothing()

    async def notify(self, connection: AsyncConnection, hints: Sequence[Hint]) -> None:
        """Tell nobody: there are no other servers."""

    async def lock_for_migration(self, connection: AsyncConnection) -> None:
        """Do nothing: BEGIN IMMEDIATE lets only one in."""

    async def _checkpoint(self) -> None:
        """Move what is in the write-ahead log to its place, beside the writer.

        In the writer's own commits it would make somebody wait. But beside a busy writer it never
        comes to an end, and the file would grow for ever: when it is long, the writer pauses for
        the little that is left, and then starts the file again. Its length stays, so that later
        commits overwrite it: to make a file longer takes a commit of the file system too, which
        waits for whatever else the machine is writing.
        """
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            try:
                async with self.read.connect() as connection:
                    done = await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
                    if done.one()._mapping["log"] > MOST_FRAMES:
                        async with self.writing:
                            await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
            except sa.exc.SQLAlchemyError as error:
                log.warning("checkpoint failed: %s", type(error).__name__)


def _set_up(connection: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA wal_autocheckpoint = 0")  # _checkpoint does it
    cursor.close()


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
