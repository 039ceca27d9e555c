"""Hidden stays hidden: permute what a viewer cannot know; what he is sent must be the same bytes.

    python benchmarks/hidden.py --positions 100000

For random positions of every game, a random viewer (a seat or a spectator) and a random world
that he thinks possible, two servers are asked alike: one has the real position, one the other
world. Snapshots, increments, refusals, explanations, previews and exports must not differ by a
byte, nor contain the key.
"""

import argparse
import logging
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidings.errors import IllegalMove
from sidings.games.catalogue import game_names
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import actor_at, apply_at, guess_at, hide_at, legal_at
from sidings.server.room import Room
from sidings.tables import LiveTable, Refused
from sidings.tables import commands as c
from sidings.tables import entries as e
from sidings.tables.apply import rebuild
from sidings.tables.commands import Person
from sidings.tables.entries import Entry
from sidings.tables.fairness import hash_of_key, hash_of_secret
from sidings.tables.header import Header, Rules
from sidings.tables.records import json_record, train_record
from sidings.tables.runtime import runtime_of

ID = "H" * 22
MOVES_A_GAME = 300
EVERY_EXPORT = 50  # an export replays the whole game, so only some positions have one


@dataclass
class Counts:
    positions: int = 0
    changes: int = 0  # increments that were compared
    previews: int = 0
    bytes: int = 0


class Leak(AssertionError):
    """Something was sent that the viewer could not know."""


class Ear:
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
    kit = runtime_of(game)
    secret = chance.randbytes(32)
    players = chance.choice(kit.game.players)
    header = Header(
        id=ID,
        game=game,
        rules_version=kit.game.rules_version,
        players=players,
        options=kit.game.check_options({}, players),
        rules=Rules(listed=True),
        host=person(1).id,
        created=0,
        dealer=hash_of_secret(secret),
    )
    log: list[Entry] = [
        e.Sit(seat=seat, person=person(seat).id, name=person(seat).name)
        for seat in range(1, players + 1)
    ]
    live = rebuild(header, secret, b"links", kit, log)
    log.append(e.Start(commitment=hash_of_key(live.key())))
    return header, secret, log


def positions(game: str, seed: int) -> Iterator[tuple[LiveTable, list[Entry], random.Random]]:
    """Random positions, one after the other, for ever."""
    chance = random.Random(seed)
    while True:
        header, secret, log = deal(game, chance)
        live = rebuild(header, secret, b"links", runtime_of(game), log)
        for _ in range(MOVES_A_GAME):
            if live.status != "playing":
                break
            yield live, log, chance
            assert live.states is not None
            live.kit.look(live.states, live.turn)
            move = chance.choice(list(live.kit.moves_seen()))
            entry = live.move(move, live.turn, "person", 0)
            live.apply(entry)
            log.append(entry)


def twin(live: LiveTable, states: np.ndarray[Any, Any]) -> LiveTable:
    """The same table in another world."""
    other = LiveTable(live.header, live.secret, live.links, live.kit)
    for name in ("version", "position_version", "status", "seats", "held", "commitment", "turn"):
        setattr(other, name, getattr(live, name))
    other.history = live.history.copy()
    other.states, other.raw = states.copy(), None
    other.raw = other.states.view(np.uint8)
    return other


def said(live: LiveTable, seat: int, moves: list[str]) -> list[bytes]:
    """All answers to a seat's questions and wrong commands."""
    answers = []
    asker = person(seat) if seat else Person("stranger", "Stranger")
    for move in moves:
        command = c.PlayMove(id="x", table=ID, move=move, version=live.version)
        try:
            live.decide(command, asker, 0)
            answers.append(b"legal")
        except Refused as refused:
            answers.append(f"{refused.code} {refused.message} {refused.nearest}".encode())
        if seat and seat == live.turn:  # why is it not legal?
            try:
                live.kit.read(live.states, seat, move)  # type: ignore[arg-type]  # there is one
            except IllegalMove as error:
                answers.append(str(error).encode())
    for command in (
        c.TakeMoveBack(id="x", table=ID, version=live.version),
        c.TakeSeat(id="x", table=ID, seat=1),
        c.StartGame(id="x", table=ID),
        c.ComeBack(id="x", table=ID),
    ):
        try:
            live.decide(command, asker, 0)
        except Refused as refused:
            answers.append(refused.message.encode())
    return answers


