"""Commands for hosts: ``sidings backup``, ``sidings restore`` and ``sidings admin``.

They work on the database itself, while a server runs or not.
"""

import asyncio
import datetime
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import App, Parameter

from sidings.errors import SidingsError, printable

if TYPE_CHECKING:
    from sidings.store import KeptTable, Store
    from sidings.tables import TableState

MS_PER_DAY = 86_400_000

Database = Annotated[
    str | None,
    Parameter(
        env_var="SIDINGS_DATABASE",
        help="sqlite:///FILE or postgresql://…; by default the one that sidings serve uses.",
    ),
]
OlderThan = Annotated[
    float | None, Parameter(name="--older-than", help="Only what was not used for so many days.")
]
DryRun = Annotated[
    bool, Parameter(negative=(), help="Say what would be removed, and remove nothing.")
]

admin = App(name="admin", help="Look after what a server keeps: tables and people.")


class HostingError(SidingsError):
    """Something that a host asked for and that cannot be done."""


# --- Backup and restore


def backup(file: Path, *, database: Database = None) -> None:
    """Write everything that the database has to one file; the server may go on running.

    Parameters
    ----------
    file
        Where to; a file that is there is replaced when the new one is complete. Keep it to
        yourself: it has what players may not know.
    """
    from sidings.store.backup import backup as write

    rows = write(_url(database), file)
    print(f"{file} has {rows} rows.")


def restore(file: Path, *, database: Database = None) -> None:
    """Put a backup into an empty database, SQLite or PostgreSQL, and bring it up to date.

    Parameters
    ----------
    file
        What ``sidings backup`` wrote, with this version of Sidings or an older one.
    """
    from sidings.store import InUse
    from sidings.store.backup import restore as read

    if not file.is_file():  # before an empty database is made
        raise HostingError(f"there is no file {file}")
    try:
        rows = read(file, _url(database))
    except InUse as error:
        raise HostingError(str(error)) from None
    print(f"{rows} rows are restored.")


# --- Looking


@admin.command
def tables(
    *, status: str | None = None, older_than: OlderThan = None, database: Database = None
) -> None:
    """List tables, the last changed first.

    Parameters
    ----------
    status
        Only those that are open, playing or over.
    """

    async def work(store: "Store") -> None:
        for table in await _old_tables(store, older_than, status):
            summary = msgspec.json.decode(table.summary)
            names = printable(", ".join(seat["name"] or "–" for seat in summary["seats"]))
            print(table.id, _day(_used(table)), table.status, summary["game"], names)

    _on(database, work)


@admin.command
def people(*, older_than: OlderThan = None, database: Database = None) -> None:
    """List people with the number of tables where they sit, who was last seen first."""

    async def work(store: "Store") -> None:
        for one in await store.kept_people():
            if older_than is None or one.seen < _before(older_than):
                name = printable(one.handle or one.name)
                print(one.id, _day(one.seen), f"{one.tables} tables", name)

    _on(database, work)


@admin.command
def export(table: str, *, out: Path | None = None, database: Database = None) -> None:
    """Write the record of a table as JSON; while the game is on, without its secret.

    Parameters
    ----------
    table
        The id of the table: the last part of its address.
    out
        The file to write to, instead of the terminal.
    """
    _on(database, lambda store: _export(store, table, out))


async def _export(store: "Store", table: str, out: Path | None) -> None:
    from sidings.tables import decode_entry
    from sidings.tables.records import json_record

    log = [decode_entry(row.body) for row in await store.log(table)]
    text = msgspec.json.encode(json_record(await _state(store, table), log)) + b"\n"
    if out is None:
        sys.stdout.write(text.decode())
    else:
        out.write_bytes(text)


async def _state(store: "Store", table: str) -> "TableState":
    from sidings.tables import Header, decode_entry, rebuild
    from sidings.tables.runtime import runtime_of

    stored = await store.load(table)
    if stored is None:
        raise HostingError(f"there is no table {table}")
    header = msgspec.json.decode(stored.header, type=Header)
    log = [decode_entry(row.body) for row in await store.log(table)]
    runtime = runtime_of(header.game, header.deck)
    return rebuild(header, stored.secret, stored.links, runtime, log)


# --- Changing


@admin.command
def close(*tables: str, database: Database = None) -> None:
    """End games without a result. A running server shows it within half a minute.

    Parameters
    ----------
    tables
        The ids of the tables.
    """
    from sidings.server.upkeep import close_table

    async def work(store: "Store") -> None:
        for table in tables:
            closed = await close_table(store, table, _now())
            print(table, "is closed." if closed else "is over, or not there.")

    _on(database, work)


@admin.command(name="delete-tables")
def delete_tables(
    *tables: str,
    older_than: OlderThan = None,
    status: str | None = None,
    dry_run: DryRun = False,
    database: Database = None,
) -> None:
    """Remove tables for good, by their ids or by age; those in play are closed first.

    Parameters
    ----------
    tables
        The ids of the tables.
    status
        Of the old ones, only those that are open, playing or over.
    """
    from sidings.server.upkeep import delete_table, sweep_tombstones

    async def work(store: "Store") -> None:
        found = await store.kept_tables(tables)
        if older_than is not None:
            found += await _old_tables(store, older_than, status)
        for table in found:
            if not dry_run:
                await delete_table(store, table.id, _now())
            print(table.id, "would be removed." if dry_run else "is removed.")
        await sweep_tombstones(store, _now())
        _say_missing(tables, [table.id for table in found])

    _on(database, work)


@admin.command(name="delete-people")
def delete_people(
    *people: str, older_than: OlderThan = None, dry_run: DryRun = False, database: Database = None
) -> None:
    """Remove people for good, by their ids or handles or because they were not seen for so long.

    Tables where nobody else sat go with them; at others their name is replaced.

    Parameters
    ----------
    people
        The ids or handles.
    """
    from sidings.server.upkeep import delete_person

    async def work(store: "Store") -> None:
        found = await store.kept_people(people)
        if older_than is not None:
            found += [one for one in await store.kept_people() if one.seen < _before(older_than)]
        for one in found:
            if not dry_run:
                await delete_person(store, one.id, _now())
            print(one.id, "would be removed." if dry_run else "is removed.")
        _say_missing(people, [name for one in found for name in (one.id, one.handle)])

    _on(database, work)


def _say_missing(asked: Sequence[str], found: Sequence[str | None]) -> None:
    for one in asked:
        if one not in found:
            print(printable(one), "is not there.")


# --- The database


def _url(database: str | None) -> str:
    from sidings.server.settings import default_database

    return database or default_database()


def _on(database: str | None, work: Callable[["Store"], Awaitable[None]]) -> None:
    """Run some work on a database, which a server may use at the same time."""
    from sidings.store import open_store

    async def run() -> None:
        async with open_store(_url(database), "admin", alone=False) as store:
            await work(store)

    asyncio.run(run())


async def _old_tables(
    store: "Store", older_than: float | None, status: str | None
) -> "list[KeptTable]":
    return [
        table
        for table in await store.kept_tables()
        if (status is None or table.status == status)
        and (older_than is None or _used(table) < _before(older_than))
    ]


def _used(table: "KeptTable") -> int:
    from sidings.server.upkeep import last_used

    return last_used(table)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _before(days: float) -> int:
    return _now() - int(days * MS_PER_DAY)


def _day(ms: int) -> str:
    return datetime.datetime.fromtimestamp(ms / 1000, datetime.UTC).strftime("%Y-%m-%d")
