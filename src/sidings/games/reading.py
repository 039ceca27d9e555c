"""Checked reading of positions: each helper returns a sound value or raises BadPosition."""

from collections.abc import Sequence
from typing import Any

from sidings.errors import BadPosition, shown

Position = dict[str, Any]


def integer(value: object, key: str, low: int, high: int) -> int:
    """A whole number in a range; JSON's true, 1.0 and "1" are none."""
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(key, f"expected a whole number from {low} to {high}, not {shown(value)}")
    return value


def choice(value: object, key: str, choices: Sequence[str]) -> int:
    """One of a few words; returns its index."""
    if not isinstance(value, str) or value not in choices:
        raise BadPosition(key, f"expected one of {', '.join(choices)}, not {shown(value)}")
    return choices.index(value)


def listed(value: object, key: str, length: int | None = None) -> list[Any]:
    """A list, of a given length if any."""
    if not isinstance(value, list) or length not in (None, len(value)):
        size = "" if length is None else f" of {length}"
        raise BadPosition(key, f"expected a list{size}, not {shown(value)}")
    return value


def mapped(value: object, key: str, names: Sequence[str]) -> list[Any]:
    """An object with exactly these names; returns its values in their order."""
    if not isinstance(value, dict) or set(value) != set(names):
        raise BadPosition(key, f"expected an object with {', '.join(names)}, not {shown(value)}")
    return [value[name] for name in names]


def seat_in_turn(position: Position, players: int, over: bool) -> int:
    """The seat whose turn it is, from 0; a finished position has none (seat 0 then)."""
    if over:
        if position["turn"] is not None:
            raise BadPosition("turn", "must be null when the game is over")
        return 0
    return integer(position["turn"], "turn", 1, players) - 1
