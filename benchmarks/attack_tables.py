"""Attacks on tables, bots, records and the database, for ``benchmarks/attack.py``."""

import asyncio
import json
import random
import re
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.frames import Frame, Opcode

import sidings
from attack import BOUNDS, GAME, Arena, flood, probe
from sidings.cli.verify import verify
from sidings.client import Client, ServerRefused
from sidings.testing.postgres import Postgres
from sidings.testing.server_process import ServerProcess

BOT = {"kind": "bot", "level": "random"}
ME, FREE = {"kind": "me"}, {"kind": "free"}
MOVES = 40  # of a game that is played for its record: as many as may be sent at once
#: What no record can prove (docs/notation.md): times, what was agreed on, idle options.
UNPROVED = {"at", "agreed", "created", "date", "options"}


def table_attacks() -> None:
    """Declaring them is importing this module."""


@asynccontextmanager
async def _server(database: str = "", **settings: Any) -> AsyncIterator[ServerProcess]:
    """A server of the attack's own, whose limits on new guests and tables are lifted."""
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:///{Path(folder) / 'tables.db'}"
        server = ServerProcess(address, **BOUNDS | {"guest_rate": 0} | settings)
        await server.start().ready()
        try:
            yield server
        finally:
            server.stop()


async def _create(http: httpx.AsyncClient, *seats: Any, **more: Any) -> str:
    body = {"game": GAME, "seats": list(seats), **more}
    answer = await http.post("/api/tables", json=body)
    answer.raise_for_status()
    return str(answer.json()["table"])


def _command(do: str, table: str, **more: Any) -> bytes:
    text = json.dumps({"do": do, "id": f"{do}-{table[:8]}", "table": table, **more})
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


async def _play_out(ann: Client) -> str:
    """A finished game against a bot, and its table: some moves, and then Ann gives up."""
    table = await ann.create(GAME, [ME, BOT], start=True, rules={"pace": 0})
    for _ in range(MOVES):
        view = await ann.until(table, lambda v: v.state["turn"] == 1)
        await ann.play(table, view.moves[0])
    await ann.until(table, lambda v: v.state["turn"] == 1)
    await ann.ask("resign", table)
    await ann.until(table, lambda v: v.over)
    return table


# --- The server goes on


@probe("A5 ghosts: watch a sleeping table and drop")
async def _(_: Arena) -> tuple[bool, str]:
    async with _server() as server:
        arena = Arena(server, 0)
        async with Client.open(server.url, "Ann") as ann:
            arena._cookies.append(ann.http.cookies)
            table = await ann.create(GAME, [ME, FREE])
            token = ann.links[table]["invitation"]
        ghosts = 0
        async with Client.open(server.url, "Bob") as bob:
            for _ in range(3):
                server.stop()
                await server.start().ready()
                _, writer = await arena.socket()
                writer.write(_command("watch", table))
                await writer.drain()
                writer.transport.abort()
                view = await bob.watch(table, token)
                with suppress(TimeoutError):
                    async with asyncio.timeout(2):
                        await bob.until(table, lambda v: not v.presence[0])
                ghosts += view.presence[0]
        return not ghosts, f"{ghosts} of 3 present for good"


@probe("A6 the database is away for a while")
async def _(_: Arena) -> tuple[bool, str]:
    postgres = Postgres()
    try:
        async with (
            _server(postgres.database("attack")) as server,
            Client.open(server.url, "Ann") as ann,
        ):
            tables = [
                await ann.create(GAME, [BOT, BOT], start=True, rules={"pace": 1000})
                for _ in range(3)
            ]
            for table in tables:
                await ann.until(table, lambda view: view.version > 6)
            postgres.kill()
            await asyncio.sleep(5)
            postgres.start()
            before = {table: ann.views[table].version for table in tables}
            moving = 0
            for table in tables:
                with suppress(TimeoutError):
                    async with asyncio.timeout(20):
                        await ann.until(table, lambda v, t=table: v.version > before[t] + 2)
                    moving += 1
            return moving == 3, f"bots of {moving} of 3 tables go on by themselves"
    finally:
        postgres.stop()


async def _unready(http: httpx.AsyncClient) -> int:
    """What /ready answers in the end: it may take a sweep to notice."""
    status, end = 200, time.monotonic() + 15
    while status == 200 and time.monotonic() < end:
        status = (await http.get("/ready")).status_code
        await asyncio.sleep(0.5)
    return status


@probe("B9 /ready with a database that was deleted")
async def _(_: Arena) -> tuple[bool, str]:
    async with _server() as server, httpx.AsyncClient(base_url=server.url) as http:
        file = Path(server._settings["SIDINGS_DATABASE"].removeprefix("sqlite:///"))
        mode = file.stat().st_mode & 0o777
        file.unlink()
        status = await _unready(http)
        return status == 503 and mode == 0o600, f"answered {status}; the file was {mode:o}"


