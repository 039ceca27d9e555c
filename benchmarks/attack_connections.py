"""Attacks on the connection itself, for ``benchmarks/attack.py``."""

import asyncio
import json
import random
import subprocess
import sys
import time
from contextlib import suppress

from websockets.frames import Frame, Opcode

from attack import Arena, flood, probe
from sidings.server.settings import Settings

GET = b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET /socket HTTP/1.0\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def connection_attacks() -> None:
    """Declaring them is importing this module."""


async def _pour(arena: Arena, data: bytes, connect: str = "connect", count: int = 1) -> int:
    """Send the same bytes on several connections without reading; how many MB were taken."""

    async def one(number: int) -> int:
        sent = 0
        while time.monotonic() < end:
            try:
                reader, writer = await (
                    arena.connect() if connect == "connect" else arena.socket(number // 16)
                )
            except (ConnectionError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)
                continue
            reader._transport.pause_reading()  # type: ignore[attr-defined]  # an asyncio stream
            with suppress(ConnectionError, TimeoutError):
                while time.monotonic() < end:
                    writer.write(data)
                    async with asyncio.timeout(1):
                        await writer.drain()
                    sent += len(data)
            writer.transport.abort()
        return sent

    end = arena.end
    return sum(await asyncio.gather(*(one(number) for number in range(count)))) // 10**6


def _frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@flood("A1 cookies of 30 kB in quotes")
async def _(arena: Arena) -> str:
    cookie = b'Cookie: sidings="' + b'\\"' * 15_000 + b"\r\n"
    request = b"GET /api/me HTTP/1.1\r\nHost: x\r\n" + cookie + b"\r\n"
    return f"{await _pour(arena, request, count=8)} MB taken"


@flood("A2 pipelined requests that nobody reads")
async def _(arena: Arena) -> str:
    return f"{await _pour(arena, (GET % b'/health') * 2000, count=8)} MB taken"


@flood("A3 a header without end")
async def _(arena: Arena) -> str:
    return f"{await _pour(arena, b'GET / HTTP/1.1' + b'a' * 65_536)} MB taken"


@flood("A3 headers without number")
async def _(arena: Arena) -> str:
    statuses = await arena.statuses(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200_000)
    many = b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 10_000
    return f"answered {statuses}; {await _pour(arena, many, count=4)} MB taken"


@flood("A4 pings that nobody reads")
async def _(arena: Arena) -> str:
    pings = _frame(Opcode.PING, b"x" * 100) * 500
    return f"{await _pour(arena, pings, 'socket', 16)} MB taken"


@flood("A4 commands without meaning")
async def _(arena: Arena) -> str:
    return f"{await _pour(arena, _frame(Opcode.TEXT, b'{}') * 1000, 'socket', 16)} MB taken"


@flood("A4 empty frames")
async def _(arena: Arena) -> str:
    start = _frame(Opcode.TEXT, b"", fin=False)
    frames = start + _frame(Opcode.CONT, b"", fin=False) * 5000
    return f"{await _pour(arena, frames, 'socket', 16)} MB taken"


@flood("A4 pongs")
async def _(arena: Arena) -> str:
    return f"{await _pour(arena, _frame(Opcode.PONG, b'') * 5000, 'socket', 16)} MB taken"


@flood("A4 long messages")
async def _(arena: Arena) -> str:
    text = _frame(Opcode.TEXT, b"[" * 65_000)
    return f"{await _pour(arena, text, 'socket', 16)} MB taken"


@flood("B7 a thousand silent and unfinished requests")
async def _(arena: Arena) -> str:
    opened = []
    for number in range(1000):
        with suppress(OSError):
            reader, writer = await arena.connect()
            writer.write(b"GET / HTTP/1.1\r\nHost" if number % 2 else b"")
            opened.append((reader, writer))
    await asyncio.sleep(0.5)
    refused = sum(bool(reader._buffer) or reader.at_eof() for reader, _ in opened)  # type: ignore[attr-defined]
    closed = 0
    for reader, writer in opened:
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(10):
                await reader.read()
        closed += reader.at_eof()
        writer.transport.abort()
    if closed < len(opened):
        raise ConnectionError(f"{len(opened) - closed} stay open")
    return f"{refused} of 1000 refused at once, the others closed by the server"


@flood("bodies in chunks of a byte")
async def _(arena: Arena) -> str:
    head = f"POST /api/guests HTTP/1.1\r\nOrigin: {arena.url}\r\nTransfer-Encoding: chunked\r\n\r\n"
    body = head.encode() + b"1\r\nx\r\n" * 20_000
    return f"{await _pour(arena, body, count=8)} MB taken"


for path in ("/health", "/metrics", "/ready", "/api/games", "/"):

    @flood(f"GET {path} on 100 connections")
    async def _(arena: Arena, path: str = path) -> str:
        counts: dict[int, int] = {}

        async def ask() -> None:
            reader, writer = await arena.connect()
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                while time.monotonic() < end:
                    writer.write(GET % path.encode())
                    head = await reader.readuntil(b"\r\n\r\n")
                    status = int(head[9:12])
                    counts[status] = counts.get(status, 0) + 1
                    size = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
                    await reader.readexactly(int(size or 0))
            writer.transport.abort()

        end = arena.end
        await asyncio.gather(*(ask() for _ in range(100)))
        return ", ".join(f"{count} × {status}" for status, count in sorted(counts.items()))


@flood("connections that are closed at once")
async def _(arena: Arena) -> str:
    count, end = 0, arena.end
    while time.monotonic() < end:
        for _ in range(50):
            with suppress(OSError):
                _, writer = await arena.connect()
                writer.transport.abort()
                count += 1
    return f"{count} connections"


@flood("answers that nobody reads on 200 connections")
async def _(arena: Arena) -> str:
    return f"{await _pour(arena, GET % b'/', count=200)} MB taken"


@flood("fuzz: 1,000 connections of noise")
async def _(arena: Arena) -> str:
    noise = random.Random(1)
    starts = [b"", b"GET / HTTP/1.1\r\n", b"POST /api/guests HTTP/1.1\r\nOrigin: x\r\n", UPGRADE]
    for number in range(500):
        _, writer = await arena.connect()
        writer.write(starts[number % 4] + noise.randbytes(noise.randrange(300)))
        writer.write_eof() if number % 2 else writer.transport.abort()
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            _, writer = await arena.socket(0)
            frame = _frame(Opcode(noise.choice((0, 1, 2, 8, 9, 10))), noise.randbytes(40))
            writer.write(frame if number % 2 else noise.randbytes(300))
        writer.close()
    return "1,000 tried; see the log's lines below"


@probe("small: requests that are answered in order")
async def _(arena: Arena) -> tuple[bool, str]:
    found = {}
    async with arena.http() as http:
        http.headers["content-type"] = "application/json"
        for name, body in (
            ("not UTF-8", b'{"name":"\xff"}'), ("deep", b'{"name":' + b"[" * 50_000),
            ("zero byte", b'{"handle":"a\\u0000","passphrase":"12345678"}'),
        ):  # fmt: skip
            path = "/api/sessions" if name == "zero byte" else "/api/guests"
            found[name] = (await http.post(path, content=body)).status_code == 400
        answer = await http.get("/api/games")
        found["no-store"] = answer.headers.get("cache-control") == "no-store"
        token = (await arena.guest())["sidings"]
        cookie = {"cookie": f'a="b; c[]=d; sidings={token}'}
        found["malformed cookie"] = (await http.get("/api/me", headers=cookie)).json()[
            "name"
        ] is not None
    found["zero byte in an address"] = await arena.statuses(GET % b"/api/tables/%00") == [400]
    found["HTTP/1.0 upgrade"] = await arena.statuses(UPGRADE) == [400]
    wrong = [name for name, held in found.items() if not held]
    return not wrong, f"{len(found)} tried" + "".join(f", not {name}" for name in wrong)


@probe("small: text that is not UTF-8 closes with 1007")
async def _(arena: Arena) -> tuple[bool, str]:
    reader, writer = await arena.socket()
    writer.write(_frame(Opcode.TEXT, b"\xff"))
    text = await reader.read()
    writer.close()
    return (1007).to_bytes(2, "big") in text, "read to the end"


@probe("small: sockets end with their session")
async def _(arena: Arena) -> tuple[bool, str]:
    async with arena.http() as http:
        await http.post("/api/guests", json={"name": "Once"})
        arena._cookies.append(http.cookies)
        reader, writer = await arena.socket(len(arena._cookies) - 1)
        await http.post("/api/sessions/end")
        arena._cookies.pop()
    async with asyncio.timeout(15):  # it waits a while for our own close frame
        text = await reader.read()
    writer.close()
    return (1008).to_bytes(2, "big") in text, "closed by the server"


@probe("small: a port that is none, addresses as people write them")
async def _(_: Arena) -> tuple[bool, str]:
    command = [sys.executable, "-m", "sidings.server.command", "serve", "--port", "99999"]
    ended = await asyncio.to_thread(subprocess.run, command, capture_output=True, timeout=60)
    written = ("HTTPS://Trains.Example:443/", "trains.example", "https://trains.example")
    origins = {one for text in written for one in Settings(public_url=text).allowed_origins()}
    return ended.returncode != 0 and origins == {"https://trains.example"}, json.dumps(
        sorted(origins)
    )
