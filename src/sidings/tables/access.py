"""Who may watch a table, and which links a person may pass on."""

import msgspec

from sidings.tables.fairness import invitation, same, seat_token
from sidings.tables.state import TableState


class Links(msgspec.Struct):
    """What one person alone may know of a table: their seats and the links they may pass on."""

    seat: int  # that they see as
    seats: list[int]  # that they have
    host: bool
    invitation: str | msgspec.UnsetType = msgspec.UNSET
    seat_token: str | msgspec.UnsetType = msgspec.UNSET
    free_seats: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


def may_watch(state: TableState, person: str, token: str | None) -> bool:
    return state.header.rules.listed or is_of_the_table(state, person, token)


def is_of_the_table(state: TableState, person: str, token: str | None) -> bool:
    """Whether somebody was asked to the table, and did not just find it in a list."""
    return (
        person == state.header.host
        or bool(state.seats_of(person))
        or person in state.held
        or _is_invited(state, token)
    )


def _is_invited(state: TableState, token: str | None) -> bool:
    if same(token, invitation(state.links)):
        return True
    return any(
        same(token, seat_token(state.links, number, seat.person or None))
        for number, seat in enumerate(state.seats, start=1)
    )


def links_of(state: TableState, person: str, chosen: int | None = None) -> Links:
    """The invitation for who sits at the table or is its host, and the token of their seat."""
    seat = state.seat_of(person, chosen)
    links = Links(seat, state.seats_of(person), person == state.header.host)
    if links.seats or links.host:
        links.invitation = invitation(state.links)
    if seat:
        links.seat_token = seat_token(state.links, seat, person)
    if links.host and state.status != "over":
        # During play the general invitation does not open a bot's seat; the host's link to it does.
        kinds = ("free",) if state.status == "open" else ("free", "bot")
        links.free_seats = {
            str(number): seat_token(state.links, number, None)
            for number, one in enumerate(state.seats, 1)
            if one.kind in kinds
        }
    return links
