"""One WebSocket: a person's commands come in, news of all his tables go out."""

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import msgspec

from sidings.bots import bots
from sidings.server.hub import Hub, now_ms
from sidings.server.limits import Bucket
from sidings.server.people import People
from sidings.server.protocol import (
    PHRASES,
    PROTOCOL,
    SUBPROTOCOL,
    Advise,
    Asked,
    Done,
    Error,
    Hello,
    Ping,
    Pong,
    Preview,
    Question,
    Say,
    Unwatch,
    Watch,
    Why,
    decode,
    encode,
    id_of,
)
from sidings.server.wire import EXTENSION, Wire
from sidings.store import Unavailable
from sidings.tables import Refused
from sidings.tables.live import Person

log = logging.getLogger("sidings.socket")

OUTBOX = 128  # messages; a client that is further behind is set back to snapshots
FRAME = 32  # messages in one frame at most
ANSWERS = 1024  # answers that may wait; nobody has so many commands under way
INBOX = 64  # commands that may wait; a client that sends more is not read on for a while
HEARTBEAT = 5.0  # seconds between looks at who is still there
FAREWELL = 2.0  # seconds that clients have to hang up when the server stops
SERVICE_RESTART = 1012


class Connection:
    """One client: its commands are followed in order, and ``push`` never waits."""

    MOST_TABLES = 100

    __slots__ = (
        "_flushing", "_inbox", "_lagging", "_outbox", "_sockets", "_wire", "_working", "buckets",
        "person", "tables",
    )  # fmt: skip

    def __init__(
        self, person: Person, buckets: tuple[Bucket, Bucket], wire: Wire, sockets: "Sockets"
    ) -> None:
        self.person = person
        self.buckets = buckets
        self.tables: set[str] = set()
        self._wire = wire
        self._sockets = sockets
        self._inbox: deque[bytes] = deque()
        self._working: asyncio.Task[None] | None = None
        self._outbox: deque[tuple[bytes, str]] = deque()
        self._flushing = False
        self._lagging = False

    # --- In

    def received(self, frame: bytes) -> None:
        self._inbox.append(frame)
        if self._working is None:
            self._working = asyncio.get_running_loop().create_task(self._work())
        elif len(self._inbox) == INBOX:
            self._wire.pause_reading()

    async def _work(self) -> None:
        while self._inbox:
            await self._sockets.answer(self, self._inbox.popleft())
            if len(self._inbox) == INBOX // 2:
                self._wire.resume_reading()
        self._working = None

    def lost(self) -> None:
        """What it has not been answered it will send again, by another connection."""
        self._inbox.clear()
        self._sockets.lost(self)

    # --- Out

    def push(self, message: bytes, table: str = "") -> None:
        """Send a message soon. Those with a table can be replaced by a snapshot of it."""
        if self._lagging and table:
            return
        self._outbox.append((message, table))
        if len(self._outbox) > OUTBOX:
            self._fall_behind()
        if not self._flushing:  # what else there is to tell by then goes with it
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _fall_behind(self) -> None:
        """Too slow: forget the news, keep the answers, and send snapshots once it has read on."""
        answers = [item for item in self._outbox if not item[1]]
        if not self._lagging:
            self._lagging = True
            self._sockets.hub.metrics.lagging.inc()
        self._outbox = deque(answers[-ANSWERS:])

    def _flush(self) -> None:
        self._flushing = False
        self.writable()

    def writable(self) -> None:
        """Send what waits, as long as the client takes it."""
        wire = self._wire
        while not wire.paused:
            outbox = self._outbox
            if len(outbox) == 1:
                wire.send(outbox.popleft()[0])
            elif outbox:
                batch = [outbox.popleft()[0] for _ in range(min(FRAME, len(outbox)))]
                wire.send(b"[%b]" % b",".join(batch))
            elif self._lagging:
                self._catch_up()
            else:
                return

    def _catch_up(self) -> None:
        self._lagging = False
        now = time.monotonic()
        for table in self.tables:
            room = self._sockets.hub.rooms.get(table)
            if room is not None and self in room.watchers:
                self._outbox.append((room.snapshot(room.watchers[self], now), table))

    def keep_alive(self, now: float) -> None:
        self._wire.keep_alive(now)

    def close(self) -> None:
        self._wire.close(SERVICE_RESTART, "the server starts anew; come back")


