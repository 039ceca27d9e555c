"""One database, opened."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import sqlalchemy as sa

from sidings.extras import needs
from sidings.store.bus import Bus
from sidings.store.clubs import Clubs
from sidings.store.database import Database, Unavailable
from sidings.store.lobby import Lobby
from sidings.store.log import Log
from sidings.store.notices import Notices
from sidings.store.people import People
from sidings.store.solo import Solo
from sidings.store.upkeep import Upkeep


class Store(Log, Lobby, People, Notices, Clubs, Solo, Upkeep):
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

    async def check(self) -> None:
        """Raise Unavailable, with the reason, unless what is written now will be kept and told."""
        await self.database.check()
        if not self.bus.is_listening:
            raise Unavailable("the other servers are not heard: no connection to the bus")


@asynccontextmanager
async def open_store(url: str, origin: str = "", *, alone: bool = True) -> AsyncIterator[Store]:
    """The store at a database URL: ``sqlite:///file``, or ``postgresql://…``.

    An SQLite file is served by one server at a time (InUse); without ``alone`` it is opened beside
    one, to look at it.
    """
    database = find_database(url, origin)
    with database.hold() if alone else nullcontext():
        store = Store(database)
        await store.start()
        try:
            yield store
        finally:
            await store.close()


def check_not_in_use(url: str) -> None:
    """Raise InUse if another server serves this database and only one can."""
    with find_database(url).hold():
        pass


def find_database(url: str, origin: str = "") -> Database:
    """The database at a URL, not opened yet."""
    parsed = sa.make_url(url)
    match parsed.get_backend_name():
        case "sqlite":
            from sidings.store.sqlite import SqliteDatabase

            return SqliteDatabase(parsed, origin)
        case "postgresql":
            needs("PostgreSQL", "psycopg")
            from sidings.store.postgresql import PostgresDatabase

            return PostgresDatabase(parsed, origin)
    raise ValueError(f"a database is sqlite:///FILE or postgresql://…, not {parsed.drivername}")
