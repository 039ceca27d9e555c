"""The log leads to the same table, move by move, clock by clock, to the end."""

import pytest

from sidings.games.catalogue import game
from sidings.tables import commands, decode_entry, encode_entry
from sidings.tables.absence import gone
from sidings.tables.apply import apply
from sidings.tables.entries import Close, Rematch, RunOut
from sidings.tables.fairness import seat_token
from sidings.tables.header import Clock
from sidings.tables.listing import state_to_list
from sidings.tables.state import Ending
from tables.people import ANN, BOB, CID, LINKS, SECOND, Played, refused


def test_the_same_table_from_its_log(each_game: str) -> None:
    players = Played(each_game).state.runtime.game.players
    for number in {players[0], players[-1]}:
        table = Played(each_game, number).start().play_at_random(60)
        table.log = [decode_entry(encode_entry(entry)) for entry in table.log]
        again = table.again()
        assert again.position_bytes is not None
        assert table.state.position_bytes is not None
        assert again.position_bytes.tobytes() == table.state.position_bytes.tobytes()
        assert again.history == table.state.history
        assert (again.turn, again.version) == (table.state.turn, table.state.version)


def test_a_game_clock_runs_for_the_player_in_turn_and_grows_by_the_increment() -> None:
    table = Played(clock=Clock("game", 300, 5)).start()
    table.play_at_random(2)  # the set-up
    before, seat = list(table.state.remaining), table.state.turn
    table.now += 20 * SECOND
    table.play("draw")
    assert table.state.remaining[seat - 1] == before[seat - 1] - 20 * SECOND
    assert table.state.turn == seat
    table.now += 10 * SECOND
    table.play("place 1")
    assert table.state.remaining[seat - 1] == before[seat - 1] - 25 * SECOND
    assert table.state.deadline == table.now + before[2 - seat]


def test_their_own_move_brings_a_player_back() -> None:
    table = Played(absence="bot").start()
    due = gone(table.state, 0)
    assert due is not None
    table.apply(due)
    table.play(table.moves()[0])
    assert not any(seat.away for seat in table.state.seats)


def test_a_finished_game_has_scores_and_places(each_game: str) -> None:
    options = {option.name: 1 for option in game(each_game).options if option.name == "rounds"}
    table = Played(each_game, options=options).start().play_to_the_end()
    ending = table.state.ending
    assert ending is not None
    assert ending.how == "finished"
    assert 1 in ending.ranking
    assert table.state.mover == "nobody"
    assert refused(table, ANN, commands.PlayMove, move="draw") == "over"
    assert refused(table, ANN, commands.TakeMoveBack) == "over"


def test_resigning_ends_a_game_of_two() -> None:
    table = Played().start()
    table.do(BOB, commands.ResignGame)
    assert table.state.ending is not None
    assert table.state.ending.ranking == [1, 2]


def test_resigning_leaves_a_larger_table_to_a_bot_if_it_has_chosen_so() -> None:
    table = Played(players=3, absence="bot").start()
    table.do(BOB, commands.ResignGame)
    assert table.state.status == "playing"
    assert table.state.seats[1].kind == "bot"


def test_a_game_is_abandoned_when_all_want_it() -> None:
    table = Played().start()
    table.do(ANN, commands.AbandonGame)
    assert refused(table, ANN, commands.AbandonGame) == "not-allowed"
    assert table.state.status == "playing"
    table.do(BOB, commands.AbandonGame)
    assert table.state.ending is not None
    assert table.state.ending.how == "abandoned"
    assert table.state.ending.ranking == []


def test_a_host_who_does_not_play_can_close_a_game_in_play() -> None:
    table = Played(players=3).start()  # Ann is the host
    table.do(ANN, commands.LeaveSeat)
    table.do(ANN, commands.AbandonGame)
    assert table.state.ending == Ending("closed", [])


