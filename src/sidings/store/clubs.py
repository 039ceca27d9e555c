"""Tournaments and the ladder on disk."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from sidings.store.database import Database
from sidings.store.log import NewTable, create_table
from sidings.store.schema import entrants, pairings, rated, ratings, tables, tournaments


@dataclass(frozen=True, slots=True)
class TournamentRow:
    id: str
    host: str
    name: str
    plan: str
    listed: bool
    status: str  # open, playing or over
    round: int
    created: int
    changed: int


@dataclass(frozen=True, slots=True)
class Entrant:
    number: int
    person: str | None
    name: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    round: int
    board: int
    part: int
    first: int
    second: int
    table: str | None = None
    points: float | None = None
    margin: int | None = None


@dataclass(frozen=True, slots=True)
class Rating:
    member: str
    name: str
    rating: float
    games: int


class Clubs:
    """Tournaments and ratings. A part of ``Store``."""

    database: Database

    # --- Tournaments

    async def add_tournament(self, row: TournamentRow) -> None:
        await self.database.execute(tournaments.insert().values(asdict(row)))

    async def tournament(self, tournament: str) -> TournamentRow | None:
        query = sa.select(tournaments).where(tournaments.c.id == tournament)
        row = (await self.database.query(query)).first()
        return None if row is None else TournamentRow(**row._mapping)

    async def tournaments_for(self, person: str, limit: int) -> list[TournamentRow]:
        """Those that are listed and those of a person, the last changed first."""
        joined = sa.select(entrants.c.tournament).where(entrants.c.person == person)
        query = (
            sa.select(tournaments)
            .where(
                sa.or_(
                    tournaments.c.listed,
                    tournaments.c.host == person,
                    tournaments.c.id.in_(joined),
                )
            )
            .order_by(tournaments.c.changed.desc())
            .limit(limit)
        )
        return [TournamentRow(**row._mapping) for row in await self.database.query(query)]

    async def count_tournaments(self, host: str) -> int:
        """How many a person has that are not over."""
        query = (
            sa.select(sa.func.count())
            .select_from(tournaments)
            .where(tournaments.c.host == host, tournaments.c.status != "over")
        )
        return int((await self.database.query(query)).scalar_one())

    async def set_status(self, tournament: str, status: str, now: int) -> None:
        await self.database.execute(
            tournaments.update()
            .where(tournaments.c.id == tournament)
            .values(status=status, changed=now)
        )

    async def delete_tournament(self, tournament: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            for table in (entrants, pairings):
                await connection.execute(table.delete().where(table.c.tournament == tournament))
            await connection.execute(tournaments.delete().where(tournaments.c.id == tournament))

        await self.database.transact(work)

    # --- Entrants

    async def entrants_of(self, tournament: str) -> list[Entrant]:
        query = (
            sa.select(entrants.c.number, entrants.c.person, entrants.c.name, entrants.c.level)
            .where(entrants.c.tournament == tournament)
            .order_by(entrants.c.number)
        )
        return [Entrant(**row._mapping) for row in await self.database.query(query)]

    async def set_entrants(self, tournament: str, found: Sequence[Entrant]) -> None:
        """Replace the entrants, before the start."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(entrants.delete().where(entrants.c.tournament == tournament))
            if found:
                rows = [{"tournament": tournament, **asdict(one)} for one in found]
                await connection.execute(entrants.insert(), rows)

        await self.database.transact(work)

    # --- Rounds

    async def pairings_of(self, tournament: str) -> list[Pairing]:
        kept = [column for column in pairings.c if column.name != "tournament"]
        query = (
            sa.select(*kept)
            .where(pairings.c.tournament == tournament)
            .order_by(pairings.c.round, pairings.c.board, pairings.c.part)
        )
        return [Pairing(**row._mapping) for row in await self.database.query(query)]

    async def begin_round(
        self, tournament: str, number: int, paired: Sequence[Pairing], new: Sequence[NewTable],
        now: int,
    ) -> bool:  # fmt: skip
        """Write a round and its tables; False if another server was faster."""
        began = False

        async def work(connection: AsyncConnection) -> None:
            nonlocal began
            changed = await connection.execute(
                tournaments.update()
                .where(tournaments.c.id == tournament, tournaments.c.round == number - 1)
                .values(round=number, status="playing", changed=now)
            )
            began = bool(changed.rowcount)
            if began:
                rows = [{"tournament": tournament, **asdict(one)} for one in paired]
                await connection.execute(pairings.insert(), rows)
                for table in new:
                    await create_table(connection, table)

        await self.database.transact(work)
        return began

    async def tournament_of(self, table: str) -> tuple[str, Pairing] | None:
        """The tournament that a table is of, and its pairing."""
        query = sa.select(pairings).where(pairings.c.table == table)
        row = (await self.database.query(query)).first()
        if row is None:
            return None
        told = dict(row._mapping)
        return told.pop("tournament"), Pairing(**told)

    async def set_points(
        self, tournament: str, pairing: Pairing, points: float, margin: int
    ) -> None:
        """Write a result; the first one counts."""
        await self.database.execute(
            pairings.update()
            .where(
                pairings.c.tournament == tournament,
                pairings.c.round == pairing.round,
                pairings.c.board == pairing.board,
                pairings.c.part == pairing.part,
                pairings.c.points.is_(None),
            )
            .values(points=points, margin=margin)
        )

    async def unsettled_tables(self) -> list[tuple[str, str]]:
        """The tables of running tournaments without a result, and their status."""
        query = (
            sa.select(pairings.c.table, tables.c.status)
            .join(tables, tables.c.id == pairings.c.table)
            .join(tournaments, tournaments.c.id == pairings.c.tournament)
            .where(tournaments.c.status == "playing", pairings.c.points.is_(None))
        )
        return [(row.table, row.status) for row in await self.database.query(query)]

    # --- The ladder

    async def ladder(self, game: str, limit: int) -> list[Rating]:
        """Those with the best ratings at a game."""
        query = (
            sa.select(ratings.c.member, ratings.c.name, ratings.c.rating, ratings.c.games)
            .where(ratings.c.game == game)
            .order_by(ratings.c.rating.desc(), ratings.c.member)
            .limit(limit)
        )
        return [Rating(**row._mapping) for row in await self.database.query(query)]

    async def ratings_of(self, game: str, members: Sequence[str]) -> dict[str, Rating]:
        query = sa.select(
            ratings.c.member, ratings.c.name, ratings.c.rating, ratings.c.games
        ).where(ratings.c.game == game, ratings.c.member.in_(members))
        return {row.member: Rating(**row._mapping) for row in await self.database.query(query)}

    async def join_ladder(self, game: str, rating: Rating) -> None:
        await self.database.execute(
            self.database.insert_new(ratings).values(game=game, **asdict(rating))
        )

    async def leave_ladder(self, game: str, member: str) -> None:
        await self.database.execute(
            ratings.delete().where(ratings.c.game == game, ratings.c.member == member)
        )

    async def count_result(self, game: str, table: str, changed: Sequence[Rating]) -> None:
        """Write ratings after a game, unless it has been counted."""

        async def work(connection: AsyncConnection) -> None:
            new = self.database.insert_new(rated).values(table=table)
            if not (await connection.execute(new)).rowcount:
                return
            for one in changed:
                await connection.execute(
                    self.database.insert_new(ratings).values(game=game, **asdict(one))
                )
                await connection.execute(
                    ratings.update()
                    .where(ratings.c.game == game, ratings.c.member == one.member)
                    .values(rating=one.rating, games=one.games, name=one.name)
                )

        await self.database.transact(work)
