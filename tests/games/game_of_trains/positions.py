"""Positions of Game of Trains for its tests."""

from typing import Any

CARDS = set(range(1, 85))
ANN = [70, 60, 50, 45, 30, 20, 11]
BOB = [71, 61, 52, 46, 31, 21, 12]
CAT = [72, 62, 53, 47, 32, 22, 13]
ALMOST = [2, 14, 23, 33, 44, 55, 1]  # ascends once position 7 is above 55
OPEN = {"left": None, "middle": None, "right": None}

SWAP, OVER, RIGHT, LEFT = 4, 8, 9, 3  # a card of each ability
REMOVE_LEFT, REMOVE_MIDDLE, REMOVE_RIGHT, PROTECT = 7, 5, 6, 10


def position(*trains: list[int], **given: Any) -> dict[str, Any]:
    """A position in turn 1; all cards not mentioned are in the deck, 84 on top."""
    start: dict[str, Any] = {
        "game": "game-of-trains", "players": len(trains), "options": {}, "turn": 1,
        "phase": "turn", "trains": list(trains), "locks": [OPEN] * len(trains), "row": [],
        "discard": [], "drawn": None,
    }  # fmt: skip
    start |= given
    used = {card for train in trains for card in train} | set(start["row"]) | set(start["discard"])
    used |= {card for locks in start["locks"] for card in locks.values() if card}
    drawn = start["drawn"]
    used |= {card for cards in drawn for card in cards} if isinstance(drawn, list) else {drawn}
    deck = start.get("deck", [])
    start["deck"] = deck + sorted(CARDS - used - set(deck), reverse=True)
    return start


def lock(**places: int) -> dict[str, int | None]:
    return {**OPEN, **places}
