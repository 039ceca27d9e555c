"""Mexican Train: be the first to lay all your dominoes on the trains around the station."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.console import RenderableType

from sidings.errors import BadOption
from sidings.games.contract import Game, Objection, Option
from sidings.games.mexican_train import (
    drawing,
    loading,
    rules,  # noqa: F401  # it makes itself the rules of the record
    text,
    view,
)
from sidings.games.mexican_train.state import (
    ACTIONS,
    BEGINS,
    CALLS,
    DEAD_DOUBLES,
    DOUBLES,
    DRAWS,
    DTYPE,
    FIRST_TURNS,
    MOST_EVENTS,
    NUMBERS,
    PLAYERS,
    STARTS,
    State,
    set_size,
)
from sidings.games.mexican_train.view import Choice, Event, View
from sidings.games.reading import Position

HIGHEST = {"double-12": 12, "double-9": 9, "double-15": 15, "double-18": 18}
LARGEST_HAND = 20


class MexicanTrain(Game[State]):
    name = "mexican-train"
    title = "Mexican Train"
    rules_version = 1
    home_order = 1
    players = PLAYERS
    options = (
        Option("rounds", "MT-3", (3, 1, 2, *range(4, NUMBERS + 1))),
        Option("set", "MT-25", tuple(HIGHEST)),
        Option("start", "MT-27", STARTS),
        Option("doubles", "MT-31", DOUBLES),
        Option("first_turn", "MT-28", FIRST_TURNS),
        Option("begin", "MT-29", BEGINS),
        Option("draw", "MT-30", DRAWS),
        Option("hand", "MT-26", ("table", *range(5, LARGEST_HAND + 1))),
        Option("last_domino", "MT-33", CALLS),
        Option("double_blank", "MT-34", (0, 25, 50)),
        Option("open_train", "MT-35", (0, 5, 10, 25)),
        Option("dead_double", "MT-32", DEAD_DOUBLES),
    )
    presets: ClassVar[Mapping[str, Mapping[str, int | str]]] = {
        "as-printed": {},
        "countdown-thirteen": {"start": "countdown", "rounds": 13},
        "long-first-train": {"start": "set-aside", "rounds": 13, "first_turn": "train"},
        "club-double-15": {
            "set": "double-15", "start": "set-aside", "rounds": 16, "first_turn": "train",
            "doubles": "in-order", "last_domino": "call", "double_blank": 50,
        },
        "easy-doubles": {"doubles": "free", "begin": "never"},
    }  # fmt: skip
    dtype = DTYPE
    actions = ACTIONS
    keys = text.KEYS
    later_keys: ClassVar[Mapping[str, Any]] = text.LATER_KEYS
    objections = text.OBJECTIONS
    most_events = MOST_EVENTS
    unfollowed = view.UNFOLLOWED

    def check_options(self, options: object, players: int) -> dict[str, int | str]:
        """Also: no more rounds than doubles (MT-3), and a set with enough dominoes (MT-4)."""
        chosen = super().check_options(options, players)
        doubles = HIGHEST[str(chosen["set"])] + 1
        if int(chosen["rounds"]) > doubles:
            raise BadOption(f"{chosen['set']} has {doubles} doubles, so at most {doubles} rounds")
        if chosen["set"] == "double-9" and players > 4:
            raise BadOption(f"double-9 is for 2 to 4 players, not {players}")
        if chosen["hand"] != "table":
            most = (set_size(doubles - 1) - 2) // players  # the engine and one to draw are left
            if int(chosen["hand"]) > most:
                raise BadOption(f"{players} players of {chosen['set']} have at most {most} each")
        return chosen

    def prepare(self, s: State, options: Mapping[str, int | str]) -> None:
        s.rounds = int(options["rounds"])
        s.highest = HIGHEST[str(options["set"])]
        s.hand = 0 if options["hand"] == "table" else int(options["hand"])
        s.start = STARTS.index(str(options["start"]))
        s.first_train = FIRST_TURNS.index(str(options["first_turn"]))
        s.begin = BEGINS.index(str(options["begin"]))
        s.until_fits = DRAWS.index(str(options["draw"]))
        s.doubles = DOUBLES.index(str(options["doubles"]))
        s.release = DEAD_DOUBLES.index(str(options["dead_double"]))
        s.calling = CALLS.index(str(options["last_domino"]))
        s.double_blank = int(options["double_blank"])
        s.open_train = int(options["open_train"])

    def read_options(self, s: State) -> dict[str, int | str]:
        return {
            "rounds": int(s.rounds),
            "set": text.set_name(s),
            "start": STARTS[s.start],
            "doubles": DOUBLES[s.doubles],
            "first_turn": FIRST_TURNS[s.first_train],
            "begin": BEGINS[s.begin],
            "draw": DRAWS[s.until_fits],
            "hand": int(s.hand) or "table",
            "last_domino": CALLS[s.calling],
            "double_blank": int(s.double_blank),
            "open_train": int(s.open_train),
            "dead_double": DEAD_DOUBLES[s.release],
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
