"""The messages of the WebSocket (docs/protocol.md), from the client and from the server.

A frame is one message, or a list of them, in JSON.
"""

from typing import Annotated, Any, Literal

import msgspec

from sidings.bots.analysis import Analysis
from sidings.tables.commands import BaseCommand, Command, Id, MoveText, Token, Version

SUBPROTOCOL = "sidings.1"
PROTOCOL = 1
FRAME_BYTES = 65_536

Phrase = Literal[
    "hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "your-turn", "oops",
    "nice", "good-game", "again", "bye",
]  # fmt: skip
PHRASES: tuple[str, ...] = Phrase.__args__  # type: ignore[attr-defined]  # a Literal has them


class Watch(BaseCommand, frozen=True, tag="watch"):
    """Be told of a table from now on. No snapshot is sent if ``version`` is the current one."""

    version: Version | None = None
    token: Token | None = None
    #: Which of several seats to see as. 0: the spectator's view, for a big screen.
    seat: Annotated[int, msgspec.Meta(ge=0, le=16)] | None = None
    #: The fingerprint of the rules that the client has: if the server has the same, it is sent
    #: records instead of views and choices.
    record: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Unwatch(BaseCommand, frozen=True, tag="unwatch"):
    pass


class Say(BaseCommand, frozen=True, tag="say"):
    phrase: Phrase


class Why(BaseCommand, frozen=True, tag="why"):
    """Is this move legal, and if not, why?"""

    move: MoveText


class Preview(BaseCommand, frozen=True, tag="preview"):
    """The view that a move leads to, if it can be foreseen."""

    move: MoveText


class Advise(BaseCommand, frozen=True, tag="hint"):
    """What would a bot play here?"""


class Ping(msgspec.Struct, frozen=True, tag_field="do", tag="ping", forbid_unknown_fields=True):
    id: Id


Question = Watch | Unwatch | Say | Why | Preview | Advise | Ping
ClientMessage = Command | Question

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class _Id(msgspec.Struct):
    id: str = ""


_id_decoder = msgspec.json.Decoder(_Id)


def decode(frame: str | bytes) -> ClientMessage:
    """The message of a frame, or msgspec.MsgspecError (a ValueError)."""
    return _decoder.decode(frame)


def id_of(frame: str | bytes) -> str | None:
    """The id in a frame that could not be read, so that the error can name it."""
    try:
        return _id_decoder.decode(frame).id[:40] or None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


class Hello(msgspec.Struct, tag="hello"):
    protocol: int
    name: str
    now: int
    phrases: tuple[str, ...]
    bots: list[str]
    address: str  # where others reach this server
    ready: bool  # if not, games and bots are still being compiled


class Done(msgspec.Struct, tag="done", omit_defaults=True):
    """A command was followed; with ``version`` it is in the log."""

    id: str
    table: str
    version: int = 0
    answer: dict[str, Any] | None = None


class Judged(msgspec.Struct, frozen=True):
    """What a hint says of a move; it answers ``hint`` as one of ``moves``."""

    move: str
    chance: float  # to win, 0 to 1
    margin: float | None  # half of the 95 % interval of the chance; None if it is not known
    why: str  # one of the phrases of the game's rule of thumb
    despite: bool  # the move does well although the phrase speaks against it


class Analysed(msgspec.Struct, frozen=True):
    """How far the analysis of a finished game is; whoever asks again gets it a little further."""

    done: int  # moves that have been judged
    moves: int
    analysis: Analysis | None  # when all are judged


class Error(msgspec.Struct, tag="error", omit_defaults=True):
    """A command was not followed, and nothing was changed."""

    id: str | None
    code: str
    message: str
    table: str = ""
    rule: str = ""
    nearest: list[str] = []
    version: int = 0
    retry: float = 0.0  # seconds to wait
    incident: str = ""  # the id of the line in the server's log that tells more


class Said(msgspec.Struct, tag="said"):
    table: str
    seat: int
    phrase: str


class Presence(msgspec.Struct, tag="presence"):
    table: str
    seats: list[bool]
    screen: bool  # the table is shown on a big screen


class Pong(msgspec.Struct, tag="pong"):
    id: str
    now: int


encode = msgspec.json.Encoder().encode
