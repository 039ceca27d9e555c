"""What the ways out of a game lead to is what happens when one takes them."""

import pytest

from sidings.tables import commands
from sidings.tables.exits import exits
from sidings.tables.state import Exits
from tables.people import ANN, BOB, CID, Played

WAYS = {
    "leave": commands.LeaveSeat,
    "abandon": commands.AbandonGame,
    "resign": commands.ResignGame,
}


@pytest.mark.parametrize(
    ("absence", "players", "expected"),
    [
        ("wait", 2, Exits("free", "agreed", "lost")),
        ("bot", 2, Exits("bot", "agreed", "lost")),
        ("bot", 3, Exits("bot", "agreed", "bot")),
        ("end", 2, Exits("lost", "agreed", "lost")),
    ],
)
def test_in_company(absence: str, players: int, expected: Exits) -> None:
    assert exits(Played(players=players, absence=absence).start().state, 2) == expected


@pytest.mark.parametrize(
    ("absence", "expected"),
    [
        ("wait", Exits("free", "stopped", "lost")),
        ("bot", Exits("stopped", "stopped", "stopped")),
        ("end", Exits("lost", "stopped", "lost")),
    ],
)
def test_alone_with_bots(absence: str, expected: Exits) -> None:
    table = Played(players=3, absence=absence)
    table.do(ANN, commands.TakeSeat, seat=1)
    for seat in (2, 3):
        table.do(ANN, commands.SeatBot, seat=seat, level="random")
    table.do(ANN, commands.StartGame)
    assert exits(table.state, 1) == expected


def test_when_the_others_have_agreed_to_stop_it_stops_at_once() -> None:
    table = Played().start()
    before = exits(table.state, 1)
    assert before is not None
    assert before.abandon == "agreed"
    table.do(BOB, commands.AbandonGame)
    after = exits(table.state, 1)
    assert after is not None
    assert after.abandon == "stopped"


def test_there_are_none_for_spectators_nor_before_and_after_the_game() -> None:
    table = Played().seat_all()
    assert exits(table.state, 1) is None
    table.do(ANN, commands.StartGame)
    assert exits(table.state, 0) is None
    table.do(ANN, commands.ResignGame)
    assert exits(table.state, 2) is None


@pytest.mark.parametrize("absence", ["wait", "bot", "end"])
@pytest.mark.parametrize("way", WAYS)
def test_what_is_told_is_what_happens(absence: str, way: str) -> None:
    table = Played(players=3, absence=absence).start()
    told = getattr(exits(table.state, 3), way)
    table.do(CID, WAYS[way])
    if table.state.ending is not None:
        assert told == ("lost" if table.state.ending.how == "resigned" else "stopped")
    else:
        kind = table.state.seats[2].kind
        assert told == {"free": "free", "bot": "bot", "person": "agreed"}[kind]


def test_trying_them_leaves_the_table_as_it_is() -> None:
    table = Played(absence="bot").start().play_at_random(3)
    state = table.state
    before = (state.version, list(state.seats), state.position_bytes.tobytes())  # type: ignore[union-attr]
    exits(state, 1)
    assert (state.version, state.seats, state.position_bytes.tobytes()) == before  # type: ignore[union-attr]
