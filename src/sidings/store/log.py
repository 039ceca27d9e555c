"""Reading and writing the database. An append is a compare-and-set on (table, seq).

Appends that arrive while a commit is under way share the next one, so the number of commits does
not grow with the load, and each is on disk before it is answered.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from sidings.store.batch import Batches, Entry, Unavailable
from sidings.store.bus import CHANNEL, Bus, Hint, pack
from sidings.store.schema import entries, people, seats, tables, tokens

log = logging.getLogger("sidings.store")

COLUMNS = ("table", "seq", "command", "body")
BATCH = 500
GATHER_SECONDS = 0.008  # from one commit to the next at least; the first does not wait
CHECKPOINT_SECONDS = 1.0
MOST_FRAMES = 4_000  # of 4 KiB in the write-ahead log: 16 MB
MIGRATION_LOCK = 0x51D1465


@dataclass(frozen=True, slots=True)
class Won:
    """The entry is in the log, on disk."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Another entry has that number."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the log."""

    seq: int
    command: str | None
    body: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be made, with its first entries."""

    id: str
    header: str
    secret: bytes
    links: bytes
    host: str
    status: str
    listed: bool
    changed: int
    bodies: Sequence[str]
    seats: Sequence[tuple[int, str]]  # seat and person


@dataclass(slots=True)
class Listing:
    """What the lobby knows of a table, when an entry changes it."""

    status: str
    changed: int
    seats: Sequence[tuple[int, str]]


