"""What happens without a command: a player's time runs out, or they are gone."""

from typing import Literal

from sidings.tables.entries import Away, Entry, RunOut
from sidings.tables.state import TableState


def overdue(state: TableState, now: int) -> Entry | None:
    """What the table's setting asks for when the time of the person in turn has run out."""
    deadline = state.deadline
    if deadline is None or now < deadline:
        return None
    return _absent(state, now, "time")


def gone(state: TableState, now: int) -> Entry | None:
    """What it asks for when the person in turn has not been there for the grace time."""
    if state.mover != "person" or state.header.rules.clock.by_correspondence:
        return None
    return _absent(state, now, "gone")


def _absent(state: TableState, now: int, why: Literal["time", "gone"]) -> Entry | None:
    now = max(now, state.since)
    match state.header.rules.absence:
        case "bot":
            return Away(seat=state.turn, why=why, at=now)
        case "end":
            return RunOut(seat=state.turn, why=why, at=now)
    return None
