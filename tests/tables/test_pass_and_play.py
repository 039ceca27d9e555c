"""Several people at one device: one person's cookie has several seats, and acts for one of them."""

from dataclasses import replace

from sidings.server.setup import draft_rematch
from sidings.tables import Person, commands
from sidings.tables.access import links_of, may_watch
from sidings.tables.entries import PutBot, Sit
from sidings.tables.exits import exits
from sidings.tables.fairness import seat_token
from sidings.tables.takeback import can_take_back
from tables.people import ANN, BOB, LINKS, Played, refused


def passed_on(players: int = 2, **rules: object) -> Played:
    """A table that Ann's device has all seats of, started."""
    table = Played(players=players, pass_and_play=True, **rules)
    for seat, name in zip(range(1, players + 1), ("Ann", "Leo", "Mia", "Ben"), strict=False):
        table.apply(Sit(seat=seat, person=ANN.id, name=name))
    table.do(ANN, commands.StartGame)
    return table


def at(seat: int) -> Person:
    """Ann's device in the hands of a seat."""
    return replace(ANN, seat=seat)


def test_a_device_sees_no_hand_until_it_asks_for_one() -> None:
    state = passed_on().state
    assert state.seats_of(ANN.id) == [1, 2]
    assert state.seat_of(ANN.id) == 0
    assert [state.seat_of(ANN.id, seat) for seat in (0, 1, 2, 3)] == [0, 1, 2, 0]
    assert state.seat_of(BOB.id, 1) == 0
    assert may_watch(state, ANN.id, None)
    links = links_of(state, ANN.id, 2)
    assert (links.seat, links.seats) == (2, [1, 2])
    assert links.seat_token == seat_token(LINKS, 2, ANN.id)


def test_it_moves_for_the_seat_whose_hand_it_shows() -> None:
    table = passed_on()
    mover, other = table.state.turn, 3 - table.state.turn
    move = table.moves()[0]
    assert refused(table, ANN, commands.PlayMove, move=move) == "not-seated"
    assert refused(table, at(0), commands.PlayMove, move=move) == "not-seated"
    assert refused(table, at(other), commands.PlayMove, move=move) == "not-your-turn"
    entry = table.do(at(mover), commands.PlayMove, move=move)
    assert entry.seat == mover  # type: ignore[union-attr]  # it is a move


def test_nobody_goes_back_beyond_what_the_others_have_seen() -> None:
    """Alone, one may take back everything; on a shared device the rules of company hold."""
    table = passed_on()
    assert table.state.course is None
    drawing = table.state.turn
    move = next(move for move in table.moves() if move.startswith(("keep", "draw")))
    table.do(at(drawing), commands.PlayMove, move=move)
    assert not can_take_back(table.state, drawing)
    assert refused(table, at(drawing), commands.TakeMoveBack) == "not-allowed"


def test_one_at_the_device_and_bots_are_as_one_alone() -> None:
    table = Played(players=3, pass_and_play=True)
    table.apply(Sit(seat=1, person=ANN.id, name="Ann"))
    for seat in (2, 3):
        table.apply(PutBot(seat=seat, level="casual"))
    table.do(ANN, commands.StartGame)
    assert table.state.course is not None
    assert table.state.seat_of(ANN.id) == 1


def test_whoever_leaves_is_replaced_by_a_bot_and_the_last_one_ends_it() -> None:
    table = passed_on()
    ways = exits(table.state, 1)
    assert ways is not None
    assert (ways.leave, ways.abandon) == ("bot", "stopped")
    table.do(at(2), commands.LeaveSeat)
    assert [seat.kind for seat in table.state.seats] == ["person", "bot"]
    assert table.state.seat_of(ANN.id) == 1  # the only one left need not choose
    table.do(ANN, commands.LeaveSeat)
    assert table.state.ending is not None
    assert table.state.ending.how == "abandoned"


def test_leaving_may_still_end_the_game() -> None:
    table = passed_on(absence="end")
    table.do(at(2), commands.LeaveSeat)
    assert table.state.ending is not None
    assert table.state.ending.how == "resigned"


def test_one_wish_to_stop_is_enough_for_a_device() -> None:
    table = passed_on(players=3)
    table.do(at(3), commands.AbandonGame)
    assert table.state.ending is not None
    assert table.state.ending.how == "abandoned"
    assert table.again().ending == table.state.ending


def test_others_must_agree_to_stop() -> None:
    table = Played(players=3, pass_and_play=True)
    for seat, person in ((1, ANN), (2, ANN), (3, BOB)):
        table.apply(Sit(seat=seat, person=person.id, name=f"{seat}"))
    table.do(BOB, commands.StartGame)
    table.do(at(1), commands.AbandonGame)
    assert table.state.status == "playing"
    table.do(BOB, commands.AbandonGame)
    assert table.state.status == "over"


def test_a_seat_can_move_to_a_phone_of_its_own() -> None:
    table = passed_on()
    table.do(BOB, commands.TakeSeat, seat=2, token=seat_token(LINKS, 2, ANN.id))
    assert table.state.seats_of(ANN.id) == [1]
    assert table.state.held == {ANN.id: {1, 2}, BOB.id: {2}}
    assert refused(table, ANN, commands.TakeSeat, seat=2) == "seated"


def test_the_next_game_begins_at_once_on_the_same_device() -> None:
    table = passed_on()
    table.do(at(1), commands.AbandonGame)
    again = draft_rematch(table.state).state
    assert again.status == "playing"
    assert [seat.name for seat in again.seats] == ["Leo", "Ann"]
    assert again.seats_of(ANN.id) == [1, 2]
