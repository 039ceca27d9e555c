"""How many two-player tables, at one move a second, one server process holds.

    python benchmarks/server.py                    # Sidings and boardgame.io side by side
    python benchmarks/server.py --tables 3000 --only sidings
    python benchmarks/server.py --tables 1000 --only sidings --postgresql --processes 2

A load client in its own process plays on loopback and measures the time from a move to both
clients: once such as are sent views, and once such as are sent records. Sidings writes every move
to disk (SQLite, synchronous=FULL) before it answers; boardgame.io keeps its matches in memory.
boardgame.io is taken from npm into a temporary folder. With two processes each player is connected
to either, so that every other table is at both, unless ``--together`` is said.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from sidings.server.people import hash_of
from sidings.server.setup import Draft
from sidings.store import open_store
from sidings.store.log import create_table
from sidings.store.schema import people, tokens
from sidings.tables import Header, TableState, entries
from sidings.tables.fairness import hash_of_key, hash_of_secret
from sidings.tables.runtime import runtime_of
from sidings.testing.postgres import Postgres
from sidings.testing.server_process import ServerProcess, free_port

GAME = "game-of-trains"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
BOARDGAME = "boardgame.io@0.50.2"
LIMIT = 100.0  # ms, of the 99th percentile

# The same size of game: two trains of seven wagons, a row, and a deck that nobody sees.
BOARDGAME_SERVER = """
const { Server, Origins } = require('boardgame.io/server');
const trains = {
  name: 'trains',
  setup: () => ({
    trains: [[9, 8, 7, 6, 5, 4, 3], [19, 18, 17, 16, 15, 14, 13]],
    locks: [{ left: null, middle: null, right: null }, { left: null, middle: null, right: null }],
    row: [20, 21, 22],
    deck: Array.from({ length: 60 }, (_, i) => i + 24),
    discard: [],
  }),
  playerView: ({ G }) => ({ ...G, deck: G.deck.length, discard: G.discard.length }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    swap: ({ G, playerID }, i) => {
      const train = G.trains[Number(playerID)];
      [train[i], train[i + 1]] = [train[i + 1], train[i]];
    },
  },
};
const server = Server({ games: [trains], origins: [/127.0.0.1/] });
server.run(Number(process.argv[2]), () => console.log('ready'));
"""


@contextlib.contextmanager
def awake() -> Iterator[None]:
    """Keep the cores of a virtual machine from falling asleep, at the lowest priority."""
    spin = "import os\nos.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\nwhile True: pass"
    spinners = [subprocess.Popen([sys.executable, "-c", spin]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


async def seed_sidings(database: str, count: int, players: int = 2) -> list[dict[str, Any]]:
    """Tables with a guest in each seat, started, straight into the database."""
    runtime = runtime_of(GAME)
    plan, drafts, rows = [], [], {"people": [], "tokens": []}
    now = time.time_ns() // 1_000_000
    for _ in range(count):
        table, secret = secrets.token_urlsafe(16), secrets.token_bytes(32)
        guests = [secrets.token_urlsafe(16) for _ in range(players)]
        keys = [secrets.token_urlsafe(32) for _ in range(players)]
        header = Header(
            id=table,
            game=GAME,
            rules_version=runtime.game.rules_version,
            players=players,
            options={},
            host=guests[0],
            created=now,
            dealer=hash_of_secret(secret),
        )
        draft = Draft(TableState(header, secret, secrets.token_bytes(32), runtime))
        for seat, (guest, name) in enumerate(zip(guests, NAMES, strict=False), start=1):
            draft.add(entries.Sit(seat=seat, person=guest, name=name, at=now))
        draft.add(entries.Start(commitment=hash_of_key(draft.state.key()), at=now))
        drafts.append(draft)
        for guest, key in zip(guests, keys, strict=True):
            rows["people"].append({"id": guest, "name": "Guest", "created": now, "seen": now})
            rows["tokens"].append({"hash": hash_of(key), "person": guest, "created": now})
        plan.append({"table": table, "tokens": keys})
    async with open_store(database, "seed") as store, store.database.write.begin() as connection:
        for target in (people, tokens):
            await connection.execute(target.insert(), rows[target.name])
        for draft in drafts:
            await create_table(connection, draft.row())
    return plan


class Boardgame:
    """boardgame.io's server, from npm, in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def install(folder: Path) -> None:
        subprocess.run(["npm", "init", "-y"], cwd=folder, check=True, capture_output=True)
        subprocess.run(
            ["npm", "install", "--silent", BOARDGAME], cwd=folder, check=True, capture_output=True
        )
        (folder / "server.js").write_text(BOARDGAME_SERVER)

    async def ready(self) -> "Boardgame":
        self.process = subprocess.Popen(
            ["node", "server.js", str(self.port)],
            cwd=self._folder,
            env=os.environ | {"NODE_ENV": "production"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        async with httpx.AsyncClient() as http:
            for _ in range(300):
                with contextlib.suppress(httpx.HTTPError):
                    await http.get(self.url + "/games")
                    return self
                await asyncio.sleep(0.1)
        raise TimeoutError("boardgame.io did not start")

    memory = ServerProcess.memory
    cpu = ServerProcess.cpu
    stop = ServerProcess.stop


def load(
    kind: str, servers: list[Any], plan: list[dict[str, Any]], seconds: float, *more: str
) -> dict[str, Any]:
    """Run the load client against one or more servers; answers what was measured."""

    def memory() -> int:
        return sum(server.memory for server in servers)

    def cpu() -> float:
        return sum(server.cpu for server in servers)

    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(plan, file)
        file.flush()
        empty = memory()
        client = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("server_load.py")), kind, file.name,
             *(server.url for server in servers), "--seconds", str(seconds), *more],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert client.stdin is not None
        assert client.stdout is not None
        found: dict[str, Any] = {"kind": kind, "tables": len(plan)}
        began = before = 0.0
        connected = joined = empty
        for line in client.stdout:
            told = json.loads(line)
            match told["stage"]:
                case "connected":
                    connected = memory()
                    client.stdin.write("go\n")
                    client.stdin.flush()
                case "joined":
                    joined = memory()
                    client.stdin.write("go\n")
                    client.stdin.flush()
                case "warm":
                    began, before = time.monotonic(), cpu()
                case "done":
                    used = cpu() - before
                    found |= told
                    found["cpu"] = used / (time.monotonic() - began)
                    found["cpu_us_a_move"] = used / max(1, told["moves"]) * 1e6
        client.wait()
        found["kB_a_socket"] = (connected - empty) / 1024 / (2 * len(plan))
        found["kB_a_table"] = (joined - connected) / 1024 / len(plan)
        found["kB_all"] = (memory() - empty) / 1024 / len(plan)
        return found