@probe("B9 /ready with a database that is locked")
async def _(_: Arena) -> tuple[bool, str]:
    async with _server() as server, httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        file = server._settings["SIDINGS_DATABASE"].removeprefix("sqlite:///")
        other = sqlite3.connect(file, isolation_level=None)
        try:
            other.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return True, "nobody else can lock it"
        status = await _unready(http)
        other.execute("ROLLBACK")
        other.close()
        return status == 503, f"answered {status}"


@probe("B10 two servers on one file")
async def _(_: Arena) -> tuple[bool, str]:
    async with _server() as server:
        second = ServerProcess(server._settings["SIDINGS_DATABASE"], games=GAME).start()
        assert second.process is not None
        try:
            code = await asyncio.to_thread(second.process.wait, 30)
        except Exception:
            second.kill()
            return False, "both run"
        return code != 0, f"the second ends with {code}"


# --- Work for others


@flood("B1 50 tables of bots without pace")
async def _(arena: Arena) -> str:
    async with arena.http(cookies=await arena.guest(1)) as http:
        _, writer = await arena.socket(1)
        made = 0
        for _ in range(50):
            try:
                table = await _create(http, BOT, BOT, start=True, rules={"pace": 0})
            except httpx.HTTPStatusError:
                break
            writer.write(_command("watch", table))
            made += 1
            await asyncio.sleep(0.05)
        before = await _moves(http)
        await asyncio.sleep(arena.seconds)
        rate = (await _moves(http) - before) / arena.seconds
        writer.transport.abort()
        return f"{made} tables, {rate:.0f} moves a second"


async def _moves(http: httpx.AsyncClient) -> float:
    lines = (await http.get("/metrics")).text.splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith("sidings_moves_total"))


@flood("B2 B3 records and replays of finished games")
async def _(arena: Arena) -> str:
    async with Client.open(arena.url, "Ann") as ann:
        table = await _play_out(ann)
    counts: dict[int, int] = {}

    async def ask(path: str) -> None:
        async with arena.http() as http:
            while time.monotonic() < end:
                status = (await http.get(f"/api/tables/{table}/{path}")).status_code
                counts[status] = counts.get(status, 0) + 1

    end = arena.end
    paths = ["views", "record.json", "record.train"] * 8
    await asyncio.gather(*(ask(path) for path in paths))
    return ", ".join(f"{count} × {status}" for status, count in sorted(counts.items()))


@probe("B4 renames × tables")
async def _(_: Arena) -> tuple[bool, str]:
    async with _server() as server:
        arena = Arena(server, 5)
        async with arena.http(cookies=await arena.guest()) as http:
            for _ in range(40):
                await _create(http, ME, FREE)
            file = server._settings["SIDINGS_DATABASE"].removeprefix("sqlite:///")
            before, end, asked = _entries(file), arena.end, 0
            while time.monotonic() < end:
                await http.post("/api/guests", json={"name": f"N{asked}"})
                asked += 1
            rate = (_entries(file) - before) / arena.seconds
        return rate < 200, f"{rate:.0f} entries a second of {asked} renames"


def _entries(file: str) -> int:
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as reading:
        return int(reading.execute("SELECT count(*) FROM entries").fetchone()[0])


@probe("B4 chains of rematches")
async def _(_: Arena) -> tuple[bool, str]:
    async with _server(guest_rate=0.5) as server, Client.open(server.url, "Ann") as ann:
        table = await ann.create(GAME, [ME, FREE])
        made, end = 0, time.monotonic() + 10
        with suppress(ServerRefused, httpx.HTTPStatusError, TimeoutError):
            async with asyncio.timeout(15):
                await ann.ask("bot", table, seat=2, level="random")
                await ann.ask("start", table)
                while time.monotonic() < end:
                    await ann.ask("resign", table)
                    await ann.until(table, lambda view: view.over)
                    await ann.ask("rematch", table)
                    view = await ann.until(table, lambda v: bool(v.state.get("rematch")))
                    table = view.state["rematch"]
                    await ann.watch(table)
                    made += 1
        return made < 70, f"{made} tables in 10 s"


@probe("B4 one person fills the lobby")
async def _(_: Arena) -> tuple[bool, str]:
    async with _server() as server:
        arena = Arena(server, 0)
        async with arena.http(cookies=await arena.guest(0)) as http:
            other = await _create(http, ME, FREE, rules={"listed": True})
        async with arena.http(cookies=await arena.guest(1)) as http:
            for _ in range(50):
                with suppress(httpx.HTTPStatusError):
                    await _create(http, ME, FREE, rules={"listed": True})
            listed = [one["table"] for one in (await http.get("/api/tables")).json()["tables"]]
        return (
            other in listed,
            f"{len(listed)} listed; another's {'is' if other in listed else 'is not'} there",
        )


# --- Seats


