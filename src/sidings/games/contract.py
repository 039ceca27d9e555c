"""The contract of a game: what a folder under ``games`` offers to everything else.

The rules are kernels over a record (``sidings.kernel.verbs``). A ``Game`` is their face in Python:
options, deck, moves and positions as text, views and events for the page, a drawing for the
terminal. What else a game has (a bot, counters …) are parts: ``sidings.games.parts``.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
import numpy as np

from sidings.errors import BadDeck, BadOption, BadPosition, shown
from sidings.games.reading import Position
from sidings.kernel.record import Record
from sidings.kernel.verbs import bind

if TYPE_CHECKING:
    from rich.console import RenderableType

#: GT-21: nothing else ends an endless game. It is stopped here, as it stands.
MOST_MOVES = 5000

PLAIN = "sidings.games.plain"
PARTS_WITH_VERBS = ("bot", "counters", "judge", "luck", "net", "observation")

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


class Objection:
    """Why a move is not legal: the rule that forbids it, a code, and what the code is about.

    The game's ``OBJECTIONS`` has the English words of each code, with the parameters in braces;
    the page has its own for each language.
    """

    __slots__ = ("code", "parameters", "rule")

    def __init__(self, rule: str, code: str, **parameters: int | str) -> None:
        self.rule = rule
        self.code = code
        self.parameters = parameters

    def __repr__(self) -> str:
        return f"Objection({self.rule!r}, {self.code!r}, {self.parameters})"


class Choice(msgspec.Struct, frozen=True):
    """A legal move of a game whose choices say no more."""

    move: str


class Game(ABC, Generic[StateType]):
    """One game, with the deck it is played with."""

    name: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    #: Ways to play that people know by a name, each with the options that it changes.
    presets: ClassVar[Mapping[str, Mapping[str, int | str]]] = {}
    dtype: ClassVar[np.dtype[np.void]]
    actions: ClassVar[int]  # actions are 0 to actions - 1
    keys: ClassVar[tuple[str, ...]]  # the game's own keys of a position
    later_keys: ClassVar[Mapping[str, Any]] = {}  # that old positions lack, and what that means
    objections: ClassVar[Mapping[str, str]] = {}  # the English words of each code
    most_events: ClassVar[int] = 1  # that one move can tell
    home_order: ClassVar[int] = 100  # on the home page the lowest comes first

    #: The deck as plain data when it is not the game's own, for records; else None.
    custom_deck: Mapping[str, Any] | None = None

    def __init__(self, deck: Deck | None = None) -> None:
        if deck is not None:
            raise BadDeck("deck", 0, f"{self.title} is played with a fixed set, not with a deck")

    def part(self, name: str) -> ModuleType:
        """The game's module of that name (see ``sidings.games.parts``), or the plain one."""
        return _part(type(self), name)

    def has_part(self, name: str) -> bool:
        """Whether the game has a module of its own of that name."""
        return _place_of_part(type(self), name) is not None

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
            raise BadOption(f"{self.title} is for {few} to {many} players, not {shown(players)}")
        return players

    def check_options(self, options: object, players: int) -> dict[str, int | str]:
        """Every option of the game, with its default where none is given.

        ``preset`` may be given like an option: the values of that preset take the place of the
        defaults. It is only a name for them, and is not kept.
        """
        if not isinstance(options, Mapping):
            raise BadOption(f"options must be a mapping of names to values, not {shown(options)}")
        if "preset" in options:
            own = {name: value for name, value in options.items() if name != "preset"}
            return self.check_options({**self._preset(options["preset"]), **own}, players)
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                offered = ", ".join(known) or "no options"
                raise BadOption(f"{self.title} has no option {shown(name)}; it has {offered}")
        chosen = {name: options.get(name, option.default) for name, option in known.items()}
        for name, value in chosen.items():
            if type(value) not in (int, str) or value not in known[name].values:
                values = ", ".join(repr(v) for v in known[name].values)
                raise BadOption(f"option {name} is one of {values}, not {shown(value)}")
        return chosen

    def preset_of(self, options: Mapping[str, int | str], players: int) -> str | None:
        """The name of the preset that has exactly these options, if there is one."""
        for name in self.presets_for(players):
            if self.check_options({"preset": name}, players) == options:
                return name
        return None

    def presets_for(self, players: int) -> list[str]:
        """The presets that so many players can choose, as printed first."""
        return [name for name in self.presets if self._fits(name, players)]

    def _fits(self, preset: str, players: int) -> bool:
        try:
            self.check_options({"preset": preset}, players)
        except BadOption:
            return False
        return True

    def _preset(self, name: object) -> Mapping[str, int | str]:
        if not isinstance(name, str) or name not in self.presets:
            offered = ", ".join(self.presets) or "none"
            raise BadOption(f"{self.title} has no preset {shown(name)}; there are {offered}")
        return self.presets[name]

    @abstractmethod
    def prepare(self, s: StateType, options: Mapping[str, int | str]) -> None:
        """Write the options and the deck into a blank state."""

    @abstractmethod
    def read_options(self, s: StateType) -> dict[str, int | str]:
        """The options that a state is played with."""

    # --- Moves as text: by default the functions of these names in the game's ``text``

    def write_move(self, s: StateType, action: int) -> str:
        """A legal action in the game's notation."""
        move: str = self.part("text").write_move(s, action)
        return move

    def read_move(self, s: StateType, words: Sequence[str]) -> int | Objection | None:
        """The action that the words name, legal or not.

        None when they are not a move of this game; an objection when they are one that no
        action can stand for, such as a card that the player does not hold.
        """
        found: int | Objection | None = self.part("text").read_move(s, words)
        return found

    def object_to(self, s: StateType, action: int) -> Objection:
        """Why an action is not legal in this state."""
        objection: Objection = self.part("text").object_to(s, action)
        return objection

    # --- Positions as text

    def dump(self, s: StateType, hidden: bool) -> Position:
        """The game's own keys of a position; of a hidden state, with counts and "?"."""
        position: Position = self.part("text").dump(s, hidden)
        return position

    def load(self, position: Position, s: StateType) -> None:
        """Fill a prepared state from the game's own keys, or raise BadPosition.

        ``turn`` and ``phase`` are among the keys.
        """
        self.part("text").load(position, s)

    def complete(self, position: Position, s: StateType) -> Position:
        """The game's own keys of a position as one seat sees it, with nothing left out.

        What it does not show is put where it may lie, no matter how: it is hidden again. ``s`` is
        a prepared state, which stays as it is.
        """
        if not self.has_part("completing"):
            raise BadPosition("position", f"{self.title} reads whole positions only")
        whole: Position = self.part("completing").complete(position, s)
        return whole

    def cards(self, s: StateType) -> list[Any]:
        """Every card, domino or token of the state, sorted: what must never change in play."""
        cards: list[Any] = self.part("text").cards(s)
        return cards

    # --- For the page: made from a state that has been hidden for the viewer, by ``view``

    def view(self, s: StateType, seat: int) -> Any:
        """What ``seat`` (from 0, -1 for a spectator) is shown: the position, and what follows.

        A struct whose fields are sent when they change; without a ``view`` the position.
        """
        if self.has_part("view"):
            return self.part("view").view(s, seat)
        return self.dump(s, hidden=True)

    def choices(self, s: StateType, actions: Sequence[int]) -> Sequence[Any]:
        """The legal moves, with what they touch."""
        if self.has_part("view"):
            choices: Sequence[Any] = self.part("view").choices(s, actions)
            return choices
        return [Choice(self.write_move(s, action)) for action in actions]

    def tell(self, rows: Sequence[Sequence[int]]) -> Sequence[Any]:
        """The events of a move, as a seat may know them, from the rows that ``apply`` wrote."""
        events: Sequence[Any] = self.part("view").tell(rows) if self.has_part("view") else []
        return events

    def follow(self, position: Position, event: Any) -> None:
        """Make one event happen in a position: all events of a move lead to the position after it.

        ``unfollowed`` names the keys that events do not tell.
        """
        self.part("view").follow(position, event)

    unfollowed: ClassVar[tuple[str, ...]] = ()

    # --- For the terminal

    def draw(self, s: StateType, seat: int, names: Sequence[str]) -> "RenderableType":
        """The table as ``seat`` sees it; ``s`` has been hidden for that seat.

        Without a ``drawing`` the position, a line for each key.
        """
        if self.has_part("drawing"):
            drawing: RenderableType = self.part("drawing").draw(s, seat, names)
            return drawing
        from rich.text import Text

        position = self.dump(s, hidden=True)
        return Text("\n".join(f"{key}: {value}" for key, value in position.items()))


@cache
def _part(game: type[Game[Any]], name: str) -> ModuleType:
    module = import_module(_place_of_part(game, name) or f"{PLAIN}.{name}")
    if name in PARTS_WITH_VERBS:
        bind(game.dtype, module)
    return module


@cache
def _place_of_part(game: type[Game[Any]], name: str) -> str | None:
    """The module of that name in the game's package, or in that of the game it is a variant of."""
    for owner in game.__mro__:  # pragma: no branch  # Game is always among them
        if owner is Game:
            break
        package = find_spec(owner.__module__)
        if package and package.submodule_search_locations:
            place = f"{owner.__module__}.{name}"
            if find_spec(place):
                return place
    return None
