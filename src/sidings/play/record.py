"""Records: one game as a text file that can be read, replayed and checked (docs/notation.md)."""

import datetime
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sidings.errors import BadRecord, SidingsError, shown
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game
from sidings.play.keys import commitment
from sidings.play.table import Table, deal, load

KEYS = ("game", "rules", "players", "options", "deck", "position", "commitment", "seed", "result",
        "date")  # fmt: skip
LONGEST = 1_000_000  # characters; a game of ten thousand moves has a fifth of it


def write_record(table: Table, *, reveal: bool = True) -> str:
    """The game so far; without ``reveal`` the seed stays secret until somebody publishes it."""
    header: dict[str, Any] = {
        "game": table.game.name,
        "rules": table.game.rules_version,
        "players": _json(table.names),
        "options": _json(table.options),
    }
    if table.game.custom_deck is not None:
        header["deck"] = _json(table.game.custom_deck)
    if table.start is not None:
        header["position"] = _json(table.start)
    header["commitment"] = commitment(table.seed)
    if reveal:
        header["seed"] = table.seed
    if table.result is not None:
        header["result"] = _json(table.result.scores)
    header["date"] = table.date.isoformat()
    lines = [f"{key}: {value}" for key, value in header.items()]
    return "\n".join([*lines, "", *table.history, ""])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def replay(record: str | Path, game: Game[Any] | None = None) -> Table:
    """Replay a record (its text, or the path of a file) and return the table at its end.

    ``game`` is for one that the catalogue does not know. Fails with the number of the first line
    that is wrong.
    """
    if isinstance(record, Path):
        try:
            record = record.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadRecord(0, f"cannot be read: {error}") from None
    if not isinstance(record, str) or len(record) > LONGEST:
        raise BadRecord(0, "expected the text of a record")
    lines = record.split("\n")
    header, first_move = _read_header(lines)
    table = _set_table(header, game)
    for number, line in enumerate(lines[first_move:], start=first_move + 1):
        move = line.partition(";")[0].strip()
        if move:
            with _at_line(number):
                table.play(move)
    _check_result(header, table)
    return table


def header_of(record: str) -> "dict[str, tuple[int, str]]":
    """The values of a record's header by key, each with the number of its line."""
    return _read_header(record.split("\n"))[0]


class _Header(dict[str, tuple[int, str]]):
    """The header's values by key, each with the number of its line."""

    def line(self, key: str) -> int:
        return self[key][0] if key in self else 1

    def text(self, key: str) -> str:
        if key not in self:
            raise BadRecord(1, f"the header has no {key}")
        return self[key][1]

    def data(self, key: str, kind: type, default: Any = None) -> Any:
        """A value in JSON, of one type."""
        if key not in self:
            return default
        try:
            value = json.loads(self[key][1])
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, kind):
            raise BadRecord(self.line(key), f"invalid value for {key}: {shown(value)}")
        return value


def _read_header(lines: list[str]) -> tuple[_Header, int]:
    """The header and the index of the line after the blank one that ends it."""
    header = _Header()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            return header, number
        key, colon, value = line.partition(":")
        if not colon or key not in KEYS:
            raise BadRecord(number, f"expected one of {', '.join(KEYS)} and a colon")
        if key in header:
            raise BadRecord(number, f"duplicate {key}")
        header[key] = number, value.strip()
    raise BadRecord(len(lines), "a blank line must end the header")


def _set_table(header: _Header, game: Game[Any] | None) -> Table:
    names = header.data("players", list)
    if not names or not all(isinstance(name, str) for name in names):
        raise BadRecord(header.line("players"), "players must be a list of names")
    deck = header.data("deck", dict)
    with _at_line(header.line("game")):
        game = game or game_of_name(header.text("game"), deck)
    if header.text("rules") != str(game.rules_version):
        raise BadRecord(
            header.line("rules"), f"these rules are version {game.rules_version} of {game.title}"
        )
    seed = header.text("seed")
    if header.text("commitment") != commitment(seed):
        raise BadRecord(header.line("commitment"), "the seed does not fit the commitment")
    position = header.data("position", dict)
    if position is None:
        options = header.data("options", dict, {})
        with _at_line(header.line("options")):
            table = deal(game, len(names), seed, options=options)
    else:
        with _at_line(header.line("position")):
            table = load(position, seed, game=game)
        if header.data("options", dict, table.options) != table.options:
            raise BadRecord(header.line("options"), "these are not the options of the position")
    if len(names) != table.players:
        raise BadRecord(header.line("players"), f"{table.players} names are needed")
    table.names = names
    try:
        table.date = datetime.date.fromisoformat(header.text("date"))
    except ValueError as error:
        raise BadRecord(header.line("date"), str(error)) from None
    return table


def _check_result(header: _Header, table: Table) -> None:
    told = header.data("result", list)
    result = table.result
    if told is not None and (result is None or told != result.scores):
        found = "the game is not over" if result is None else f"the scores are {result.scores}"
        raise BadRecord(header.line("result"), f"after the last move {found}")


@contextmanager
def _at_line(line: int) -> Iterator[None]:
    """Name the line of the record in whatever goes wrong with it."""
    try:
        yield
    except BadRecord:
        raise
    except SidingsError as error:
        raise BadRecord(line, str(error)) from None