@dataclass(slots=True)
class _Append:
    row: Entry
    listing: Listing | None
    create: NewTable | None
    done: "asyncio.Future[Won | Lost]"

    @property
    def place(self) -> tuple[str, int]:
        return self.row[:2]


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as the database has it."""

    header: str
    secret: bytes
    links: bytes


class Store:
    """One database. All writing goes through one connection, one transaction at a time."""

    def __init__(
        self, write: AsyncEngine, read: AsyncEngine, batches: Batches, bus: Bus, origin: str
    ) -> None:
        self._write = write
        self._read = read
        self._batches = batches
        self.bus = bus
        self.origin = origin
        self.dialect = write.dialect.name
        self._writing = asyncio.Lock()
        self._pending: list[_Append] = []
        self._wake = asyncio.Event()
        self._hints: list[Hint] = []
        self._writer: asyncio.Task[None] | None = None
        self._checkpointer: asyncio.Task[None] | None = None
        self._closing = False
        if self.dialect == "sqlite":
            insert: Any = sqlite.insert(entries)
        else:
            insert = postgresql.insert(entries)
        self._insert = insert.on_conflict_do_nothing().returning(entries.c.table, entries.c.seq)
        self.commits = 0

    # --- Life

    async def start(self) -> None:
        await self._migrate()
        self._writer = asyncio.create_task(self._write_batches())
        if self.dialect == "sqlite":
            self._checkpointer = asyncio.create_task(self._checkpoint())

    async def close(self) -> None:
        """Commit what is pending, then let go."""
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
        if self._checkpointer is not None:
            self._checkpointer.cancel()
            await asyncio.wait({self._checkpointer})
        await self._batches.close()
        await self._write.dispose()
        await self._read.dispose()

    async def _migrate(self) -> None:
        async with self._write.begin() as connection:
            if self.dialect == "postgresql":
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            await connection.run_sync(_upgrade)

    async def _checkpoint(self) -> None:
        """Move what is in SQLite's write-ahead log to its place, beside the writer.

        In the writer's own commits it would make somebody wait. But beside a busy writer it never
        comes to an end, and the file would grow for ever: when it is long, the writer pauses for
        the little that is left, and then begins the file anew. Its length stays, so that later
        commits overwrite it: to make a file longer takes a commit of the file system too, which
        waits for whatever else the machine is writing.
        """
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            try:
                async with self._read.connect() as connection:
                    done = await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
                    if done.one()._mapping["log"] > MOST_FRAMES:
                        async with self._writing:
                            await connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
            except sa.exc.SQLAlchemyError as error:
                log.warning("no checkpoint: %s", type(error).__name__)

    async def ping(self) -> None:
        """Raise Unavailable unless the database answers."""
        await self._ask(lambda c: c.execute(sa.text("SELECT 1")))

    # --- Appending

    def append(
        self,
        table: str,
        seq: int,
        body: str,
        command: str | None = None,
        listing: Listing | None = None,
        create: NewTable | None = None,
    ) -> "asyncio.Future[Won | Lost]":
        """Put an entry at ``seq`` if that is free. When this answers, it is on disk."""
        done: asyncio.Future[Won | Lost] = asyncio.get_running_loop().create_future()
        self._pending.append(_Append((table, seq, command, body), listing, create, done))
        self._wake.set()
        return done

    def tell(self, hint: Hint) -> None:
        """Pass news on with the next batch; with one process there is nobody to tell."""
        if self.dialect == "postgresql":
            self._hints.append(hint)
            self._wake.set()

    async def _write_batches(self) -> None:
        loop = asyncio.get_running_loop()
        last = 0.0
        while True:
            if not self._pending and not self._hints:
                if self._closing:
                    return
                self._wake.clear()
                await self._wake.wait()
                continue
            early = GATHER_SECONDS - (loop.time() - last)
            if early > 0 and not self._closing:
                await asyncio.sleep(early)
            last = loop.time()
            batch, self._pending = self._pending[:BATCH], self._pending[BATCH:]
            hints, self._hints = self._hints, []
            try:
                async with self._writing:
                    won = await self._commit(batch, hints)
            except (sa.exc.SQLAlchemyError, OSError, Unavailable) as error:
                log.error("an append failed: %s", type(error).__name__)
                for item in batch:
                    if not item.done.done():
                        item.done.set_exception(Unavailable(type(error).__name__))
                continue
            for item in won:
                if not item.done.done():
                    item.done.set_result(Won())
            for item in batch:
                if not item.done.done():
                    item.done.set_result(Lost())

    async def _commit(self, batch: list[_Append], hints: list[Hint]) -> list[_Append]:
        """Those of a batch that are in the log now; the others came too late."""
        rest = [item for item in batch if item.listing or item.create]
        plain = [item for item in batch if not item.listing and not item.create]
        won: list[_Append] = []
        if plain or hints:
            if await self._batches.insert([item.row for item in plain], hints):
                won, hints = plain, []
            else:  # a number is taken; find out whose
                rest = batch
        if rest:
            won = won + await self._commit_each(rest, hints)
        self.commits += 1
        return won

    async def _commit_each(self, items: list[_Append], hints: list[Hint]) -> list[_Append]:
        # In one order everywhere, so that two servers cannot wait for each other.
        first: dict[tuple[str, int], _Append] = {}
        for item in sorted(items, key=lambda item: item.place):
            first.setdefault(item.place, item)
        rows = [dict(zip(COLUMNS, item.row, strict=True)) for item in first.values()]
        async with self._write.begin() as connection:
            inserted = await connection.execute(self._insert, rows)
            won = [first[row.table, row.seq] for row in inserted]
            for item in won:
                if item.listing is not None:
                    await _list(connection, item.row[0], item.listing)
                if item.create is not None:
                    await _create(connection, item.create)
            if self.dialect == "postgresql":
                news = [Hint(self.origin, *item.place, body=item.row[3]) for item in won]
                for text in pack(news + hints):
                    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))
        return won

    # --- Tables

    async def create(self, new: NewTable) -> None:
        await self._do(lambda connection: _create(connection, new))

    async def load(self, table: str) -> Stored | None:
        query = sa.select(tables.c.header, tables.c.secret, tables.c.links).where(
            tables.c.id == table
        )
        row = (await self._ask(lambda c: c.execute(query))).first()
        return None if row is None else Stored(row.header, bytes(row.secret), bytes(row.links))

    async def log(self, table: str, after: int = 0) -> list[Row]:
        """The entries of a table after a version, in order."""
        query = (
            sa.select(entries.c.seq, entries.c.command, entries.c.body)
            .where(entries.c.table == table, entries.c.seq > after)
            .order_by(entries.c.seq)
        )
        result = await self._ask(lambda c: c.execute(query))
        return [Row(row.seq, row.command, row.body) for row in result]

    async def find_command(self, table: str, command: str) -> int | None:
        """The number of the entry that a command led to."""
        query = sa.select(entries.c.seq).where(
            entries.c.table == table, entries.c.command == command
        )
        found: int | None = (await self._ask(lambda c: c.execute(query))).scalar()
        return found

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The last number in the log of each table."""
        found: dict[str, int] = {}
        for start in range(0, len(ids), BATCH):
            query = (
                sa.select(entries.c.table, sa.func.max(entries.c.seq).label("seq"))
                .where(entries.c.table.in_(ids[start : start + BATCH]))
                .group_by(entries.c.table)
            )
            rows = await self._ask(lambda c, query=query: c.execute(query))  # type: ignore[misc]
            found.update((row.table, row.seq) for row in rows)
        return found

    async def listed(self, statuses: Sequence[str], limit: int, before: int) -> list[str]:
        """Ids of listed tables, the last changed first."""
        query = (
            sa.select(tables.c.id)
            .where(
                tables.c.listed.is_(True),
                tables.c.status.in_(statuses),
                tables.c.changed < before,
            )
            .order_by(tables.c.changed.desc())
            .limit(limit)
        )
        return list((await self._ask(lambda c: c.execute(query))).scalars())

    async def tables_of(self, person: str, limit: int, *, running: bool) -> list[str]:
        """Ids of the tables where a person sits, or which he is host of, newest first."""
        seated = sa.select(seats.c.table).where(seats.c.person == person)
        query = sa.select(tables.c.id).where(
            sa.or_(tables.c.id.in_(seated), tables.c.host == person)
        )
        if running:
            query = query.where(tables.c.status != "over")
        query = query.order_by(tables.c.changed.desc()).limit(limit)
        return list((await self._ask(lambda c: c.execute(query))).scalars())

    async def relist(self, table: str, listing: Listing) -> None:
        """Put the lobby right, where it does not follow the log."""
        await self._do(lambda connection: _list(connection, table, listing))

    # --- People

    async def add_person(self, person: str, name: str, token_hash: str, now: int) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                people.insert().values(id=person, name=name, created=now, seen=now)
            )
            await connection.execute(
                tokens.insert().values(hash=token_hash, person=person, created=now)
            )

        await self._do(work)

    async def add_token(self, person: str, token_hash: str, now: int) -> None:
        statement = tokens.insert().values(hash=token_hash, person=person, created=now)
        await self._do(lambda c: c.execute(statement))

    async def drop_token(self, token_hash: str) -> None:
        statement = tokens.delete().where(tokens.c.hash == token_hash)
        await self._do(lambda c: c.execute(statement))

    async def person_of_token(self, token_hash: str) -> "sa.Row[Any] | None":
        query = (
            sa.select(people.c.id, people.c.name, people.c.handle)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.hash == token_hash)
        )
        return (await self._ask(lambda c: c.execute(query))).first()

    async def person_of_handle(self, handle: str) -> "sa.Row[Any] | None":
        query = sa.select(people.c.id, people.c.name, people.c.handle, people.c.passphrase).where(
            people.c.handle == handle
        )
        return (await self._ask(lambda c: c.execute(query))).first()

    async def rename(self, person: str, name: str) -> None:
        statement = people.update().where(people.c.id == person).values(name=name)
        await self._do(lambda c: c.execute(statement))

    async def claim(self, person: str, handle: str, passphrase: str) -> bool:
        """Give a person a handle; False when somebody has it."""
        statement = (
            people.update()
            .where(people.c.id == person)
            .values(handle=handle, passphrase=passphrase)
        )
        try:
            await self._do(lambda c: c.execute(statement))
        except sa.exc.IntegrityError:
            return False
        return True

    async def saw(self, seen: Mapping[str, int]) -> None:
        """When people were last connected."""
        statement = (
            people.update()
            .where(people.c.id == sa.bindparam("person"))
            .values(seen=sa.bindparam("at"))
        )
        rows = [{"person": person, "at": at} for person, at in sorted(seen.items())]
        for start in range(0, len(rows), BATCH):
            chunk = rows[start : start + BATCH]
            if self.dialect == "sqlite":
                await self._do(lambda c, chunk=chunk: c.execute(statement, chunk))  # type: ignore[misc]
            else:  # beside the appends, which need not wait for it
                await self._ask(lambda c, chunk=chunk: c.execute(statement, chunk))  # type: ignore[misc]

    async def last_seen(self, person: str) -> int:
        query = sa.select(people.c.seen).where(people.c.id == person)
        return int((await self._ask(lambda c: c.execute(query))).scalar() or 0)

    # --- Talking to the database

    async def _do(self, work: Callable[[AsyncConnection], Awaitable[Any]]) -> None:
        """One transaction of its own."""
        try:
            async with self._writing, self._write.begin() as connection:
                await work(connection)
        except sa.exc.IntegrityError:
            raise
        except (sa.exc.SQLAlchemyError, OSError) as error:
            raise Unavailable(type(error).__name__) from error

    async def _ask(
        self, work: Callable[[AsyncConnection], Awaitable[sa.CursorResult[Any]]]
    ) -> "sa.CursorResult[Any]":
        try:
            async with self._read.connect() as connection:
                return await work(connection)
        except (sa.exc.SQLAlchemyError, OSError) as error:
            raise Unavailable(type(error).__name__) from error


async def _create(connection: AsyncConnection, new: NewTable) -> None:
    await connection.execute(
        tables.insert().values(
            id=new.id,
            header=new.header,
            secret=new.secret,
            links=new.links,
            host=new.host,
            status=new.status,
            listed=new.listed,
            changed=new.changed,
        )
    )
    rows = [
        {"table": new.id, "seq": seq, "command": None, "body": body}
        for seq, body in enumerate(new.bodies, start=1)
    ]
    if rows:
        await connection.execute(entries.insert(), rows)
    await _seat(connection, new.id, new.seats)


async def _list(connection: AsyncConnection, table: str, listing: Listing) -> None:
    await connection.execute(
        tables.update()
        .where(tables.c.id == table)
        .values(status=listing.status, changed=listing.changed)
    )
    await connection.execute(seats.delete().where(seats.c.table == table))
    await _seat(connection, table, listing.seats)


async def _seat(connection: AsyncConnection, table: str, taken: Sequence[tuple[int, str]]) -> None:
    if taken:
        rows = [{"table": table, "seat": seat, "person": person} for seat, person in taken]
        await connection.execute(seats.insert(), rows)


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    with as_file(files("sidings.store") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
