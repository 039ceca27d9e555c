"""``verify`` proves what a record can prove, says what it cannot, and catches forgeries."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sidings
from sidings.cli.main import main
from sidings.cli.verify import verify
from sidings.tables import commands
from sidings.tables.records import json_record, train_record
from tables.people import ANN, BOB, Played

# What may be changed without a contradiction: docs/notation.md says that it is not proved.
UNPROVED_IN_JSON = ("created", "agreed", "options", "log at")
UNPROVED_IN_TEXT = ("players", "date", "options", "move", "; ending")


def resigned(name: str, moves: int = 12) -> Played:
    """A game with words, that somebody gives up."""
    table = Played(name).seat_all()
    table.do(BOB, commands.GiveWords, words='tchou "tchou"; è')
    table.do(ANN, commands.StartGame)
    table.play_at_random(moves)
    table.do(BOB, commands.ResignGame)
    return table


def finished(name: str) -> Played:
    options = {"rounds": 1} if name == "mexican-train" else {}
    return Played(name, options=options).start().play_to_the_end()


def both(table: Played) -> tuple[str, dict[str, Any]]:
    text = train_record(table.state, table.log)
    return text, json.loads(json.dumps(json_record(table.state, table.log)))


def fails(record: object) -> bool:
    try:
        verify(record if isinstance(record, str) else json.dumps(record))
    except sidings.BadRecord:
        return True
    return False


# --- Every single change


Place = tuple[Any, Any, tuple[Any, ...]]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[Place]:
    """Every place in a record, with what leads to it."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key, (*path, key)
        if isinstance(value[key], dict | list):
            yield from places(value[key], (*path, key))


def changes(value: Any, moves: list[str]) -> list[Any]:
    match value:
        case bool():
            return [not value, None]
        case int():
            return [value + 1, -1, None]
        case str() if value in moves:
            return [*random.Random(1).sample(moves, 3), "draw"]
        case str():
            return [value + "x", value[::-1], "person", "bot", None]
        case None:
            return [0, "x", {}]
        case list():
            return [value[:-1], value[1:], value[::-1], []]
    return [{}, None]


def declared(path: tuple[Any, ...]) -> bool:
    top = str(path[0])
    return top in UNPROVED_IN_JSON or (top == "log" and path[-1] == "at")


@pytest.mark.parametrize("name", sidings.game_names())
@pytest.mark.parametrize("make", [resigned, finished])
def test_every_single_change_of_a_record_in_json_is_caught_or_declared(
    name: str, make: Callable[[str], Played]
) -> None:
    _, record = both(make(name))
    assert not fails(record)
    moves = [made["move"] for made in record["moves"]]
    every = [path for *_, path in places(record)]
    chosen = random.Random(1).sample(every, 30)
    for path in {*chosen, *(path for path in every if path[0] not in ("log", "moves"))}:
        forged = copy.deepcopy(record)
        holder = forged
        for key in path[:-1]:
            holder = holder[key]
        original = holder[path[-1]]
        for value in changes(original, moves):
            holder[path[-1]] = value
            if value != original and not declared(path):
                assert fails(forged), (path, original, value)


@pytest.mark.parametrize("name", sidings.game_names())
@pytest.mark.parametrize("make", [resigned, finished])
def test_every_changed_line_of_a_record_as_text_is_caught_or_declared(
    name: str, make: Callable[[str], Played]
) -> None:
    text, _ = both(make(name))
    assert not fails(text)
    lines = text.rstrip("\n").split("\n")
    blank = lines.index("")
    for number, line in random.Random(1).sample(list(enumerate(lines)), min(40, len(lines))):
        key = line.partition(": ")[0] if number < blank or line.startswith(";") else "move"
        for other in ("", line + "x", line[::-1], lines[-1], lines[blank - 1]):
            forged = "\n".join([*lines[:number], other, *lines[number + 1 :], ""])
            if other != line and line and key not in UNPROVED_IN_TEXT:
                assert fails(forged), (line, other)


# --- Forgeries that were once accepted


