"""Bounds in front of everything: what a stranger sends, holds open or does not read."""

import asyncio
import json
import random
import re
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from server.running import GAME, Running, connect_raw, play, serving
from sidings.client import Client
from sidings.server.wire import Wire
from sidings.testing.forked_server import ForkedServer

GET = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connection(running: Running) -> AsyncIterator[Streams]:
    reader, writer = await asyncio.open_connection("127.0.0.1", running.application.settings.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def answers(running: Running, request: bytes) -> list[int]:
    """The statuses of all answers until the server closes."""
    async with connection(running) as (reader, writer):
        writer.write(request)
        return _statuses(await reader.read())


def _statuses(text: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", text)]


# --- Requests


def _with_headers(*headers: bytes, end: bytes = b"\r\n") -> bytes:
    return b"GET /health HTTP/1.1\r\n" + b"".join(one + b"\r\n" for one in headers) + end


def _chunked(*, chunks: bytes = b"", trailers: bytes = b"") -> bytes:
    head = b"POST /api/guests HTTP/1.1\r\nOrigin: {url}\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + chunks + (b"0\r\n" if trailers else b"") + trailers


def test_a_request_that_is_too_long_or_broken_is_refused(database: str) -> None:
    requests = [
        (431, _with_headers(*[b"a: b"] * 101)),
        (431, _with_headers(b"a: " + b"b" * 50_000)),
        (431, _with_headers(b"a: " + b"b" * 50_000, end=b"")),
        (431, b"GET /" + b"a" * 50_000),
        (431, _chunked(trailers=b"a: b\r\n" * 200)),
        (413, _chunked(chunks=b"1\r\nx\r\n" * 30_000)),
        (400, b"GET /api/tables/%00 HTTP/1.1\r\n\r\n"),
        (400, b"nonsense\r\n\r\n"),
        (400, UPGRADE.replace(b"HTTP/1.1", b"HTTP/1.0") + b"\r\n"),
        (403, UPGRADE + b"Cookie: " + b"a" * 20_000 + b"\r\n\r\n"),  # it is not too long
    ]

    async def work(running: Running) -> None:
        for status, request in requests:
            request = request.replace(b"{url}", running.url.encode())
            assert (await answers(running, request))[:1] == [status], request[:60]

    play(database, work)


def test_a_request_must_end_in_time(database: str) -> None:
    async def work(running: Running) -> None:
        origin = f"Origin: {running.url}".encode()
        beginnings = [
            ([408], b""),
            ([408], b"GET / HTTP/1.1\r\nHo"),
            ([408], b"POST /api/guests HTTP/1.1\r\n" + origin + b"\r\nContent-Length: 9\r\n\r\n{"),
        ]
        found = await asyncio.gather(*(answers(running, begun) for _, begun in beginnings))
        assert found == [statuses for statuses, _ in beginnings]
        async with connection(running) as (reader, writer):
            writer.write(GET)
            await reader.readuntil(b"}")
            writer.write(b"\r\n")  # what is not a request does not keep the connection open
            assert _statuses(await reader.read()) == [408]

    play(database, work, request_seconds=0.2)


def test_requests_may_follow_each_other_but_not_without_end(database: str) -> None:
    async def work(running: Running) -> None:
        last = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        assert await answers(running, 15 * GET + last) == [200] * 16
        flood = await answers(running, 10_000 * GET)
        assert len(flood) <= 17
        metrics = running.services.metrics.text().decode()
        assert 'sidings_refused_total{reason="429"} 1.0' in metrics

    play(database, work)


def test_an_address_has_so_many_connections(database: str) -> None:
    async def work(running: Running) -> None:
        async with connection(running), connection(running) as (reader, writer):
            assert await answers(running, GET) == [429]
            writer.write(GET)
            assert b"200" in await reader.readline()
            writer.close()
            await writer.wait_closed()
            await reader.read()
            async with httpx.AsyncClient() as http:  # there is room again
                assert (await http.get(running.url + "/health")).status_code == 200

    play(database, work, connections_per_address=2)


def test_one_who_is_refused_and_stays_is_cut_off_when_the_server_ends(database: str) -> None:
    async def run() -> None:
        async with (
            AsyncExitStack() as after,
            serving(database, connections_per_address=1) as running,
        ):
            await after.enter_async_context(connection(running))
            reader, _ = await after.enter_async_context(connection(running))
            assert b"429" in await reader.readline()

    asyncio.run(run())


def test_behind_a_proxy_sockets_are_counted_for_each_client(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:  # several connections of the proxy
            cookies = ann.http.cookies

            def connect(address: str) -> "asyncio.Future[ClientConnection]":
                headers = {"X-Forwarded-For": address}
                return asyncio.ensure_future(connect_raw(running.url, cookies, headers=headers))

            one = await connect("2001:db8::1")
            with pytest.raises(InvalidStatus) as refused:
                await connect("2001:db8::2")  # another address of the same network
            assert refused.value.response.status_code == 429
            other = await connect("2001:db8:1::1")
            await one.close()
            again = await connect("2001:db8::3")
            for socket in (other, again):
                await socket.close()

    play(database, work, connections_per_address=1, proxies="127.0.0.1, ::1")


# --- Sockets


async def _hello(running: Running, name: str, **options: Any) -> ClientConnection:
    """A guest who has just connected."""
    async with httpx.AsyncClient(base_url=running.url, headers={"origin": running.url}) as http:
        (await http.post("/api/guests", json={"name": name})).raise_for_status()
    connected = await connect_raw(running.url, http.cookies, compression=None, **options)
    await connected.recv()
    return connected


def _frames(count: int, opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return count * Frame(opcode, data, fin).serialize(mask=True)


def test_broken_messages_close_the_socket(database: str) -> None:
    messages = [
        (1008, _frames(1, Opcode.TEXT, b"", fin=False) + _frames(99, Opcode.CONT, b"", fin=False)),
        (1007, _frames(1, Opcode.TEXT, b'{"do":"\xff"}')),
        (1007, _frames(1, Opcode.TEXT, b"\xc3", fin=False) + _frames(1, Opcode.CONT, b"\x28")),
        (1002, _frames(1, Opcode.CONT, b"x")),
    ]  # fmt: skip

    async def work(running: Running) -> None:
        for code, frames in messages:
            ann = await _hello(running, "Ann")
            ann.transport.write(frames)
            await ann.wait_closed()
            assert ann.close_code == code

    play(database, work)


def test_a_text_may_be_cut_within_a_letter(database: str) -> None:
    async def work(running: Running) -> None:
        ann = await _hello(running, "Ann")
        ping = '{"do":"ping","id":"é"}'.encode()
        cut = ping.index(b"\xa9")
        ann.transport.write(_frames(1, Opcode.TEXT, ping[:cut], fin=False))
        ann.transport.write(_frames(1, Opcode.CONT, ping[cut:]))
        assert json.loads(await ann.recv())["code"] == "bad-command"  # an id is ASCII
        await ann.close()

    play(database, work)


async def _flood(running: Running, name: str, frames: bytes) -> tuple[ClientConnection, Wire]:
    """A guest who sends until the server reads no more, and does not read."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect(("127.0.0.1", running.application.settings.port))
    flooder = await _hello(running, name, sock=small)
    flooder.transport.pause_reading()
    connections = running.services.presence.connections.values()
    (wire,) = [one._wire for mine in connections for one in mine if one.person.name == name]
    theirs = wire._transport.get_extra_info("socket")
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    while not wire.paused:
        if not flooder.transport.get_write_buffer_size():
            flooder.transport.write(frames)
        await asyncio.sleep(0)
    return flooder, wire


def test_who_does_not_read_is_not_read(database: str) -> None:
    pings = _frames(500, Opcode.PING, b"x" * 125)
    commands = _frames(500, Opcode.TEXT, b"{}")

    async def work(running: Running) -> None:
        bob = await _hello(running, "Bob")
        for name, frames in (("Ann", pings), ("Eve", commands)):
            flooder, wire = await _flood(running, name, frames)
            for number in range(20):
                flooder.transport.write(frames)
                await bob.send(f'{{"do":"ping","id":"{number}"}}')
                assert json.loads(await bob.recv())["id"] == str(number)
            assert wire._transport.get_write_buffer_size() < 200_000
            flooder.transport.abort()
        await bob.close()

    play(database, work)


def test_who_never_reads_is_dropped(database: str) -> None:
    async def work(running: Running) -> None:
        flooder, _ = await _flood(running, "Ann", _frames(500, Opcode.PING, b"x" * 125))
        while running.services.presence.connections:
            await asyncio.sleep(0)
        flooder.transport.abort()

    play(database, work, unread_seconds=0.1)


def test_others_are_served_between_the_commands_of_a_crowd(database: str) -> None:
    async def work(running: Running) -> None:
        ann, bob = await _hello(running, "Ann"), await _hello(running, "Bob")
        ann.transport.write(_frames(3000, Opcode.TEXT, b"{}"))
        await bob.send('{"do":"ping","id":"now"}')
        assert json.loads(await bob.recv())["id"] == "now"
        answered = running.services.metrics.tally.commands["bad-command"]
        assert answered < 1000
        ann.transport.abort()
        await bob.close()

    play(database, work)


def test_who_floods_for_long_is_dropped(database: str) -> None:
    async def work(running: Running) -> None:
        ann = await _hello(running, "Ann")
        ann.transport.write(_frames(5000, Opcode.PONG, b""))
        await ann.wait_closed()
        assert ann.close_code == 1006

    play(database, work, messages_per_second=300, request_seconds=0.2)


def test_frames_are_read_at_the_pace_of_the_address(database: str) -> None:
    """What is too much stays with the client; a pause later all was read, and nothing is lost.

    One piece is too much already, however slow the machine is.
    """

    async def work(running: Running) -> None:
        ann = await _hello(running, "Ann")
        ann.transport.write(_frames(150, Opcode.TEXT, b'{"do":"ping","id":"a"}'))
        count = 0
        while count < 150:
            frame = json.loads(await ann.recv())
            count += len(frame) if isinstance(frame, list) else 1
            if count == 150:
                paced = running.services.metrics.text().decode()
                assert 'sidings_refused_total{reason="pace"}' in paced
        await ann.close()

    play(database, work, messages_per_second=60)


# --- A server of its own


def test_floods_take_no_memory_and_noise_leaves_no_trace(database: str) -> None:
    """What is sent would take 60 MB and more, if it were kept."""
    noise = random.Random(1)
    upgrade = UPGRADE + b"\r\n"
    starts = [b"", b"GET / HTTP/1.1\r\n", b"POST /api/guests HTTP/1.1\r\n", upgrade]
    floods = [20_000 * GET, b"GET / HTTP/1.1\r\na: " + b"b" * 20_000_000, b"\r\n" * 1_000_000]

    async def run() -> None:
        server = await ForkedServer(database, games=GAME).start().ready()
        try:
            before = server.memory
            for flood in floods:
                await send(server.port, flood)
            for number in range(200):
                await send(server.port, starts[number % 4] + noise.randbytes(number))
            async with httpx.AsyncClient() as http:
                assert (await http.get(server.url + "/health")).status_code == 200
            assert server.memory - before < 20_000_000
        finally:
            server.stop()
        assert "Traceback" not in server.output()
        assert '"level"' not in server.output()  # not a line of log

    async def send(port: int, data: bytes) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(data)
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(0.5):
                await writer.drain()
        writer.transport.abort()

    asyncio.run(run())
