"""What people play alone, on disk: the results of the deal of the day, and their own records."""

from dataclasses import asdict, dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from sidings.store.database import Database
from sidings.store.schema import days, notebooks, people


@dataclass(frozen=True, slots=True)
class DayResult:
    """How somebody did with the deal of a day."""

    day: str
    game: str
    person: str
    place: int
    margin: int  # by how many points they were ahead of the best other seat, or behind it
    moves: int
    at: int


class Solo:
    """What people play alone. A part of ``Store``."""

    database: Database

    async def add_day(self, result: DayResult) -> bool:
        """Keep a result; False if that person has one for this day and game."""
        try:
            await self.database.execute(days.insert().values(asdict(result)))
        except sa.exc.IntegrityError:
            return False
        return True

    async def results_of_day(self, day: str, game: str, limit: int) -> list[tuple[str, DayResult]]:
        """The best results of a day with the names of the players."""
        query = (
            sa.select(people.c.name, days)
            .join(people, people.c.id == days.c.person)
            .where(days.c.day == day, days.c.game == game)
            .order_by(days.c.place, days.c.margin.desc(), days.c.moves, days.c.at)
            .limit(limit)
        )
        rows = (await self.database.query(query)).all()
        return [
            (row.name, DayResult(**{c.name: row._mapping[c.name] for c in days.c})) for row in rows
        ]

    async def forget_days(self, before: str) -> None:
        await self.database.execute(days.delete().where(days.c.day < before))

    async def notebook(self, person: str) -> tuple[int, str] | None:
        """The version and the text of a person's own record."""
        query = sa.select(notebooks.c.version, notebooks.c.body).where(notebooks.c.person == person)
        row = (await self.database.query(query)).first()
        return None if row is None else (row.version, row.body)

    async def keep_notebook(self, person: str, version: int, body: str, now: int) -> bool:
        """Write the version after ``version``; False if another device has written since."""
        values = {"version": version + 1, "body": body, "changed": now}
        written = 1

        async def work(connection: AsyncConnection) -> None:
            nonlocal written
            if version == 0:
                await connection.execute(notebooks.insert().values(person=person, **values))
                return
            mine = sa.and_(notebooks.c.person == person, notebooks.c.version == version)
            found = await connection.execute(notebooks.update().where(mine).values(**values))
            written = found.rowcount

        try:
            await self.database.transact(work)
        except sa.exc.IntegrityError:  # there is one already
            return False
        return written == 1

    async def drop_notebook(self, person: str) -> None:
        await self.database.execute(notebooks.delete().where(notebooks.c.person == person))
