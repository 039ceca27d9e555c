"""The log of every table. An append is a compare-and-set on (table, seq).

Appends that arrive while a commit is under way share the next one, so the number of commits does
not grow with the load, and each is on disk before it is answered.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from sidings.store.bus import Hint
from sidings.store.database import Database, EntryRow, Unavailable
from sidings.store.lobby import Listing, write_listing, write_seats
from sidings.store.schema import entries, tables

log = logging.getLogger("sidings.store")

COLUMNS = ("table", "seq", "command", "body")
BATCH = 500
ROWS_PER_QUERY = 1_000
GATHER_SECONDS = 0.008  # from one commit to the next at least; the first does not wait


@dataclass(frozen=True, slots=True)
class Won:
    """The entry is in the log, on disk."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Another entry has that number."""


WON, LOST = Won(), Lost()


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the log."""

    seq: int
    command: str | None
    body: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be created, with its first entries."""

    id: str
    header: str
    secret: bytes
    links: bytes
    host: str
    is_listed: bool
    bodies: Sequence[str]
    listing: Listing


@dataclass(slots=True)
class _Append:
    row: EntryRow
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


class Log:
    """The tables and their entries. A part of ``Store``."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._pending: list[_Append] = []
        self._wake = asyncio.Event()
        self._hints: list[Hint] = []
        self._loop = asyncio.get_running_loop()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self._failure = ""  # why the last batch failed, empty if it did not
        self._insert = database.insert_new(entries).returning(entries.c.table, entries.c.seq)
        self.commits = 0

    # --- Life

    def start_writing(self) -> None:
        self._writer = asyncio.create_task(self._write_batches())

    async def stop_writing(self) -> None:
        """Commit what is pending."""
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await self._writer

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
        """Put an entry at ``seq`` if that is free. It is on disk when the future is done."""
        done: asyncio.Future[Won | Lost] = self._loop.create_future()
        self._pending.append(_Append((table, seq, command, body), listing, create, done))
        self._wake.set()
        return done

    def tell(self, hint: Hint) -> None:
        """Pass a hint on with the next batch, if there are other servers."""
        if self.database.is_shared:
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
                async with self.database.writing:
                    won = await self._commit(batch, hints)
            except Exception as error:  # whatever it is, later appends must not wait for ever
                failure = error if isinstance(error, Unavailable) else self.database.failed(error)
                self._log_failure(error, failure)
                for item in batch:
                    if not item.done.done():
                        item.done.set_exception(Unavailable(*failure.args))
                continue
            self._failure = ""
            for item in won:
                if not item.done.done():
                    item.done.set_result(WON)
            for item in batch:
                if not item.done.done():
                    item.done.set_result(LOST)

    def _log_failure(self, error: Exception, failure: Unavailable) -> None:
        """Log why appends fail, once as long as it is the same."""
        if str(failure) == self._failure:
            return
        self._failure = str(failure)
        known = isinstance(error, (sa.exc.SQLAlchemyError, OSError, Unavailable))
        log.error("appends fail: %s", failure, exc_info=None if known else error)

    async def _commit(self, batch: list[_Append], hints: list[Hint]) -> list[_Append]:
        """Those of a batch that are in the log now; the others came too late."""
        rest = [item for item in batch if item.listing or item.create]
        plain = [item for item in batch if not item.listing and not item.create]
        won: list[_Append] = []
        if plain or hints:
            if await self.database.insert_batch([item.row for item in plain], hints):
                won, hints = plain, []
            else:  # a number is taken; find out whose
                rest = batch
        if rest:
            won = won + await self._commit_each(rest, hints)
        self.database.confirm()
        self.commits += 1
        return won

    async def _commit_each(self, items: list[_Append], hints: list[Hint]) -> list[_Append]:
        # In one order everywhere, so that two servers cannot wait for each other.
        first: dict[tuple[str, int], _Append] = {}
        for item in sorted(items, key=lambda item: item.place):
            first.setdefault(item.place, item)
        rows = [dict(zip(COLUMNS, item.row, strict=True)) for item in first.values()]
        async with self.database.write.begin() as connection:
            inserted = await connection.execute(self._insert, rows)
            won = [first[row.table, row.seq] for row in inserted]
            for item in won:
                if item.listing is not None:
                    await write_listing(connection, item.row[0], item.listing)
                if item.create is not None:
                    await create_table(connection, item.create)
            origin = self.database.origin
            written = [Hint(origin, *item.place, body=item.row[3]) for item in won]
            await self.database.notify(connection, written + hints)
        return won

    # --- Tables

    async def create(self, new: NewTable) -> None:
        """Put a new table into the database."""
        await self.database.transact(lambda connection: create_table(connection, new))

    async def load(self, table: str) -> Stored | None:
        """A table without its entries; None if there is none of that id."""
        query = sa.select(tables.c.header, tables.c.secret, tables.c.links).where(
            tables.c.id == table
        )
        row = (await self.database.query(query)).first()
        return None if row is None else Stored(row.header, bytes(row.secret), bytes(row.links))

    async def log(self, table: str, after: int = 0) -> list[Row]:
        """The entries of a table after a version, in order.

        A long log is read in pieces, so that others are served meanwhile.
        """
        rows: list[Row] = []
        while True:
            query = (
                sa.select(entries.c.seq, entries.c.command, entries.c.body)
                .where(entries.c.table == table, entries.c.seq > after)
                .order_by(entries.c.seq)
                .limit(ROWS_PER_QUERY)
            )
            found = (await self.database.query(query)).all()
            rows += [Row(row.seq, row.command, row.body) for row in found]
            if len(found) < ROWS_PER_QUERY:
                return rows
            after = rows[-1].seq

    async def find_command(self, table: str, command: str) -> int | None:
        """The number of the entry that a command led to."""
        query = sa.select(entries.c.seq).where(
            entries.c.table == table, entries.c.command == command
        )
        found: int | None = (await self.database.query(query)).scalar()
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
            rows = await self.database.query(query)
            found.update((row.table, row.seq) for row in rows)
        return found


async def create_table(connection: AsyncConnection, new: NewTable) -> None:
    """Write a new table within a transaction."""
    await connection.execute(
        tables.insert().values(
            id=new.id,
            header=new.header,
            secret=new.secret,
            links=new.links,
            host=new.host,
            listed=new.is_listed,
            status=new.listing.status,
            changed=new.listing.changed,
            summary=new.listing.summary,
        )
    )
    rows = [
        {"table": new.id, "seq": seq, "command": None, "body": body}
        for seq, body in enumerate(new.bodies, start=1)
    ]
    if rows:
        await connection.execute(entries.insert(), rows)
    await write_seats(connection, new.id, new.listing.seats)
