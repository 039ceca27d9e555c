"""A table at one version: the data, and what can be read from it.

Only ``apply`` changes a table; ``decide`` and ``views`` read it.
"""

import copy
from collections import deque
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from sidings.kernel.record import Array
from sidings.play.keys import mix
from sidings.tables.course import Course
from sidings.tables.entries import Mover
from sidings.tables.header import Header
from sidings.tables.runtime import Runtime

MOST_ENTRIES = 20_000  # per table; random bots have taken 13,000 for a Game of Trains
HISTORY = 16  # moves that are kept at hand with their events; the log has them all

Status = Literal["open", "playing", "over"]
Exit = Literal["free", "bot", "lost", "stopped", "agreed"]


class Exits(msgspec.Struct, frozen=True):
    """Where each command leads that ends the game for a player, as things stand.

    ``free``: the seat becomes free. ``bot``: a bot plays on in it. ``lost``: the game ends and
    they have lost. ``stopped``: the game ends at once without a result. ``agreed``: it ends
    without a result when the others agree.
    """

    leave: Exit
    abandon: Exit
    resign: Exit


class Seat(msgspec.Struct, frozen=True):
    kind: Literal["free", "person", "bot"] = "free"
    name: str = ""
    level: str = ""
    away: bool = False
    person: str = ""


class PlayedMove(NamedTuple):
    """A move of the history."""

    version: int
    seat: int
    move: str
    by: Mover
    events: bytes  # see ``Runtime.events_for``


class Ending(msgspec.Struct, frozen=True):
    """How it ended: by the rules, or because somebody gave up, ran out of time or all left.

    ``length``: the table has as many entries as one may have.
    """

    how: Literal["finished", "resigned", "time", "gone", "abandoned", "closed", "length"]
    ranking: list[int]  # place of each seat; empty without a result
    scores: list[int] | None = None
    seat: int | None = None  # whose doing it was


class UndoStep(NamedTuple):
    """A move that may be taken back, and the position before it."""

    before: bytes
    action: int
    seat: int


class TableState:
    """A table at one version. ``secret`` and ``links`` are not shown to anybody before the end."""

    __slots__ = (
        "commitment", "course", "ending", "exits", "header", "held", "history", "links", "offer",
        "position", "position_bytes", "position_version", "remaining", "rematch", "runtime",
        "seats", "secret", "since", "status", "takeback", "taken_back", "turn", "undo", "version",
        "wishes", "words",
    )  # fmt: skip

    def __init__(self, header: Header, secret: bytes, links: bytes, runtime: Runtime) -> None:
        self.header = header
        self.secret = secret
        self.links = links
        self.runtime = runtime
        self.version = 0
        self.position_version = 0  # of the last entry that changed the position
        self.status: Status = "open"
        self.seats = [Seat() for _ in range(header.players)]
        self.words: dict[int, str] = {}
        self.held: dict[str, frozenset[int]] = {}  # who has seen which hands
        self.commitment = ""
        self.turn = 0
        self.ending: Ending | None = None
        self.rematch = ""
        self.wishes: set[int] = set()
        self.history: deque[PlayedMove] = deque(maxlen=HISTORY)
        self.position: Array | None = None  # one record of the game; None before the deal
        self.position_bytes: Array | None = None  # the same memory
        self.since = 0
        self.remaining = [header.rules.clock.seconds * 1000] * header.players
        self.undo: list[UndoStep] = []
        self.course: Course | None = None  # during a game that only one person has played in
        self.taken_back = 0  # how often a move was
        # Worked out from the above when first asked for, and dropped when it changes:
        self.offer: tuple[Sequence[Any], list[int]] | None = None  # see ``Runtime.choices``
        self.takeback: bool | None = None  # whether the last move can be taken back
        self.exits: dict[int, Exits] = {}  # by seat

    def copy(self) -> "TableState":
        """A table of its own: entries applied to it leave this one as it is."""
        twin = copy.copy(self)
        twin.seats, twin.wishes = list(self.seats), set(self.wishes)
        twin.words, twin.held = dict(self.words), dict(self.held)
        twin.history, twin.undo = self.history.copy(), list(self.undo)
        twin.remaining, twin.exits = list(self.remaining), dict(self.exits)
        if self.course is not None:
            twin.course = self.course.copy()
        if self.position is not None:
            twin.place(self.position.copy())
        return twin

    def place(self, position: Array) -> None:
        """Take over a position, which must not be anybody else's."""
        self.position, self.position_bytes = position, position.view(np.uint8)

    def seats_of(self, person: str) -> list[int]:
        """The seats of a person: at most one, unless several people share their device."""
        return [
            number
            for number, seat in enumerate(self.seats, start=1)
            if seat.person == person and person
        ]

    def seat_of(self, person: str, chosen: int | None = None) -> int:
        """The seat that a person sees and acts as, 0 for a spectator.

        It is the seat they have. Of several it is the ``chosen`` one, and none until they have
        chosen: whoever looks at the device must not see a hand that they did not ask for.
        """
        mine = self.seats_of(person)
        if chosen is not None:
            return chosen if chosen in mine else 0
        return mine[0] if len(mine) == 1 else 0

    def key(self) -> bytes:
        """The key of the deal."""
        return mix(self.secret, self.words)

    @property
    def is_complete_here(self) -> bool:
        """Whether there is nobody to wait for: one device, alone or passed on, and bots."""
        people = {seat.person for seat in self.seats if seat.kind == "person"}
        return len(people) == 1 and all(seat.kind != "free" for seat in self.seats)

    @property
    def entries_left(self) -> int:
        """How many entries its log may still get before the table is ended."""
        return MOST_ENTRIES - self.version

    @property
    def mover(self) -> Literal["person", "bot", "stand-in", "nobody"]:
        """Who is to move now."""
        if self.status != "playing":
            return "nobody"
        seat = self.seats[self.turn - 1]
        if seat.kind == "bot":
            return "bot"
        if seat.kind == "person":
            return "stand-in" if seat.away else "person"
        return "nobody"

    @property
    def deadline(self) -> int | None:
        """When the time of the person in turn runs out, in ms since 1970."""
        clock = self.header.rules.clock
        if clock.kind == "none" or self.mover != "person":
            return None
        if clock.kind == "move":
            return self.since + clock.seconds * 1000
        return self.since + self.remaining[self.turn - 1]
