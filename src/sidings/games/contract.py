"""The contract of a game: what a package under ``games`` must offer to the rest of the house.

The rules are kernels over a record (``sidings.kernel.verbs``); a ``Game`` is their face in Python:
options, deck, moves and positions as text, and a drawing for the terminal.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from rich.console import RenderableType

from sidings.errors import BadDeck, BadOption, BadPosition
from sidings.kernel.record import Record

#: GT-21: nothing else ends an endless game. Who plays one to its end stops here, without a winner.
MOST_MOVES = 5000

Position = dict[str, Any]
Deck = str | Path | Mapping[str, Any]

StateType = TypeVar("StateType", bound=Record)


@dataclass(frozen=True)
class Option:
    """One option of a game, the rule it belongs to, and its values, the default first."""

    name: str
    rule: str
    values: tuple[int | str, ...]

    @property
    def default(self) -> int | str:
        return self.values[0]


@dataclass(frozen=True)
class Objection:
    """Why a move is not legal: the rule that forbids it, and the reason in words."""

    rule: str
    reason: str


class Game(ABC, Generic[StateType]):
    """One game, with the deck it is played with."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    dtype: ClassVar[np.dtype[np.record]]
    actions: ClassVar[int]  # actions are 0 to actions - 1
    keys: ClassVar[tuple[str, ...]]  # the game's own keys of a position

    #: The deck as plain data when it is not the game's own, for records; else None.
    custom_deck: Mapping[str, Any] | None = None

    def __init__(self, deck: Deck | None = None) -> None:
        if deck is not None:
            raise BadDeck(str(deck), 0, f"{self.title} is played with a fixed set, not with a deck")

    # --- Setting up

    def template(self, players: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """An array of one blank state that knows its players, options and deck."""
        states = np.zeros(1, self.dtype)
        states[0].players = self.check_players(players)
        self.prepare(states[0], self.check_options(options, players))
        return states

    def check_players(self, players: object) -> int:
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            few, many = self.players[0], self.players[-1]
            raise BadOption(f"{self.title} is for {few} to {many} players, not {players!r}")
        return players

    def check_options(self, options: object, players: int) -> dict[str, int | str]:
        """Every option of the game, with its default where none is given."""
        if not isinstance(options, Mapping):
            raise BadOption(f"options must be a mapping of names to values, not {options!r}")
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                offered = ", ".join(known) or "no options"
                raise BadOption(f"{self.title} has no option {name!r}; it has {offered}")
        chosen = {name: options.get(name, option.default) for name, option in known.items()}
        for name, value in chosen.items():
            if type(value) not in (int, str) or value not in known[name].values:
                values = ", ".join(repr(v) for v in known[name].values)
                raise BadOption(f"option {name} is one of {values}, not {value!r}")
        return chosen

    @abstractmethod
    def prepare(self, s: StateType, options: Mapping[str, int | str]) -> None:
        """Write the options and the deck into a blank state."""

    @abstractmethod
    def read_options(self, s: StateType) -> dict[str, int | str]:
        """The options that a state is played with."""

    # --- Moves as text

    @abstractmethod
    def write_move(self, s: StateType, action: int) -> str:
        """A legal action in the game's notation."""

    @abstractmethod
    def read_move(self, s: StateType, words: Sequence[str]) -> int | Objection | None:
        """The action that the words name, legal or not.

        None when they are not a move of this game; an objection when they are one that no
        action can stand for, such as a card that the player does not hold.
        """

    @abstractmethod
    def object_to(self, s: StateType, action: int) -> Objection:
        """Why an action is not legal in this state."""

    # --- Positions as text

    @abstractmethod
    def dump(self, s: StateType, hidden: bool) -> Position:
        """The game's own keys of a position; of a hidden state, with counts and "?"."""

    @abstractmethod
    def load(self, position: Position, s: StateType) -> None:
        """Fill a prepared state from the game's own keys, or raise BadPosition.

        ``turn`` and ``phase`` are among the keys.
        """

    @abstractmethod
    def cards(self, s: StateType) -> list[Any]:
        """Every card, domino or token of the state, sorted: what must never change in play."""

    # --- For the eye

    @abstractmethod
    def draw(self, s: StateType, seat: int, names: Sequence[str]) -> RenderableType:
        """The table as ``seat`` sees it; ``s`` has been hidden for that seat."""


# --- Checked reading of positions -----------------------------------------------------------------


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


def shown(value: object) -> str:
    """A value for an error message, cut short: it may be hostile."""
    try:
        text = repr(value) if not isinstance(value, int) or abs(value) < 10**18 else "a huge number"
    except RecursionError:
        text = "something nested very deeply"
    return text if len(text) <= 60 else text[:57] + "..."
