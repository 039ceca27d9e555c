"""A move can be taken back while it has told nobody anything; alone, every move can."""

import msgspec
import pytest

from sidings.cli.verify import verify
from sidings.tables import apply, commands
from sidings.tables.decide import decide_move
from sidings.tables.entries import PutBot, Sit, moves_of
from sidings.tables.records import json_record, train_record
from sidings.tables.state import HISTORY
from sidings.tables.takeback import can_take_back
from tables.people import ANN, BOB, INVITATION, Played, refused


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


def alone(game: str = "game-of-trains") -> Played:
    """Ann at seat 1 and a bot at seat 2."""
    table = Played(game)
    table.do(ANN, commands.TakeSeat, seat=1, token=INVITATION)
    table.do(ANN, commands.SeatBot, seat=2, level="casual")
    table.do(ANN, commands.StartGame)
    return table


def play_alone(table: Played, moves: int) -> list[bytes]:
    """Play the first legal move each time; returns the positions before Ann's moves."""
    before = []
    for step in range(moves):
        found = table.moves()
        move = found[step % len(found)]
        if table.state.turn == 1:
            before.append(bytes_of(table))
            table.do(ANN, commands.PlayMove, move=move)
        else:
            table.apply(*decide_move(table.state, move, 2, "bot", 0))
    return before


def bytes_of(table: Played) -> bytes:
    assert table.state.position_bytes is not None
    return table.state.position_bytes.tobytes()


def test_alone_one_goes_back_to_the_first_move(each_game: str) -> None:
    """Positions and history are those of before, the log keeps all, and the record verifies."""
    table = alone(each_game)
    before = play_alone(table, 24)
    assert len(table.log) > HISTORY
    for position in reversed(before):
        assert can_take_back(table.state, 1, sure=True)
        table.do(ANN, commands.TakeMoveBack)
        assert bytes_of(table) == position
        assert table.state.turn == 1
        stood = [(made.seat, made.move, made.by) for made in moves_of(table.log)]
        shown = [(made.seat, made.move, made.by) for made in table.state.history]
        assert shown == stood[-HISTORY:]
    assert not can_take_back(table.state, 1)
    assert refused(table, ANN, commands.TakeMoveBack) == "not-allowed"
    again = table.again()
    assert (again.position_bytes.tobytes(), again.taken_back) == (before[0], len(before))  # type: ignore[union-attr]
    play_alone(table, 5)
    twin = table.state.copy()
    apply(twin, decide_move(table.state, table.moves()[0], table.state.turn, "person", 0).entry)
    assert twin.course.actions[:-1] == table.state.course.actions  # type: ignore[union-attr]
    table.do(ANN, commands.ResignGame)
    stands = len(moves_of(table.log))
    record = train_record(table.state, table.log)
    assert f"; with take-backs: {len(before)}\n" in record
    assert verify(record).moves == stands
    told = json_record(table.state, table.log)
    assert verify(msgspec.json.encode(told).decode()).moves == stands
    assert sum(entry["do"] == "takeback" for entry in told["log"]) == len(before)


def test_whoever_has_had_company_in_the_game_cannot_go_far_back() -> None:
    table = alone()
    play_alone(table, 4)
    assert can_take_back(table.state, 1)
    table.apply(Sit(seat=2, person=BOB.id, name=BOB.name))
    assert not can_take_back(table.state, 1)
    table.apply(PutBot(seat=2, level="casual"))
    assert not can_take_back(table.state, 1)


def test_whoever_comes_back_alone_can_still_go_far_back() -> None:
    table = alone()
    before = play_alone(table, 4)
    table.do(ANN, commands.LeaveSeat)
    table.do(ANN, commands.TakeSeat, seat=1)
    table.do(ANN, commands.TakeMoveBack)
    assert bytes_of(table) == before[-1]
