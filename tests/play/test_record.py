"""Records: complete, replayable, strict."""

import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sidings
from sidings.play.record import write_record
from sidings.play.table import Table


def table_after(moves: int) -> Table:
    table = sidings.deal("game-of-trains", players=3, seed=7)
    table.names = ["Ann", "Błażej, jr.", 'Zoë: "Z"']
    table.date = datetime.date(2026, 2, 28)
    for _ in range(moves):
        table.play(table.moves()[0])
    return table


RECORD = table_after(9).record()
FIRST_DRAW = RECORD.split("\n").index("draw") + 1


def test_a_record_reads_as_text() -> None:
    assert RECORD.startswith(
        "game: game-of-trains\nrules: 1\n"
        'players: ["Ann", "Błażej, jr.", "Zoë: \\"Z\\""]\noptions: {}\ncommitment: a83d2006'
    )
    assert "\n\nkeep 9 at 1\n" in RECORD


def test_a_record_replays_exactly() -> None:
    table, again = table_after(9), sidings.replay(RECORD)
    assert again.state.tobytes() == table.state.tobytes()
    assert (again.names, again.date, again.history) == (table.names, table.date, table.history)
    assert again.record() == RECORD


def test_a_record_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.train"
    path.write_text(RECORD, "utf-8")
    assert sidings.replay(path).record() == RECORD
    with pytest.raises(sidings.BadRecord, match="cannot be read"):
        sidings.replay(tmp_path / "none.train")


def test_comments_and_blank_lines_among_the_moves() -> None:
    told = RECORD.replace("\ndraw\n", "\n\ndraw   ; what else\n; a quiet move\n")
    assert sidings.replay(told).record() == RECORD


def test_a_game_from_a_position_keeps_it_in_the_record() -> None:
    table = sidings.load(table_after(9).dump())
    table.play("draw")
    again = sidings.replay(table.record())
    assert again.dump() == table.dump()
    assert again.record() == table.record()


def test_the_seed_can_stay_secret() -> None:
    secret = write_record(table_after(9), reveal=False)
    assert "seed" not in secret
    assert "commitment: a83d2006" in secret
    with pytest.raises(sidings.BadRecord, match="the header has no seed"):
        sidings.replay(secret)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("\ndraw", "\ndrow", FIRST_DRAW, "not a move of the game: 'drow' (nearest legal: draw"),
        (
            "\ndraw",
            "\nswap 1 2",
            FIRST_DRAW,
            "GT-7: no card in the row has",
        ),
        ("rules: 1", "rules: 9", 2, "these rules are version 1"),
        ("game: game-of-trains", "game: chess", 1, "there is no game 'chess'"),
        ("options: {}", 'options: {"rounds": 3}', 4, "has no option 'rounds'"),
        ("options: {}", "options: []", 4, "invalid value for options"),
        ("options: {}", "options: {", 4, "invalid value for options"),
        ("seed: 7", "seed: 8", 5, "the seed does not fit the commitment"),
        ("seed: 7", "seed: 7\nseed: 7", 7, "duplicate seed"),
        ("seed: 7", "sead: 7", 6, "expected one of game, rules"),
        ("seed: 7", "seed", 6, "expected one of game, rules"),
        ("date: ", "date: x", 7, "Invalid isoformat"),
        ("date: ", "result: [1, 0, 0]\ndate: ", 7, "after the last move the game is not over"),
        ('["Ann", ', "[7, ", 3, "players must be a list of names"),
        ('["Ann", ', "[", 9, "GT-4: you drew"),
        ("\n\n", "\n", 8, "expected one of"),
    ],
)
def test_a_bad_record_names_its_line(old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(sidings.BadRecord) as caught:
        sidings.replay(RECORD.replace(old, new, 1))
    assert reason in str(caught.value)
    assert line == caught.value.line


def test_too_few_names_for_a_position() -> None:
    record = sidings.load(table_after(9).dump()).record()
    with pytest.raises(sidings.BadRecord, match="line 3: 3 names are needed"):
        sidings.replay(record.replace('"Seat 1", ', ""))


def test_a_wrong_position_is_refused_at_its_line() -> None:
    record = sidings.load(table_after(9).dump()).record()
    with pytest.raises(sidings.BadRecord, match="line 5: row:"):
        sidings.replay(record.replace('"row": [', '"row": [99, '))


@pytest.mark.parametrize("record", ["", "\n", "game: game-of-trains", None, 7, "x" * 2_000_000])
def test_what_is_no_record(record: Any) -> None:
    with pytest.raises(sidings.BadRecord):
        sidings.replay(record)


@settings(max_examples=40)
@given(st.integers(0, len(RECORD) - 1), st.text(max_size=3))
def test_truncated_and_garbled_records_give_a_typed_error(cut: int, noise: str) -> None:
    for text in (RECORD[:cut], RECORD[:cut] + noise + RECORD[cut + len(noise) :]):
        try:
            table = sidings.replay(text)
        except sidings.BadRecord:
            continue
        assert table.history == table_after(9).history[: len(table.history)]
