"""What hosts look through and remove: old tables, and people who are gone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from sidings.store.bus import Hint
from sidings.store.database import Database
from sidings.store.schema import (
    channels,
    days,
    entrants,
    entries,
    notebooks,
    notices,
    people,
    ratings,
    seats,
    tables,
    tokens,
)

NOBODY = "Guest"  # the name that stays where others have played with somebody


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as a host sees it."""

    id: str
    status: str
    host: str
    summary: str
    version: int
    last: str  # the last entry of its log


@dataclass(frozen=True, slots=True)
class KeptPerson:
    id: str
    name: str
    handle: str | None
    created: int
    seen: int
    tables: int  # where they sit


class Upkeep:
    """Looking through what is kept, and removing it. A part of ``Store``."""

    database: Database

    async def kept_tables(self, ids: Sequence[str] | None = None) -> list[KeptTable]:
        """All tables, or those of some ids, the last changed first."""
        last = (
            sa.select(entries.c.table, sa.func.max(entries.c.seq).label("seq"))
            .group_by(entries.c.table)
            .subquery()
        )
        query = (
            sa.select(
                tables.c.id, tables.c.status, tables.c.host, tables.c.summary,
                last.c.seq, entries.c.body,
            )
            .select_from(tables)
            .outerjoin(last, last.c.table == tables.c.id)
            .outerjoin(
                entries,
                sa.and_(entries.c.table == tables.c.id, entries.c.seq == last.c.seq),
            )
            .order_by(tables.c.changed.desc(), tables.c.id)
        )  # fmt: skip
        if ids is not None:
            query = query.where(tables.c.id.in_(ids))
        rows = await self.database.query(query)
        return [
            KeptTable(row.id, row.status, row.host, row.summary, row.seq or 0, row.body or "{}")
            for row in rows
        ]

    async def kept_people(self, ids: Sequence[str] | None = None) -> list[KeptPerson]:
        """All people, or those of some ids or handles, who was last seen first."""
        seated = (
            sa.select(sa.func.count(sa.distinct(seats.c.table)))
            .where(seats.c.person == people.c.id)
            .scalar_subquery()
        )
        query = sa.select(
            people.c.id, people.c.name, people.c.handle, people.c.created, people.c.seen,
            seated.label("tables"),
        ).order_by(people.c.seen.desc(), people.c.id)  # fmt: skip
        if ids is not None:
            query = query.where(sa.or_(people.c.id.in_(ids), people.c.handle.in_(ids)))
        rows = await self.database.query(query)
        return [
            KeptPerson(row.id, row.name, row.handle, row.created, row.seen, row.tables)
            for row in rows
        ]

    async def seats_at(self, table: str) -> list[tuple[int, str]]:
        """The seats of a table that people have, and who."""
        query = sa.select(seats.c.seat, seats.c.person).where(seats.c.table == table)
        return [(row.seat, row.person) for row in await self.database.query(query)]

    async def delete_table(self, table: str, tombstone: tuple[int, str] | None) -> None:
        """Remove a table and its log.

        The tombstone, an entry and its number, stays where the log ended: a server that has the
        table in memory finds its next number taken, and learns that the game is over. Raises
        IntegrityError if the number is taken already.
        """

        async def work(connection: AsyncConnection) -> None:
            mine = entries.c.table == table
            if tombstone is not None:
                seq, body = tombstone
                await connection.execute(entries.insert().values(table=table, seq=seq, body=body))
                hint = Hint(self.database.origin, table, seq, body=body)
                await self.database.notify(connection, [hint])
                mine = sa.and_(mine, entries.c.seq != seq)
            await connection.execute(entries.delete().where(mine))
            for kept in (seats, notices):
                await connection.execute(kept.delete().where(kept.c.table == table))
            await connection.execute(tables.delete().where(tables.c.id == table))

        await self.database.transact(work)

    async def orphans(self) -> "Sequence[sa.Row[Any]]":
        """Entries whose table has been removed."""
        of_a_table = sa.exists().where(tables.c.id == entries.c.table)
        query = sa.select(entries.c.table, entries.c.seq, entries.c.body).where(~of_a_table)
        return (await self.database.query(query)).all()

    async def delete_entries(self, places: Sequence[tuple[str, int]]) -> None:
        if places:
            statement = entries.delete().where(
                entries.c.table == sa.bindparam("t"), entries.c.seq == sa.bindparam("s")
            )
            rows = [{"t": table, "s": seq} for table, seq in places]
            await self.database.transact(lambda connection: connection.execute(statement, rows))

    async def rewrite(self, table: str, bodies: Mapping[int, str], summary: str) -> None:
        """Change what some entries of a table say, and what the lists show of it."""
        statement = (
            entries.update()
            .where(entries.c.table == table, entries.c.seq == sa.bindparam("s"))
            .values(body=sa.bindparam("b"))
        )
        rows = [{"s": seq, "b": body} for seq, body in bodies.items()]

        async def work(connection: AsyncConnection) -> None:
            if rows:
                await connection.execute(statement, rows)
            await connection.execute(
                tables.update().where(tables.c.id == table).values(summary=summary)
            )

        await self.database.transact(work)

    async def delete_person(self, person: str) -> None:
        """Remove a person, and all that is theirs alone."""

        async def work(connection: AsyncConnection) -> None:
            for table in (tokens, seats, days, notebooks):
                await connection.execute(table.delete().where(table.c.person == person))
            mine = sa.select(channels.c.id).where(channels.c.owner == person)
            await connection.execute(notices.delete().where(notices.c.channel.in_(mine)))
            await connection.execute(channels.delete().where(channels.c.owner == person))
            await connection.execute(ratings.delete().where(ratings.c.member == person))
            await connection.execute(
                entrants.update()
                .where(entrants.c.person == person)
                .values(person=None, name=NOBODY)
            )
            await connection.execute(people.delete().where(people.c.id == person))

        await self.database.transact(work)