def check(game: str, positions: int, seed: int = 1) -> Counts:
    """Raise Leak at the first difference."""
    counts = Counts()
    stream = globals()["positions"](game, seed)
    kit = runtime_of(game)
    rng = fast_generator(seed, 7)
    out = np.zeros(kit.game.actions, np.int16)
    seen_moves = ["draw", "pass", "done", "keep 45 at 3", "5-12 on 1", "take b2", "contract 1"]
    while counts.positions < positions:
        live, log, chance = next(stream)
        viewer = chance.randrange(live.header.players + 1)
        world = live.states.copy()
        hide_at(world, 0, viewer - 1)
        guess_at(world, 0, viewer - 1, rng)
        tables = [twin(live, live.states), twin(live, world)]
        sent: list[list[bytes]] = []
        n = legal_at(live.states, 0, out)
        action = int(out[chance.randrange(n)])
        n = legal_at(world, 0, out)
        entry = _same_move(tables, action, viewer, out[:n].tolist())
        wrong = [*chance.sample(seen_moves, 3), *(made.move for made in list(live.history)[-2:])]
        for table in tables:
            ear = Ear(person(viewer) if viewer else Person("stranger", "Stranger"))
            room = Room(table, 0.0)
            room.watch(ear, viewer)  # type: ignore[arg-type]  # like a connection
            ear.push(room.snapshot(viewer, 0.0))
            ear.sent += said(table, viewer, wrong)
            if viewer and viewer == table.turn:
                foreseen = table.kit.foreseen(table.states, viewer, action)  # type: ignore[arg-type]
                ear.sent.append(repr(foreseen).encode())
                counts.previews += foreseen is not None
            if counts.positions % EVERY_EXPORT == 0:
                ear.sent.append(train_record(table, log).encode())
                ear.sent.append(repr(json_record(table, log)).encode())
            if entry is not None:
                room.follow([entry], 0.0)
                counts.changes += 1
            sent.append(ear.sent)
        _compare(game, viewer, sent, live)
        counts.bytes += sum(len(message) for message in sent[0])
        counts.positions += 1
    return counts


def _same_move(tables: list[LiveTable], action: int, viewer: int, legal: list[int]) -> Entry | None:
    """The next move, if it is legal in both worlds and shows the viewer the same."""
    if action not in legal:
        return None
    seen = []
    for table in tables:
        after = table.states.copy()  # type: ignore[union-attr]
        apply_at(after, 0, action)
        if actor_at(after, 0) < 0:
            return None  # the end reveals the key, and rightly so
        hide_at(after, 0, viewer - 1)
        seen.append(after.tobytes())
    if seen[0] != seen[1]:
        return None
    moves = []
    for table in tables:
        table.kit.look(table.states, table.turn)  # type: ignore[arg-type]
        moves.append(table.kit.game.write_move(table.kit.seen, action))
    if moves[0] != moves[1]:
        raise Leak(f"the text of a move tells what its effect does not: {moves}")
    return e.Move(seat=tables[0].turn, move=moves[0])


def _compare(game: str, viewer: int, sent: list[list[bytes]], live: LiveTable) -> None:
    if sent[0] != sent[1]:
        for one, other in zip(*sent, strict=True):
            if one != other:
                raise Leak(f"{game}, seat {viewer}:\n{one.decode()}\n{other.decode()}")
    text = b"".join(sent[0])
    for secret in (live.key(), live.secret):
        if secret.hex().encode() in text:
            raise Leak(f"{game}: the key was sent before the end")


class Logged(logging.Handler):
    """Whatever is logged meanwhile, to be searched for cards and keys."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=game_names())
    arguments = parser.parse_args()
    logged = Logged()
    logging.getLogger("sidings").addHandler(logged)
    logging.getLogger("sidings").setLevel(logging.DEBUG)
    for game in arguments.games:
        began = time.monotonic()
        counts = check(game, arguments.positions, arguments.seed)
        print(
            f"{game}: {counts.positions} positions, {counts.changes // 2} increments, "
            f"{counts.previews // 2} previews, {counts.bytes / 1e6:.0f} MB compared, "
            f"0 differences, {time.monotonic() - began:.0f} s",
            flush=True,
        )
    print(f"lines logged meanwhile: {len(logged.lines)}")


if __name__ == "__main__":
    main()
