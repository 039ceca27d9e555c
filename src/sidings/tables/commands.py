"""What a person can ask of a table. Each command carries an id, so that a resend is harmless."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
TableId = Annotated[str, msgspec.Meta(min_length=22, max_length=22, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=16)]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Token = Annotated[str, msgspec.Meta(min_length=16, max_length=64)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


@dataclass(frozen=True, slots=True)
class Person:
    """Who gives a command, and which of several seats they act for."""

    id: str
    name: str
    seat: int | None = None


class Refused(Exception):
    """A command that the table does not follow. Nothing has been changed."""

    def __init__(
        self, code: str, message: str, rule: str = "", nearest: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.nearest = list(nearest)


class BaseCommand(
    msgspec.Struct, frozen=True, tag_field="do", kw_only=True, forbid_unknown_fields=True
):
    id: Id
    table: TableId


class TakeSeat(BaseCommand, frozen=True, tag="sit"):
    seat: SeatNumber
    token: Token | None = None  # of an invitation or of the seat


class LeaveSeat(BaseCommand, frozen=True, tag="leave"):
    pass


class FreeSeat(BaseCommand, frozen=True, tag="free"):
    """The host clears a seat before the start."""

    seat: SeatNumber


class SeatBot(BaseCommand, frozen=True, tag="bot"):
    """A bot for a free seat, or in one's own place."""

    seat: SeatNumber
    level: Level


class GiveWords(BaseCommand, frozen=True, tag="contribute"):
    words: Words


class StartGame(BaseCommand, frozen=True, tag="start"):
    pass


class PlayMove(BaseCommand, frozen=True, tag="play"):
    move: MoveText
    version: Version  # of the table that the player looked at


class TakeMoveBack(BaseCommand, frozen=True, tag="takeback"):
    version: Version


class ResignGame(BaseCommand, frozen=True, tag="resign"):
    pass


class AbandonGame(BaseCommand, frozen=True, tag="abandon"):
    pass


class ComeBack(BaseCommand, frozen=True, tag="back"):
    pass


class PlayAgain(BaseCommand, frozen=True, tag="rematch"):
    pass


Command = (
    TakeSeat
    | LeaveSeat
    | FreeSeat
    | SeatBot
    | GiveWords
    | StartGame
    | PlayMove
    | TakeMoveBack
    | ResignGame
    | AbandonGame
    | ComeBack
    | PlayAgain
)
