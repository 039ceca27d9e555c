"""Whether a move can be taken back.

One person alone against bots goes back as far as they like: each time to before their own last
move. With other people, only what nobody has learnt anything from can be undone.
"""

from sidings.tables.reveal import FEW, SURE
from sidings.tables.state import TableState


def has_own_last_move(state: TableState, seat: int) -> bool:
    """Whether this seat has a move to take back, and nobody else would mind."""
    if state.course is not None:
        return state.course.last_of(seat) is not None
    return bool(state.undo) and state.undo[-1].seat == seat


def can_take_back(state: TableState, seat: int, *, sure: bool = False) -> bool:
    """Whether a seat may take back: alone, or if nobody has acted since nor learnt anything.

    What is offered is checked in a few possible worlds; what is granted (``sure``), in many.
    """
    if state.status != "playing" or not state.header.rules.takebacks:
        return False
    if not has_own_last_move(state, seat):
        return False
    if state.course is not None:
        return True
    if state.takeback is None:
        state.takeback = _told_nothing(state, FEW)
    if state.takeback and sure:
        state.takeback = _told_nothing(state, SURE)
    return state.takeback


def _told_nothing(state: TableState, worlds: int) -> bool:
    last = state.undo[-1]
    return not state.runtime.revealed(last.before, last.seat, last.action, worlds)
