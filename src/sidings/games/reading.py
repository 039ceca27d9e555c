"""Checked reading of positions: each helper returns a sound value or raises BadPosition."""

from collections.abc import Iterable, Iterator, Sequence
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


# --- A position as one seat sees it

UNKNOWN = "?"


class Unseen:
    """The cards that a position shows nowhere, to be put where it has only a count or "?"."""

    def __init__(self, cards: Iterable[Any]) -> None:
        self._cards = list(cards)

    def card(self, value: Any, key: str) -> Any:
        """The card, or one of the unseen for "?"."""
        return self._take(1, key)[0] if value == UNKNOWN else value

    def pile(self, value: Any, key: str) -> Any:
        """The cards of a list, with unseen ones for "?", or so many of them as a number says."""
        if type(value) is int and value >= 0:
            return self._take(value, key)
        return [self.card(one, key) for one in value] if isinstance(value, list) else value

    def rest(self, value: Any, key: str) -> Any:
        """The pile that has all the others; how many it has need not be said (None)."""
        if value is None:
            value = len(self._cards)
        filled = self.pile(value, key)
        if self._cards:
            raise BadPosition(key, f"{len(self._cards)} more are in no other place")
        return filled

    def _take(self, count: int, key: str) -> list[Any]:
        if count > len(self._cards):
            raise BadPosition(key, f"only {len(self._cards)} are not shown elsewhere, not {count}")
        taken, self._cards = self._cards[:count], self._cards[count:]
        return taken


def leaves(*values: object) -> Iterator[int | str]:
    """The numbers and words in lists and objects, however deep; a number alone is a count."""
    waiting = [value for value in values if not isinstance(value, int | str)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, int | str):
            yield value


def shows_less(given: object, seen: object) -> bool:
    """Whether a value has a count or "?" where another shows what is there."""
    if isinstance(given, list) and isinstance(seen, list):
        return any(shows_less(*pair) for pair in zip(given, seen, strict=False))
    if isinstance(seen, list):
        return type(given) is int
    return given == UNKNOWN != seen
