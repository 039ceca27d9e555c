"""The load client: two players a table, one move a second a table, in a process of its own.

Run by ``benchmarks/server.py``. It speaks the protocol of Sidings or of boardgame.io over plain
sockets, so that the client is not what is measured, and prints one line of JSON.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import numpy as np

from sidings.tables.patch import patched

HANDSHAKES_AT_ONCE = 50

chance = random.Random()


class WebSocket(asyncio.Protocol, ABC):
    """The least that is needed of RFC 6455: text frames both ways, pings answered."""

    heard = 0  # bytes, by all of them

    def __init__(self, url: str, path: str, headers: str) -> None:
        self._path = path
        self._headers = headers
        self._buffer = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self.url = url

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{self._headers}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        WebSocket.heard += len(data)
        data = self._buffer + data if self._buffer else data
        if not self._open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self._open = True
            self.opened.set_result(None)
        start, size = 0, len(data)
        while size - start >= 2:
            opcode, length = data[start] & 15, data[start + 1] & 127
            body = start + 2
            if length == 126:
                if size - start < 4:
                    break
                length = int.from_bytes(data[start + 2 : start + 4], "big")
                body = start + 4
            elif length == 127:
                if size - start < 10:
                    break
                length = int.from_bytes(data[start + 2 : start + 10], "big")
                body = start + 10
            if size - body < length:
                break
            payload = data[body : body + length]
            start = body + length
            if opcode == 1:
                self.received(payload)
            elif opcode == 9:
                self._frame(0x8A, payload)
        self._buffer = data[start:]

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed"))

    def send(self, payload: bytes) -> None:
        self._frame(0x81, payload)

    def _frame(self, first: int, payload: bytes) -> None:
        n = len(payload)
        length = bytes([0x80 | n]) if n < 126 else b"\xfe" + n.to_bytes(2, "big")
        self.transport.write(bytes([first]) + length + b"\0\0\0\0" + payload)  # a mask of zeros

    @abstractmethod
    def received(self, payload: bytes) -> None:
        """Follow a message of the server."""


class Table:
    """One table: who is to move, and how long the last move took to reach both."""

    def __init__(self, results: list[float]) -> None:
        self.players: list[Any] = []
        self.results = results
        self.sent_at = 0.0
        self.waiting = 0
        self.lost = 0

    def arrived(self, now: float) -> None:
        if self.waiting:
            self.waiting -= 1
            if not self.waiting:
                self.results.append(now - self.sent_at)

    def move(self) -> None:
        if self.waiting:
            self.lost += 1
        for player in self.players:
            if player.ready():
                self.waiting = 2
                self.sent_at = time.perf_counter()
                player.play()
                return


# --- Sidings --------------------------------------------------------------------------------------


class Choice(msgspec.Struct):
    move: str


class Message(msgspec.Struct):
    type: str
    version: int = 0
    seat: int = 0
    choices: list[Choice] | None = None
    record: bytes = b""


decode = msgspec.json.Decoder(Message | list[Message]).decode


class Sight(ABC):
    """What a player sees of a table: whether they are to move, and their moves."""

    def __init__(self) -> None:
        self.watch: dict[str, str] = {}  # what is said to be sent what it needs

    @abstractmethod
    def see(self, message: Message) -> None:
        """Follow a snapshot or a change."""

    @property
    @abstractmethod
    def is_my_turn(self) -> bool: ...

    @abstractmethod
    def choose(self, chance: random.Random) -> str:
        """One of the moves; after it there is none until something is seen."""


class ViewSight(Sight):
    """The legal moves as the server has written them out."""

    def __init__(self) -> None:
        super().__init__()
        self._choices: list[Choice] = []

    def see(self, message: Message) -> None:
        if message.choices is not None:
            self._choices = message.choices

    @property
    def is_my_turn(self) -> bool:
        return bool(self._choices)

    def choose(self, chance: random.Random) -> str:
        choices, self._choices = self._choices, []
        return chance.choice(choices).move


class RecordSight(Sight):
    """The legal moves as a client finds them in the records that it is sent."""

    def __init__(self, game: str) -> None:
        from sidings.offline.sources import fingerprint
        from sidings.tables.runtime import runtime_of

        self.watch = {"record": fingerprint(game)}
        self._runtime = runtime_of(game)
        self._seat = 0
        self._record = bytearray(self._runtime.game.dtype.itemsize)
        self._position = np.frombuffer(self._record, self._runtime.game.dtype)
        self._is_my_turn = False

    def see(self, message: Message) -> None:
        if message.type == "table":
            self._seat = message.seat
            self._record[:] = message.record
        elif message.record:
            self._record[:] = patched(self._record, message.record)
        self._is_my_turn = self._runtime.turn(self._position) == self._seat

    @property
    def is_my_turn(self) -> bool:
        return self._is_my_turn

    def choose(self, chance: random.Random) -> str:
        self._is_my_turn = False
        runtime = self._runtime
        seen, actions = runtime.look_with_actions(self._position, self._seat)
        return runtime.game.write_move(seen.fields, chance.choice(actions))


class SidingsPlayer(WebSocket):
    def __init__(self, table: Table, name: str, token: str, url: str, sight: Sight) -> None:
        super().__init__(
            url,
            "/socket",
            f"Origin: {url}\r\nSec-WebSocket-Protocol: sidings.1\r\nCookie: sidings={token}\r\n",
        )
        self.table = table
        self.name = name
        self.version = -1
        self.watching = asyncio.get_running_loop().create_future()
        self._sight = sight

    def join(self) -> None:
        self.send(
            json.dumps({"do": "watch", "id": "w", "table": self.name, **self._sight.watch}).encode()
        )

    def received(self, payload: bytes) -> None:
        found = decode(payload)
        for message in found if isinstance(found, list) else (found,):
            if message.type == "change":
                self.table.arrived(time.perf_counter())
                self._look(message)
            elif message.type == "table":
                self._look(message)
                if self.watching.done():  # the game is over
                    self.table.arrived(time.perf_counter())
                else:
                    self.watching.set_result(None)
            elif message.type == "error":
                self.table.lost += 1
                self.table.waiting = 0

    def _look(self, message: Message) -> None:
        self.version = message.version
        self._sight.see(message)

    def ready(self) -> bool:
        return self._sight.is_my_turn

    def play(self) -> None:
        move = self._sight.choose(chance)
        self.send(
            b'{"do":"play","id":"%d","table":"%b","move":"%b","version":%d}'
            % (self.version, self.name.encode(), move.encode(), self.version)
        )


# --- boardgame.io ---------------------------------------------------------------------------------


class BoardgamePlayer(WebSocket):
    def __init__(self, table: Table, name: str, seat: int, url: str) -> None:
        super().__init__(url, "/socket.io/?EIO=4&transport=websocket", f"Origin: {url}\r\n")
        self.table = table
        self.name = name
        self.seat = seat
        self.state = -1
        self.mine = False
        self.watching = asyncio.get_running_loop().create_future()

    def join(self) -> None:
        self.send(b"40/trains,")

    def received(self, payload: bytes) -> None:
        if payload == b"2":
            self.send(b"3")
        elif payload.startswith(b"40/trains"):
            event = json.dumps(["sync", self.name, str(self.seat), None, 2])
            self.send(f"42/trains,{event}".encode())
        elif payload.startswith(b"42/trains,"):
            event = msgspec.json.decode(payload[10:])
            if event[0] == "sync":
                self._see(event[2]["state"])
                if not self.watching.done():
                    self.watching.set_result(None)
            elif event[0] == "update":
                self._see(event[2])
                self.table.arrived(time.perf_counter())

    def _see(self, state: dict[str, Any]) -> None:
        self.state = state["_stateID"]
        self.mine = state["ctx"]["currentPlayer"] == str(self.seat)

    def ready(self) -> bool:
        return self.mine

    def play(self) -> None:
        self.mine = False
        move = {"type": "swap", "args": [random.randrange(6)], "playerID": str(self.seat)}
        action = {"type": "MAKE_MOVE", "payload": move}
        event = json.dumps(["update", action, self.state, self.name, str(self.seat)])
        self.send(f"42/trains,{event}".encode())


# --- The run --------------------------------------------------------------------------------------


async def connect(players: list[Any]) -> None:
    loop = asyncio.get_running_loop()
    gate = asyncio.Semaphore(HANDSHAKES_AT_ONCE)

    async def one(player: Any) -> None:
        async with gate:
            parts = urlsplit(player.url)
            await loop.create_connection(lambda: player, parts.hostname, parts.port)
            await asyncio.wait_for(player.opened, 60)

    await asyncio.gather(*(one(player) for player in players))


async def join(players: list[Any]) -> None:
    for start in range(0, len(players), HANDSHAKES_AT_ONCE):
        group = players[start : start + HANDSHAKES_AT_ONCE]
        for player in group:
            player.join()
        await asyncio.wait_for(asyncio.gather(*(player.watching for player in group)), 60)


async def drive(tables: list[Table], seconds: float) -> float:
    """One move a second a table, each at its own moment; answers how late the client was."""
    random.shuffle(tables)
    began = time.perf_counter()
    late = 0.0
    step = 1.0 / len(tables)
    for number in range(int(len(tables) * seconds)):
        due = began + number * step
        wait = due - time.perf_counter()
        if wait > 0.001:
            await asyncio.sleep(wait)
        elif number % 50 == 0:
            await asyncio.sleep(0)
        late = max(late, time.perf_counter() - due)
        tables[number % len(tables)].move()
    await asyncio.sleep(1.0)
    return late


def report(stage: str, **values: Any) -> None:
    print(json.dumps({"stage": stage, **values}), flush=True)


async def main(arguments: argparse.Namespace) -> None:
    results: list[float] = []
    tables, players = [], []
    plan = json.loads(Path(arguments.plan).read_text())
    for entry in plan:
        table = Table(results)
        url = random.choice(arguments.urls)
        for seat, token in enumerate(entry["tokens"]):
            player: Any
            if arguments.kind == "sidings":
                if not arguments.together:  # as a load balancer does
                    url = random.choice(arguments.urls)
                sight = RecordSight(arguments.record) if arguments.record else ViewSight()
                player = SidingsPlayer(table, entry["table"], token, url, sight)
            else:
                player = BoardgamePlayer(table, entry["table"], seat, url)
            table.players.append(player)
            players.append(player)
        tables.append(table)
    await connect(players)
    report("connected", sockets=len(players))
    await asyncio.to_thread(sys.stdin.readline)
    await join(players)
    report("joined", tables=len(tables))
    await asyncio.to_thread(sys.stdin.readline)
    await drive(tables, arguments.warm)
    results.clear()
    for table in tables:
        table.lost = 0
    report("warm")
    before, heard = time.process_time(), WebSocket.heard
    late = await drive(tables, arguments.seconds)
    used = time.process_time() - before
    results.sort()
    n = len(results)
    report(
        "done",
        moves=n,
        lost=sum(table.lost for table in tables),
        p50=results[n // 2] * 1000 if n else None,
        p99=results[int(n * 0.99)] * 1000 if n else None,
        worst=results[-1] * 1000 if n else None,
        client_late=late * 1000,
        bytes=(WebSocket.heard - heard) / max(1, n),
        client_cpu=used / (arguments.seconds + 1),
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["sidings", "boardgame.io"])
    parser.add_argument("plan")
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--warm", type=float, default=5)
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--record", default="", help="the game whose records are asked for")
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(parser.parse_args()))
    os._exit(0)
