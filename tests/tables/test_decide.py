"""Which commands are followed, and by which entry; which are refused, and why."""

import pytest

from sidings.tables import Person, Refused, commands, entries
from sidings.tables.access import links_of
from sidings.tables.decide import check_rematch, decide_action, decide_move
from sidings.tables.fairness import seat_token
from tables.people import ANN, BOB, CID, INVITATION, LINKS, Played, refused


def test_a_move_needs_the_turn_the_version_and_the_rules() -> None:
    table = Played().start()
    other = ANN if table.in_turn is BOB else BOB
    move = table.moves()[0]
    assert refused(table, other, commands.PlayMove, move=move) == "not-your-turn"
    assert refused(table, table.in_turn, commands.PlayMove, move="fly") == "illegal"
    version = table.state.version
    table.play(move)
    assert refused(table, table.in_turn, commands.PlayMove, move=move, version=version) == "stale"
    assert refused(table, table.in_turn, commands.PlayMove, move=move, version=99) == "stale"


def test_an_action_is_decided_as_the_move_that_it_is() -> None:
    state = Played().start().state
    assert state.position is not None
    choices, actions = state.runtime.choices(state.runtime.look(state.position, state.turn))
    for choice, action in zip(choices, actions, strict=True):
        decided = decide_action(state, action, state.turn, "bot", 5)
        assert decided == decide_move(state, choice.move, state.turn, "bot", 5)


def test_what_happens_to_seats_does_not_make_a_move_stale() -> None:
    table = Played(players=3).start()
    version, mover = table.state.version, table.in_turn
    leaver = next(p for p in (ANN, BOB) if p is not mover)
    table.do(leaver, commands.LeaveSeat)
    table.do(mover, commands.PlayMove, move=table.moves()[0], version=version)


def test_the_host_needs_no_invitation_and_others_do() -> None:
    table = Played()
    table.do(ANN, commands.TakeSeat, seat=1)
    assert refused(table, BOB, commands.TakeSeat, seat=2) == "not-allowed"
    assert refused(table, BOB, commands.TakeSeat, seat=2, token="0" * 32) == "not-allowed"
    table.do(BOB, commands.TakeSeat, seat=2, token=INVITATION)
    assert [seat.name for seat in table.state.seats] == ["Ann", "Bob"]


def test_anybody_may_sit_at_a_listed_table_and_nobody_twice() -> None:
    table = Played(listed=True)
    table.do(BOB, commands.TakeSeat, seat=2)
    assert refused(table, BOB, commands.TakeSeat, seat=1) == "seated"
    assert refused(table, CID, commands.TakeSeat, seat=2) == "taken"
    assert refused(table, CID, commands.TakeSeat, seat=3) == "no-such-seat"


def test_a_seat_link_moves_its_holder_to_another_device_and_then_ends() -> None:
    table = Played().seat_all()
    link = seat_token(LINKS, 2, BOB.id)
    phone = Person("person-phone", "Bob's phone")
    table.do(phone, commands.TakeSeat, seat=2, token=link)
    assert table.state.seat_of(phone.id) == 2
    assert table.state.seat_of(BOB.id) == 0
    assert refused(table, CID, commands.TakeSeat, seat=2, token=link) == "not-allowed"


def test_the_link_to_a_free_seat_ends_when_somebody_sits_there() -> None:
    table = Played()
    link = seat_token(LINKS, 2, None)
    table.do(BOB, commands.TakeSeat, seat=2, token=link)
    assert refused(table, ANN, commands.TakeSeat, seat=2, token=link) == "taken"


def test_bots_take_free_seats_and_people_take_them_back() -> None:
    table = Played()
    table.do(ANN, commands.TakeSeat, seat=1)
    assert refused(table, ANN, commands.SeatBot, seat=2, level="genius") == "bad-option"
    assert refused(table, BOB, commands.SeatBot, seat=2, level="random") == "not-allowed"
    table.do(ANN, commands.SeatBot, seat=2, level="random")
    table.do(ANN, commands.StartGame)
    assert refused(table, CID, commands.TakeSeat, seat=2) == "not-allowed"
    table.do(BOB, commands.TakeSeat, seat=2, token=seat_token(LINKS, 2, None))
    assert table.state.mover == "person"
    table.do(BOB, commands.SeatBot, seat=2, level="casual")
    assert table.state.seats[1].level == "casual"


def test_the_invitation_opens_the_seat_of_a_bot_before_the_start_only() -> None:
    table = Played(players=3)
    table.do(ANN, commands.TakeSeat, seat=1)
    for seat in (2, 3):
        table.do(ANN, commands.SeatBot, seat=seat, level="random")
    table.do(BOB, commands.TakeSeat, seat=2, token=INVITATION)
    table.do(ANN, commands.StartGame)
    assert refused(table, CID, commands.TakeSeat, seat=3, token=INVITATION) == "not-allowed"
    table.do(BOB, commands.SeatBot, seat=2, level="random")
    assert refused(table, CID, commands.TakeSeat, seat=2, token=INVITATION) == "not-allowed"
    table.do(BOB, commands.TakeSeat, seat=2)  # their own place is kept for them
    links = links_of(table.state, ANN.id).free_seats
    assert links == {"3": seat_token(LINKS, 3, None)}
    table.do(CID, commands.TakeSeat, seat=3, token=links["3"])


