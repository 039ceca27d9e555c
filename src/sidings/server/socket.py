"""One WebSocket: a person's commands come in, news of all his tables go out."""

import asyncio
import logging
import time
from collections import deque
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
    Say,
    Unwatch,
    Watch,
    Why,
    decode,
    encode,
    id_of,
)
from sidings.store import Unavailable
from sidings.tables import Refused
from sidings.tables.live import Person

log = logging.getLogger("sidings.socket")

OUTBOX = 128  # messages; a client that is further behind is set back to snapshots
FRAME = 32  # messages in one frame at most
ANSWERS = 1024  # answers that may wait; nobody has so many commands under way
TRY_AGAIN_LATER = 1013


class Connection:
    """What is to be sent to one client. ``push`` never waits."""

    MOST_TABLES = 100

    __slots__ = ("_hub", "_lagging", "_outbox", "_send", "_wake", "person", "tables")

    def __init__(self, person: Person, hub: Hub, send: Any) -> None:
        self.person = person
        self.tables: set[str] = set()
        self._hub = hub
        self._send = send
        self._outbox: deque[tuple[bytes, str]] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._lagging = False

    def push(self, message: bytes, table: str = "") -> None:
        """Send a message soon. Those with a table can be replaced by a snapshot of it."""
        if self._lagging and table:
            return
        self._outbox.append((message, table))
        if len(self._outbox) > OUTBOX:
            self._fall_behind()
        wake = self._wake
        if wake is not None and not wake.done():
            wake.set_result(None)

    def _fall_behind(self) -> None:
        """Too slow: forget the news, keep the answers, and send snapshots once it has read on."""
        answers = [item for item in self._outbox if not item[1]]
        if not self._lagging:
            self._lagging = True
            self._hub.metrics.lagging.inc()
        self._outbox = deque(answers[-ANSWERS:])

    async def write(self) -> None:
        """Send what is pushed, for ever."""
        outbox = self._outbox
        while True:
            outbox = self._outbox
            if not outbox:
                if self._lagging:
                    self._catch_up()
                    continue
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
                continue
            if len(outbox) == 1:
                text = outbox.popleft()[0].decode()
            else:
                batch = [outbox.popleft()[0] for _ in range(min(FRAME, len(outbox)))]
                text = f"[{b','.join(batch).decode()}]"
            await self._send({"type": "websocket.send", "text": text})

    def _catch_up(self) -> None:
        self._lagging = False
        now = time.monotonic()
        for table in self.tables:
            room = self._hub.rooms.get(table)
            if room is not None and self in room.watchers:
                self._outbox.append((room.snapshot(room.watchers[self], now), table))


class Sockets:
    """The WebSocket side of the application."""

    def __init__(self, hub: Hub, people: People, origins: frozenset[str]) -> None:
        self._hub = hub
        self._people = people
        self._origins = origins

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        address = (scope.get("client") or ("?", 0))[0]
        found = await self._admit(scope, headers, address)
        if isinstance(found, HTTPStatus):
            await _refuse(send, found)
        else:
            await self._talk(found, address, receive, send)

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
        mine = self._hub.connections.get(person.id, ())
        if len(mine) >= self._hub.settings.sockets_per_person:
            return HTTPStatus.TOO_MANY_REQUESTS
        return person

    async def _talk(self, person: Person, address: str, receive: Any, send: Any) -> None:
        hub = self._hub
        connection = Connection(person, hub, send)
        mine = hub.connections.setdefault(person.id, set())
        mine.add(connection)
        hub.metrics.sockets.inc()
        await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL, "headers": []})
        hello = Hello(PROTOCOL, person.name, now_ms(), PHRASES, bots(), hub.settings.url, hub.ready)
        connection.push(encode(hello))
        writer = asyncio.create_task(connection.write())
        buckets = self._people.buckets(person.id, address)
        try:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    break
                if writer.done():  # the client is gone
                    break
                frame = message.get("text")
                await self._answer(
                    connection, message["bytes"] if frame is None else frame, buckets
                )
        finally:
            writer.cancel()
            for table in list(connection.tables):
                hub.unwatch(connection, table)
            mine.discard(connection)
            if not mine:
                hub.connections.pop(person.id, None)
            hub.metrics.sockets.dec()

    async def _answer(
        self, connection: Connection, frame: str | bytes, buckets: tuple[Bucket, Bucket]
    ) -> None:
        now = time.monotonic()
        wait = max(bucket.take(now) for bucket in buckets)
        if wait:
            self._hub.metrics.commands.labels("slow-down").inc()
            error = Error(id_of(frame), "slow-down", "too many commands at once", retry=wait)
            connection.push(encode(error))
            return
        try:
            asked = decode(frame)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            self._hub.metrics.commands.labels("bad-command").inc()
            text = str(problem)[:200] if isinstance(problem, msgspec.MsgspecError) else "not JSON"
            connection.push(encode(Error(id_of(frame), "bad-command", text)))
            return
        try:
            await self._dispatch(connection, asked)
            self._hub.metrics.done.inc()
            return
        except Refused as refused:
            answer = refused.code
            connection.push(_refusal(self._hub, refused, asked))
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
        self._hub.metrics.commands.labels(answer).inc()

    async def _dispatch(self, connection: Connection, asked: Asked) -> None:
        hub = self._hub
        match asked:
            case Watch():
                await hub.watch(connection, asked)
            case Unwatch():
                hub.unwatch(connection, asked.table)
                connection.push(encode(Done(asked.id, asked.table)))
            case Say():
                await hub.say(connection, asked)
            case Why():
                await hub.why(connection, asked)
            case Preview():
                await hub.preview(connection, asked)
            case Advise():
                await hub.advise(connection, asked)
            case Ping():
                connection.push(encode(Pong(asked.id, now_ms())))
            case _:
                await hub.command(connection, asked)


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


async def _refuse(send: Any, status: HTTPStatus) -> None:
    """Answer the handshake with an HTTP status."""
    await send(
        {
            "type": "websocket.http.response.start",
            "status": int(status),
            "headers": [(b"content-type", b"text/plain")],
        }
    )
    await send({"type": "websocket.http.response.body", "body": status.phrase.encode()})
