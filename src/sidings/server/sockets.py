"""The WebSocket side of the application: handshakes, and whom each command is for."""

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from http import HTTPStatus
from typing import Any, get_args

import msgspec

from sidings.bots import bots
from sidings.server.clock import now_ms
from sidings.server.connection import Connection
from sidings.server.logs import report
from sidings.server.people import hash_of
from sidings.server.protocol import (
    PHRASES,
    PROTOCOL,
    SUBPROTOCOL,
    Advise,
    ClientMessage,
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
from sidings.server.services import Services
from sidings.server.wire import EXTENSION, Wire
from sidings.store import Unavailable
from sidings.tables import Person, Refused
from sidings.tables.commands import PlayMove
from sidings.tables.entries import Leave, PutBot, Sit

log = logging.getLogger("sidings.socket")

SERVICE_RESTART = 1012
HEARTBEAT_SECONDS = 5.0  # between looks at who is still there
LOOKED_AT_ONCE = 200
CLOSE_TIMEOUT_SECONDS = 2.0  # that clients have to close their sockets when the server stops
SEATING = {Sit, Leave, PutBot}  # entries after which others may be present
QUESTIONS = frozenset(get_args(Question))  # isinstance takes ten times as long


class Sockets:
    """All clients."""

    def __init__(self, services: Services, origins: frozenset[str]) -> None:
        self.services = services
        self._commands = services.commands
        self._people = services.people
        self._presence = services.presence
        self._metrics = services.metrics
        self._tally = services.metrics.tally
        self._origins = origins
        self._all_gone = asyncio.Event()
        self._unsent: deque[Connection] = deque()
        self.loop = asyncio.get_running_loop()  # asked for once: it costs a system call

    # --- Life

    async def keep_alive(self) -> None:
        """Look after all clients, for ever."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            now = time.monotonic()
            everyone = self._all()
            for start in range(0, len(everyone), LOOKED_AT_ONCE):
                for connection in everyone[start : start + LOOKED_AT_ONCE]:
                    connection.keep_alive(now)
                await asyncio.sleep(0)  # moves come first

    async def close(self) -> None:
        """Close all sockets; the clients connect again by themselves."""
        for connection in self._all():
            connection.close(SERVICE_RESTART, "server restarting; please reconnect")
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                while self._presence.connections:
                    self._all_gone.clear()
                    await self._all_gone.wait()

    def _all(self) -> list[Connection]:
        return [one for mine in self._presence.connections.values() for one in mine]

    # --- Handshake

    async def serve(self, scope: Any) -> None:
        """Accept a client, or refuse it."""
        wire: Wire = scope["extensions"][EXTENSION]
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        address = (scope.get("client") or ("?", 0))[0]
        person: Person | HTTPStatus = HTTPStatus.TOO_MANY_REQUESTS
        if wire.count_for(address):
            person = await self._admit(scope, headers, address)
        if isinstance(person, HTTPStatus):
            wire.refuse(person)
        elif wire.accept():
            session = hash_of(self._people.token(headers.get(b"cookie", "")))
            buckets = self._people.buckets(person.id, address)
            connection = Connection(person, session, buckets, wire, self)
            wire.listener = connection
            self._presence.connect(connection)
            self._metrics.sockets.inc()
            connection.push(encode(self._hello(person)))

    def _hello(self, person: Person) -> Hello:
        url, ready = self.services.settings.url, self.services.games.ready
        return Hello(PROTOCOL, person.name, now_ms(), PHRASES, bots(), url, ready)

    async def _admit(
        self, scope: Any, headers: dict[bytes, str], address: str
    ) -> Person | HTTPStatus:
        """The person who connects, or why they may not."""
        if scope["path"] != "/socket":
            return HTTPStatus.NOT_FOUND
        if headers.get(b"origin") not in self._origins:
            return HTTPStatus.FORBIDDEN
        if SUBPROTOCOL not in scope["subprotocols"]:
            return HTTPStatus.BAD_REQUEST
        if self._people.throttle_address(address):
            return HTTPStatus.TOO_MANY_REQUESTS
        try:
            account = await self._people.account(self._people.token(headers.get(b"cookie", "")))
        except Unavailable:
            return HTTPStatus.SERVICE_UNAVAILABLE
        if account is None:
            return HTTPStatus.UNAUTHORIZED
        mine = self._presence.connections.get(account.person.id, ())
        if len(mine) >= self.services.settings.sockets_per_person:
            return HTTPStatus.TOO_MANY_REQUESTS
        return account.person

    def lost(self, connection: Connection) -> None:
        self._presence.disconnect(connection)
        self._metrics.sockets.dec()
        if not self._presence.connections:
            self._all_gone.set()

    # --- Messages

    def flush_soon(self, connection: Connection) -> None:
        """Send what is pushed to a client when the others have been pushed theirs too."""
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(connection)

    def _flush(self) -> None:
        try:
            while self._unsent:
                self._unsent.popleft().flush()
        finally:
            if self._unsent:  # after a fault: nobody else must wait for ever
                self.loop.call_soon(self._flush)

    # --- Commands

    def answer(self, connection: Connection, frame: bytes) -> None:
        """Answer one frame of a client, whatever is in it; then it is told ``answered``."""
        message = self._read(connection, frame)
        if message is None:
            self.loop.call_soon(connection.answered)
        elif type(message) is not PlayMove or not self._commands.play(
            connection, message, self._played
        ):
            self._follow(connection, message)

    def _played(self, connection: Connection, move: PlayMove, is_done: bool) -> None:
        if is_done:
            self._tally.commands["done"] += 1
            connection.answered()
        else:
            self._follow(connection, move)

    def _follow(self, connection: Connection, message: ClientMessage) -> None:
        connection.working = self.loop.create_task(self._work(connection, message))

    async def _work(self, connection: Connection, message: ClientMessage) -> None:
        await self._answer(connection, message)
        connection.answered()

    async def _answer(self, connection: Connection, message: ClientMessage) -> None:
        try:
            if type(message) in QUESTIONS:
                await self._reply(connection, message)  # type: ignore[arg-type]  # it is one
            else:
                room, entry = await self._commands.follow(connection, message)  # type: ignore[arg-type]  # a command
                if type(entry) in SEATING:
                    self._presence.tell(room)
            self._tally.commands["done"] += 1
            return
        except Refused as refused:
            code = refused.code
            error = self._refusal(refused, message)
        except Unavailable:
            code = "unavailable"
            text = "the table cannot be written to at the moment; send the command again"
            error = Error(message.id, code, text, _table(message), retry=1.0)
        except Exception as problem:
            code = "failed"
            incident = report(log, "a command failed", problem)
            text = f"something went wrong ({incident}); send the command again"
            error = Error(message.id, code, text, _table(message), incident=incident)
        connection.push(encode(error))
        self._tally.commands[code] += 1

    def _read(self, connection: Connection, frame: bytes) -> ClientMessage | None:
        """The message in a frame; None, with an error sent, if there is none or it is too soon."""
        now = time.monotonic()
        person, address = connection.buckets
        wait = max(person.take(now), address.take(now))
        if wait:
            code, text = "slow-down", "too many commands at once"
        else:
            try:
                return decode(frame)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
                is_json = isinstance(problem, msgspec.MsgspecError)
                code, text = "bad-command", str(problem)[:200] if is_json else "not JSON"
        self._tally.commands[code] += 1
        connection.push(encode(Error(id_of(frame), code, text, retry=wait)))
        return None

    async def _reply(self, connection: Connection, question: Question) -> None:
        questions = self.services.questions
        match question:
            case Watch():
                await self._presence.watch(connection, question)
            case Unwatch():
                self._presence.unwatch(connection, question.table)
                connection.push(encode(Done(question.id, question.table)))
            case Say():
                questions.say(connection, question)
            case Why():
                questions.why(connection, question)
            case Preview():
                questions.preview(connection, question)
            case Advise():
                await questions.advise(connection, question)
            case Ping():
                connection.push(encode(Pong(question.id, now_ms())))

    def _refusal(self, refused: Refused, message: ClientMessage) -> Error:
        table = _table(message)
        room = self.services.rooms.get(table)
        version = room.state.version if room is not None and refused.code == "stale" else 0
        return Error(
            message.id, refused.code, refused.message, table, refused.rule, refused.nearest, version
        )


def _table(message: ClientMessage) -> str:
    return "" if isinstance(message, Ping) else message.table
