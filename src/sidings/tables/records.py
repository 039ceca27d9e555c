"""The record of a table: as text (``.train``) and as JSON, with or without the secret."""

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from sidings.kernel.play import deal_at
from sidings.kernel.record import Array
from sidings.play.keys import key_words
from sidings.play.record import write_record
from sidings.play.table import Table, deal
from sidings.tables.entries import Entry, encode_entry, moves_of
from sidings.tables.runtime import open_events
from sidings.tables.state import TableState

# Comments of a record that let anybody check the deal, and not only the game.
DEALER, SECRET, WORDS, ENDING = "; dealer: ", "; secret: ", "; words of seat ", "; ending: "
TAKEN_BACK = "; with take-backs: "  # so many
MOST_NAME = 80  # characters: file systems take 255 bytes


def replay(table: TableState, log: Sequence[Entry]) -> Table:
    """The game of a table, replayed from the deal."""
    header = table.header
    game = table.runtime.game
    replayed = deal(game, header.players, table.key().hex(), options=header.options)
    replayed.names = _names(table)
    replayed.date = _day(table)
    for move in moves_of(log):
        replayed.play(move.move)
    return replayed


def _names(table: TableState) -> list[str]:
    return [
        seat.name or seat.level or f"Seat {number}" for number, seat in enumerate(table.seats, 1)
    ]


def _day(table: TableState) -> datetime.date:
    return datetime.datetime.fromtimestamp(table.header.created / 1000, datetime.UTC).date()


def record_name(table: TableState) -> str:
    """A file name for the record: the game, the day and the players, safe on every system."""
    name = f"{table.header.game} {_day(table)} {', '.join(_names(table))}"
    return re.sub(r"[^\w ,()-]+", "", name)[:MOST_NAME].strip(" ,") + ".train"


def train_record(table: TableState, log: Sequence[Entry]) -> str:
    """A ``.train`` file. While the game is on, it lacks the seed."""
    over = table.status == "over"
    text = write_record(replay(table, log), reveal=over)
    header, blank, moves = text.partition("\n\n")
    comments = [DEALER + table.header.dealer]
    if over:
        comments.append(SECRET + table.secret.hex())
    for seat, words in sorted(table.words.items()):
        comments.append(f"{WORDS}{seat}: {msgspec.json.encode(words).decode()}")
    if table.taken_back:
        comments.append(f"{TAKEN_BACK}{table.taken_back}")
    if table.ending is not None:
        comments.append(ENDING + msgspec.json.encode(table.ending).decode())
    return header + blank + "\n".join([*comments, moves])


def json_record(table: TableState, log: Sequence[Entry]) -> dict[str, Any]:
    """The same as data, with the time of each move and everything else that was logged."""
    over = table.status == "over"
    header = table.header
    return {
        "game": header.game,
        "rules": header.rules_version,
        "players": [
            {"name": seat.name} if seat.kind == "person" else {"bot": seat.level}
            for seat in table.seats
        ],
        "options": header.options,
        "deck": header.deck,
        "agreed": msgspec.to_builtins(header.rules),
        "created": header.created,
        "dealer": header.dealer,
        "commitment": table.commitment or None,
        "words": {str(seat): words for seat, words in sorted(table.words.items())},
        "secret": table.secret.hex() if over and table.commitment else None,
        "seed": table.key().hex() if over and table.commitment else None,
        "moves": [
            {"seat": move.seat, "move": move.move, "by": move.by, "at": move.at}
            for move in moves_of(log)
        ],
        "log": [_public(entry) for entry in log],
        "result": msgspec.to_builtins(table.ending),
    }


def _public(entry: Entry) -> dict[str, Any]:
    """An entry without the person's id, which is private."""
    told: dict[str, Any] = msgspec.json.decode(encode_entry(entry))
    told.pop("person", None)
    return told


class Step(msgspec.Struct):
    """A moment of a finished game: the move that led to it, its events, and the view then."""

    seat: int | None
    move: str | None
    events: Sequence[Any]
    view: Any


def steps(table: TableState, log: Sequence[Entry], seat: int | None) -> Iterator[Step]:
    """A finished game move by move, through the eyes of a seat, or (None) all open."""
    header, runtime = table.header, table.runtime
    states = runtime.game.template(header.players, header.options)
    states[0].key[:] = key_words(table.key())
    deal_at(states, 0)
    yield Step(None, None, [], _view(table, states, seat))
    for move in moves_of(log):
        action, text = runtime.read(states, move.seat, move.move)
        told, _ = runtime.play(states, action)
        events = (
            runtime.game.tell(open_events(told))
            if seat is None
            else (runtime.events_for(told, seat))
        )
        yield Step(move.seat, text, events, _view(table, states, seat))


def _view(table: TableState, states: Array, seat: int | None) -> Any:
    """What a seat saw; with all cards open, what the first seat would see of everything."""
    game = table.runtime.game
    if seat is None:
        return game.view(states[0], 0)
    return table.runtime.view(table.runtime.look(states, seat), seat)
