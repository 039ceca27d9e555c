"""A table with people at it, for the tests of this folder."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from numba import config

from sidings.bots.levels import prepare
from sidings.bots.thumb import ThumbBot
from sidings.kernel.play import hidden_copy
from sidings.tables import (
    Command,
    Decision,
    Entry,
    Header,
    Person,
    Refused,
    TableState,
    apply,
    commands,
    decide,
    rebuild,
)
from sidings.tables.fairness import hash_of_secret, invitation
from sidings.tables.header import Rules
from sidings.tables.runtime import runtime_of

PLAIN = bool(config.DISABLE_JIT)  # in plain Python, where a few positions take as long
SECRET, LINKS = b"s" * 32, b"l" * 32
SECOND = 1000
ID = "T" * 22
LEVELS = ("random", "casual")
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
PEOPLE = [Person(f"person-{name}", name) for name in NAMES]
ANN, BOB, CID = PEOPLE[:3]
INVITATION = invitation(LINKS)


class Played:
    """A table and the log it follows."""

    def __init__(
        self,
        game: str = "game-of-trains",
        players: int = 2,
        options: dict[str, Any] | None = None,
        secret: bytes = SECRET,
        **rules: Any,
    ) -> None:
        runtime = runtime_of(game)
        self.header = Header(
            id=ID,
            game=game,
            rules_version=runtime.game.rules_version,
            players=players,
            options=runtime.game.check_options(options or {}, players),
            rules=Rules(**rules),
            host=ANN.id,
            created=0,
            dealer=hash_of_secret(secret),
        )
        self.secret = secret
        self.state = TableState(self.header, secret, LINKS, runtime)
        self.log: list[Entry] = []
        self.now = 0
        self._ids = itertools.count()

    def do(self, person: Person, kind: type[Any], **fields: Any) -> Entry:
        """Follow a command, or raise Refused."""
        decision = self.decide(person, kind, **fields)
        self.apply(decision.entry, decision.action)
        return decision.entry

    def decide(self, person: Person, kind: type[Any], **fields: Any) -> Decision:
        """What a command would lead to."""
        return decide(self.state, self.command(kind, **fields), person, self.now, LEVELS)

    def command(self, kind: type[Any], **fields: Any) -> Command:
        if kind in (commands.PlayMove, commands.TakeMoveBack):
            fields.setdefault("version", self.state.version)
        command: Command = kind(id=f"c{next(self._ids)}", table=ID, **fields)
        return command

    def apply(self, entry: Entry, action: int | None = None) -> None:
        apply(self.state, entry, action)
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
        return PEOPLE[self.state.turn - 1]

    def moves(self, seat: int | None = None) -> list[str]:
        assert self.state.position is not None
        runtime = self.state.runtime
        seen = runtime.look(self.state.position, self.state.turn if seat is None else seat)
        return [choice.move for choice in runtime.choices(seen)[0]]

    def play(self, move: str) -> Entry:
        return self.do(self.in_turn, commands.PlayMove, move=move)

    def play_at_random(
        self, moves: int, seed: int = 1, stop: Callable[["Played"], bool] = lambda _: False
    ) -> "Played":
        chance = random.Random(seed)
        for _ in range(moves):
            if self.state.status != "playing" or stop(self):
                break
            self.play(chance.choice(self.moves()))
        return self

    def play_to_the_end(self) -> "Played":
        """By the rule of thumb: at random, some games take thousands of moves."""
        game, player = self.state.runtime.game, ThumbBot(0, 0, seed=1)
        prepare(game, search=False)
        while self.state.status == "playing":
            assert self.state.position is not None
            seen = hidden_copy(self.state.position, self.state.turn - 1)
            self.play(game.write_move(seen[0], player.choose_action(game, seen)))
        return self

    def again(self) -> TableState:
        """The same table from its log."""
        return rebuild(self.header, self.secret, LINKS, self.state.runtime, self.log)


def refused(table: Played, person: Person, kind: type, **fields: object) -> str:
    """The code of the refusal of a command, which changes nothing."""
    before = table.state.version
    with pytest.raises(Refused) as refusal:
        table.do(person, kind, **fields)
    assert table.state.version == before
    return refusal.value.code
