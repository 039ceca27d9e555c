"""One database, opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa

from sidings.store.bus import Bus
from sidings.store.database import Database
from sidings.store.lobby import Lobby
from sidings.store.log import Log
from sidings.store.people import People


class Store(Log, Lobby, People):
    """The log, the lists of tables and the people in one database."""

    @property
    def bus(self) -> Bus:
        return self.database.bus

    @property
    def origin(self) -> str:
        """The name of this server on the bus."""
        return self.database.origin

    @property
    def is_shared(self) -> bool:
        """Whether other servers may write to the same database."""
        return self.database.is_shared

    async def start(self) -> None:
        await self.database.start()
        self.start_writing()

    async def close(self) -> None:
        await self.stop_writing()
        await self.database.close()

    async def ping(self) -> None:
        """Raise Unavailable unless the database answers."""
        await self.database.ping()


@asynccontextmanager
async def open_store(url: str, origin: str = "") -> AsyncIterator[Store]:
    """The store at a database URL: ``sqlite:///file``, or ``postgresql://…``."""
    store = Store(_database(url, origin))
    await store.start()
    try:
        yield store
    finally:
        await store.close()


def _database(url: str, origin: str) -> Database:
    parsed = sa.make_url(url)
    match parsed.get_backend_name():
        case "sqlite":
            from sidings.store.sqlite import SqliteDatabase

            return SqliteDatabase(parsed, origin)
        case "postgresql":
            from sidings.store.postgresql import PostgresDatabase

            return PostgresDatabase(parsed, origin)
    raise ValueError(f"a database is sqlite:///FILE or postgresql://…, not {parsed.drivername}")
