"""Game of Trains: put your seven wagons in ascending order before the others do."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType

from sidings.games.contract import Deck, Game, Objection
from sidings.games.game_of_trains import drawing, rules, text, view
from sidings.games.game_of_trains.deck import as_data, load_deck
from sidings.games.game_of_trains.rules import State
from sidings.games.game_of_trains.view import Choice, Event, View
from sidings.games.reading import Position


class GameOfTrains(Game[State]):
    name = "game-of-trains"
    title = "Game of Trains"
    rules_version = 1
    players = rules.PLAYERS
    dtype = rules.DTYPE
    actions = rules.ACTIONS
    keys = text.KEYS
    objections = text.OBJECTIONS
    most_events = rules.MOST_EVENTS

    def __init__(self, deck: Deck | None = None) -> None:
        self._abilities = load_deck(deck)
        self.custom_deck = None if deck is None else as_data(self._abilities)

    def prepare(self, s: State, options: Mapping[str, int | str]) -> None:
        for card, ability in self._abilities.items():
            s.ability[card] = ability

    def read_options(self, s: State) -> dict[str, int | str]:
        return {}

    def write_move(self, s: State, action: int) -> str:
        return text.write_move(s, action)

    def read_move(self, s: State, words: Sequence[str]) -> int | Objection | None:
        return text.read_move(s, words)

    def object_to(self, s: State, action: int) -> Objection:
        return text.object_to(s, action)

    def dump(self, s: State, hidden: bool) -> Position:
        return text.dump(s, hidden)

    def load(self, position: Position, s: State) -> None:
        text.load(position, s)

    def cards(self, s: State) -> list[Any]:
        return text.cards(s)

    def view(self, s: State, seat: int) -> View:
        return view.view(s, seat)

    def choices(self, s: State, actions: Sequence[int]) -> list[Choice]:
        return view.choices(s, actions)

    def tell(self, rows: Sequence[Sequence[int]]) -> list[Event]:
        return view.tell(rows)

    def follow(self, position: Position, event: Event) -> None:
        view.follow(position, event)

    def draw(self, s: State, seat: int, names: Sequence[str]) -> RenderableType:
        return drawing.draw(s, seat, names)


GAME = GameOfTrains
