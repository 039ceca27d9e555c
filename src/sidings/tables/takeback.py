"""Whether a move can be taken back."""

from sidings.tables.reveal import FEW, SURE
from sidings.tables.state import TableState


def can_take_back(state: TableState, seat: int, *, sure: bool = False) -> bool:
    """Whether it was this seat's move, nobody has acted since, and it told nobody anything.

    What is offered is checked in a few possible worlds; what is granted (``sure``), in many.
    """
    if not state.undo or state.undo[-1].seat != seat or state.status != "playing":
        return False
    if not state.header.rules.takebacks:
        return False
    if state.takeback is None:
        state.takeback = _told_nothing(state, FEW)
    if state.takeback and sure:
        state.takeback = _told_nothing(state, SURE)
    return state.takeback


def _told_nothing(state: TableState, worlds: int) -> bool:
    last = state.undo[-1]
    return not state.runtime.revealed(last.before, last.seat, last.action, worlds)
