"""SQLite: a file, one process, and nothing to install."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from sidings.store.bus import Hint, NoBus
from sidings.store.database import Database, EntryRow, InUse, Unavailable, as_json
from sidings.store.schema import metadata
from sidings.store.supervision import keep_running

BUSY_MS = 10_000
CHECKPOINT_SECONDS = 3.0  # busy pages are written to their place once in this time
MOST_FRAMES = 4_000  # of 4 KiB in the write-ahead log: 16 MB
CHECK_SECONDS = 2.0  # that a check waits for a lock
LEAST_FREE_BYTES = 64 * 2**20  # on the disk: an operator should hear of it before it is full
DAMAGED = (11, 26)  # SQLITE_CORRUPT, SQLITE_NOTADB


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
        if not url.database or url.database == ":memory:":
            raise ValueError("an SQLite database is a file: sqlite:///FILE")
        self._path = Path(url.database)
        # A file that is gone is not made anew by whoever needs another connection.
        file = f"file:{quote(url.database)}"
        self._address = f"{file}?mode=rw"
        url = url.set(drivername="sqlite+aiosqlite", database=file)
        url = url.update_query_dict({"mode": "rw", "uri": "true"})
        write = create_async_engine(url, pool_size=1, max_overflow=0)
        read = create_async_engine(url, pool_size=4, max_overflow=0)
        for engine in (write, read):
            sa.event.listen(
                engine.sync_engine, "connect", lambda connection, _: _set_up(connection)
            )
        sa.event.listen(write.sync_engine, "begin", _begin_immediate)
        super().__init__(write, read, NoBus(), origin)
        self._files: dict[Path, tuple[int, int]] = {}  # device and inode of those that are open
        self._damage = ""  # what SQLite said; it does not go away by itself
        self._thread = ThreadPoolExecutor(1, "log")
        self._checkpointer: asyncio.Task[None] | None = None

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Lock a file beside the database; the lock ends with the process, however that ends."""
        path = Path(f"{self._path}-lock")
        create_private(path)
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
            try:
                lock.execute("PRAGMA journal_mode = MEMORY")  # no second file
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_BUSY":
                    raise
                raise InUse(
                    f"another server is using {self._path}; stop it first, or give this one "
                    "another --database"
                ) from None
            yield

    async def start(self) -> None:
        create_private(self._path)
        self.connection = sqlite3.connect(self._address, uri=True, check_same_thread=False)
        _set_up(self.connection)
        await super().start()
        for path in (self._path, Path(f"{self._path}-wal")):
            with suppress(FileNotFoundError):
                self._files[path] = _identity(path)
        self._checkpointer = asyncio.create_task(keep_running("the checkpoints", self._checkpoint))

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
            raise self.failed(error) from error
        return True

    # --- Whether what is written is kept

    def confirm(self) -> None:
        """Look whether the files that are open are still those that a restart would find."""
        for path, identity in self._files.items():
            try:
                found = _identity(path)
            except OSError:
                raise Unavailable(f"{path} is gone: restore it and restart the server") from None
            if found != identity:
                raise Unavailable(f"{path} was replaced by another file: restart the server")

    def failed(self, error: Exception) -> Unavailable:
        try:
            self.confirm()
        except Unavailable as gone:  # the cause of whatever SQLite makes of it
            return gone
        failure = super().failed(error)
        cause = getattr(error, "orig", None) or error
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF in DAMAGED:
            self._damage = str(failure)
        return failure

    async def check(self) -> None:
        self.confirm()
        if not self._damage:
            await asyncio.to_thread(self._write_something)
        if self._damage:
            raise Unavailable(f"the database is damaged: {self._damage}")
        free = shutil.disk_usage(self._path.parent).free
        if free < LEAST_FREE_BYTES:
            raise Unavailable(f"the disk is nearly full: {free // 2**20} MB are left")

    def _write_something(self) -> None:
        """Read from every table and write, by a connection that remembers nothing."""
        try:
            connected = sqlite3.connect(self._address, uri=True, timeout=CHECK_SECONDS)
            with closing(connected) as connection:
                _set_up(connection, int(CHECK_SECONDS * 1000))
                connection.execute("BEGIN IMMEDIATE")
                for table in metadata.tables:
                    connection.execute(f'SELECT * FROM "{table}" LIMIT 1').fetchall()
                connection.execute("PRAGMA user_version = 0")
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise self.failed(error) from error

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
            async with self.read.connect() as connection:
                done = await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
                if done.one()._mapping["log"] > MOST_FRAMES:
                    async with self.writing:
                        await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")


def create_private(path: Path) -> None:
    """Create a file that only its owner can read: the log has what players may not know.

    A file that is there is not opened: closing it would end the locks that SQLite has on it.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _set_up(connection: Any, busy_ms: int = BUSY_MS) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {busy_ms}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA wal_autocheckpoint = 0")  # _checkpoint does it
    cursor.close()


def _begin_immediate(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
