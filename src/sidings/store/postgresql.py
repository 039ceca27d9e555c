"""PostgreSQL: for several servers that serve the same tables. It is their bus, too."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import psycopg
import sqlalchemy as sa
from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation
from sqlalchemy.ext.asyncio import create_async_engine

from sidings.store.batch import Entry, Unavailable, as_json
from sidings.store.bus import CHANNEL, Hint, Listener, pack, unpack
from sidings.store.log import Store

log = logging.getLogger("sidings.bus")

TIMEOUTS: dict[str, Any] = {"connect_timeout": 10, "options": "-c statement_timeout=20000"}
WAIT_MOST = 5.0  # seconds between attempts to get the bus back


def open_postgresql(url: sa.URL, origin: str) -> Store:
    url = url.set(drivername="postgresql+psycopg")
    options: dict[str, Any] = {"pool_pre_ping": True, "connect_args": TIMEOUTS}
    write = create_async_engine(url, pool_size=1, max_overflow=0, **options)
    read = create_async_engine(
        url, pool_size=4, max_overflow=4, isolation_level="AUTOCOMMIT", **options
    )
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return Store(write, read, PostgresBatches(plain, origin), PostgresBus(plain), origin)


class PostgresBatches:
    """The news go with the entries: whoever hears of one finds it in the log."""

    INSERT = f"""
        WITH written AS (
            INSERT INTO entries ("table", seq, command, body)
            SELECT e ->> 0, (e ->> 1)::integer, e ->> 2, e ->> 3
            FROM json_array_elements(%s::json) AS e
        )
        SELECT pg_notify('{CHANNEL}', text) FROM json_array_elements_text(%s::json) AS text
    """

    def __init__(self, conninfo: str, origin: str) -> None:
        self._conninfo = conninfo
        self._origin = origin
        self._connection: AsyncConnection[Any] | None = None

    async def insert(self, rows: Sequence[Entry], hints: Sequence[Hint]) -> bool:
        news = [Hint(self._origin, table, seq, body=body) for table, seq, _, body in rows]
        # In one order everywhere, so that two servers cannot wait for each other.
        values = (as_json(sorted(rows)), as_json(pack([*news, *hints])))
        with suppress(psycopg.Error, OSError):
            return await self._execute(values)
        # The connection was lost, perhaps long ago. If the entries are there nevertheless, the
        # second attempt finds their numbers taken, and whoever sent them finds his own command.
        await self.close()
        try:
            return await self._execute(values)
        except (psycopg.Error, OSError) as error:
            await self.close()
            raise Unavailable(type(error).__name__) from error

    async def _execute(self, values: tuple[str, str]) -> bool:
        if self._connection is None:
            self._connection = await AsyncConnection.connect(
                self._conninfo, autocommit=True, **TIMEOUTS
            )
        try:
            await self._connection.execute(self.INSERT, values)
        except UniqueViolation:
            return False
        return True

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


class PostgresBus:
    """LISTEN on a connection of its own; a lost one is made anew, and the gap is caught up."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo

    async def listen(self, listener: Listener, caught_up: Callable[[], Awaitable[None]]) -> None:
        wait = 0.1
        while True:
            try:
                async with await AsyncConnection.connect(
                    self._conninfo, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    wait = 0.1
                    await caught_up()
                    async for note in connection.notifies():
                        await listener(unpack(note.payload))
            except (psycopg.Error, OSError, msgspec.MsgspecError) as error:
                log.warning("the bus is lost: %s", type(error).__name__)
            await asyncio.sleep(wait)
            wait = min(WAIT_MOST, wait * 2)
