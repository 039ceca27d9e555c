"""Notifications between servers: "table T is at version 42, and this is the entry".

They may be lost; the log has everything, and a server that finds a gap reads it there.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec

CHANNEL = "sidings"
LONGEST = 7_900  # PostgreSQL carries less than 8000 bytes with a notification


class Hint(msgspec.Struct, array_like=True, omit_defaults=True):
    """One notification. By ``origin`` a server knows its own."""

    origin: str
    table: str
    version: int = 0
    phrase: str = ""  # said at the table
    seat: int = 0
    presence: list[int] = []  # seats whose people are connected to the origin
    tells_presence: bool = False
    body: str = ""  # the entry at that version, unless it is too long to be carried
    ended: str = ""  # the hash of the token of a session that has ended; no table then


encode_hints = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(list[Hint])


def pack(hints: Sequence[Hint]) -> list[str]:
    """Hints as few texts, each short enough to be carried."""
    texts: list[str] = []
    batch: list[str] = []
    size = 2
    for hint in hints:
        text = encode_hints(hint)
        if len(text) + 2 > LONGEST:
            text = encode_hints(msgspec.structs.replace(hint, body=""))
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

    is_listening: bool  # whether hints arrive at the moment

    async def listen(self, listener: Listener, caught_up: Callable[[], Awaitable[None]]) -> None:
        """Hand each hint to ``listener``, for ever; call ``caught_up`` after a gap."""


class NoBus:
    """For one process that serves the database alone, and has nobody to hear from."""

    is_listening = True

    async def listen(self, listener: Listener, caught_up: Callable[[], Awaitable[None]]) -> None:
        await asyncio.Event().wait()
