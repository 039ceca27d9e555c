"""Mexican Train: be the first to lay all your dominoes on the trains around the station."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.console import RenderableType

from sidings.errors import BadOption
from sidings.games.contract import Game, Objection, Option
from sidings.games.mexican_train import drawing, loading, rules, text, view
from sidings.games.mexican_train.rules import State
from sidings.games.mexican_train.view import Choice, Event, View
from sidings.games.reading import Position

HIGHEST = {"double-12": 12, "double-9": 9, "double-15": 15}
STARTS = ("highest", "countdown")
DEAD_DOUBLES = ("wait", "release")


class MexicanTrain(Game[State]):
    name = "mexican-train"
    title = "Mexican Train"
    rules_version = 1
    home_order = 1
    players = rules.PLAYERS
    options = (
        Option("rounds", "MT-3", (3, 1, 2, *range(4, rules.NUMBERS + 1))),
        Option("set", "MT-1", tuple(HIGHEST)),
        Option("start", "MT-5", STARTS),
        Option("dead_double", "MT-20", DEAD_DOUBLES),
        Option("double_blank", "MT-24", (0, 50)),
    )
    presets: ClassVar[Mapping[str, Mapping[str, int | str]]] = {
        "as-printed": {},
        "countdown-thirteen": {"start": "countdown", "rounds": 13},
    }
    dtype = rules.DTYPE
    actions = rules.ACTIONS
    keys = text.KEYS
    objections = text.OBJECTIONS
    most_events = rules.MOST_EVENTS
    unfollowed = view.UNFOLLOWED

    def check_options(self, options: object, players: int) -> dict[str, int | str]:
        """Also: no more rounds than doubles (MT-3), and a set with enough dominoes (MT-4)."""
        chosen = super().check_options(options, players)
        doubles = HIGHEST[str(chosen["set"])] + 1
        if int(chosen["rounds"]) > doubles:
            raise BadOption(f"{chosen['set']} has {doubles} doubles, so at most {doubles} rounds")
        if chosen["set"] == "double-9" and players > 4:
            raise BadOption(f"double-9 is for 2 to 4 players, not {players}")
        return chosen

    def prepare(self, s: State, options: Mapping[str, int | str]) -> None:
        s.rounds = int(options["rounds"])
        s.highest = HIGHEST[str(options["set"])]
        s.countdown = STARTS.index(str(options["start"]))
        s.release = DEAD_DOUBLES.index(str(options["dead_double"]))
        s.double_blank = int(options["double_blank"])

    def read_options(self, s: State) -> dict[str, int | str]:
        return {
            "rounds": int(s.rounds),
            "set": text.set_name(s),
            "start": STARTS[s.countdown],
            "dead_double": DEAD_DOUBLES[s.release],
            "double_blank": int(s.double_blank),
        }

    def write_move(self, s: State, action: int) -> str:
        return text.write_move(action)

    def read_move(self, s: State, words: Sequence[str]) -> int | Objection | None:
        return text.read_move(s, words)

    def object_to(self, s: State, action: int) -> Objection:
        return text.object_to(s, action)

    def dump(self, s: State, hidden: bool) -> Position:
        return text.dump(s, hidden)

    def load(self, position: Position, s: State) -> None:
        loading.load(position, s)

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


GAME = MexicanTrain
