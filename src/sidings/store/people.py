"""People, the tokens they are known by, and the names they have claimed."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from sidings.store.database import Database
from sidings.store.schema import people, tokens

ROWS_PER_STATEMENT = 500


class People:
    """Who somebody is. A part of ``Store``."""

    database: Database

    async def add_person(self, person: str, name: str, token_hash: str, now: int) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                people.insert().values(id=person, name=name, created=now, seen=now)
            )
            await connection.execute(
                tokens.insert().values(hash=token_hash, person=person, created=now)
            )

        await self.database.transact(work)

    async def add_token(self, person: str, token_hash: str, now: int) -> None:
        await self.database.execute(
            tokens.insert().values(hash=token_hash, person=person, created=now)
        )

    async def drop_token(self, token_hash: str) -> None:
        await self.database.execute(tokens.delete().where(tokens.c.hash == token_hash))

    async def tokens_of(self, person: str) -> Sequence[str]:
        """The hashes of the tokens of a person's devices."""
        query = sa.select(tokens.c.hash).where(tokens.c.person == person)
        return (await self.database.query(query)).scalars().all()

    async def person_of_token(self, token_hash: str) -> "sa.Row[Any] | None":
        query = (
            sa.select(people.c.id, people.c.name, people.c.handle)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.hash == token_hash)
        )
        return (await self.database.query(query)).first()

    async def person_of_handle(self, handle: str) -> "sa.Row[Any] | None":
        query = sa.select(people.c.id, people.c.name, people.c.handle, people.c.passphrase).where(
            people.c.handle == handle
        )
        return (await self.database.query(query)).first()

    async def rename(self, person: str, name: str) -> None:
        await self.database.execute(people.update().where(people.c.id == person).values(name=name))

    async def claim(self, person: str, handle: str, passphrase: str) -> bool:
        """Give a person a handle; False when somebody has it."""
        statement = (
            people.update()
            .where(people.c.id == person)
            .values(handle=handle, passphrase=passphrase)
        )
        try:
            await self.database.execute(statement)
        except sa.exc.IntegrityError:
            return False
        return True

    async def saw(self, seen: Mapping[str, int]) -> None:
        """Note when people were last connected."""
        statement = (
            people.update()
            .where(people.c.id == sa.bindparam("person"))
            .values(seen=sa.bindparam("at"))
        )
        rows = [{"person": person, "at": at} for person, at in sorted(seen.items())]
        for start in range(0, len(rows), ROWS_PER_STATEMENT):
            chunk = rows[start : start + ROWS_PER_STATEMENT]
            await self.database.update_in_background(statement, chunk)

    async def last_seen(self, person: str) -> int:
        query = sa.select(people.c.seen).where(people.c.id == person)
        return int((await self.database.query(query)).scalar() or 0)