@probe("B11 a wish outlives its owner")
async def _(_: Arena) -> tuple[bool, str]:
    async with _server(games="mexican-train") as server:
        names = ("Ann", "Bob", "Eve")
        async with (
            Client.open(server.url, names[0]) as ann,
            Client.open(server.url, names[1]) as bob,
        ):
            table = await ann.create("mexican-train", [ME, FREE])
            token = ann.links[table]["invitation"]
            await bob.watch(table, token)
            await bob.ask("sit", table, seat=2, token=token)
            await bob.ask("start", table)
            await bob.until(table, lambda view: view.state["status"] == "playing")
            await bob.ask("abandon", table)
            with suppress(ServerRefused):
                version = (await bob.ask("leave", table))["version"]
                await ann.until(table, lambda view: view.version >= version)
            wishes = ann.views[table].state.get("wishes", [])
            seat = ann.views[table].state["seats"][1]
            held = 2 not in wishes or seat.get("kind") == "person"
            return held, f"wishes {wishes} when the seat is {seat.get('kind')}"


@probe("B12 a spectator takes a bot's seat with the invitation")
async def _(_: Arena) -> tuple[bool, str]:
    async with (
        _server() as server,
        Client.open(server.url, "Ann") as ann,
        Client.open(server.url, "Eve") as eve,
    ):
        table = await ann.create(GAME, [ME, BOT], start=True, rules={"pace": 10_000})
        token = ann.links[table]["invitation"]
        await eve.watch(table, token)
        try:
            await eve.ask("sit", table, seat=2, token=token)
        except ServerRefused as refused:
            return True, refused.code
        return False, "taken in mid-game"


# --- Records and positions


@probe("B5 forged records")
async def _(arena: Arena) -> tuple[bool, str]:
    async with Client.open(arena.url, "Ann") as ann:
        table = await _play_out(ann)
        record = (await ann.http.get(f"/api/tables/{table}/record.json")).json()
    verify(json.dumps(record))
    forgeries = {}
    for path in _paths(record):
        for change in ("drop", "other"):
            forged = json.loads(json.dumps(record))
            if _forge(forged, path, change):
                forgeries[f"{change} {'.'.join(map(str, path))}"] = forged
    accepted = []
    for name, forged in forgeries.items():
        try:
            verify(json.dumps(forged))
        except sidings.BadRecord:
            continue
        except Exception as error:
            accepted.append(f"{name}: {type(error).__name__}")
        else:
            accepted.append(name)
    wrong = [name for name in accepted if not UNPROVED & set(re.split(r"[ .]", name))]
    return not wrong, (
        f"{len(accepted)} of {len(forgeries)} pass, all but {len(wrong)} in what nothing proves"
        f"{': ' if wrong else ''}{'; '.join(wrong)[:80]}"
    )


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something can be changed: every field, of lists the first, middle and last."""
    if isinstance(value, dict):
        keys: Any = list(value)
    elif isinstance(value, list):
        keys = sorted({0, len(value) // 2, len(value) - 1}) if value else []
    else:
        return [path]
    return [path, *(found for key in keys for found in _paths(value[key], (*path, key)))]


def _forge(record: Any, path: tuple[Any, ...], change: str) -> bool:
    if not path:
        return False
    *way, last = path
    for key in way:
        record = record[key]
    old = record[last]
    if change == "drop":
        del record[last]
        return True
    match old:
        case bool():
            record[last] = not old
        case int():
            record[last] = old + 1
        case str():
            record[last] = old[:-1] + ("0" if old[-1:] != "0" else "1")
        case _:
            return False
    return True


@probe("B6 hostile JSON for verify")
async def _(_: Arena) -> tuple[bool, str]:
    deep = '{"a":' * 20_000
    texts = [
        "", "{", "[]", "null", "{}", "[" * 100_000, deep, '{"header": 1}', '{"header": {}}', "\x00",
        '{"header": {"game": "game-of-trains", "deck": "/etc/passwd"}}', '{"log": [[]]}', "1e999",
        '{"header": {"players": 1e30}}', '{"entries": {}}', "\ud800", '[Game "x"]',
    ]  # fmt: skip
    broken = []
    for text in texts:
        try:
            verify(text)
            broken.append(f"{text[:20]} passed")
        except sidings.BadRecord:
            pass
        except Exception as error:
            broken.append(f"{text[:20]!r} {type(error).__name__}")
    return not broken, f"{len(texts)} tried {'; '.join(broken)[:80]}"


@probe("A7 hostile positions and options")
async def _(_: Arena) -> tuple[bool, str]:
    noise = random.Random(1)
    accepted, broken = 0, []
    for game in sidings.game_names():
        position = sidings.deal(game, players=2, seed=1).dump()
        paths = _paths(position)
        for _ in range(300):
            forged = json.loads(json.dumps(position))
            with suppress(LookupError, TypeError):
                for _ in range(noise.randint(1, 3)):
                    _forge(forged, noise.choice(paths), noise.choice(("drop", "other", "other")))
            try:
                table = sidings.load(forged)
                for _ in range(40):
                    if table.turn is None:
                        break
                    table.play(noise.choice(table.moves()))
                accepted += 1
            except sidings.SidingsError:
                continue
            except Exception as error:
                broken.append(f"{game} {type(error).__name__}")
    return not broken, f"{accepted} accepted and played on {'; '.join(broken)[:80]}"
