"""A move can be taken back while it has told nobody anything."""

import pytest

from sidings.tables import commands
from sidings.tables.takeback import can_take_back
from tables.people import Played, refused


def test_a_move_that_tells_nobody_anything_can_be_taken_back() -> None:
    table = Played().start().play_at_random(500, stop=lambda t: "protect left" in t.moves())
    before = table.state.position_bytes.tobytes()  # type: ignore[union-attr]
    mover = table.in_turn
    table.play("protect left")
    other = table.in_turn
    assert can_take_back(table.state, table.state.seat_of(mover.id))
    assert refused(table, other, commands.TakeMoveBack) == "not-allowed"
    table.do(mover, commands.TakeMoveBack)
    assert table.state.position_bytes.tobytes() == before  # type: ignore[union-attr]
    assert table.in_turn is mover
    assert refused(table, mover, commands.TakeMoveBack) == "not-allowed"
    assert table.again().position_bytes.tobytes() == before  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["keep", "draw", "place", "remove"])
def test_a_move_that_turns_up_a_card_cannot(kind: str) -> None:
    table = Played().start()

    def ready(table: Played) -> bool:
        return any(move.startswith(kind) for move in table.moves())

    table.play_at_random(500, stop=ready)
    mover = table.in_turn
    table.play(next(move for move in table.moves() if move.startswith(kind)))
    assert refused(table, mover, commands.TakeMoveBack) == "not-allowed"


def test_nobody_takes_back_what_another_has_answered() -> None:
    table = Played().start().play_at_random(500, stop=lambda t: "protect left" in t.moves())
    mover = table.in_turn
    table.play("protect left")
    table.play(table.moves()[0])
    assert refused(table, mover, commands.TakeMoveBack) == "not-allowed"


def test_a_table_may_do_without_take_backs() -> None:
    table = Played(takebacks=False).start()
    table.play_at_random(500, stop=lambda t: "protect left" in t.moves())
    mover = table.in_turn
    table.play("protect left")
    assert refused(table, mover, commands.TakeMoveBack) == "not-allowed"


@pytest.mark.compiled  # it takes thousands of worlds
def test_taken_back_means_nothing_was_learnt(each_game: str) -> None:
    """Where a take-back is offered, every viewer could have foreseen what they saw."""
    table = Played(each_game).start()
    runtime = table.state.runtime
    offered = 0
    for step in range(200):
        if table.state.status != "playing":
            break
        seat = table.state.turn
        before = table.state.position.copy()  # type: ignore[union-attr]
        moves = sorted(table.moves())
        decision = table.decide(table.in_turn, commands.PlayMove, move=moves[step % len(moves)])
        table.apply(*decision)
        if not can_take_back(table.state, seat, sure=True):
            continue
        offered += 1
        for viewer in range(3):
            seen = runtime.view(runtime.look(table.state.position, viewer), viewer)  # type: ignore[arg-type]
            assert runtime.foreseen(before, viewer, decision.action) == seen  # type: ignore[arg-type]
    assert offered, "no move could be taken back, so nothing was tested"
