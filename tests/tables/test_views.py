"""What is sent: changes add up to snapshots, and nothing tells what is hidden."""

import json
import sys
from pathlib import Path

from sidings.cli.verify import verify
from sidings.client import View
from sidings.server.room import Room
from sidings.tables import commands as c
from sidings.tables.records import json_record, train_record
from tables.people import PEOPLE, SECRET, Played

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import hidden


class Watcher:
    """Stands for a connection: keeps what is pushed, and a view made of it."""

    def __init__(self, seat: int) -> None:
        self.person = PEOPLE[seat - 1]
        self.view = View("")
        self.sent: list[bytes] = []

    def push(self, message: bytes, table: str = "") -> None:
        self.sent.append(message)
        data = json.loads(message)
        if data["type"] == "table":
            self.view.replace(data)
        else:
            assert self.view.change(data)


def watch(table: Played) -> tuple[Room, list[Watcher]]:
    room = Room(table.live, 0.0)
    watchers = [Watcher(seat) for seat in range(table.header.players + 1)]
    watchers[0].person = PEOPLE[-1]
    for seat, watcher in enumerate(watchers):
        room.watch(watcher, seat)  # type: ignore[arg-type]  # like a connection
        watcher.push(room.snapshot(seat, 0.0))
    return room, watchers


def test_changes_add_up_to_the_snapshot(each_game: str) -> None:
    table = Played(each_game).start()
    room, watchers = watch(table)
    for step in range(150):
        if table.live.status != "playing":
            break
        moves = table.moves()
        command = table.command(c.PlayMove, move=moves[step * 7 % len(moves)])
        room.follow([table.live.decide(command, table.in_turn, 0)], 0.0)
        last = 3 - table.live.turn if table.live.turn else 1
        if step % 3 == 0 and table.live.can_take_back(last, sure=True):
            back = table.command(c.TakeMoveBack)
            room.follow([table.live.decide(back, PEOPLE[last - 1], 0)], 0.0)
        for seat, watcher in enumerate(watchers):
            fresh = View("")
            fresh.replace(json.loads(room.snapshot(seat, 0.0)))
            fresh.presence = watcher.view.presence  # told by messages of its own
            assert watcher.view == fresh


def test_only_the_one_in_turn_is_sent_moves(each_game: str) -> None:
    table = Played(each_game).start()
    room, watchers = watch(table)
    for _ in range(30):
        if table.live.status != "playing":
            break
        command = table.command(c.PlayMove, move=table.moves()[0])
        room.follow([table.live.decide(command, table.in_turn, 0)], 0.0)
        for seat, watcher in enumerate(watchers):
            assert bool(watcher.view.moves) == (seat == table.live.turn and seat > 0)


def test_hidden_stays_hidden(each_game: str) -> None:
    """The same as ``benchmarks/hidden.py``, on fewer positions."""
    counts = hidden.check(each_game, positions=300, seed=3)
    assert counts.positions == 300
    assert counts.changes > 0


def test_the_key_is_told_with_the_result_and_not_before() -> None:
    table = Played().start()
    key = table.live.key().hex()
    room, watchers = watch(table)
    table.play_at_random(5)
    running = train_record(table.live, table.log) + json.dumps(json_record(table.live, table.log))
    sent = b"".join(b"".join(watcher.sent) for watcher in watchers).decode() + running
    assert key not in sent
    assert SECRET.hex() not in sent
    assert table.live.commitment in sent
    entry = table.live.decide(table.command(c.ResignGame), PEOPLE[0], 0)
    table.log.append(entry)
    room.follow([entry], 0.0)
    assert all(watcher.view.view["seed"] == key for watcher in watchers)
    assert all(watcher.view.view["secret"] == SECRET.hex() for watcher in watchers)


def test_who_leaves_his_seat_no_longer_sees_with_its_eyes() -> None:
    table = Played(absence="wait").start()
    room, watchers = watch(table)
    leaver = watchers[table.live.turn]
    assert leaver.view.moves
    room.follow([table.live.decide(table.command(c.LeaveSeat), leaver.person, 0)], 0.0)
    assert leaver.view.seat == 0
    assert leaver.view.moves == []
    assert leaver.view.position == watchers[0].view.position


def test_records_are_verified_in_both_forms(each_game: str) -> None:
    table = Played(each_game).seat_all()
    table.do(PEOPLE[1], c.GiveWords, words='tchou "tchou"; è')
    table.do(PEOPLE[0], c.StartGame)
    table.play_at_random(40)
    table.do(PEOPLE[0], c.ResignGame) if table.live.status == "playing" else None
    for text in (
        train_record(table.live, table.log),
        json.dumps(json_record(table.live, table.log)),
    ):
        found = verify(text)
        assert found.dealer
        assert found.words == 1
        assert found.commitment == table.live.commitment
