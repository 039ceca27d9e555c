"""Nothing acknowledged is ever lost: a server under load is killed, restarted and compared.

People play at several tables; each remembers what was acknowledged. The server (and with
PostgreSQL, every other time the database) is killed after a random number of acknowledgements and
started again; the clients come back by themselves. At the end the log must have every acknowledged
command at the version that was told, without gaps or duplicates, it must replay, and every
client's view must be the server's.
"""

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass

import msgspec

from sidings.client import Client, ServerRefused, View
from sidings.store import Store, open_store
from sidings.tables import decode_entry, rebuild
from sidings.tables.header import Header
from sidings.tables.runtime import runtime_of
from sidings.testing.postgres import Postgres
from sidings.testing.server_process import ServerProcess


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


class Acknowledgements:
    """How many there were, and a way to wait for more."""

    def __init__(self) -> None:
        self.count = 0
        self._more = asyncio.Event()

    def add(self) -> None:
        self.count += 1
        self._more.set()

    async def wait_for(self, count: int) -> None:
        while self.count < count:
            self._more.clear()
            await self._more.wait()


async def play(pair: tuple[Client, Client], table: str, seen: Acknowledgements, stop: asyncio.Event,
               chance: random.Random) -> None:  # fmt: skip
    """Two people at one table, as fast as they can, until told to stop."""
    while not stop.is_set():
        versions = [client.views[table].version for client in pair]
        view = pair[versions[1] > versions[0]].views[table]
        if view.over:
            return
        turn = view.state["turn"]
        client = pair[turn - 1]
        mine = client.views[table]
        if not mine.moves:
            known = view.version
            wait = asyncio.ensure_future(
                client.until(table, lambda v, n=known: bool(v.moves) or v.over or v.version > n)  # type: ignore[misc]
            )
            ended = asyncio.ensure_future(stop.wait())
            await asyncio.wait({wait, ended}, return_when=asyncio.FIRST_COMPLETED)
            wait.cancel()
            ended.cancel()
            continue
        try:
            await client.play(table, chance.choice(mine.moves))
            seen.add()
        except ServerRefused as refused:
            if refused.code not in ("stale", "not-your-turn", "over"):
                raise
        await asyncio.sleep(0)


async def run(
    game: str,
    database: str,
    kills: int,
    postgres: Postgres | None = None,
    tables: int = 6,
    seed: int = 1,
    most_between: int = 150,
) -> Report:
    """Play, kill and restart; ``most_between`` acknowledgements come between two kills."""
    chance = random.Random(seed)
    report = Report(tables=tables)
    server = ServerProcess(database, games=game)
    seen, stop = Acknowledgements(), asyncio.Event()
    async with AsyncExitStack() as stack:
        stack.callback(server.stop)
        await server.start().ready()
        pairs, players, ids = [], [], []
        for number in range(tables):
            one = await stack.enter_async_context(Client.open(server.url, f"Ann {number}"))
            two = await stack.enter_async_context(Client.open(server.url, f"Bob {number}"))
            table = await one.create(game, [{"kind": "me"}, {"kind": "free"}])
            token = one.links[table]["invitation"]
            await two.watch(table, token)
            await two.ask("sit", table, seat=2, token=token)
            await one.ask("start", table)
            await two.until(table, lambda v: v.state["status"] == "playing")
            await one.until(table, lambda v: v.state["status"] == "playing")
            pairs.append((one, two))
            ids.append(table)
            players.append(
                asyncio.create_task(play((one, two), table, seen, stop, random.Random(number)))
            )
        for kill in range(kills):
            await seen.wait_for(seen.count + chance.randint(1, most_between))
            if postgres is not None and kill % 2:
                await asyncio.to_thread(postgres.kill)
                report.database_kills += 1
                await asyncio.to_thread(postgres.start)
            else:
                server.kill()
                report.kills += 1
                await server.start().ready()
        await seen.wait_for(seen.count + 20)
        stop.set()
        await asyncio.gather(*players)
        async with open_store(database, "check", alone=False) as store:
            for pair, table in zip(pairs, ids, strict=True):
                await _check(store, pair, table, report)
    return report


async def _check(store: Store, pair: tuple[Client, Client], table: str, report: Report) -> None:
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
