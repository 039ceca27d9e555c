"""A finished game is shown again move by move, and records have the moves that stand."""

import msgspec

from sidings.tables import commands
from sidings.tables.entries import moves_of
from sidings.tables.records import steps, train_record
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