def show(found: dict[str, Any]) -> None:
    if "moves" not in found:
        print(f"{found['kind']:>16} {found['tables']:>6} tables: the client failed", flush=True)
        return
    print(
        f"{found['kind']:>16} {found['tables']:>6} tables  p50 {found['p50']:7.1f} ms  "
        f"p99 {found['p99']:7.1f} ms  worst {found['worst']:7.1f} ms  lost {found['lost']:>5}  "
        f"cpu {found['cpu']:4.0%}  {found['cpu_us_a_move']:5.0f} us a move  "
        f"{found['kB_a_socket']:5.1f} kB a socket  {found['kB_a_table']:5.1f} kB a table  "
        f"{found['kB_all']:6.1f} kB in all a table  {found['bytes']:5.0f} bytes a move  "
        f"(client: cpu {found['client_cpu']:4.0%}, late {found['client_late']:.0f} ms)",
        flush=True,
    )


def holds(found: dict[str, Any]) -> bool:
    return "moves" in found and found["p99"] < LIMIT and found["lost"] <= found["moves"] / 1000


async def measure_sidings(
    count: int, form: str, database: str, arguments: argparse.Namespace
) -> dict[str, Any]:
    plan = await seed_sidings(database, count)
    servers = [ServerProcess(database, games=GAME).start() for _ in range(arguments.processes)]
    more = [*(["--together"] if arguments.together else []),
            *(["--record", GAME] if form == "records" else [])]  # fmt: skip
    try:
        for server in servers:
            await server.ready()
        found = await asyncio.to_thread(load, "sidings", servers, plan, arguments.seconds, *more)
        return found | {"kind": f"sidings, {form}"}
    finally:
        for server in servers:
            server.stop()


async def measure_boardgame(count: int, seconds: float, folder: Path) -> dict[str, Any]:
    server = await Boardgame(folder).ready()
    plan = [{"table": f"m{n}", "tokens": ["", ""]} for n in range(count)]
    try:
        return await asyncio.to_thread(load, "boardgame.io", [server], plan, seconds)
    finally:
        server.stop()


async def run(arguments: argparse.Namespace) -> None:
    random.seed(1)
    with awake(), tempfile.TemporaryDirectory(prefix="sidings-load-") as name:
        folder = Path(name)
        if arguments.only != "sidings":
            Boardgame.install(folder)
            for count in arguments.boardgame:
                found = await measure_boardgame(count, arguments.seconds, folder)
                show(found)
                if not holds(found):
                    break
        if arguments.only != "boardgame.io":
            postgres = Postgres() if arguments.postgresql else None
            forms = list(arguments.forms)
            for count in arguments.tables:
                for form in tuple(forms):
                    database = f"sqlite:///{folder / f'{count}-{form}.db'}"
                    if postgres is not None:
                        database = postgres.database(f"load_{count}_{form}")
                    found = await measure_sidings(count, form, database, arguments)
                    show(found)
                    if not holds(found):
                        forms.remove(form)
            if postgres is not None:
                postgres.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[1000, 2000, 3000, 4000, 5000])
    parser.add_argument("--boardgame", type=int, nargs="*", default=[500, 1000, 1500, 2000])
    parser.add_argument("--forms", nargs="*", default=["views", "records"],
                        choices=["views", "records"], help="what clients are sent")  # fmt: skip
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", choices=["sidings", "boardgame.io"])
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--processes", type=int, default=1, help="more need --postgresql")
    parser.add_argument(
        "--together", action="store_true", help="players of a table at the same process"
    )
    arguments = parser.parse_args()
    if arguments.processes > 1 and not arguments.postgresql:
        parser.error("several processes share a PostgreSQL: say --postgresql")
    if arguments.only != "sidings" and shutil.which("npm") is None:
        parser.error("boardgame.io needs npm; or say --only sidings")
    asyncio.run(run(arguments))


if __name__ == "__main__":
    main()