def forge_result(record: dict[str, Any]) -> None:
    record["result"]["ranking"].reverse()


def forge_who_resigned(record: dict[str, Any]) -> None:
    record["result"]["seat"] = 1


def swap_seats(record: dict[str, Any]) -> None:
    record["players"].reverse()


def drop_moves(record: dict[str, Any]) -> None:
    del record["moves"][-2:]


def drop_moves_from_the_log(record: dict[str, Any]) -> None:
    record["log"] = [entry for entry in record["log"] if entry["do"] != "move"]
    record["moves"] = []


def empty_the_log(record: dict[str, Any]) -> None:
    record["log"] = []


def drop_the_dealer(record: dict[str, Any]) -> None:
    record["dealer"] = None


def open_a_file(record: dict[str, Any]) -> None:
    record["deck"] = "/etc/hostname"


def add_an_option(record: dict[str, Any]) -> None:
    record["options"]["jokers"] = 1


def play_twice(record: dict[str, Any]) -> None:
    moves = [i for i, entry in enumerate(record["log"]) if entry["do"] == "move"]
    record["log"].insert(moves[-1], record["log"][moves[-1]])


def resign_twice(record: dict[str, Any]) -> None:
    record["log"].append(record["log"][-1])


def take_back_before_the_start(record: dict[str, Any]) -> None:
    record["log"].insert(0, {"do": "takeback", "seat": 1})


def sit_at_seat_nine(record: dict[str, Any]) -> None:
    record["log"][0]["seat"] = 9


FORGERIES = [
    forge_result, forge_who_resigned, swap_seats, drop_moves, empty_the_log, drop_the_dealer,
    open_a_file, add_an_option, play_twice, resign_twice, take_back_before_the_start,
    sit_at_seat_nine,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_forgeries_are_caught(forge: Callable[[dict[str, Any]], None]) -> None:
    _, record = both(resigned("game-of-trains"))
    forge(record)
    assert fails(record)


def test_another_seed_is_caught() -> None:
    text = sidings.deal("game-of-trains", seed=7).record()
    with pytest.raises(sidings.BadRecord, match="the seed does not fit the commitment"):
        verify(text.replace("seed: 7", "seed: 8"))


def test_moves_that_lead_to_the_end_cannot_be_dropped() -> None:
    text, record = both(finished("game-of-trains"))
    drop_moves_from_the_log(record)
    assert fails(record)
    assert fails(text.rstrip("\n").rpartition("\n")[0] + "\n")


# --- Hostile input


HOSTILE = [
    "{", "{}", '{"game": 1}', "[" * 100_000, '{"game": ' + "[" * 100_000, "{\x00}",
    '{"a": "\ud800"}', '{"game": "chess", "log": null}', "", "game: chess\n\n", "\x1b[2J\n\n",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_is_one_line(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record"
    path.write_text(text, "utf-8", errors="surrogatepass")
    monkeypatch.setattr("sys.argv", ["sidings", "verify", str(path)])
    with pytest.raises(SystemExit) as caught:
        main()
    said = str(caught.value.code)
    assert said.startswith(str(path))
    assert len(said.removeprefix(str(path))) < 300
    assert said.isprintable()


# --- What is said


def test_what_is_proved_and_what_is_not_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(both(resigned("game-of-trains"))[1]))
    monkeypatch.setattr("sys.argv", ["sidings", "verify", str(path)])
    main()
    proved, unproved = capsys.readouterr().out.split("Not proved, since a record cannot:\n")
    assert "12 moves: each is legal, and by the seat in turn" in proved
    assert "from the dealer's secret and the words of 1 players" in proved
    assert "resigned (seat 2), places [1, 2]" in proved
    assert "a record is not signed" in unproved
    assert "that no moves are missing at its end" in unproved


def test_a_record_without_a_dealer_says_so() -> None:
    table = sidings.deal("game-of-trains", seed=7)
    assert any("nobody chose the seed" in line for line in verify(table.record()).unproved)
    loaded = sidings.load(table.dump())
    assert any("how the position came about" in line for line in verify(loaded.record()).unproved)