def test_a_private_table_tells_strangers_nothing() -> None:
    table = Played().seat_all()

    def told(kind: type, **fields: object) -> tuple[str, str]:
        with pytest.raises(Refused) as refusal:
            table.do(CID, kind, **fields)
        return refusal.value.code, refusal.value.message

    for kind, more in (
        (commands.TakeSeat, {}),
        (commands.FreeSeat, {}),
        (commands.SeatBot, {"level": "random"}),
    ):
        answers = {told(kind, seat=seat, **more) for seat in (1, 2, 3)}
        assert len(answers) == 1
        assert "Ann" not in str(answers)


def test_the_link_to_one_seat_opens_no_other() -> None:
    table = Played(players=3)
    link = seat_token(LINKS, 3, None)
    assert refused(table, BOB, commands.TakeSeat, seat=2, token=link) == "not-allowed"
    table.do(BOB, commands.TakeSeat, seat=3, token=link)


def test_only_the_host_frees_a_seat_and_only_before_the_start() -> None:
    table = Played().seat_all()
    assert refused(table, BOB, commands.FreeSeat, seat=1) == "not-allowed"
    assert refused(table, ANN, commands.SeatBot, seat=2, level="random") == "not-allowed"
    assert refused(table, CID, commands.LeaveSeat) == "not-seated"
    table.do(ANN, commands.FreeSeat, seat=2)
    assert refused(table, ANN, commands.FreeSeat, seat=2) == "not-allowed"
    table.do(BOB, commands.TakeSeat, seat=2, token=INVITATION)
    table.do(BOB, commands.StartGame)
    assert refused(table, ANN, commands.FreeSeat, seat=2) == "not-allowed"


def test_a_game_starts_when_all_seats_are_taken() -> None:
    table = Played()
    table.do(ANN, commands.TakeSeat, seat=1)
    assert refused(table, ANN, commands.StartGame) == "not-allowed"
    table.do(BOB, commands.TakeSeat, seat=2, token=INVITATION)
    assert refused(table, CID, commands.StartGame) == "not-seated"
    assert refused(table, ANN, commands.PlayMove, move="draw") == "not-started"
    table.do(BOB, commands.StartGame)
    assert refused(table, ANN, commands.StartGame) == "not-allowed"


def test_who_has_seen_one_hand_cannot_take_another() -> None:
    table = Played(players=3).start()
    table.do(BOB, commands.LeaveSeat)
    table.do(CID, commands.LeaveSeat)
    assert refused(table, BOB, commands.TakeSeat, seat=3, token=INVITATION) == "not-allowed"
    table.do(BOB, commands.TakeSeat, seat=2)  # their own place is kept for them


@pytest.mark.parametrize(
    ("absence", "entry"),
    [("wait", entries.Leave), ("bot", entries.PutBot), ("end", entries.Resign)],
)
def test_leaving_a_game_follows_the_setting_of_the_table(absence: str, entry: type) -> None:
    table = Played(absence=absence).start()
    assert type(table.do(BOB, commands.LeaveSeat)) is entry


def test_words_are_given_before_the_deal_only() -> None:
    table = Played().seat_all()
    key = table.state.key()
    table.do(BOB, commands.GiveWords, words="tchou tchou")
    assert table.state.key() != key
    table.do(BOB, commands.LeaveSeat)
    assert table.state.key() == key  # what they gave leaves with them
    table.do(BOB, commands.TakeSeat, seat=2, token=INVITATION)
    table.do(ANN, commands.StartGame)
    assert refused(table, BOB, commands.GiveWords, words="too late") == "not-allowed"


def test_a_rematch_is_for_those_who_played() -> None:
    table = Played().start()
    with pytest.raises(Refused):
        check_rematch(table.state, ANN)
    table.do(BOB, commands.ResignGame)
    check_rematch(table.state, ANN)
    with pytest.raises(Refused):
        check_rematch(table.state, CID)


def test_nobody_sits_down_after_the_end() -> None:
    table = Played().start()
    table.do(BOB, commands.ResignGame)
    assert refused(table, CID, commands.TakeSeat, seat=1, token=INVITATION) == "over"
    assert refused(table, ANN, commands.SeatBot, seat=2, level="casual") == "over"


def test_what_is_no_command_to_a_table_is_refused() -> None:
    assert refused(Played(), ANN, commands.PlayAgain) == "bad-command"
