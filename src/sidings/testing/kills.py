"""Nothing acknowledged is ever lost: a server under load is killed, restarted and compared.

People play one game after the other; each remembers what was acknowledged. The server (and with
PostgreSQL, every other time the database) is killed after a random number of acknowledgements and
started again; the clients come back by themselves. At the end the log must have every acknowledged
command at the version that was told, without gaps or duplicates, it must replay, and every
client's view must be the server's.
"""

import asyncio
import math
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

import httpx
import msgspec

from sidings.client import Client, ServerRefused, View
from sidings.store import Store, open_store
from sidings.tables import decode_entry, rebuild
from sidings.tables.header import Header
from sidings.tables.runtime import runtime_of
from sidings.testing.forked_server import ForkedServer
from sidings.testing.postgres import Postgres

STALL_SECONDS = 180.0  # a start, and a database that recovers, on a busy machine


@dataclass
class Report:
    kills: int = 0
    database_kills: int = 0
    tables: int = 0
    acknowledged: int = 0
    entries: int = 0
    missing: int = 0
    duplicates: int = 0
    gaps: int = 0
    not_replayed: int = 0
    views_differ: int = 0

    @property
    def clean(self) -> bool:
        return not (
            self.missing or self.duplicates or self.gaps or self.not_replayed or self.views_differ
        )


class Stalled(Exception):
    """Nothing was acknowledged for so long that something is wrong."""


class Acknowledgements:
    """How many there were, and a way to wait for more."""

    def __init__(self) -> None:
        self.count = 0
        self._more = asyncio.Event()

    def add(self) -> None:
        self.count += 1
        self._more.set()

    async def wait_for(self, count: int) -> None:
        """Wait until there are so many; Stalled if there is none for a while."""
        while self.count < count:
            self._more.clear()
            try:
                await asyncio.wait_for(self._more.wait(), STALL_SECONDS)
            except TimeoutError:
                raise Stalled(f"no acknowledgement for {STALL_SECONDS:.0f} s") from None


class Pair:
    """Two people who play one game after the other, as fast as they can, until told to stop."""

    def __init__(self, game: str, one: Client, two: Client, seed: int) -> None:
        self.clients = (one, two)
        self.tables: list[str] = []
        self._game = game
        self._chance = random.Random(seed)

    async def play(self, seen: Acknowledgements, stop: asyncio.Event) -> None:
        while not stop.is_set():
            table = await self._new_table()
            while not stop.is_set() and not any(one.views[table].over for one in self.clients):
                await self._move(table, seen, stop)

    async def _new_table(self) -> str:
        one, two = self.clients
        table = await self._set_up()
        self.tables.append(table)
        token = one.links[table]["invitation"]
        await two.watch(table, token)
        await two.ask("sit", table, seat=2, token=token)
        await one.ask("start", table)
        for client in self.clients:
            await client.until(table, lambda v: v.state["status"] != "open")
        return table

    async def _set_up(self) -> str:
        """Ask for a table until there is one: a request, unlike a command, is not sent again."""
        while True:
            try:
                return await self.clients[0].create(self._game, [{"kind": "me"}, {"kind": "free"}])
            except httpx.TransportError:
                pass
            except ServerRefused as refused:
                if refused.code != "503":
                    raise
            await asyncio.sleep(0.1)

    async def _move(self, table: str, seen: Acknowledgements, stop: asyncio.Event) -> None:
        """Play a move, or wait until there is one to play."""
        view = max((client.views[table] for client in self.clients), key=lambda v: v.version)
        client = self.clients[view.state["turn"] - 1]
        mine = client.views[table]
        if mine.moves:
            try:
                await client.play(table, self._chance.choice(mine.moves))
                seen.add()
            except ServerRefused as refused:
                if refused.code not in ("stale", "not-your-turn", "over"):
                    raise
            await asyncio.sleep(0)
            return
        known = view.version
        wait = asyncio.ensure_future(
            client.until(table, lambda v: bool(v.moves) or v.over or v.version > known)
        )
        ended = asyncio.ensure_future(stop.wait())
        await asyncio.wait({wait, ended}, return_when=asyncio.FIRST_COMPLETED)
        wait.cancel()
        ended.cancel()


async def run(
    game: str,
    database: str,
    kills: int,
    postgres: Postgres | None = None,
    tables: int = 6,
    seed: int = 1,
    most_between: int = 150,
    most_seconds: float = math.inf,
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """Play, kill and restart; ``most_between`` acknowledgements come between two kills.

    After ``most_seconds`` there are no more kills. ``tell`` is called with what has happened so
    far. Raises Stalled rather than wait for ever.
    """
    end = time.monotonic() + most_seconds
    chance = random.Random(seed)
    report = Report()
    server = ForkedServer(database, games=game)
    seen, stop = Acknowledgements(), asyncio.Event()
    async with AsyncExitStack() as stack:
        stack.callback(server.stop)
        await server.start().ready()
        pairs = []
        for number in range(tables):
            one = await stack.enter_async_context(Client.open(server.url, f"Ann {number}"))
            two = await stack.enter_async_context(Client.open(server.url, f"Bob {number}"))
            pairs.append(Pair(game, one, two, number))
        async with asyncio.TaskGroup() as players:
            for pair in pairs:
                players.create_task(pair.play(seen, stop))
            for kill in range(kills):
                if time.monotonic() > end:
                    break
                await seen.wait_for(seen.count + chance.randint(1, most_between))
                if postgres is not None and kill % 2:
                    await asyncio.to_thread(postgres.kill)
                    report.database_kills += 1
                    await asyncio.to_thread(postgres.start)
                else:
                    server.kill()
                    report.kills += 1
                    server.start()  # the clients come back as soon as it listens
                tell(f"{kill + 1} kills, {seen.count} acknowledged")
            await seen.wait_for(seen.count + 20)
            stop.set()
        async with open_store(database, "check", alone=False) as store:
            for pair in pairs:
                for table in pair.tables:
                    async with asyncio.timeout(STALL_SECONDS):
                        await _check(store, pair.clients, table, report)
    return report


async def _check(store: Store, pair: tuple[Client, Client], table: str, report: Report) -> None:
    report.tables += 1
    stored = await store.load(table)
    assert stored is not None
    rows = await store.log(table)
    report.entries += len(rows)
    report.gaps += [row.seq for row in rows] != list(range(1, len(rows) + 1))
    by_command = {row.command.rpartition(":")[2]: row.seq for row in rows if row.command}
    report.duplicates += len(by_command) != sum(row.command is not None for row in rows)
    for client in pair:
        for command, (where, version) in client.acknowledged.items():
            if where == table:
                report.acknowledged += 1
                report.missing += by_command.get(command) != version
    header = msgspec.json.decode(stored.header, type=Header)
    try:
        live = rebuild(
            header,
            stored.secret,
            stored.links,
            runtime_of(header.game),
            [decode_entry(row.body) for row in rows],
        )
        report.not_replayed += live.version != len(rows)
    except Exception as error:  # any failure to replay is what this looks for
        print(f"table {table} does not replay: {error}")
        report.not_replayed += 1
        return
    for client in pair:
        await client.until(table, lambda v: v.version >= len(rows))
        fresh = View(table)
        fresh.replace((await client.http.get(f"/api/tables/{table}")).json())
        mine = client.views[table]
        fresh.presence = mine.presence
        report.views_differ += fresh != mine
