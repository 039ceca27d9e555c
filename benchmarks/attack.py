"""Attack a server as a stranger would, on loopback, and print what held.

    python benchmarks/attack.py                 # everything, about ten minutes
    python benchmarks/attack.py --only pings A7 # what has one of these in its name
    python benchmarks/attack.py --seconds 10    # each flood for so long

The attacker has an address of its own (127.0.0.2) and the server its usual bounds. Meanwhile two
bystanders (127.0.0.1, in a process of their own) ping and play: a flood is held when the 99th
percentile of their pings and moves stays below 100 ms, or below three times what it is in calm on
a machine that is busy otherwise, and the server grows by less than 50 MB.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from sidings.client import Client
from sidings.testing.server_process import ServerProcess

GAME = "game-of-trains"
ATTACKER = "127.0.0.2"
MOST_MS = 100.0
MOST_MB = 50.0
MOST_SECONDS = 120.0  # that one attack may take
BOUNDS = {  # the usual ones, which ServerProcess lifts for other tests
    "person_rate": 20, "address_rate": 100, "guest_rate": 0.5, "messages_per_second": 1000,
    "connections_per_address": 256, "tables_per_person": 50, "sockets_per_person": 16,
    "request_seconds": 5, "pace": 1, "games": GAME,
}  # fmt: skip


@dataclass
class Outcome:
    name: str
    held: bool
    note: str


class Arena:
    """A server with its usual bounds, and what attacks need."""

    def __init__(self, server: ServerProcess, seconds: float) -> None:
        self.server = server
        self.seconds = seconds
        self.url = server.url
        self.calm = 0.0  # ms, the 99th percentile without an attack
        self._cookies: list[httpx.Cookies] = []

    @property
    def end(self) -> float:
        return time.monotonic() + self.seconds

    def http(self, **options: Any) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            base_url=self.url,
            headers={"origin": self.url},
            transport=httpx.AsyncHTTPTransport(local_address=ATTACKER),
            timeout=30,
            **options,
        )

    async def guest(self, number: int = 0) -> httpx.Cookies:
        """The cookies of a guest of the attacker, made when first asked for."""
        while len(self._cookies) <= number:
            async with self.http() as http:
                (await http.post("/api/guests", json={"name": "Mallory"})).raise_for_status()
                self._cookies.append(http.cookies)
        return self._cookies[number]

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self.server.port, local_addr=(ATTACKER, 0)
        )

    async def socket(self, number: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket of the attacker after its handshake, to write any bytes to."""
        cookie = (await self.guest(number))["sidings"]
        reader, writer = await self.connect()
        writer.write(
            f"GET /socket HTTP/1.1\r\nHost: x\r\nOrigin: {self.url}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Protocol: sidings.1\r\nCookie: sidings={cookie}\r\n\r\n".encode()
        )
        async with asyncio.timeout(20):
            head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise ConnectionError(head.split(b"\r\n")[0].decode())
        return reader, writer

    async def statuses(self, request: bytes) -> list[int]:
        """The statuses of the answers to bytes, until the server closes or says nothing more."""
        reader, writer = await self.connect()
        writer.write(request)
        text = b""
        try:
            async with asyncio.timeout(8):
                while data := await reader.read(65_536):
                    text += data
        except (TimeoutError, ConnectionError):
            pass
        writer.close()
        return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", text)]

    async def flood(self, name: str, work: Awaitable[str]) -> Outcome:
        """Attack while bystanders play."""
        before = self.server.memory
        async with bystanders(self.url) as measured:
            try:
                note = await work
            except (OSError, httpx.HTTPError, asyncio.IncompleteReadError) as error:
                note = f"{type(error).__name__} {error}"[:60]
        grown = (self.server.memory - before) / 1e6
        limit = max(MOST_MS, 3 * self.calm)
        worst = max(measured["ping"], measured["move"])
        held = worst <= limit and grown <= MOST_MB
        figures = f"ping {measured['ping']:.0f} ms, move {measured['move']:.0f} ms, {grown:+.0f} MB"
        return Outcome(name, held, f"{figures}; {note}")


Attack = Callable[[Arena], Awaitable[Outcome]]
attacks: dict[str, Attack] = {}


def flood(name: str) -> Callable[[Callable[[Arena], Awaitable[str]]], None]:
    """Declare an attack that others must not notice."""

    def declare(work: Callable[[Arena], Awaitable[str]]) -> None:
        async def run(arena: Arena) -> Outcome:
            return await arena.flood(name, work(arena))

        attacks[name] = run

    return declare


def probe(name: str) -> Callable[[Callable[[Arena], Awaitable[tuple[bool, str]]]], None]:
    """Declare an attack whose answer says whether it held."""

    def declare(work: Callable[[Arena], Awaitable[tuple[bool, str]]]) -> None:
        async def run(arena: Arena) -> Outcome:
            return Outcome(name, *await work(arena))

        attacks[name] = run

    return declare


