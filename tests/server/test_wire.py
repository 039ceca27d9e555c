"""Frames as they go over the wire: in parts, in crowds, of any length, and none for a while."""

import asyncio
import json
import time
from contextlib import suppress

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from server.running import Running, play, raw
from sidings.client import Client
from sidings.server import wire
from sidings.server.bounds import Bounds, Guard
from sidings.server.connection import MOST_UNREAD


async def pongs(socket: ClientConnection, count: int) -> list[str]:
    """The ids of the next so many answers to pings."""
    found: list[str] = []
    while len(found) < count:
        frame = json.loads(await socket.recv())
        messages = frame if isinstance(frame, list) else [frame]
        found += [message["id"] for message in messages if message["type"] == "pong"]
    return found


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_texts_of_any_length(length: int) -> None:
    client = ClientProtocol(parse_uri("ws://trains.example/"), state=OPEN, max_size=None)
    client.receive_data(wire._head(length) + b"x" * length)
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert frame.fin
    assert frame.data == b"x" * length


def test_a_command_in_several_frames(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            socket = await raw(running, ann)
            await socket.send(['{"do":"pi', "", 'ng","id"', ':"whole"}'])
            await socket.send('{"do":"ping","id":"next"}')
            assert await pongs(socket, 2) == ["whole", "next"]
            await socket.close()

    play(database, work)


def masked(payload: bytes, first: int = 0x81) -> bytes:
    """A frame as clients send it."""
    length = len(payload)
    head = bytes([first, 0x80 | length]) if length < 126 else b"%c\xfe%c%c" % (
        first, *divmod(length, 256)
    )  # fmt: skip
    mask = bytes([1, 2, 3, 4])
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def ping(number: int, padding: int = 0) -> bytes:
    return masked(b'{"do":"ping","id":"%d"}' % number + b" " * padding)


#: Pieces as they may come, and the pings in them that are answered before the socket is closed.
PIECES = {
    "one by one": ([ping(0), ping(1, 200), ping(2)], 3, None),
    "split in the payload": ([ping(0), ping(1)[:20], ping(1)[20:], ping(2)], 3, None),
    "split in the head": ([ping(0), ping(1)[:1], ping(1)[1:], ping(2)], 3, None),
    "glued": ([ping(0) + ping(1), ping(2)], 3, None),
    "a piece that begins like a frame": ([ping(0)[:-6], ping(0)[-6:], ping(1)], 2, None),
    "a ping frame between": ([ping(0), masked(b"", 0x89), ping(1)], 2, None),
    "a text within a message": ([ping(0), masked(b"{", 0x01), ping(1)], 1, 1002),
    "not masked": ([ping(0), b"\x81\x02{}"], 1, 1002),
    "not UTF-8": ([ping(0), masked(b"\xff"), ping(1)], 1, 1007),
    "after a close frame": ([ping(0), masked(b"\x03\xe8", 0x88), ping(1)], 1, 1000),
}


class Pieces:
    """A wire that is handed its pieces directly, and what it hands on."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.written = b""
        self.guard = Guard(Bounds(), "")
        self.transport = self

    def received(self, frame: bytes) -> None:
        self.messages.append(frame)

    def write(self, data: bytes) -> None:
        self.written += data

    def can_write_eof(self) -> bool:
        return True

    def abort(self) -> None: ...
    def write_eof(self) -> None: ...
    def writable(self) -> None: ...
    def lost(self) -> None: ...


@pytest.mark.parametrize("case", PIECES)
def test_pieces_of_any_shape(case: str) -> None:
    """Whether a piece is one whole frame or not, the same messages are handed on."""
    pieces, answered, code = PIECES[case]

    async def work() -> None:
        end = Pieces()
        found = wire.Wire(None, end)  # type: ignore[arg-type]  # as much of a front as it needs
        found._protocol = ServerProtocol(state=OPEN)
        found.listener = end
        for piece in pieces:
            found.take(piece)
        assert [json.loads(text)["id"] for text in end.messages] == list(map(str, range(answered)))
        closed = end.written[end.written.find(b"\x88") + 2 :][:2] if code else b""
        assert int.from_bytes(closed, "big") == (code or 0)

    asyncio.run(work())


def test_nothing_is_written_to_a_client_that_is_gone() -> None:
    """A command may be under way when its connection is lost, and its answer comes later."""

    async def work() -> None:
        end = Pieces()
        found = wire.Wire(None, end)  # type: ignore[arg-type]  # as much of a front as it needs
        found._protocol = ServerProtocol(state=OPEN)
        found.listener = end
        found.send(b"here")
        found.connection_lost(None)
        found.send(b"gone")
        assert end.written == b"\x81\x04here"

    asyncio.run(work())


def test_parts_that_are_too_long_together_close_the_connection(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            socket = await raw(running, ann)
            with suppress(ConnectionClosed):  # perhaps before all is said
                await socket.send([" " * 40_000, " " * 40_000])
            await socket.wait_closed()
            assert socket.close_code == 1009

    play(database, work)


def test_a_crowd_of_commands_is_answered_in_order(database: str) -> None:
    """More than wait at a time: meanwhile nothing is read, and nothing is lost."""

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            socket = await raw(running, ann)
            ids = [f"p{number}" for number in range(5 * MOST_UNREAD)]
            for one in ids:
                await socket.send(json.dumps({"do": "ping", "id": one}))
            assert await pongs(socket, len(ids)) == ids
            await socket.close()

    play(database, work)


def test_who_is_quiet_is_asked_and_who_is_gone_is_dropped(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            socket = await raw(running, ann)
            await socket.recv()  # hello
            look(running, wire.QUIET_SECONDS + 1)  # the client answers
            await socket.send('{"do":"ping","id":"here"}')
            assert await pongs(socket, 1) == ["here"]
            look(running, 2 * wire.QUIET_SECONDS + 1)
            await socket.wait_closed()
            assert socket.close_code == 1006

    def look(running: Running, later: float) -> None:
        for mine in list(running.services.presence.connections.values()):
            for connection in list(mine):
                connection.keep_alive(time.monotonic() + later)

    play(database, work)
