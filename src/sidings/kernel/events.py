"""What happened in a move, told by the rules as they apply it.

``apply(s, action, events)`` writes a row for each event, in order: its kind, the seat it happened
to, what it is about, where that came from and went to, and which seats may know what it is about.
The kinds and places are the game's own numbers. Row 0 holds the number of events. Rules pass
``events`` on to ``tell``; for ``apply(s, action)`` it is None and compiles to nothing.
"""

import numpy as np

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array

KIND, SEAT, WHAT, SOURCE, TARGET, SEEN_BY = range(6)  # the columns
COLUMNS = 6
COUNT, OVERFLOW = 0, 1  # row 0: how many events there are; whether there was no room for more

NOBODY = NOWHERE = -1  # an event that happens to no seat; that comes from or goes to no place
UNKNOWN = -1  # for WHAT, once it has been hidden
EVERYBODY = -1  # for SEEN_BY: all bits, those of spectators too


@kernel
def tell(
    events: Array | None, kind: int, seat: int, what: int, source: int, target: int, seen_by: int
) -> None:
    """Write down one event; ``seen_by`` has a bit for each seat that may know ``what``."""
    if events is None:
        return
    n = events[0, COUNT] + 1
    if n == events.shape[0]:
        events[0, OVERFLOW] = 1
        return
    events[0, COUNT] = n
    events[n, KIND] = kind
    events[n, SEAT] = seat
    events[n, WHAT] = what
    events[n, SOURCE] = source
    events[n, TARGET] = target
    events[n, SEEN_BY] = seen_by


@kernel
def hide_events(events: Array, seat: int) -> None:
    """Blank what ``seat`` (or a spectator, -1) may not know, and who may know it."""
    for n in range(1, events[0, COUNT] + 1):
        seen_by = events[n, SEEN_BY]
        if seen_by != EVERYBODY and (seat < 0 or seen_by >> seat & 1 == 0):
            events[n, WHAT] = UNKNOWN
        events[n, SEEN_BY] = 0


def new_events(most: int) -> Array:
    """Room for what one move can tell at the most."""
    return np.zeros((most + 1, COLUMNS), np.int16)


def rows_of(events: Array) -> list[list[int]]:
    """The events as plain numbers, without the count."""
    rows: list[list[int]] = events[1 : events[0, COUNT] + 1].tolist()
    return rows
