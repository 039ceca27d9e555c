"""Frames as they go over the wire: in parts, in crowds, of any length, and none for a while."""

import json
import time
from contextlib import suppress

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from server.running import Running, play, raw
from sidings.client import Client
from sidings.server import wire
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
