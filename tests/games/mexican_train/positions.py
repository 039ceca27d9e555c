"""Small positions of Mexican Train, to be overridden key by key."""

from typing import Any

import sidings
from sidings.play.table import Table

# Double-9: no 0 and no 9 is left in the hands, and both trains end with one of them.
BLOCKED = [
    "9-0 0-0 0-1 1-2 2-0 0-3 3-4 4-0 0-5 5-6 6-0 0-7 7-8 8-0",
    "9-1 1-3 3-9 9-2 2-4 4-9 9-5 5-7 7-9 9-6 6-8 8-9",
]


def position(*hands: str, rest: int = 0, **given: Any) -> dict[str, Any]:
    """Seat 1 is to play, nobody on their first turn; the engine is the set's highest double.

    Hands, trains and boneyard (its top first) are words such as "5-12 3-3". Dominoes that are not
    mentioned are at the bottom of the boneyard, or in the hand of the seat ``rest``.
    """
    players = len(hands)
    options = {"rounds": 1} | given.pop("options", {})
    highest = int(str(options.get("set", "double-12")).removeprefix("double-"))
    start: dict[str, Any] = {
        "game": "mexican-train", "players": players, "options": options, "turn": 1,
        "phase": "play", "round": 1, "scores": [0] * players, "engine": highest,
        "trains": [""] * players, "mexican": None, "markers": [False] * players, "boneyard": "",
        "double": None, "drawn": None, "first_turns": [], "passes": 0,
    }  # fmt: skip
    start |= given
    start["hands"] = [hand.split() for hand in hands]
    start["trains"] = [train.split() for train in start["trains"]]
    start["mexican"] = start["mexican"].split() if start["mexican"] else None
    start["boneyard"] = start["boneyard"].split()
    unused = start["hands"][rest - 1] if rest else start["boneyard"]
    unused += [domino for domino in whole_set(highest) if domino not in mentioned(start)]
    return start


def whole_set(highest: int) -> list[str]:
    return [f"{a}-{b}" for a in range(highest + 1) for b in range(a, highest + 1)]


def mentioned(position: dict[str, Any]) -> set[str]:
    """The dominoes that lie somewhere, the smaller number first."""
    lists = [*position["hands"], *position["trains"], position["mexican"] or [],
             position["boneyard"], [f"{position['engine']}-{position['engine']}"]]  # fmt: skip
    dominoes = [domino for one in lists for domino in one]
    dominoes += [position["drawn"]] if position["drawn"] else []
    return {"-".join(sorted(domino.split("-"), key=int)) for domino in dominoes}


def loaded(*hands: str, **given: Any) -> Table:
    return sidings.load(position(*hands, **given))


def after(moves: str, *hands: str, **given: Any) -> Table:
    """The table after some moves, written in a line with commas."""
    table = loaded(*hands, **given)
    for move in moves.split(", "):
        table.play(move)
    return table


def blocked(**given: Any) -> dict[str, Any]:
    """The boneyard is empty, and nobody can ever play again."""
    return position("1-1", "2-2", rest=2, trains=BLOCKED, options={"set": "double-9"}, **given)
