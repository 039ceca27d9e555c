"""Hidden stays hidden: permute what a viewer cannot know, and they are sent the same bytes.

For random positions of a game, a random viewer (a seat or a spectator) and a random world that
they think possible, two rooms are asked alike: one has the real position, one the other world.
Snapshots, increments, refusals, explanations, previews and exports must not differ by a byte, nor
contain the key: as views, and as the records of which a page makes them itself.
"""

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidings.errors import IllegalMove
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import actor_at, apply_at, guess_at, hide_at, legal_at
from sidings.server.room import Room
from sidings.tables import (
    Entry,
    Header,
    Person,
    Refused,
    TableState,
    apply,
    commands,
    decide,
    entries,
    rebuild,
)
from sidings.tables.decide import decide_move
from sidings.tables.fairness import hash_of_key, hash_of_secret
from sidings.tables.header import Rules
from sidings.tables.records import json_record, train_record
from sidings.tables.runtime import runtime_of
from sidings.tables.views import Viewer

ID = "H" * 22
MOVES_PER_GAME = 300
MOVES_HEARD = 100
EVERY_EXPORT = 50  # an export replays the whole game, so only some positions have one


@dataclass
class Counts:
    positions: int = 0
    changes: int = 0  # increments that were compared
    previews: int = 0
    bytes: int = 0


class Leak(AssertionError):
    """Something was sent that the viewer could not know."""


class Listener:
    """Stands for a connection: keeps what is pushed."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.sent: list[bytes] = []

    def push(self, message: bytes, table: str = "") -> None:
        self.sent.append(message)


def person(seat: int) -> Person:
    return Person(f"person-{seat}", f"Name {seat}")


def deal(game: str, chance: random.Random) -> tuple[Header, bytes, list[Entry]]:
    """A table of that game with a random number of players, just started."""
    runtime = runtime_of(game)
    secret = chance.randbytes(32)
    players = chance.choice(runtime.game.players)
    header = Header(
        id=ID,
        game=game,
        rules_version=runtime.game.rules_version,
        players=players,
        options=runtime.game.check_options({}, players),
        rules=Rules(listed=True),
        host=person(1).id,
        created=0,
        dealer=hash_of_secret(secret),
    )
    log: list[Entry] = [
        entries.Sit(seat=seat, person=person(seat).id, name=person(seat).name)
        for seat in range(1, players + 1)
    ]
    state = rebuild(header, secret, b"links", runtime, log)
    log.append(entries.Start(commitment=hash_of_key(state.key())))
    return header, secret, log


def random_positions(
    game: str, seed: int
) -> Iterator[tuple[TableState, list[Entry], random.Random]]:
    """Random positions, one after the other, for ever."""
    chance = random.Random(seed)
    while True:
        header, secret, log = deal(game, chance)
        state = rebuild(header, secret, b"links", runtime_of(game), log)
        for _ in range(MOVES_PER_GAME):
            if state.status != "playing":
                break
            yield state, log, chance
            assert state.position is not None
            seen = state.runtime.look(state.position, state.turn)
            move = chance.choice(state.runtime.choices(seen)[0]).move
            decision = decide_move(state, move, state.turn, "person", 0)
            apply(state, *decision)
            log.append(decision.entry)


def twin(state: TableState, position: np.ndarray[Any, Any]) -> TableState:
    """The same table in another world."""
    other = TableState(state.header, state.secret, state.links, state.runtime)
    for name in ("version", "position_version", "status", "seats", "held", "commitment", "turn"):
        setattr(other, name, getattr(state, name))
    other.history = state.history.copy()
    other.place(position.copy())
    return other


def said(state: TableState, seat: int, moves: list[str]) -> list[bytes]:
    """All answers to a seat's questions and wrong commands."""
    answers = []
    asker = person(seat) if seat else Person("stranger", "Stranger")
    for move in moves:
        played = commands.PlayMove(id="x", table=ID, move=move, version=state.version)
        try:
            decide(state, played, asker, 0)
            answers.append(b"legal")
        except Refused as refused:
            answers.append(f"{refused.code} {refused.message} {refused.nearest}".encode())
        if seat and seat == state.turn:  # why is it not legal?
            try:
                state.runtime.read(state.position, seat, move)  # type: ignore[arg-type]  # there is one
            except IllegalMove as error:
                answers.append(str(error).encode())
    for command in (
        commands.TakeMoveBack(id="x", table=ID, version=state.version),
        commands.TakeSeat(id="x", table=ID, seat=1),
        commands.StartGame(id="x", table=ID),
        commands.ComeBack(id="x", table=ID),
    ):
        try:
            decide(state, command, asker, 0)
        except Refused as refused:
            answers.append(refused.message.encode())
    return answers


