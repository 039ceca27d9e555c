"""What the store asks of a database, and what SQLite and PostgreSQL have in common.

A batch of entries is one statement: all of them are on disk afterwards, or none is. One statement
is also one wait for the database. That matters to SQLite, whose calls share the interpreter's lock
with the event loop: a batch row by row would wait for it at each row.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sidings.store.bus import Bus, Hint

EntryRow = tuple[str, int, str | None, str]  # table, seq, command and body
Work = Callable[[AsyncConnection], Awaitable[Any]]


class Unavailable(Exception):
    """The database did not answer. The append may have happened or not: ask the log."""


class InUse(Exception):
    """Another server serves this database, which only one can."""


def reason(error: BaseException) -> str:
    """What a database said, on one line and without the statement."""
    cause = getattr(error, "orig", None) or error
    text = " ".join(str(cause).split())[:200]
    return f"{type(cause).__name__}: {text}" if text else type(cause).__name__


class Database(ABC):
    """One database. All writing goes through one connection, one transaction at a time."""

    #: Whether other servers may write to it too, so that they have to be told and listened to.
    is_shared: ClassVar[bool]

    def __init__(self, write: AsyncEngine, read: AsyncEngine, bus: Bus, origin: str) -> None:
        self.write = write
        self.read = read
        self.bus = bus
        self.origin = origin
        self.writing = asyncio.Lock()

    # --- Where databases differ

    @abstractmethod
    async def insert_batch(self, rows: Sequence[EntryRow], hints: Sequence[Hint]) -> bool:
        """Put entries into the log, and pass them and the hints on; False if a number is taken.

        After Unavailable they may be there or not.
        """

    @abstractmethod
    def insert_new(self, table: sa.Table) -> Any:
        """An INSERT that leaves out rows whose key is taken."""

    @abstractmethod
    async def notify(self, connection: AsyncConnection, hints: Sequence[Hint]) -> None:
        """Pass hints on with the transaction of a connection."""

    @abstractmethod
    async def check(self) -> None:
        """Raise Unavailable, with the reason, unless what is written now will be kept."""

    @abstractmethod
    async def lock_for_migration(self, connection: AsyncConnection) -> None:
        """Let only one server migrate at a time, until the transaction ends."""

    async def update_in_background(self, statement: Any, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement that nothing waits for."""
        await self.transact(lambda connection: connection.execute(statement, rows))

    def confirm(self) -> None:  # noqa: B027  # most databases have nothing to look at
        """Raise Unavailable if what was just written may not be kept."""

    def failed(self, error: Exception) -> Unavailable:
        """What to raise when the database reports an error."""
        return Unavailable(reason(error))

    # --- Life

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Keep other servers away where only one can serve the database, or raise InUse."""
        yield

    async def start(self) -> None:
        """Bring the schema up to date."""
        from sidings.store.migrate import upgrade  # Alembic takes a while to load

        async with self.write.begin() as connection:
            await self.lock_for_migration(connection)
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        await self.write.dispose()
        await self.read.dispose()

    # --- Statements

    async def transact(self, work: Work) -> None:
        """Do some work in one transaction of its own."""
        try:
            async with self.writing, self.write.begin() as connection:
                await work(connection)
        except sa.exc.IntegrityError:
            raise
        except (sa.exc.SQLAlchemyError, OSError) as error:
            raise self.failed(error) from error
        self.confirm()

    async def execute(self, statement: Any) -> None:
        """Write with one statement."""
        await self.transact(lambda connection: connection.execute(statement))

    async def query(self, statement: Any) -> "sa.CursorResult[Any]":
        """Read with one statement."""
        try:
            async with self.read.connect() as connection:
                result: sa.CursorResult[Any] = await connection.execute(statement)
                return result
        except (sa.exc.SQLAlchemyError, OSError) as error:
            raise self.failed(error) from error


_encoder = msgspec.json.Encoder()


def as_json(values: Sequence[object]) -> str:
    """The values of a statement as one JSON text."""
    return _encoder.encode(values).decode()
