"""What a move costs the event loop of a server, without the network.

    python benchmarks/loop.py                          # Game of Trains, 300 tables
    python benchmarks/loop.py --game mexican-train --players 4 --tables 100 --record

A whole server runs in this process, with its store on disk. Its clients hand it their frames and
take its answers in memory, so that only the server's work is counted: processor time of the event
loop's thread, from the frames of a round of moves to the last answer. The least of all rounds is
what a busy machine disturbs least.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
import uvloop
from uvicorn.lifespan.on import LifespanOn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

import server as load
from server_load import Message, RecordSight, Sight, ViewSight, decode
from sidings.server.app import Application, tune_for_one_loop
from sidings.server.front import Front
from sidings.server.settings import Settings

URL = "http://127.0.0.1:8000"
WARM_UP = 3  # rounds


class Transport:
    """The server's end of a connection, and the client's: what is written is kept."""

    def __init__(self, answered: "Answers") -> None:
        self.written: list[bytes] = []
        self._answered = answered

    def write(self, data: bytes) -> None:
        if not self.written:
            self._answered.add()
        self.written.append(data)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def abort(self) -> None: ...


class Answers:
    """Waits until so many clients have been sent something."""

    def __init__(self) -> None:
        self._left = 0
        self._all = asyncio.Event()

    def expect(self, count: int) -> None:
        self._left = count
        self._all.clear()

    def add(self) -> None:
        self._left -= 1
        if not self._left:
            self._all.set()

    async def wait(self) -> None:
        await asyncio.wait_for(self._all.wait(), 60)


class Player:
    def __init__(
        self, front: Front, table: str, token: str, answered: Answers, sight: Sight
    ) -> None:
        self.table = table
        self.sight = sight
        self.version = -1
        self.bytes = 0
        self._front = front
        self._transport = Transport(answered)
        self._protocol = ClientProtocol(parse_uri("ws://x/"), state=OPEN, max_size=None)
        front.connection_made(self._transport)
        self.send(
            f"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Origin: {URL}\r\nSec-WebSocket-Protocol: sidings.1\r\n"
            f"Cookie: sidings={token}\r\n\r\n".encode()
        )

    def send(self, data: bytes) -> None:
        self._front.get_buffer(len(data))[: len(data)] = data
        self._front.buffer_updated(len(data))

    def watch(self) -> None:
        self.send(self.command("watch", **self.sight.watch))

    def command(self, do: str, **fields: Any) -> bytes:
        """A frame, to be sent with ``send``."""
        command = {"do": do, "id": f"{do}{self.version}", "table": self.table, **fields}
        return Frame(Opcode.TEXT, msgspec.json.encode(command)).serialize(mask=True)

    def read(self) -> None:
        """Follow what the server has written."""
        data = b"".join(self._transport.written)
        self._transport.written.clear()
        if data.startswith(b"HTTP/1.1 101"):
            data = data.partition(b"\r\n\r\n")[2]
        self.bytes += len(data)
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                found = decode(event.data)
                for message in found if isinstance(found, list) else [found]:
                    self._follow(message)

    def _follow(self, message: Message) -> None:
        if message.type == "error":
            raise RuntimeError("the server refused a command")
        if message.type in ("table", "change"):
            self.version = message.version
            self.sight.see(message)


async def play_round(players: list[Player], answered: Answers, chance: random.Random) -> float:
    """One move at every table; returns seconds of processor time per move."""
    frames = []
    for player in players:
        if player.sight.is_my_turn:
            move = player.sight.choose(chance)
            frames.append((player, player.command("play", move=move, version=player.version)))
    playing = {player.table for player, _ in frames}
    answered.expect(sum(player.table in playing for player in players))
    began = time.thread_time()
    for player, frame in frames:
        player.send(frame)
    await answered.wait()
    used = time.thread_time() - began
    for player in players:
        player.read()
    return used / len(frames)


async def measure(given: argparse.Namespace) -> None:
    game, tables, rounds = given.game, given.tables, given.rounds
    load.GAME = game
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'tables.db'}"
        plan = await load.seed_sidings(database, tables, given.players)
        settings = Settings(
            database=database, games=game, person_rate=0, address_rate=0, messages_per_second=0,
            connections_per_address=0,
        )  # fmt: skip
        config = uvicorn.Config(Application(settings, warm_up=False), log_level="warning")
        config.load()
        life = LifespanOn(config)
        await life.startup()
        tune_for_one_loop()
        answered, chance = Answers(), random.Random(1)
        seats = [(entry["table"], token) for entry in plan for token in entry["tokens"]]
        answered.expect(len(seats))
        players = [
            Player(
                Front(config, ServerState(), life.state), table, token, answered,
                RecordSight(game) if given.record else ViewSight(),
            )
            for table, token in seats
        ]  # fmt: skip
        await answered.wait()
        for player in players:
            player.watch()
        while any(player.version < 0 for player in players):
            await asyncio.sleep(0.05)
            for player in players:
                player.read()
            for player in players:
                player.bytes = 0
        costs = [await play_round(players, answered, chance) for _ in range(rounds)][WARM_UP:]
        costs.sort()
        told = sum(player.bytes for player in players) / (rounds * tables)
        least, middle = costs[0] * 1e6, costs[len(costs) // 2] * 1e6
        print(
            f"{game}: {least:.0f} us a move at the least, {middle:.0f} in the middle, "
            f"{told:.0f} bytes to all {given.players} players",
            flush=True,
        )
        os._exit(0)  # nothing is to be kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="game-of-trains")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=24)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--record", action="store_true", help="clients that make views themselves")
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(measure(given))


if __name__ == "__main__":
    main()
