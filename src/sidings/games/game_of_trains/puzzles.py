"""What the puzzles of Game of Trains are about."""

from sidings.games.game_of_trains.rules import LOCK, REMOVE, SETUP, State
from sidings.games.plain.puzzles import Settings

SETTINGS: Settings = ((2, {}), (2, {}), (3, {}), (4, {}))

BY_TERM = ("finish", "order", "take", "deny", "prepare", "protect")


def theme(s: State, action: int, term: int) -> str:
    """What a puzzle is about, of which ``action`` is the solution."""
    if s.phase == SETUP:
        return "set-up"
    if action >= LOCK:
        return "protect"
    if action >= REMOVE:
        return "take"
    return BY_TERM[term] if term >= 0 else "order"
