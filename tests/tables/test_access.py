"""Who may watch a table, and which links they are given."""

from sidings.tables import commands
from sidings.tables.access import links_of, may_watch
from sidings.tables.fairness import seat_token
from tables.people import ANN, BOB, CID, INVITATION, LINKS, Played


def test_spectators_watch_listed_tables_or_with_an_invitation() -> None:
    assert may_watch(Played(listed=True).state, "anybody", None)
    private = Played().state
    assert not may_watch(private, "anybody", None)
    assert may_watch(private, "anybody", INVITATION)
    assert may_watch(private, "anybody", seat_token(LINKS, 2, None))
    assert may_watch(private, ANN.id, None)


def test_links_are_for_those_at_the_table_and_free_seats_for_the_host() -> None:
    table = Played()
    table.do(BOB, commands.TakeSeat, seat=2, token=INVITATION)
    host = links_of(table.state, ANN.id)
    assert (host.seat, host.host, host.invitation) == (0, True, INVITATION)
    assert host.free_seats == {"1": seat_token(LINKS, 1, None)}
    guest = links_of(table.state, BOB.id)
    assert (guest.seat, guest.host, guest.invitation) == (2, False, INVITATION)
    assert guest.seat_token == seat_token(LINKS, 2, BOB.id)
    stranger = links_of(table.state, CID.id)
    assert not stranger.invitation
    assert not stranger.free_seats
