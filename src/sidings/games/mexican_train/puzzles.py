"""What the puzzles of Mexican Train are about."""

from sidings.games.mexican_train.state import DOMINOES, DRAW, HIGH, LOW, State
from sidings.games.plain.puzzles import Settings

# One round: in a longer game a single move decides too little.
SETTINGS: Settings = ((2, {"rounds": 1}), (3, {"rounds": 1}), (4, {"rounds": 1}))
LAST_DOMINOES = 3

BY_TERM = ("finish", "longest", "shed", "follow", "place", "deny", "double", "risk")


def theme(s: State, action: int, term: int) -> str:
    """What a puzzle is about, of which ``action`` is the solution."""
    if s.hand_sizes[s.turn] <= LAST_DOMINOES:
        return "finish"
    if action < DRAW and LOW[action % DOMINOES] == HIGH[action % DOMINOES]:
        return "double"
    return BY_TERM[term] if term >= 0 else "place"
