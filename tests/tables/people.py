"""A table with people at it, for the tests of this folder."""

import itertools
import random
from collections.abc import Callable
from typing import Any

from sidings.tables import LiveTable, commands
from sidings.tables.entries import Entry
from sidings.tables.fair import hash_of_secret, invitation
from sidings.tables.header import Header, Rules
from sidings.tables.kit import kit_of
from sidings.tables.live import Person, rebuild

SECRET, LINKS = b"s" * 32, b"l" * 32
ID = "T" * 22
LEVELS = ("random", "casual")
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
PEOPLE = [Person(f"person-{name}", name) for name in NAMES]
ANN, BOB, CID = PEOPLE[:3]
INVITATION = invitation(LINKS)


class Played:
    """A live table and the log it follows."""

    def __init__(
        self,
        game: str = "game-of-trains",
        players: int = 2,
        options: dict[str, Any] | None = None,
        secret: bytes = SECRET,
        **rules: Any,
    ) -> None:
        kit = kit_of(game)
        self.header = Header(
            id=ID,
            game=game,
            rules_version=kit.game.rules_version,
            players=players,
            options=kit.game.check_options(options or {}, players),
            rules=Rules(**rules),
            host=ANN.id,
            created=0,
            dealer=hash_of_secret(secret),
        )
        self.secret = secret
        self.live = LiveTable(self.header, secret, LINKS, kit)
        self.log: list[Entry] = []
        self.now = 0
        self._ids = itertools.count()

    def do(self, person: Person, command: type[Any], **fields: Any) -> Entry:
        """A command that the table follows."""
        entry = self.live.decide(self.command(command, **fields), person, self.now, LEVELS)
        self.apply(entry)
        return entry

    def command(self, command: type[Any], **fields: Any) -> Any:
        if command in (commands.PlayMove, commands.TakeMoveBack):
            fields.setdefault("version", self.live.version)
        return command(id=f"c{next(self._ids)}", table=ID, **fields)

    def apply(self, entry: Entry) -> None:
        self.live.apply(entry)
        self.log.append(entry)

    def seat_all(self) -> "Played":
        for seat in range(1, self.header.players + 1):
            self.do(PEOPLE[seat - 1], commands.TakeSeat, seat=seat, token=INVITATION)
        return self

    def start(self) -> "Played":
        self.seat_all()
        self.do(ANN, commands.StartGame)
        return self

    @property
    def in_turn(self) -> Person:
        return PEOPLE[self.live.turn - 1]

    def moves(self, seat: int | None = None) -> list[str]:
        assert self.live.states is not None
        self.live.kit.look(self.live.states, self.live.turn if seat is None else seat)
        return list(self.live.kit.moves_seen())

    def play(self, move: str) -> Entry:
        return self.do(self.in_turn, commands.PlayMove, move=move)

    def play_at_random(
        self, moves: int, seed: int = 1, stop: Callable[["Played"], bool] = lambda _: False
    ) -> "Played":
        chance = random.Random(seed)
        for _ in range(moves):
            if self.live.status != "playing" or stop(self):
                break
            self.play(chance.choice(self.moves()))
        return self

    def again(self) -> LiveTable:
        """The same table from its log."""
        return rebuild(self.header, self.secret, LINKS, self.live.kit, self.log)
