"""Where people want to be told of their turns, and the notices that are still to be sent.

A notice is a row until its turn has passed, so none is lost when a server is killed: one that was
not sent is sent when it is due, by whichever server is there.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from sidings.store.database import Database
from sidings.store.schema import channels, keys, notices, pairings, seats, tables

NEVER = 2**62  # the due time of a notice that was sent, and of which nobody need be reminded
MOST_FAILURES = 10  # in a row; then a channel is not used any more
MS_PER_HOUR = 3_600_000
NOTICE_FIELDS = ("table", "version", "due", "sent", "attempts")


@dataclass(frozen=True, slots=True)
class Channel:
    id: str
    owner: str
    kind: str
    target: str
    keys: str
    language: str
    remind: int  # hours
    created: int
    failures: int = 0

    @property
    def is_working(self) -> bool:
        return self.failures < MOST_FAILURES


@dataclass(frozen=True, slots=True)
class DueNotice:
    channel: Channel
    table: str
    version: int
    due: int
    sent: int
    attempts: int


class Notices:
    """Channels and notices. A part of ``Store``."""

    database: Database

    # --- Channels

    async def add_channel(self, channel: Channel) -> None:
        values = {column.name: getattr(channel, column.name) for column in channels.c}
        await self.database.execute(channels.insert().values(values))

    async def channels_of(self, owner: str) -> list[Channel]:
        query = sa.select(channels).where(channels.c.owner == owner).order_by(channels.c.created)
        return [Channel(**row._mapping) for row in await self.database.query(query)]

    async def delete_channel(self, channel: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(notices.delete().where(notices.c.channel == channel))
            await connection.execute(channels.delete().where(channels.c.id == channel))

        await self.database.transact(work)

    async def count_failure(self, channel: str, failures: int) -> None:
        """Note how often a channel has failed since its last success."""
        await self.database.execute(
            channels.update().where(channels.c.id == channel).values(failures=failures)
        )

    # --- Notices

    async def file_notices(
        self, person: str, table: str, version: int, due: int, *, seen: bool
    ) -> None:
        """Have a person told that it is their turn, on each of their channels.

        Who has ``seen`` it is only reminded. What was filed for this turn stays as it is.
        """
        mine = await self._channels_for(person, table)
        rows = [
            {
                "channel": one.id,
                "table": table,
                "version": version,
                "due": due if not seen else due + one.remind * MS_PER_HOUR,
                "sent": int(seen),
                "attempts": 0,
            }
            for one in mine
            if one.is_working and (one.remind or not seen)
        ]
        if not rows:
            return

        async def work(connection: AsyncConnection) -> None:
            for row in rows:
                older = notices.c.version < version
                await connection.execute(notices.delete().where(*_place(row), older))
                await connection.execute(self.database.insert_new(notices).values(row))

        await self.database.transact(work)

    async def _channels_for(self, person: str, table: str) -> list[Channel]:
        """The channels of a person, and those of the tournament that a table is of."""
        of = sa.select(pairings.c.tournament).where(pairings.c.table == table)
        query = sa.select(channels).where(
            sa.or_(channels.c.owner == person, channels.c.owner.in_(of))
        )
        return [Channel(**row._mapping) for row in await self.database.query(query)]

    async def due_notices(self, now: int, limit: int) -> list[DueNotice]:
        """What is to be sent by now, the oldest first."""
        query = (
            sa.select(
                channels, notices.c.table, notices.c.version, notices.c.due, notices.c.sent,
                notices.c.attempts,
            )
            .join(notices, notices.c.channel == channels.c.id)
            .where(notices.c.due <= now, channels.c.failures < MOST_FAILURES)
            .order_by(notices.c.due)
            .limit(limit)
        )  # fmt: skip
        found = []
        for row in await self.database.query(query):
            told = dict(row._mapping)
            more = {
                name: told.pop(name) for name in ("table", "version", "due", "sent", "attempts")
            }
            found.append(DueNotice(Channel(**told), **more))
        return found

    async def reschedule(
        self, notice: DueNotice, due: int, sent: int | None = None, attempts: int = 0
    ) -> bool:
        """Make a notice due at another time; False if another server or another turn was faster."""
        statement = (
            notices.update()
            .where(
                notices.c.channel == notice.channel.id,
                notices.c.table == notice.table,
                notices.c.version == notice.version,
                notices.c.due == notice.due,
            )
            .values(due=due, attempts=attempts, sent=notice.sent if sent is None else sent)
        )
        changed = 0

        async def work(connection: AsyncConnection) -> None:
            nonlocal changed
            changed = (await connection.execute(statement)).rowcount

        await self.database.transact(work)
        return bool(changed)

    async def drop_old_notices(self) -> None:
        """Forget what was to be told of games that are over."""
        over = sa.select(tables.c.id).where(tables.c.status == "over")
        await self.database.execute(notices.delete().where(notices.c.table.in_(over)))

    async def tables_with_channels(self) -> list[str]:
        """The tables in play where somebody wants to be told of their turns."""
        people = (
            sa.select(seats.c.table)
            .join(channels, channels.c.owner == seats.c.person)
            .join(tables, tables.c.id == seats.c.table)
            .where(tables.c.status == "playing")
        )
        clubs = (
            sa.select(pairings.c.table)
            .join(channels, channels.c.owner == pairings.c.tournament)
            .join(tables, tables.c.id == pairings.c.table)
            .where(tables.c.status == "playing")
        )
        query = people.union(clubs)
        return [row.table for row in await self.database.query(query)]

    # --- Keys of the server

    async def key(self, name: str, new: bytes) -> bytes:
        """A key of the server; ``new`` if there was none."""
        await self.database.execute(self.database.insert_new(keys).values(name=name, value=new))
        query = sa.select(keys.c.value).where(keys.c.name == name)
        return bytes((await self.database.query(query)).scalar_one())


def _place(row: dict[str, Any]) -> tuple[Any, Any]:
    return notices.c.channel == row["channel"], notices.c.table == row["table"]
