"""What the puzzles of Continental Express are about."""

from sidings.games.continental_express.rules import CHOOSE, DONE, TAKE, TAKING, VALIDATE, State
from sidings.games.plain.puzzles import Settings

SETTINGS: Settings = ((2, {}), (2, {}), (3, {}), (4, {}))

BY_TERM = ("objective", "contract", "tickets", "later", "deny", "end", "next")


def theme(s: State, action: int, term: int) -> str:
    """What a puzzle is about, of which ``action`` is the solution."""
    if CHOOSE <= action < TAKE:
        return "contract"
    if VALIDATE <= action <= DONE:
        return "objective"
    if s.phase != TAKING:
        return "character"
    return BY_TERM[term] if term >= 0 else "later"