class Sockets:
    """The WebSocket side of the application."""

    def __init__(self, hub: Hub, people: People, origins: frozenset[str]) -> None:
        self.hub = hub
        self._people = people
        self._origins = origins
        self._gone = asyncio.Event()  # the last one is

    # --- Life

    async def keep_alive(self) -> None:
        """Look after all clients, for ever."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            now = time.monotonic()
            for connection in self._all():
                connection.keep_alive(now)

    async def close(self) -> None:
        """Send everybody away; they come back by themselves."""
        for connection in self._all():
            connection.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                while self.hub.connections:
                    self._gone.clear()
                    await self._gone.wait()

    def _all(self) -> list[Connection]:
        return [one for mine in self.hub.connections.values() for one in mine]

    # --- Coming and going

    async def serve(self, scope: Any) -> None:
        """Let a client in, or send it away."""
        wire: Wire = scope["extensions"][EXTENSION]
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        address = (scope.get("client") or ("?", 0))[0]
        person = await self._admit(scope, headers, address)
        if isinstance(person, HTTPStatus):
            wire.refuse(person)
        elif wire.accept():
            connection = Connection(person, self._people.buckets(person.id, address), wire, self)
            wire.listener = connection
            self.hub.connections.setdefault(person.id, set()).add(connection)
            self.hub.metrics.sockets.inc()
            connection.push(encode(self._hello(person)))

    def _hello(self, person: Person) -> Hello:
        hub = self.hub
        return Hello(PROTOCOL, person.name, now_ms(), PHRASES, bots(), hub.settings.url, hub.ready)

    async def _admit(
        self, scope: Any, headers: dict[bytes, str], address: str
    ) -> Person | HTTPStatus:
        """The person who knocks, or why he is not let in."""
        if scope["path"] != "/socket":
            return HTTPStatus.NOT_FOUND
        if headers.get(b"origin") not in self._origins:
            return HTTPStatus.FORBIDDEN
        if SUBPROTOCOL not in scope["subprotocols"]:
            return HTTPStatus.BAD_REQUEST
        if self._people.throttle_address(address):
            return HTTPStatus.TOO_MANY_REQUESTS
        try:
            person = await self._people.of_cookie(headers.get(b"cookie", ""))
        except Unavailable:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if person is None:
            return HTTPStatus.UNAUTHORIZED
        mine = self.hub.connections.get(person.id, ())
        if len(mine) >= self.hub.settings.sockets_per_person:
            return HTTPStatus.TOO_MANY_REQUESTS
        return person

    def lost(self, connection: Connection) -> None:
        hub = self.hub
        for table in list(connection.tables):
            hub.unwatch(connection, table)
        mine = hub.connections[connection.person.id]
        mine.discard(connection)
        if not mine:
            del hub.connections[connection.person.id]
        hub.metrics.sockets.dec()
        if not hub.connections:
            self._gone.set()

    # --- Commands

    async def answer(self, connection: Connection, frame: bytes) -> None:
        now = time.monotonic()
        person, address = connection.buckets
        wait = max(person.take(now), address.take(now))
        if wait:
            self.hub.metrics.commands.labels("slow-down").inc()
            error = Error(id_of(frame), "slow-down", "too many commands at once", retry=wait)
            connection.push(encode(error))
            return
        try:
            asked = decode(frame)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            self.hub.metrics.commands.labels("bad-command").inc()
            text = str(problem)[:200] if isinstance(problem, msgspec.MsgspecError) else "not JSON"
            connection.push(encode(Error(id_of(frame), "bad-command", text)))
            return
        try:
            if isinstance(asked, Question):
                await self._reply(connection, asked)
            else:
                await self.hub.command(connection, asked)
            self.hub.metrics.done.inc()
            return
        except Refused as refused:
            answer = refused.code
            connection.push(_refusal(self.hub, refused, asked))
        except Unavailable:
            answer = "unavailable"
            text = "the table cannot be written to at the moment; send the command again"
            connection.push(
                encode(Error(asked.id, answer, text, getattr(asked, "table", ""), retry=1.0))
            )
        except Exception:
            log.exception("a command failed")
            answer = "failed"
            connection.push(
                encode(Error(asked.id, answer, "something went wrong; send the command again"))
            )
        self.hub.metrics.commands.labels(answer).inc()

    async def _reply(self, connection: Connection, asked: Question) -> None:
        hub = self.hub
        match asked:
            case Watch():
                await hub.watch(connection, asked)
            case Unwatch():
                hub.unwatch(connection, asked.table)
                connection.push(encode(Done(asked.id, asked.table)))
            case Say():
                hub.say(connection, asked)
            case Why():
                hub.why(connection, asked)
            case Preview():
                hub.preview(connection, asked)
            case Advise():
                await hub.advise(connection, asked)
            case Ping():
                connection.push(encode(Pong(asked.id, now_ms())))


def _refusal(hub: Hub, refused: Refused, asked: Asked) -> bytes:
    table = "" if isinstance(asked, Ping) else asked.table
    room = hub.rooms.get(table)
    return encode(
        Error(
            asked.id,
            refused.code,
            refused.message,
            table,
            refused.rule,
            refused.nearest,
            room.live.version if room is not None and refused.code == "stale" else 0,
        )
    )
