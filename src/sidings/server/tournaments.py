"""Tournaments that the server runs by itself: it pairs, sets up tables, and reads their results.

Everything follows from the database: whichever server sees a result writes it, and the first to
begin the next round has begun it.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Annotated, Literal

import msgspec

from sidings.errors import SidingsError
from sidings.server.clock import now_ms
from sidings.server.games import Games
from sidings.server.ids import new_id
from sidings.server.room import Room
from sidings.server.rooms import Rooms
from sidings.server.setup import Draft, draft, draw_secret
from sidings.server.sync import Sync
from sidings.server.upkeep import close_table, delete_table
from sidings.store import Store
from sidings.store.clubs import Entrant, Pairing, TournamentRow
from sidings.tables import Clock, Refused
from sidings.tables.entries import PutBot, Sit, Start
from sidings.tables.fairness import hash_of_key
from sidings.tables.header import Rules
from sidings.tables.state import Ending
from sidings.tournaments.pairing import BYE, Format, Match, next_round

LOOK_SECONDS = 30.0
MOST_ENTRANTS = 64
MOST_PER_HOST = 5  # that are not over
PACE_MS = 800  # of a bot against a person
PLAYERS = 2
GIVEN_UP = 1_000_000  # the margin of a game that somebody gave up: more than any score


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host chose."""

    game: Annotated[str, msgspec.Meta(max_length=60)]
    format: Format
    options: dict[str, int | str] = {}
    rounds: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0  # of a Swiss; 0: as many as it takes
    #: For each move; 0 for as long as one likes. Who runs out of time has lost.
    seconds: Annotated[int, msgspec.Meta(ge=0, le=14 * 86_400)] = 0
    level: Annotated[str, msgspec.Meta(max_length=32)] = "club"  # of the bots
    fill: Annotated[int, msgspec.Meta(ge=0, le=MOST_ENTRANTS)] = 0  # with bots, up to so many


class Tournament(msgspec.Struct):
    """All that the database has of one."""

    row: TournamentRow
    plan: Plan
    entrants: list[Entrant]
    pairings: list[Pairing]

    def rounds(self) -> list[list[Match | None]]:
        """The matches of each round; None while one is being played."""
        return [
            [match_of(list(parts)) for _, parts in groupby(one, key=lambda pairing: pairing.board)]
            for _, one in groupby(self.pairings, key=lambda pairing: pairing.round)
        ]

    def played(self) -> list[list[Match]]:
        """The matches that have a result."""
        return [[match for match in one if match is not None] for one in self.rounds()]


def match_of(parts: Sequence[Pairing]) -> Match | None:
    """The result of a match; with a duplicated deal, that of who did better against the bot."""
    first = parts[0]
    if any(part.points is None for part in parts):
        return None
    if first.part == 0:
        return Match(first.first, first.second, first.points or 0.0)
    one, two = ((part.points, part.margin) for part in parts)
    points = 0.5 if one == two else float(one > two)
    return Match(first.first, first.second, points)


def result_of(ending: Ending | None) -> tuple[float, int]:
    """The points of the first seat and its margin; a game without a result is a tie.

    Giving up is worse than losing by however many points.
    """
    if ending is None or not ending.ranking:
        return 0.5, 0
    mine, theirs = ending.ranking[:PLAYERS]
    if ending.scores is None:
        return (1.0, 0) if mine < theirs else (0.0, -GIVEN_UP)
    margin = abs(ending.scores[0] - ending.scores[1])
    return (0.5, 0) if mine == theirs else (1.0, margin) if mine < theirs else (0.0, -margin)


