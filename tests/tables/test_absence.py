"""What happens when a player's time runs out or they are gone."""

import pytest

from sidings.tables import commands, entries
from sidings.tables.absence import gone, overdue
from sidings.tables.decide import decide_move
from sidings.tables.header import Clock
from sidings.tables.takeback import can_take_back
from tables.people import SECOND, Played, refused


@pytest.mark.parametrize(
    ("absence", "entry"), [("wait", None), ("bot", entries.Away), ("end", entries.RunOut)]
)
def test_when_time_runs_out_the_table_follows_its_setting(absence: str, entry: type | None) -> None:
    table = Played(clock=Clock("move", 60), absence=absence).start()
    assert table.state.deadline == 60 * SECOND
    assert overdue(table.state, 60 * SECOND - 1) is None
    due = overdue(table.state, 60 * SECOND)
    assert (None if due is None else type(due)) is entry


def test_a_bot_moves_for_a_player_who_is_away_until_they_are_back() -> None:
    table = Played(clock=Clock("move", 60), absence="bot").start()
    seat, person = table.state.turn, table.in_turn
    table.now = 61 * SECOND
    due = overdue(table.state, table.now)
    assert due is not None
    table.apply(due)
    assert table.state.mover == "stand-in"
    assert table.state.deadline is None
    table.apply(*decide_move(table.state, table.moves()[0], seat, "stand-in", table.now))
    assert not can_take_back(table.state, seat)
    table.do(person, commands.ComeBack)
    assert not table.state.seats[seat - 1].away
    assert refused(table, person, commands.ComeBack) == "not-allowed"


def test_nobody_plays_a_hand_unless_the_table_chose_so() -> None:
    table = Played(absence="wait", clock=Clock("move", 10)).start()
    assert overdue(table.state, 10**9) is None
    assert gone(table.state, 10**9) is None
    assert table.state.mover == "person"


def test_in_play_by_correspondence_nobody_is_gone() -> None:
    table = Played(absence="end", clock=Clock("move", 3 * 86_400)).start()
    assert gone(table.state, 86_400 * SECOND) is None
    assert isinstance(overdue(table.state, 3 * 86_400 * SECOND), entries.RunOut)
