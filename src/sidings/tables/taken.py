"""A game that was begun on a person's own device, as it is taken to a server.

Everything that happened is decided anew by the rules of a table, so nothing can be taken along
that could not have happened here.
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Literal

import msgspec

from sidings.tables import commands
from sidings.tables.apply import apply
from sidings.tables.commands import (
    Command,
    Level,
    MoveText,
    Name,
    Person,
    Refused,
    SeatNumber,
    Words,
)
from sidings.tables.decide import Decision, decide, decide_move
from sidings.tables.entries import Entry, Sit, Start
from sidings.tables.header import Rules
from sidings.tables.state import MOST_ENTRIES, TableState

Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of the device's log that is not a move."""

    do: Literal["sit", "leave", "bot", "contribute", "start", "takeback", "resign", "abandon"]
    seat: SeatNumber = 1
    name: Name = "?"
    level: Level = "?"
    words: Words = "?"
    commitment: str = ""


class TakenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The secret of the deal, and what happened: a text is a move of the seat in turn."""

    game: Annotated[str, msgspec.Meta(max_length=60)]
    rules_version: int
    players: Annotated[int, msgspec.Meta(ge=1, le=16)]
    options: dict[str, int | str]
    rules: Rules
    rotation: Annotated[int, msgspec.Meta(ge=0, le=15)] = 0
    created: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    secret: Hash
    log: Annotated[list[MoveText | Deed], msgspec.Meta(max_length=MOST_ENTRIES)]


def follow(
    state: TableState, log: Sequence[str | Deed], host: Person, levels: Collection[str]
) -> list[Entry]:
    """Let everything happen at a new table and return its entries, or raise Refused."""
    followed: list[Entry] = []
    for number, deed in enumerate(log, start=1):
        try:
            decision = _move(state, deed) if isinstance(deed, str) else _decide(
                state, deed, host, levels
            )  # fmt: skip
        except Refused as refused:
            why = f"entry {number}: {refused.message}"
            raise Refused(refused.code, why, refused.rule, refused.nearest) from None
        apply(state, decision.entry, decision.action)
        followed.append(decision.entry)
    if not state.commitment:
        raise Refused("not-started", "the game has not begun")
    return followed


def _move(state: TableState, text: str) -> Decision:
    mover = state.mover
    if mover not in ("person", "bot"):
        raise Refused("not-allowed", "there is nobody to move")
    return decide_move(state, text, state.turn, mover, state.since)


def _decide(state: TableState, deed: Deed, host: Person, levels: Collection[str]) -> Decision:
    at = state.header.created
    if deed.do == "sit" and state.status == "open":
        return Decision(_sit(state, deed, host, at))
    person = Person(host.id, deed.name, deed.seat)
    decision = decide(state, _command(state, deed), person, at, levels)
    entry = decision.entry
    if isinstance(entry, Start) and entry.commitment != deed.commitment:
        raise Refused("not-allowed", "the secret does not fit the commitment")
    return decision


def _sit(state: TableState, deed: Deed, host: Person, at: int) -> Entry:
    """Sit down before the start: on one device several people may."""
    if deed.seat > len(state.seats) or state.seats[deed.seat - 1].kind != "free":
        raise Refused("taken", f"seat {deed.seat} is not free")
    if state.seats_of(host.id) and not state.header.rules.pass_and_play:
        raise Refused("seated", "one person has one seat, except in pass and play")
    return Sit(seat=deed.seat, person=host.id, name=deed.name, at=at)


def _command(state: TableState, deed: Deed) -> Command:
    """The command that leads to a deed."""
    to = {"id": "taken", "table": state.header.id}
    match deed.do:
        case "sit":
            return commands.TakeSeat(seat=deed.seat, **to)
        case "leave":
            return commands.LeaveSeat(**to)
        case "bot":
            return commands.SeatBot(seat=deed.seat, level=deed.level, **to)
        case "contribute":
            return commands.GiveWords(words=deed.words, **to)
        case "start":
            return commands.StartGame(**to)
        case "takeback":
            return commands.TakeMoveBack(version=state.version, **to)
        case "resign":
            return commands.ResignGame(**to)
        case "abandon":  # pragma: no branch  # the last kind of deed
            return commands.AbandonGame(**to)