class Tournaments:
    def __init__(self, store: Store, games: Games, rooms: Rooms, sync: Sync) -> None:
        self._store = store
        self._games = games
        self._rooms = rooms
        self._sync = sync
        self._locks: dict[str, asyncio.Lock] = {}

    # --- What hosts and entrants do

    async def find(self, tournament: str) -> Tournament:
        row = await self._store.tournament(tournament)
        if row is None:
            raise Refused("no-such-table", "there is no such tournament")
        plan = msgspec.json.decode(row.plan, type=Plan)
        entrants = await self._store.entrants_of(tournament)
        pairings = await self._store.pairings_of(tournament)
        # Another round may have begun since the row was read.
        known = [pairing for pairing in pairings if pairing.round <= row.round]
        return Tournament(row, plan, entrants, known)

    async def create(self, host: str, name: str, plan: Plan, *, listed: bool) -> str:
        """Announce a tournament, or raise Refused."""
        game = self._games.offered.get(plan.game)
        if game is None:
            raise Refused("bad-option", f"the games are {', '.join(self._games.offered)}")
        try:
            game.check_options(plan.options, game.check_players(PLAYERS))
        except SidingsError as error:
            raise Refused("bad-option", str(error)) from None
        if await self._store.count_tournaments(host) >= MOST_PER_HOST:
            raise Refused("too-many", f"you have {MOST_PER_HOST} tournaments; finish one first")
        tournament, now = new_id(), now_ms()
        text = msgspec.json.encode(plan).decode()
        row = TournamentRow(tournament, host, name, text, listed, "open", 0, now, now)
        await self._store.add_tournament(row)
        return tournament

    async def join(self, tournament: str, person: str, name: str) -> None:
        async with self._lock(tournament):
            found = await self._open(tournament)
            if len(found.entrants) >= MOST_ENTRANTS:
                raise Refused("too-many", "the tournament is full")
            others = [one for one in found.entrants if one.person != person]
            await self._store.set_entrants(
                tournament, _numbered([*others, Entrant(0, person, name)])
            )

    async def leave(self, tournament: str, person: str) -> None:
        async with self._lock(tournament):
            found = await self._open(tournament)
            others = [one for one in found.entrants if one.person != person]
            await self._store.set_entrants(tournament, _numbered(others))

    async def start(self, tournament: str) -> None:
        """Fill up with bots, draw lots for the seeds, and begin the first round."""
        async with self._lock(tournament):
            found = await self._open(tournament)
            level = found.plan.level
            missing = max(0, found.plan.fill - len(found.entrants))
            bots = [Entrant(0, None, "", level) for _ in range(missing)]
            entrants = [*found.entrants, *bots]
            if len(entrants) < PLAYERS:
                raise Refused("not-allowed", "a tournament needs two players, or bots to fill up")
            secrets.SystemRandom().shuffle(entrants)
            await self._store.set_entrants(tournament, _numbered(entrants))
            await self._next_round(await self.find(tournament))

    async def _open(self, tournament: str) -> Tournament:
        found = await self.find(tournament)
        if found.row.status != "open":
            raise Refused("not-allowed", "the tournament has begun")
        return found

    async def decide(self, tournament: str, round_: int, board: int, points: float) -> None:
        """Give a match a result by the host's word, and close its tables."""
        found = await self.find(tournament)
        open_parts = [
            one
            for one in found.pairings
            if (one.round, one.board) == (round_, board) and one.points is None
        ]
        if not open_parts:
            raise Refused("not-allowed", "there is no such match without a result")
        for part in open_parts:
            mine = points if part.part != 2 else 1 - points
            await self._store.set_points(tournament, part, mine, 0)
            await self._close_table(part.table or "")
        await self.advance(tournament)

    async def close(self, tournament: str) -> None:
        """End a tournament and its tables."""
        found = await self.find(tournament)
        await self._store.set_status(tournament, "over", now_ms())
        for pairing in found.pairings:
            if pairing.table is not None and pairing.points is None:
                await self._close_table(pairing.table)

    async def delete(self, tournament: str) -> None:
        """Remove a tournament with its tables."""
        found = await self.find(tournament)
        for pairing in found.pairings:
            if pairing.table is not None:
                await delete_table(self._store, pairing.table, now_ms())
                await self._catch_up(pairing.table)
        for channel in await self._store.channels_of(tournament):
            await self._store.delete_channel(channel.id)
        await self._store.delete_tournament(tournament)

    async def _close_table(self, table: str) -> None:
        await close_table(self._store, table, now_ms())
        await self._catch_up(table)

    async def _catch_up(self, table: str) -> None:
        """Show those who watch a table what has become of it."""
        room = self._rooms.get(table)
        if room is not None:
            await self._sync.catch_up(room)

    # --- What happens by itself

    async def run(self) -> None:
        """Keep tournaments going, for ever: bots, clocks, and results that a kill left behind."""
        while True:
            for table, status in await self._store.unsettled_tables():
                try:
                    room = await self._rooms.find(table, "")
                except Refused:  # played by rules that this server does not have
                    continue
                if status == "over" or room.state.status == "over":
                    await self.settle(room)
                else:
                    self._keep_going(room)
            await asyncio.sleep(LOOK_SECONDS)

    def _keep_going(self, room: Room) -> None:
        room.plays_alone = True
        self._rooms.on_change(room)

    async def settle(self, room: Room) -> None:
        """Write the result of a table, if it is of a tournament, and go on."""
        found = await self._store.tournament_of(room.state.header.id)
        if found is None:
            return
        tournament, pairing = found
        if pairing.points is None:
            points, margin = result_of(room.state.ending)
            await self._store.set_points(tournament, pairing, points, margin)
        await self.advance(tournament)

    async def advance(self, tournament: str) -> None:
        """Begin the next round if the last one is complete."""
        async with self._lock(tournament):
            found = await self.find(tournament)
            complete = all(match is not None for one in found.rounds() for match in one)
            if found.row.status == "playing" and complete:
                await self._next_round(found)

    async def _next_round(self, found: Tournament) -> None:
        tournament, plan = found.row.id, found.plan
        pairs = next_round(plan.format, len(found.entrants), plan.rounds, found.played())
        if pairs is None:
            await self._store.set_status(tournament, "over", now_ms())
            return
        number = found.row.round + 1
        entrants = {one.number: one for one in found.entrants}
        pairings: list[Pairing] = []
        drafts: list[Draft] = []
        for board, (first, second) in enumerate(pairs, start=1):
            if second == BYE:
                pairings.append(Pairing(number, board, 0, first, second, points=1.0, margin=0))
                continue
            for part, new in (await self._tables(found, entrants, first, second)).items():
                drafts.append(new)
                table = new.state.header.id
                pairings.append(Pairing(number, board, part, first, second, table))
        rows = [new.row() for new in drafts]
        if await self._store.begin_round(tournament, number, pairings, rows, now_ms()):
            for new in drafts:
                self._keep_going(self._rooms.add(new.state))

    async def _tables(
        self, found: Tournament, entrants: Mapping[int, Entrant], first: int, second: int
    ) -> dict[int, Draft]:
        """The tables of a match by part: one where the two meet, or the same deal for each."""
        one, two = entrants[first], entrants[second]
        if found.plan.format != "duplicate":
            return {0: await self._table(found, [one, two], draw_secret())}
        secret, bot = draw_secret(), Entrant(0, None, "", found.plan.level)
        return {
            1: await self._table(found, [one, bot], secret),
            2: await self._table(found, [two, bot], secret),
        }

    async def _table(self, found: Tournament, seats: list[Entrant], secret: bytes) -> Draft:
        plan = found.plan
        runtime = await self._games.runtime(plan.game)
        people = any(seat.person is not None for seat in seats)
        absence: Literal["end", "wait"] = "end" if plan.seconds else "wait"
        rules = Rules(
            clock=Clock("move", plan.seconds) if plan.seconds else Clock(),
            absence=absence,
            grace=86_400,  # who is away loses by the clock alone
            pace=PACE_MS if people else 0,
            takebacks=False,
            hints=False,
        )
        options = runtime.game.check_options(plan.options, PLAYERS)
        # The tournament is the host, so that nobody at the table is.
        new = draft(runtime, PLAYERS, options, rules, found.row.id, secret=secret)
        at = new.state.header.created
        for number, seat in enumerate(seats, start=1):
            if seat.person is None:
                new.add(PutBot(seat=number, level=seat.level or plan.level, at=at))
            else:
                new.add(Sit(seat=number, person=seat.person, name=seat.name, at=at))
        new.add(Start(commitment=hash_of_key(new.state.key()), at=at))
        return new

    def _lock(self, tournament: str) -> asyncio.Lock:
        return self._locks.setdefault(tournament, asyncio.Lock())


def _numbered(entrants: Sequence[Entrant]) -> list[Entrant]:
    return [
        Entrant(number, one.person, one.name, one.level)
        for number, one in enumerate(entrants, start=1)
    ]
