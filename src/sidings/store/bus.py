"""News between servers: "table T is at version 42". News are hints; the log is the truth."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec

log = logging.getLogger("sidings.bus")

CHANNEL = "sidings"
LONGEST = 7_900  # PostgreSQL carries less than 8000 bytes with a notification
WAIT_MOST = 5.0  # seconds between attempts to get the bus back


class Hint(msgspec.Struct, array_like=True, omit_defaults=True):
    """One piece of news. ``origin`` tells a server its own."""

    origin: str
    table: str
    version: int = 0
    phrase: str = ""  # said at the table
    seat: int = 0
    presence: list[int] = []  # seats whose people are connected to the origin
    tells_presence: bool = False


encode_hints = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(list[Hint])


def pack(hints: Sequence[Hint]) -> list[str]:
    """Hints as few texts, each short enough to be carried."""
    texts: list[str] = []
    batch: list[str] = []
    size = 2
    for hint in hints:
        text = encode_hints(hint)
        if size + len(text) + 1 > LONGEST:
            texts.append("[" + ",".join(batch) + "]")
            batch, size = [], 2
        batch.append(text.decode())
        size += len(text) + 1
    if batch:
        texts.append("[" + ",".join(batch) + "]")
    return texts


def unpack(text: str) -> list[Hint]:
    return _decoder.decode(text)


Listener = Callable[[list[Hint]], Awaitable[None]]


class Bus(Protocol):
    """Where hints of other servers come from."""

    async def listen(self, listener: Listener, caught_up: Callable[[], Awaitable[None]]) -> None:
        """Hand each hint to ``listener``, for ever; ``caught_up`` is called after a gap."""


class NoBus:
    """One process serves the database alone, so there is nobody to hear from."""

    async def listen(self, listener: Listener, caught_up: Callable[[], Awaitable[None]]) -> None:
        await asyncio.Event().wait()


class PostgresBus:
    """LISTEN on a connection of its own; a lost one is made anew, and the gap is caught up."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo

    async def listen(self, listener: Listener, caught_up: Callable[[], Awaitable[None]]) -> None:
        import psycopg

        wait = 0.1
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._conninfo, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    wait = 0.1
                    await caught_up()
                    async for note in connection.notifies():
                        await listener(unpack(note.payload))
            except (psycopg.Error, OSError, msgspec.MsgspecError) as error:
                log.warning("the bus is lost: %s", type(error).__name__)
            await asyncio.sleep(wait)
            wait = min(WAIT_MOST, wait * 2)
