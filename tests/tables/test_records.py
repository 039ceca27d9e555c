"""A finished game is shown again move by move, and records have the moves that stand."""

import msgspec

from sidings.tables import commands
from sidings.tables.entries import moves_of
from sidings.tables.records import record_name, steps, train_record
from sidings.tables.state import Seat
from tables.people import BOB, Played


def finished(name: str) -> Played:
    table = Played(name).start().play_at_random(6)
    table.do(BOB, commands.ResignGame)
    return table


def test_every_step_is_shown_with_its_move_and_its_events(each_game: str) -> None:
    table = finished(each_game)
    moves = [made.move for made in moves_of(table.log)]
    for seat in (None, 0, 2):
        shown = list(steps(table.state, table.log, seat))
        assert [step.move for step in shown] == [None, *moves]
        assert all(step.events for step in shown[1:])


def test_without_a_seat_all_cards_lie_open() -> None:
    table = finished("mexican-train")
    *_, closed = steps(table.state, table.log, 1)
    *_, everything = steps(table.state, table.log, None)
    other, shown = (msgspec.to_builtins(step.view)["hands"][1] for step in (closed, everything))
    assert len(shown) == 14
    assert other == 14


def test_a_move_that_was_taken_back_is_not_in_the_record() -> None:
    table = Played().start().play_at_random(500, stop=lambda t: "protect left" in t.moves())
    mover, before = table.in_turn, len(moves_of(table.log))
    table.play("protect left")
    table.do(mover, commands.TakeMoveBack)
    assert len(moves_of(table.log)) == before
    assert "protect left" not in train_record(table.state, table.log)


def test_a_record_is_named_after_the_game_the_day_and_the_players() -> None:
    table = finished("mexican-train").state
    table.header = msgspec.structs.replace(table.header, created=1_794_787_200_000)
    seats = [
        Seat("person", "Żaneta"),
        Seat("person", '../"Bo"\n*?'),
        Seat("bot", level="casual"),
        Seat(),
    ]
    table.seats[:] = seats
    assert record_name(table) == "mexican-train 2026-11-16 Żaneta, Bo, casual, Seat 4.train"
    table.seats[:] = [Seat("person", "n" * 24)] * 16
    assert len(record_name(table)) <= 86
