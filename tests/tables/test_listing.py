"""What lists of tables show follows the seats."""

from sidings.tables import apply, commands
from sidings.tables.entries import Rename
from sidings.tables.listing import ListedSeat, state_to_list, summary
from tables.people import ANN, BOB, INVITATION, Played


def test_seats_with_names_levels_and_the_host() -> None:
    table = Played(players=3)
    table.do(ANN, commands.TakeSeat, seat=1)
    table.do(ANN, commands.SeatBot, seat=2, level="casual")
    listed = summary(table.state)
    assert listed.seats == [
        ListedSeat("person", "Ann", host=True),
        ListedSeat("bot", "casual"),
        ListedSeat("free", ""),
    ]
    assert (listed.game, listed.players, listed.result) == ("game-of-trains", 3, None)


def test_what_an_entry_changes_is_known_before_it_is_applied() -> None:
    table = Played()
    for person, command, fields in (
        (ANN, commands.TakeSeat, {"seat": 1}),
        (BOB, commands.TakeSeat, {"seat": 2, "token": INVITATION}),
        (ANN, commands.StartGame, {}),
        (BOB, commands.ResignGame, {}),
    ):
        entry = table.decide(person, command, **fields).entry
        before = summary(table.state)
        after = state_to_list(table.state, entry)
        assert after is not None
        assert summary(table.state) == before
        apply(table.state, entry)
        assert (summary(table.state), table.state.status) == (summary(after), after.status)


def test_a_name_is_listed_and_a_move_changes_nothing() -> None:
    table = Played().start()
    renamed = state_to_list(table.state, Rename(seat=1, name="Annette"))
    assert renamed is not None
    assert summary(renamed).seats[0].name == "Annette"
    move = table.decide(table.in_turn, commands.PlayMove, move=table.moves()[0]).entry
    assert state_to_list(table.state, move) is None
