"""PostgreSQL: for several servers that serve the same tables. It is their bus, too."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import psycopg
import sqlalchemy as sa
from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncConnection as EngineConnection
from sqlalchemy.ext.asyncio import create_async_engine

from sidings.store.bus import CHANNEL, Hint, Listener, pack, unpack
from sidings.store.database import Database, EntryRow, as_json

log = logging.getLogger("sidings.bus")

TIMEOUTS: dict[str, Any] = {"connect_timeout": 10, "options": "-c statement_timeout=20000"}
LONGEST_WAIT_SECONDS = 5.0  # between attempts to get the bus back
MIGRATION_LOCK = 0x51D1465


class PostgresDatabase(Database):
    """Notifications go with the entries: whoever hears of one finds it in the log."""

    is_shared = True

    INSERT = f"""
        WITH written AS (
            INSERT INTO entries ("table", seq, command, body)
            SELECT e ->> 0, (e ->> 1)::integer, e ->> 2, e ->> 3
            FROM json_array_elements(%s::json) AS e
        )
        SELECT pg_notify('{CHANNEL}', text) FROM json_array_elements_text(%s::json) AS text
    """

    def __init__(self, url: sa.URL, origin: str) -> None:
        url = url.set(drivername="postgresql+psycopg")
        options: dict[str, Any] = {"pool_pre_ping": True, "connect_args": TIMEOUTS}
        write = create_async_engine(url, pool_size=1, max_overflow=0, **options)
        read = create_async_engine(
            url, pool_size=4, max_overflow=4, isolation_level="AUTOCOMMIT", **options
        )
        self._conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
        super().__init__(write, read, PostgresBus(self._conninfo), origin)
        self._connection: AsyncConnection[Any] | None = None

    async def close(self) -> None:
        await self._disconnect()
        await super().close()

    # --- Batches

    async def insert_batch(self, rows: Sequence[EntryRow], hints: Sequence[Hint]) -> bool:
        written = [Hint(self.origin, table, seq, body=body) for table, seq, _, body in rows]
        # In one order everywhere, so that two servers cannot wait for each other.
        values = (as_json(sorted(rows)), as_json(pack([*written, *hints])))
        with suppress(psycopg.Error, OSError):
            return await self._insert(values)
        # The connection was lost, perhaps long ago. If the entries are there nevertheless, the
        # second attempt finds their numbers taken, and whoever sent them finds their own command.
        await self._disconnect()
        try:
            return await self._insert(values)
        except (psycopg.Error, OSError) as error:
            await self._disconnect()
            raise self.failed(error) from error

    async def _insert(self, values: tuple[str, str]) -> bool:
        if self._connection is None:
            self._connection = await AsyncConnection.connect(
                self._conninfo, autocommit=True, **TIMEOUTS
            )
        try:
            await self._connection.execute(self.INSERT, values)
        except UniqueViolation:
            return False
        return True

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    # --- Other statements

    def insert_new(self, table: sa.Table) -> Any:
        return postgresql.insert(table).on_conflict_do_nothing()

    async def notify(self, connection: EngineConnection, hints: Sequence[Hint]) -> None:
        for text in pack(hints):
            await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))

    async def lock_for_migration(self, connection: EngineConnection) -> None:
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))

    async def check(self) -> None:
        # A notification is a transaction that has to reach the disk, on a server that can write.
        note = sa.select(sa.func.pg_notify(CHANNEL, "[]"))
        await self.transact(lambda connection: connection.execute(note))

    async def update_in_background(self, statement: Any, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run it beside the appends, which need not wait for it."""
        try:
            async with self.read.connect() as connection:
                await connection.execute(statement, rows)
        except (sa.exc.SQLAlchemyError, OSError) as error:
            raise self.failed(error) from error


class PostgresBus:
    """LISTEN on a connection of its own; a lost one is replaced, and the gap is caught up."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self.is_listening = False

    async def listen(self, listener: Listener, caught_up: Callable[[], Awaitable[None]]) -> None:
        wait = 0.1
        while True:
            try:
                async with await AsyncConnection.connect(
                    self._conninfo, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.is_listening = True
                    wait = 0.1
                    await caught_up()
                    async for note in connection.notifies():
                        await listener(unpack(note.payload))
            except (psycopg.Error, OSError, msgspec.MsgspecError) as error:
                if self.is_listening:
                    log.warning("lost the connection to the bus: %s", type(error).__name__)
            finally:
                self.is_listening = False
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT_SECONDS, wait * 2)
