"""What each way out of a game leads to, found by trying it on a copy of the table."""

from sidings.tables import entries
from sidings.tables.apply import apply
from sidings.tables.decide import leaving
from sidings.tables.entries import Entry
from sidings.tables.state import Exit, Exits, TableState


def exits(state: TableState, seat: int) -> Exits | None:
    """Where ``leave``, ``abandon`` and ``resign`` lead for a seat; None unless a game is on."""
    if not seat or state.status != "playing":
        return None
    found = state.exits.get(seat)
    if found is None:
        found = state.exits[seat] = Exits(
            leave=_outcome(state, seat, leaving(state, seat, state.since)),
            abandon=_outcome(state, seat, entries.Abandon(seat=seat, at=state.since)),
            resign=_outcome(state, seat, entries.Resign(seat=seat, at=state.since)),
        )
    return found


def _outcome(state: TableState, seat: int, entry: Entry) -> Exit:
    after = state.copy()
    apply(after, entry)
    if after.ending is not None:
        return "lost" if after.ending.how == "resigned" else "stopped"
    match after.seats[seat - 1].kind:
        case "free":
            return "free"
        case "bot":
            return "bot"
    return "agreed"