def test_closing_a_game_that_is_over_leaves_its_result() -> None:
    table = Played().start()
    table.do(BOB, commands.ResignGame)
    ending = table.state.ending
    apply(table.state, Close())
    assert table.state.ending is ending


@pytest.mark.parametrize("kind", [commands.LeaveSeat, commands.SeatBot])
def test_a_wish_to_abandon_leaves_with_its_owner(kind: type) -> None:
    table = Played(players=3).start()
    table.do(BOB, commands.AbandonGame)
    more = {"seat": 2, "level": "random"} if kind is commands.SeatBot else {}
    table.do(BOB, kind, **more)
    assert table.state.wishes == set()
    table.do(BOB, commands.TakeSeat, seat=2)
    table.do(ANN, commands.AbandonGame)
    table.do(CID, commands.AbandonGame)
    assert table.state.status == "playing"  # Bob has come back to play


def test_a_wish_to_abandon_does_not_pass_to_another_device() -> None:
    table = Played().start()
    table.do(BOB, commands.AbandonGame)
    table.do(CID, commands.TakeSeat, seat=2, token=seat_token(LINKS, 2, BOB.id))
    table.do(ANN, commands.AbandonGame)
    assert table.state.status == "playing"


@pytest.mark.parametrize("kind", [commands.PlayMove, commands.LeaveSeat])
def test_the_longest_game_ends_without_a_result(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Played().start()
    table.play_at_random(2)
    monkeypatch.setattr("sidings.tables.state.MOST_ENTRIES", table.state.version + 1)
    more = {"move": table.moves()[0]} if kind is commands.PlayMove else {}
    decision = table.decide(table.in_turn, kind, **more)
    listed = state_to_list(table.state, decision.entry)
    table.apply(decision.entry, decision.action)
    assert table.state.ending == Ending("length", [])
    assert listed is not None
    assert listed.ending == table.state.ending
    assert table.again().ending == table.state.ending


def test_the_host_closes_a_table_that_has_not_started() -> None:
    table = Played().seat_all()
    assert refused(table, BOB, commands.AbandonGame) == "not-started"
    table.do(ANN, commands.AbandonGame)
    assert table.state.ending is not None
    assert table.state.ending.how == "closed"


def test_time_that_runs_out_may_end_the_game() -> None:
    table = Played(clock=Clock("move", 60), absence="end").start()
    seat = table.state.turn
    table.apply(RunOut(seat=seat, why="time"))
    assert table.state.ending is not None
    assert table.state.ending.seat == seat
    assert table.state.ending.ranking[seat - 1] == 2


def test_a_rematch_is_known_to_the_old_table() -> None:
    table = Played().start()
    table.do(BOB, commands.ResignGame)
    table.apply(Rematch(table="R" * 22))
    assert table.state.rematch == "R" * 22


def test_who_comes_back_in_their_turn_gets_time_to_move() -> None:
    table = Played(clock=Clock("game", 1), absence="bot").start()
    mover = table.in_turn
    due = gone(table.state, 0)
    assert due is not None
    table.apply(due)
    assert table.state.mover == "stand-in"
    table.now = 90 * SECOND
    table.do(mover, commands.ComeBack)
    assert table.state.mover == "person"
    assert table.state.since == table.now
    assert table.state.deadline is not None
    assert table.state.deadline > table.now


def test_a_bot_or_nobody_is_to_move() -> None:
    table = Played(absence="wait").start()
    mover, seat = table.in_turn, table.state.turn
    table.do(mover, commands.SeatBot, seat=seat, level="casual")
    assert table.state.mover == "bot"
    other = Played(absence="wait").start()
    other.do(other.in_turn, commands.LeaveSeat)
    assert other.state.mover == "nobody"


def test_one_person_among_bots_plays_alone() -> None:
    table = Played()
    table.do(ANN, commands.TakeSeat, seat=1)
    assert not table.state.is_complete_here  # the other seat is free
    table.do(ANN, commands.SeatBot, seat=2, level="random")
    assert table.state.is_complete_here
    assert not Played().start().state.is_complete_here