# --- Bystanders


@asynccontextmanager
async def bystanders(url: str) -> AsyncIterator[dict[str, float]]:
    """Two players in a process of their own; at the end their 99th percentiles, in ms."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, "--bystanders", url,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    await process.stdout.readline()  # they have begun
    measured = {"ping": float("inf"), "move": float("inf")}
    try:
        yield measured
    finally:
        process.stdin.close()
        measured |= json.loads(await process.stdout.readline() or b"{}")
        await process.wait()


async def be_bystanders(url: str) -> None:
    pings: list[float] = []
    moves: list[float] = []
    stop = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    async with Client.open(url, "Ann") as ann, Client.open(url, "Bob") as bob:
        pair = ann, bob
        table = ""
        while not stop.done():
            if not table or ann.views[table].over:
                table = await _new_table(pair)
                print("begun", flush=True) if not moves else None
            turn = ann.views[table].state["turn"]
            mover = pair[turn - 1]
            version = ann.views[table].version
            await mover.until(table, lambda view, least=version: view.version >= least)
            begun = time.perf_counter()
            await mover.play(table, mover.views[table].moves[0])
            moves.append(time.perf_counter() - begun)
            version = mover.views[table].version
            for client in pair:
                await client.until(table, lambda view, least=version: view.version >= least)
            begun = time.perf_counter()
            await (await ann._socket.ping())  # type: ignore[union-attr]  # it is connected
            pings.append(time.perf_counter() - begun)
            await asyncio.sleep(0.06)  # 16 moves a second for two: below the rates
    print(json.dumps({"ping": _p99(pings), "move": _p99(moves)}), flush=True)


async def _new_table(pair: tuple[Client, Client]) -> str:
    ann, bob = pair
    table = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])
    token = ann.links[table]["invitation"]
    await bob.watch(table, token)
    await bob.ask("sit", table, seat=2, token=token)
    await bob.ask("start", table)
    for client in pair:
        await client.until(table, lambda view: view.state["status"] == "playing")
    return table


def _p99(seconds: list[float]) -> float:
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))] if ordered else 0.0


# --- Running


async def run(only: list[str], seconds: float) -> list[Outcome]:
    from attack_connections import connection_attacks
    from attack_tables import table_attacks

    connection_attacks()
    table_attacks()
    chosen = {
        name: attack for name, attack in attacks.items() if any(part in name for part in only)
    }
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"sqlite:///{Path(folder) / 'tables.db'}", **BOUNDS)
        await server.start().ready()
        arena = Arena(server, seconds)
        await arena.guest(1)
        async with bystanders(arena.url) as calm:
            await asyncio.sleep(seconds)
        arena.calm = max(calm.values())
        outcomes.append(
            Outcome("calm", True, f"ping {calm['ping']:.0f} ms, move {calm['move']:.0f} ms")
        )
        print_row(outcomes[0])
        for name, attack in chosen.items():
            began = time.monotonic()
            try:
                async with asyncio.timeout(MOST_SECONDS):
                    outcome = await attack(arena)
            except Exception as error:  # one attack that goes wrong must not hide the others
                outcome = Outcome(name, False, f"not tried: {type(error).__name__} {error}"[:90])
            outcome.note += f" ({time.monotonic() - began:.0f} s)"
            outcomes.append(outcome)
            print_row(outcome)
            if server.process is not None and server.process.poll() is not None:
                print_row(Outcome("the server ended", False, server.output()[-200:]))
                await server.start().ready()
        server.stop()
        lines = [line for line in server.output().splitlines() if line.startswith("{")]
        broken = [line for line in lines if '"error"' in line or "Traceback" in line]
        log = Outcome("log", not broken, f"{len(lines)} lines, {len(broken)} of errors")
        outcomes.append(log)
        print_row(log)
        for line in broken[:10]:
            print("   ", line[:200])
    return outcomes


def print_row(outcome: Outcome) -> None:
    print(
        f"{outcome.name:<46} {'held' if outcome.held else 'NOT HELD':<9} {outcome.note}", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--only", nargs="*", default=[""], help="those with one of these in their name"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each flood takes")
    parser.add_argument("--bystanders", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.bystanders:
        asyncio.run(be_bystanders(arguments.bystanders))
        return
    sys.modules["attack"] = sys.modules["__main__"]  # the lists of attacks declare theirs here
    outcomes = asyncio.run(run(arguments.only, arguments.seconds))
    failed = [outcome.name for outcome in outcomes if not outcome.held]
    print(f"\n{len(outcomes) - len(failed)} of {len(outcomes)} held", *failed, sep="\n  ")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