def check(game: str, positions: int, seed: int = 1) -> Counts:
    """Compare what is sent in so many positions; Leak at the first difference."""
    counts = Counts()
    stream = random_positions(game, seed)
    runtime = runtime_of(game)
    rng = fast_generator(seed, 7)
    out = np.zeros(runtime.game.actions, np.int16)
    heard = deque(["nonsense"], MOVES_HEARD)  # moves that were legal some time
    while counts.positions < positions:
        state, log, chance = next(stream)
        assert state.position is not None
        viewer = chance.randrange(state.header.players + 1)
        world = state.position.copy()
        hide_at(world, 0, viewer - 1)
        guess_at(world, 0, viewer - 1, rng)
        tables = [twin(state, state.position), twin(state, world)]
        sent: list[list[bytes]] = []
        n = legal_at(state.position, 0, out)
        action = int(out[chance.randrange(n)])
        n = legal_at(world, 0, out)
        entry = _same_move(tables, action, viewer, out[:n].tolist())
        wrong = [*chance.choices(heard, k=3), *(made.move for made in list(state.history)[-2:])]
        for table in tables:
            who = person(viewer) if viewer else Person("stranger", "Stranger")
            listener, reader = Listener(who), Listener(who)
            room = Room(table, 0.0)
            for one, by_record in ((listener, False), (reader, True)):
                room.watch(one, Viewer(viewer, by_record))  # type: ignore[arg-type]  # like a connection
                one.push(room.snapshot(Viewer(viewer, by_record), 0.0))
            listener.sent += said(table, viewer, wrong)
            if viewer and viewer == table.turn:
                foreseen = table.runtime.foreseen(table.position, viewer, action)  # type: ignore[arg-type]
                listener.sent.append(repr(foreseen).encode())
                counts.previews += foreseen is not None
            if counts.positions % EVERY_EXPORT == 0:
                listener.sent.append(train_record(table, log).encode())
                listener.sent.append(repr(json_record(table, log)).encode())
            if entry is not None:
                room.advance(entry, 0.0)
                counts.changes += 1
            sent.append(listener.sent + reader.sent)
        if entry is not None:
            heard.append(entry.move)
        _compare(game, viewer, sent, state)
        counts.bytes += sum(len(message) for message in sent[0])
        counts.positions += 1
    return counts


def _same_move(
    tables: list[TableState], action: int, viewer: int, legal: list[int]
) -> entries.Move | None:
    """The next move, if it is legal in both worlds and shows the viewer the same."""
    if action not in legal:
        return None
    seen = []
    for table in tables:
        after = table.position.copy()  # type: ignore[union-attr]
        apply_at(after, 0, action)
        if actor_at(after, 0) < 0:
            return None  # the end reveals the key, and rightly so
        hide_at(after, 0, viewer - 1)
        seen.append(after.tobytes())
    if seen[0] != seen[1]:
        return None
    moves = []
    for table in tables:
        looked = table.runtime.look(table.position, table.turn)  # type: ignore[arg-type]
        moves.append(table.runtime.game.write_move(looked.fields, action))
    if moves[0] != moves[1]:
        raise Leak(f"the text of a move tells what its effect does not: {moves}")
    return entries.Move(seat=tables[0].turn, move=moves[0])


def _compare(game: str, viewer: int, sent: list[list[bytes]], state: TableState) -> None:
    if sent[0] != sent[1]:
        for one, other in zip(*sent, strict=True):
            if one != other:
                raise Leak(f"{game}, seat {viewer}:\n{one.decode()}\n{other.decode()}")
    text = b"".join(sent[0])
    for secret in (state.key(), state.secret):
        if secret.hex().encode() in text:
            raise Leak(f"{game}: the key was sent before the end")
