"""The lists of tables: what is shown of each is kept beside its log, so a list is one SELECT."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from sidings.store.database import Database
from sidings.store.schema import seats, tables


@dataclass(frozen=True, slots=True)
class Listing:
    """What the lists show of a table; it is written with the entry that changes it."""

    status: str
    changed: int  # ms since 1970
    seats: Sequence[tuple[int, str]]  # seat and person
    summary: str  # the rest, as JSON


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in a list, for one person."""

    id: str
    status: str
    changed: int
    summary: str
    seat: int  # of the person who asks, or 0


class Lobby:
    """Finding tables. A part of ``Store``."""

    database: Database

    async def listed(
        self, status: str, limit: int, before: int, person: str = ""
    ) -> list[ListedTable]:
        """Listed tables of a status, the last changed first."""
        query = _select_for(person).where(
            tables.c.listed.is_(True), tables.c.status == status, tables.c.changed < before
        )
        return await self._list(query, limit)

    async def tables_of(self, person: str, limit: int, *, running: bool) -> list[ListedTable]:
        """The tables where a person sits, or which they are host of, the last changed first."""
        seated = sa.select(seats.c.table).where(seats.c.person == person)
        query = _select_for(person).where(sa.or_(tables.c.id.in_(seated), tables.c.host == person))
        if running:
            query = query.where(tables.c.status != "over")
        return await self._list(query, limit)

    async def count_running(self, person: str) -> tuple[int, int]:
        """How many tables a person has that are not over, and how many are listed as theirs."""
        seated = sa.select(seats.c.table).where(seats.c.person == person)
        is_host = tables.c.host == person
        listed = sa.case((sa.and_(is_host, tables.c.listed), 1), else_=0)
        query = sa.select(
            sa.func.count().label("running"), sa.func.sum(listed).label("listed")
        ).where(sa.or_(tables.c.id.in_(seated), is_host), tables.c.status != "over")
        found = (await self.database.query(query)).one()
        return found.running, found.listed or 0

    async def relist(self, table: str, listing: Listing) -> None:
        """Change what is listed of a table, beside its log."""
        await self.database.transact(lambda connection: write_listing(connection, table, listing))

    async def _list(self, query: "sa.Select[Any]", limit: int) -> list[ListedTable]:
        query = query.order_by(tables.c.changed.desc()).limit(limit)
        rows = await self.database.query(query)
        return [
            ListedTable(row.id, row.status, row.changed, row.summary, row.seat or 0) for row in rows
        ]


def _select_for(person: str) -> "sa.Select[Any]":
    """Tables with the first seat that a person has there, if any."""
    mine = (
        sa.select(seats.c.table, sa.func.min(seats.c.seat).label("seat"))
        .where(seats.c.person == person)
        .group_by(seats.c.table)
        .subquery()
    )
    return sa.select(
        tables.c.id, tables.c.status, tables.c.changed, tables.c.summary, mine.c.seat
    ).select_from(tables.outerjoin(mine, mine.c.table == tables.c.id))


async def write_listing(connection: AsyncConnection, table: str, listing: Listing) -> None:
    await connection.execute(
        tables.update()
        .where(tables.c.id == table)
        .values(status=listing.status, changed=listing.changed, summary=listing.summary)
    )
    await connection.execute(seats.delete().where(seats.c.table == table))
    await write_seats(connection, table, listing.seats)


async def write_seats(
    connection: AsyncConnection, table: str, taken: Sequence[tuple[int, str]]
) -> None:
    if taken:
        rows = [{"table": table, "seat": seat, "person": person} for seat, person in taken]
        await connection.execute(seats.insert(), rows)
