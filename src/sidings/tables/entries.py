"""The log of a table: one entry for each thing that happened, in the order it happened.

The names are short because every entry is kept for ever.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

Mover = Literal["person", "bot", "stand-in"]


class _Entry(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, omit_defaults=True):
    at: int = 0  # ms since 1970


class Sit(_Entry, frozen=True, tag="sit"):
    seat: int
    person: str
    name: str


class Rename(_Entry, frozen=True, tag="name"):
    """The person in the seat has changed their name."""

    seat: int
    name: str


class Leave(_Entry, frozen=True, tag="leave"):
    """The seat is free again."""

    seat: int


class PutBot(_Entry, frozen=True, tag="bot"):
    seat: int
    level: str


class Contribute(_Entry, frozen=True, tag="contribute"):
    """A player's share in the key of the deal."""

    seat: int
    words: str


class Start(_Entry, frozen=True, tag="start"):
    commitment: str  # SHA-256 of the key


class Move(_Entry, frozen=True, tag="move"):
    seat: int
    move: str
    by: Mover = "person"


class TakeBack(_Entry, frozen=True, tag="takeback"):
    """The seat's own last move is undone, and with it what bots have answered."""

    seat: int


class Resign(_Entry, frozen=True, tag="resign"):
    seat: int


class Abandon(_Entry, frozen=True, tag="abandon"):
    """A wish to stop; the game ends without a result when everybody at the table has it."""

    seat: int


class Close(_Entry, frozen=True, tag="close"):
    """The host ends the game without a result, mostly before the start."""


class RunOut(_Entry, frozen=True, tag="out"):
    """The table ends because a player's time has run out or they are gone."""

    seat: int
    why: Literal["time", "gone"] = "time"


class Away(_Entry, frozen=True, tag="away"):
    """From here on the stand-in moves for the seat, until its player is back."""

    seat: int
    why: Literal["time", "gone"] = "time"


class Back(_Entry, frozen=True, tag="back"):
    seat: int


class Rematch(_Entry, frozen=True, tag="rematch"):
    table: str


Entry = (
    Sit
    | Rename
    | Leave
    | PutBot
    | Contribute
    | Start
    | Move
    | TakeBack
    | Resign
    | Abandon
    | Close
    | RunOut
    | Away
    | Back
    | Rematch
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode_entry(text: str) -> Entry:
    return _decoder.decode(text)


def moves_of(log: Iterable[Entry]) -> list[Move]:
    """The moves that stand: those taken back are left out."""
    moves: list[Move] = []
    for entry in log:
        if isinstance(entry, Move):
            moves.append(entry)
        elif isinstance(entry, TakeBack):
            # Back to before the player's own last move; bots may have answered it.
            while (undone := moves.pop()).seat != entry.seat or undone.by != "person":
                pass
    return moves
