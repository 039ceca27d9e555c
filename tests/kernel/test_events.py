"""What happened in a move: told in order, and hidden from those who may not know."""

from sidings.kernel.events import EVERYBODY, NOBODY, UNKNOWN, new_events, rows_of, tell
from sidings.kernel.play import hide_events_for
from sidings.kernel.record import Array

SECRET, PUBLIC = 1, 2


def told() -> Array:
    events = new_events(3)
    tell(events, SECRET, 1, 45, 7, 8, 1 << 1)
    tell(events, PUBLIC, NOBODY, 12, 8, 9, EVERYBODY)
    return events


def test_events_are_told_in_order() -> None:
    assert rows_of(told()) == [[SECRET, 1, 45, 7, 8, 2], [PUBLIC, NOBODY, 12, 8, 9, EVERYBODY]]


def test_nothing_is_told_to_nobody() -> None:
    tell(None, SECRET, 1, 45, 7, 8, EVERYBODY)


def test_a_seat_knows_only_what_it_may_see() -> None:
    seen = new_events(3)
    for seat, what in ((1, 45), (0, UNKNOWN), (NOBODY, UNKNOWN)):
        hide_events_for(told(), seat, seen)
        assert rows_of(seen) == [[SECRET, 1, what, 7, 8, 0], [PUBLIC, NOBODY, 12, 8, 9, 0]]
