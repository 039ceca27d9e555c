"""The puzzles of a game that says nothing about its own: one table, one theme."""

from typing import Any

#: The tables at which puzzles are looked for: players and options; empty for the fewest players.
Settings = tuple[tuple[int, dict[str, int | str]], ...]
SETTINGS: Settings = ()


def theme(s: Any, action: int, term: int) -> str:
    """What a puzzle is about, of which ``action`` is the solution.

    ``s`` is what the seat in turn sees, ``term`` the number of the reason among the bot's
    ``TERMS``, or -1.
    """
    return "best-move"
