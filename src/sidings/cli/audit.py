"""A server's record in JSON, checked entry by entry: the rest of it must follow from its log."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from sidings.errors import BadRecord, SidingsError
from sidings.games.catalogue import game as game_of_name
from sidings.play.keys import commitment
from sidings.tables import entries
from sidings.tables.apply import apply
from sidings.tables.entries import Entry, Move, moves_of
from sidings.tables.fairness import hash_of_key, hash_of_secret
from sidings.tables.header import Header, Rules
from sidings.tables.records import json_record
from sidings.tables.runtime import runtime_of
from sidings.tables.state import Seat, TableState
from sidings.tables.takeback import has_own_last_move

BEFORE_THE_START = (entries.Contribute, entries.Start)
IN_PLAY = (entries.Move, entries.TakeBack, entries.Resign, entries.Abandon, entries.RunOut,
           entries.Away, entries.Back)  # fmt: skip
UNTIL_THE_END = (entries.Sit, entries.Leave, entries.PutBot)
AFTERWARDS = (entries.Rematch,)
AT_ANY_TIME = (entries.Rename, entries.Close)
OF_PEOPLE = (entries.Rename, entries.Contribute, entries.TakeBack, entries.Resign,
             entries.Abandon, entries.RunOut, entries.Away, entries.Back)  # fmt: skip


class JsonRecord(msgspec.Struct, forbid_unknown_fields=True):
    """What the rest is worked out from; what is ``Any`` is compared with that."""

    game: str
    rules: int
    players: list[dict[str, str]]
    options: dict[str, int | str]
    agreed: Rules
    deck: dict[str, Any] | None
    created: int
    dealer: str
    secret: str | None
    seed: str | None
    commitment: str | None
    log: list[dict[str, Any]]
    moves: Any
    words: Any
    result: Any


def audit(text: str) -> tuple[TableState, Sequence[Move]]:
    """The table at the end of a record, and its moves; BadRecord if anything does not follow."""
    try:
        record = msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=JsonRecord)
        given = msgspec.json.decode(text.encode())
        log = [_entry(entry) for entry in record.log]
        state = _table(record)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRecord(0, f"not a valid record: {error}") from None
    except BadRecord:
        raise
    except SidingsError as error:
        raise BadRecord(0, str(error)) from None
    for number, entry in enumerate(log, start=1):
        try:
            apply(state, entry, _check(state, entry))
        except SidingsError as error:
            raise BadRecord(0, f"entry {number} of the log: {error}") from None
    expected = json_record(state, log)
    for key in expected:
        if _canonical(given.get(key)) != _canonical(expected[key]):
            raise BadRecord(0, f"{key} does not follow from the log")
    return state, moves_of(log)


def _canonical(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def _entry(told: dict[str, Any]) -> Entry:
    """An entry; persons are not told, so each seat's stands for itself."""
    more = {"person": f"seat {told.get('seat')}"} if told.get("do") == "sit" else {}
    entry: Entry = msgspec.convert({**told, **more}, Entry)
    return entry


def _table(record: JsonRecord) -> TableState:
    """The table as it was set up, before the first entry."""
    if record.seed is None or record.secret is None:
        raise BadRecord(0, "the seed has not been revealed: the game is not over")
    secret = check_secret(record.secret, record.dealer)
    if commitment(record.seed) != record.commitment:
        raise BadRecord(0, "the seed does not fit the commitment")
    game = game_of_name(record.game, record.deck)
    players = game.check_players(len(record.players))
    if game.check_options(record.options, players) != record.options:
        raise BadRecord(0, "options: some are missing")
    if game.rules_version != record.rules:
        raise BadRecord(0, f"these rules are version {game.rules_version} of {game.title}")
    header = Header(
        id="", game=record.game, rules_version=record.rules, players=players,
        options=record.options, deck=record.deck, rules=record.agreed, host="",
        created=record.created, dealer=record.dealer,
    )  # fmt: skip
    runtime = runtime_of(record.game, record.deck)
    return TableState(header, secret, b"", runtime)


def check_secret(secret: str, dealer: str) -> bytes:
    """The dealer's secret, which must have the hash that was published."""
    if not re.fullmatch("[0-9a-f]{64}", secret):
        raise BadRecord(0, "the dealer's secret is not 64 hexadecimal digits")
    if hash_of_secret(bytes.fromhex(secret)) != dealer:
        raise BadRecord(0, "the dealer's secret does not fit the hash that was published")
    return bytes.fromhex(secret)


class _Objection(SidingsError):
    """An entry that could not be where it is."""


def _check(state: TableState, entry: Entry) -> int | None:
    """Object to an entry that could not have happened now; returns the action of a move."""
    kinds = {
        "open": (*BEFORE_THE_START, *UNTIL_THE_END),
        "playing": (*IN_PLAY, *UNTIL_THE_END),
        "over": AFTERWARDS,
    }[state.status]
    if not isinstance(entry, (*kinds, *AT_ANY_TIME)):
        raise _Objection(f"this cannot happen when the table is {state.status}")
    number = getattr(entry, "seat", 1)
    if not 1 <= number <= len(state.seats):
        raise _Objection(f"there is no seat {number}")
    seat = state.seats[number - 1]
    if isinstance(entry, OF_PEOPLE) and seat.kind != "person":
        raise _Objection(f"nobody sits at seat {number}")
    match entry:
        case entries.Move():
            return _check_move(state, entry, seat)
        case entries.Start():
            if any(one.kind == "free" for one in state.seats):
                raise _Objection("a seat is free at the start")
            if entry.commitment != hash_of_key(state.key()):
                raise _Objection("the key does not follow from the dealer's secret and the words")
        case entries.TakeBack():
            if not has_own_last_move(state, number):
                raise _Objection("there is no move to take back")
        case entries.RunOut() | entries.Away():
            if number != state.turn:
                raise _Objection(f"it is seat {state.turn}'s turn")
    return None


def _check_move(state: TableState, entry: Move, seat: Seat) -> int:
    if entry.seat != state.turn:
        raise _Objection(f"it is seat {state.turn}'s turn")
    mover = "bot" if seat.kind == "bot" else "person"
    if entry.by != mover and not (entry.by == "stand-in" and seat.away):
        raise _Objection(f"no {entry.by} sits at seat {entry.seat}")
    assert state.position is not None  # the game is on
    action, text = state.runtime.read(state.position, entry.seat, entry.move)
    if text != entry.move:
        raise _Objection(f"this is written {text!r}")
    return action
