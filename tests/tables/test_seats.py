"""Who sits where: sitting down, leaving, bots, links, starting, rematch."""

import pytest

from sidings.tables import Refused
from sidings.tables import commands as c
from sidings.tables import entries as e
from sidings.tables.fair import seat_token
from sidings.tables.live import Person
from tables.people import ANN, BOB, CID, INVITATION, LINKS, Played


def refused(table: Played, person: Person, command: type, **fields: object) -> str:
    before = table.live.version
    with pytest.raises(Refused) as refusal:
        table.do(person, command, **fields)
    assert table.live.version == before
    return refusal.value.code


def test_the_host_needs_no_invitation_and_others_do() -> None:
    table = Played()
    table.do(ANN, c.TakeSeat, seat=1)
    assert refused(table, BOB, c.TakeSeat, seat=2) == "not-allowed"
    assert refused(table, BOB, c.TakeSeat, seat=2, token="0" * 32) == "not-allowed"
    table.do(BOB, c.TakeSeat, seat=2, token=INVITATION)
    assert [seat.name for seat in table.live.seats] == ["Ann", "Bob"]


def test_anybody_may_sit_at_a_listed_table_and_nobody_twice() -> None:
    table = Played(listed=True)
    table.do(BOB, c.TakeSeat, seat=2)
    assert refused(table, BOB, c.TakeSeat, seat=1) == "seated"
    assert refused(table, CID, c.TakeSeat, seat=2) == "taken"
    assert refused(table, CID, c.TakeSeat, seat=3) == "no-such-seat"


def test_a_seat_link_moves_its_holder_to_another_device_and_then_ends() -> None:
    table = Played().seat_all()
    link = seat_token(LINKS, 2, BOB.id)
    phone = Person("person-phone", "Bob's phone")
    table.do(phone, c.TakeSeat, seat=2, token=link)
    assert table.live.seat_of(phone.id) == 2
    assert table.live.seat_of(BOB.id) == 0
    assert refused(table, CID, c.TakeSeat, seat=2, token=link) == "taken"


def test_the_link_to_a_free_seat_ends_when_somebody_sits_there() -> None:
    table = Played()
    link = seat_token(LINKS, 2, None)
    table.do(BOB, c.TakeSeat, seat=2, token=link)
    assert refused(table, ANN, c.TakeSeat, seat=2, token=link) == "taken"


def test_bots_take_free_seats_and_people_take_them_back() -> None:
    table = Played()
    table.do(ANN, c.TakeSeat, seat=1)
    assert refused(table, ANN, c.SeatBot, seat=2, level="genius") == "bad-option"
    assert refused(table, BOB, c.SeatBot, seat=2, level="random") == "not-allowed"
    table.do(ANN, c.SeatBot, seat=2, level="random")
    table.do(ANN, c.StartGame)
    assert refused(table, CID, c.TakeSeat, seat=2) == "not-allowed"
    table.do(BOB, c.TakeSeat, seat=2, token=INVITATION)
    assert table.live.mover == "person"
    table.do(BOB, c.SeatBot, seat=2, level="casual")
    assert table.live.seats[1].level == "casual"


def test_only_the_host_frees_a_seat_and_only_before_the_start() -> None:
    table = Played().seat_all()
    assert refused(table, BOB, c.FreeSeat, seat=1) == "not-allowed"
    table.do(ANN, c.FreeSeat, seat=2)
    assert refused(table, ANN, c.FreeSeat, seat=2) == "not-allowed"
    table.do(BOB, c.TakeSeat, seat=2, token=INVITATION)
    table.do(BOB, c.StartGame)
    assert refused(table, ANN, c.FreeSeat, seat=2) == "not-allowed"


def test_a_game_starts_when_all_seats_are_taken() -> None:
    table = Played()
    table.do(ANN, c.TakeSeat, seat=1)
    assert refused(table, ANN, c.StartGame) == "not-allowed"
    table.do(BOB, c.TakeSeat, seat=2, token=INVITATION)
    assert refused(table, CID, c.StartGame) == "not-seated"
    assert refused(table, ANN, c.PlayMove, move="draw") == "not-started"
    table.do(BOB, c.StartGame)
    assert refused(table, ANN, c.StartGame) == "not-allowed"


def test_who_has_seen_one_hand_cannot_take_another() -> None:
    table = Played(players=3).start()
    table.do(BOB, c.LeaveSeat)
    table.do(CID, c.LeaveSeat)
    assert refused(table, BOB, c.TakeSeat, seat=3, token=INVITATION) == "not-allowed"
    table.do(BOB, c.TakeSeat, seat=2)  # his own place is kept for him


@pytest.mark.parametrize(
    ("absence", "entry"), [("wait", e.Leave), ("bot", e.PutBot), ("end", e.Resign)]
)
def test_leaving_a_game_follows_the_setting_of_the_table(absence: str, entry: type) -> None:
    table = Played(absence=absence).start()
    assert type(table.do(BOB, c.LeaveSeat)) is entry


def test_words_are_given_before_the_deal_only() -> None:
    table = Played().seat_all()
    key = table.live.key()
    table.do(BOB, c.GiveWords, words="tchou tchou")
    assert table.live.key() != key
    table.do(BOB, c.LeaveSeat)
    assert table.live.key() == key  # what he gave leaves with him
    table.do(BOB, c.TakeSeat, seat=2, token=INVITATION)
    table.do(ANN, c.StartGame)
    assert refused(table, BOB, c.GiveWords, words="too late") == "not-allowed"


def test_spectators_watch_listed_tables_or_with_an_invitation() -> None:
    assert Played(listed=True).live.may_watch("anybody", None)
    private = Played().live
    assert not private.may_watch("anybody", None)
    assert private.may_watch("anybody", INVITATION)
    assert private.may_watch("anybody", seat_token(LINKS, 2, None))
    assert private.may_watch(ANN.id, None)


def test_a_rematch_is_for_those_who_played() -> None:
    table = Played().start()
    with pytest.raises(Refused):
        table.live.check_rematch(ANN)
    table.do(BOB, c.ResignGame)
    table.live.check_rematch(ANN)
    with pytest.raises(Refused):
        table.live.check_rematch(CID)
