"""One winner per version: 8 writers on 2 server processes against one PostgreSQL.

Each writer has a socket for each seat. At every version all eight send a move for it at the same
time; one must win, and every other must be told "stale". At the end the log must have each version
once and no gap.
"""

import asyncio
import re
from contextlib import AsyncExitStack
from dataclasses import dataclass

import httpx

from sidings.client import Client, ServerRefused
from sidings.store import open_store
from sidings.testing.forked_server import ForkedServer

WRITERS = 8


@dataclass
class Report:
    appends: int = 0
    won: int = 0
    stale: int = 0
    other: int = 0  # losers that were told anything else
    rounds_without_one_winner: int = 0
    conflicts: int = 0  # of them, lost in the database and not in a server's memory
    versions: int = 0
    duplicates: int = 0
    gaps: int = 0

    @property
    def clean(self) -> bool:
        return not (self.other or self.rounds_without_one_winner or self.duplicates or self.gaps)


class Contest:
    """Two servers of one database, and the tables that are played at."""

    def __init__(self, game: str, database: str) -> None:
        self.game = game
        self.servers = [ForkedServer(database, games=game) for _ in range(2)]
        self.tables: list[str] = []
        self.report = Report()


async def run(game: str, database: str, appends: int, tables: int = 4) -> Report:
    """Contest so many appends at several tables at a time."""
    contest = Contest(game, database)
    report = contest.report
    async with AsyncExitStack() as stack:
        for server in contest.servers:
            stack.callback(server.stop)
            await server.start().ready()
        await asyncio.gather(
            *(_contest(contest, appends // tables, number) for number in range(tables))
        )
        for server in contest.servers:
            async with httpx.AsyncClient() as http:
                metrics = (await http.get(server.url + "/metrics")).text
            found = re.search(r"^sidings_append_conflicts_total (\S+)", metrics, re.MULTILINE)
            report.conflicts += int(float(found[1])) if found else 0
        async with open_store(database, "check") as store:
            for table in contest.tables:
                seqs = [row.seq for row in await store.log(table)]
                report.versions += len(seqs)
                report.duplicates += len(seqs) - len(set(seqs))
                report.gaps += seqs != list(range(1, len(seqs) + 1))
    return report


class Writer:
    """One of the eight: both seats' sockets, at one of the servers."""

    def __init__(self, ann: Client, bob: Client) -> None:
        self.seats = (ann, bob)

    async def contest(self, table: str, version: int, report: Report) -> bool:
        """Send a move for that version; whether it won."""
        ann, _ = self.seats
        view = await ann.until(table, lambda v: v.version >= version)
        mover = self.seats[(view.state["turn"] or 1) - 1]
        view = await mover.until(table, lambda v: v.version >= version)
        # Some have seen the winner's move already; then the version is stale all the same.
        move = view.moves[0] if view.moves and view.version == version else "draw"
        report.appends += 1
        try:
            await mover.ask("play", table, move=move, version=version)
        except ServerRefused as refused:
            if refused.code == "stale":
                report.stale += 1
            else:
                report.other += 1
                print("told otherwise:", refused)
            return False
        report.won += 1
        return True


async def _contest(contest: Contest, appends: int, number: int) -> None:
    """Appends at one table after the other, all by the same people."""
    servers, report = contest.servers, contest.report
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(Client.open(servers[0].url, f"{name} {number}"))
            for name in ("Ann", "Bob")
        ]
        writers = []
        for index in range(WRITERS):
            url = servers[index % 2].url
            ann, bob = [
                await stack.enter_async_context(Client.open_as(url, person.http.cookies))
                for person in people
            ]
            writers.append(Writer(ann, bob))
        done = 0
        while done < appends:
            table = await _new_table(contest.game, people)
            contest.tables.append(table)
            for writer in writers:
                for socket in writer.seats:
                    await socket.watch(table)
            while done < appends:
                view = people[0].views[table]
                if view.over:
                    break
                version = view.version
                won = await asyncio.gather(
                    *(writer.contest(table, version, report) for writer in writers)
                )
                report.rounds_without_one_winner += sum(won) != 1
                done += WRITERS
                for client in [*people, *(s for w in writers for s in w.seats)]:
                    await client.until(table, lambda v, n=version: v.version > n)  # type: ignore[misc]


async def _new_table(game: str, people: list[Client]) -> str:
    ann, bob = people
    table = await ann.create(game, [{"kind": "me"}, {"kind": "free"}], rules={"listed": True})
    await bob.watch(table)
    await bob.ask("sit", table, seat=2)
    await ann.ask("start", table)
    for client in people:
        await client.until(table, lambda v: v.state["status"] == "playing")
    return table
