"""Game of Trains: put your seven wagons in ascending order before the others do."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from sidings.games.contract import Deck, Game
from sidings.games.game_of_trains import drawing, rules, text
from sidings.games.game_of_trains import view as views
from sidings.games.game_of_trains.deck import as_data, load_deck
from sidings.games.game_of_trains.rules import State


class GameOfTrains(Game[State]):
    name = "game-of-trains"
    title = "Game of Trains"
    rules_version = 1
    home_order = 2
    players = rules.PLAYERS
    dtype = rules.DTYPE
    actions = rules.ACTIONS
    keys = text.KEYS
    objections = text.OBJECTIONS
    most_events = rules.MOST_EVENTS

    def __init__(self, deck: Deck | None = None) -> None:
        self._abilities = load_deck(deck)
        self.custom_deck = None if deck is None else as_data(self._abilities)
        self._names = tuple(
            [views.ABILITIES[ability] for _, ability in sorted(self._abilities.items())]
        )

    def prepare(self, s: State, options: Mapping[str, int | str]) -> None:
        for card, ability in self._abilities.items():
            s.ability[card] = ability

    def read_options(self, s: State) -> dict[str, int | str]:
        return {}

    @property
    def reconstructed(self) -> bool:
        """Whether the abilities are our reconstruction, not those of the box."""
        return self.custom_deck is None

    def draw(self, s: State, seat: int, names: Sequence[str]) -> RenderableType:
        drawn = drawing.draw(s, seat, names)
        return Group(drawn, Text(drawing.RECONSTRUCTION, "dim")) if self.reconstructed else drawn

    def view(self, s: State, seat: int) -> views.View:
        return views.view(s, seat, self._names)

    def choices(self, s: State, actions: Sequence[int]) -> Sequence[views.Choice]:
        return views.choices(s, actions, self._names)


GAME = GameOfTrains
