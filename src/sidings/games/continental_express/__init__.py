"""Continental Express: collect wagons, turn them into objectives, fulfil your contract."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType

from sidings.games.continental_express import completing, drawing, loading, rules, text
from sidings.games.continental_express import view as views
from sidings.games.continental_express.deck import CardList, as_data, load_deck
from sidings.games.continental_express.rules import State
from sidings.games.contract import Deck, Game, Objection
from sidings.games.reading import Position


class ContinentalExpress(Game[State]):
    name = "continental-express"
    title = "Continental Express"
    rules_version = 1
    home_order = 3
    players = rules.PLAYERS
    dtype = rules.DTYPE
    actions = rules.ACTIONS
    keys = text.KEYS
    objections = text.OBJECTIONS
    most_events = rules.MOST_EVENTS

    def __init__(self, deck: Deck | None = None) -> None:
        self._cards = load_deck(deck)
        self._faces = views.faces_of(self._cards)
        self.custom_deck = None if deck is None else as_data(self._cards)

    @property
    def card_list(self) -> CardList:
        """The deck it is played with."""
        return self._cards

    @property
    def reconstructed(self) -> bool:
        """Whether the card lists are somebody's reconstruction, not those of the box."""
        return self._cards.reconstructed

    def prepare(self, s: State, options: Mapping[str, int | str]) -> None:
        s.copies[:] = self._cards.copies
        for number, objective in enumerate(self._cards.objectives, start=1):
            s.colour[number] = objective.colour
            s.points[number] = objective.points
            s.needs[number] = objective.wagons

    def read_options(self, s: State) -> dict[str, int | str]:
        return {}

    def write_move(self, s: State, action: int) -> str:
        return text.write_move(action, self._cards.kinds)

    def read_move(self, s: State, words: Sequence[str]) -> int | Objection | None:
        return text.read_move(words, self._cards.kinds)

    def object_to(self, s: State, action: int) -> Objection:
        return text.object_to(s, action, self._cards.kinds)

    def dump(self, s: State, hidden: bool) -> Position:
        return text.dump(s, hidden, self._cards.kinds)

    def load(self, position: Position, s: State) -> None:
        loading.load(position, s, self._cards.kinds)

    def complete(self, position: Position, s: State) -> Position:
        return completing.complete(position, s, self._cards.kinds)

    def cards(self, s: State) -> list[Any]:
        return loading.cards(s, self._cards.kinds)

    def view(self, s: State, seat: int) -> views.View:
        return views.view(s, seat, self._cards, self._faces)

    def choices(self, s: State, actions: Sequence[int]) -> list[views.Choice]:
        return views.choices(actions, self._cards.kinds)

    def tell(self, rows: Sequence[Sequence[int]]) -> list[views.Event]:
        return views.tell(rows, self._cards.kinds)

    def follow(self, position: Position, event: views.Event) -> None:
        views.follow(position, event)

    def draw(self, s: State, seat: int, names: Sequence[str]) -> RenderableType:
        return drawing.draw(s, seat, names, self._cards)


GAME = ContinentalExpress
