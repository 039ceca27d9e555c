"""What is sent: changes add up to snapshots, and nothing tells what is hidden."""

import json
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from sidings.cli.verify import verify
from sidings.client import View
from sidings.server.room import Room
from sidings.tables import commands
from sidings.tables.absence import gone
from sidings.tables.header import Clock
from sidings.tables.patch import patched
from sidings.tables.records import json_record, train_record
from sidings.tables.runtime import Runtime, open_events
from sidings.tables.takeback import can_take_back
from sidings.tables.views import Viewer, own_view
from sidings.testing import hidden_worlds
from tables.people import PEOPLE, PLAIN, SECRET, Played

POSITIONS = 8 if PLAIN else 300


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


class RecordWatcher(Watcher):
    """The same with records, of which it makes views as a page does."""

    def __init__(self, seat: int, runtime: Runtime) -> None:
        super().__init__(seat)
        self.runtime = runtime
        self.record = b""
        self.changed = 0  # bytes, with the last message

    def push(self, message: bytes, table: str = "") -> None:
        data = json.loads(message)
        sent = b64decode(data.pop("record", ""))
        if sent:
            self.record = sent if data["type"] == "table" else patched(self.record, sent)
            self.changed = len(sent)
            data |= self.look(data.get("seat", self.view.seat))
        for made in [*data.get("history", []), *data.get("made", [])]:
            rows = open_events(b64decode(made["events"]))
            made["events"] = msgspec.to_builtins(self.runtime.game.tell(rows))
        super().push(json.dumps(data).encode())

    def look(self, seat: int) -> dict[str, Any]:
        position = np.frombuffer(bytearray(self.record), self.runtime.game.dtype)
        seen = self.runtime.look(position, seat)
        mine = seat and self.runtime.turn(position) == seat
        choices = self.runtime.choices(seen)[0] if mine else []
        return msgspec.to_builtins({"view": self.runtime.view(seen, seat), "choices": choices})


def watch(table: Played) -> tuple[Room, list[Watcher]]:
    room = Room(table.state, 0.0)
    watchers = [Watcher(seat) for seat in range(table.header.players + 1)]
    watchers[0].person = PEOPLE[-1]
    for seat, watcher in enumerate(watchers):
        room.watch(watcher, Viewer(seat))  # type: ignore[arg-type]  # like a connection
        watcher.push(room.snapshot(Viewer(seat), 0.0))
    return room, watchers


def follow(room: Room, table: Played, seat: int, kind: type[Any], **fields: Any) -> None:
    """Follow a command of a seat's person, as the server does after the commit."""
    entry, action = table.decide(PEOPLE[seat - 1], kind, **fields)
    table.log.append(entry)
    room.advance(entry, 0.0, action)


def play_on(room: Room, table: Played, most: int) -> Iterator[None]:
    """Play moves, and take some of them back; goes on after each."""
    for step in range(12 if PLAIN else most):
        if table.state.status != "playing":
            return
        moves = table.moves()
        mover = table.state.turn
        follow(room, table, mover, commands.PlayMove, move=moves[step * 7 % len(moves)])
        if step % 3 == 0 and can_take_back(table.state, mover, sure=True):
            follow(room, table, mover, commands.TakeMoveBack)
        yield


def test_changes_add_up_to_the_snapshot(each_game: str) -> None:
    table = Played(each_game).start()
    room, watchers = watch(table)
    for _ in play_on(room, table, 150):
        for seat, watcher in enumerate(watchers):
            fresh = View("")
            fresh.replace(json.loads(room.snapshot(Viewer(seat), 0.0)))
            fresh.presence = watcher.view.presence  # told by messages of its own
            assert watcher.view == fresh


def test_records_make_the_views_that_others_are_sent(each_game: str) -> None:
    table = Played(each_game).start()
    room, watchers = watch(table)
    readers = [RecordWatcher(watcher.view.seat, room.state.runtime) for watcher in watchers]
    for watcher, reader in zip(watchers, readers, strict=True):
        viewer = Viewer(watcher.view.seat, by_record=True)
        reader.person = watcher.person
        room.watch(reader, viewer)  # type: ignore[arg-type]  # like a connection
        reader.push(room.snapshot(viewer, 0.0))
        reader.view.presence = watcher.view.presence  # told by messages of its own
    for _ in play_on(room, table, 80):
        for watcher, reader in zip(watchers, readers, strict=True):
            assert reader.view == watcher.view


def test_a_record_tells_only_what_changed(each_game: str) -> None:
    table = Played(each_game).start()
    room, _ = watch(table)
    reader = RecordWatcher(1, room.state.runtime)
    viewer = Viewer(1, by_record=True)
    room.watch(reader, viewer)  # type: ignore[arg-type]  # like a connection
    reader.push(room.snapshot(viewer, 0.0))
    reader.sent.clear()
    sizes = []
    for _ in range(10):
        follow(room, table, table.state.turn, commands.PlayMove, move=table.moves()[0])
        sizes.append(reader.changed)
    assert sum(sizes) / len(sizes) < 100


def test_only_the_one_in_turn_is_sent_moves(each_game: str) -> None:
    table = Played(each_game).start()
    room, watchers = watch(table)
    for _ in range(30):
        if table.state.status != "playing":
            break
        follow(room, table, table.state.turn, commands.PlayMove, move=table.moves()[0])
        for seat, watcher in enumerate(watchers):
            assert bool(watcher.view.moves) == (seat == table.state.turn and seat > 0)


def test_hidden_stays_hidden(each_game: str) -> None:
    counts = hidden_worlds.check(each_game, positions=POSITIONS, seed=3)
    assert counts.positions == POSITIONS
    assert counts.changes > 0


def test_the_key_is_told_with_the_result_and_not_before() -> None:
    table = Played().start()
    key = table.state.key().hex()
    room, watchers = watch(table)
    table.play_at_random(5)
    running = train_record(table.state, table.log) + json.dumps(json_record(table.state, table.log))
    sent = b"".join(b"".join(watcher.sent) for watcher in watchers).decode() + running
    assert key not in sent
    assert SECRET.hex() not in sent
    assert table.state.commitment in sent
    follow(room, table, 1, commands.ResignGame)
    assert all(watcher.view.state["seed"] == key for watcher in watchers)
    assert all(watcher.view.state["secret"] == SECRET.hex() for watcher in watchers)


def test_who_leaves_a_seat_no_longer_sees_as_that_seat() -> None:
    table = Played(absence="wait").start()
    room, watchers = watch(table)
    leaver = watchers[table.state.turn]
    assert leaver.view.moves
    follow(room, table, table.state.turn, commands.LeaveSeat)
    assert leaver.view.seat == 0
    assert leaver.view.moves == []
    assert leaver.view.view == watchers[0].view.view


def test_records_are_verified_in_both_forms(each_game: str) -> None:
    table = Played(each_game).seat_all()
    table.do(PEOPLE[1], commands.GiveWords, words='tchou "tchou"; è')
    table.do(PEOPLE[0], commands.StartGame)
    table.play_at_random(40)
    table.do(PEOPLE[0], commands.ResignGame) if table.state.status == "playing" else None
    for text in (
        train_record(table.state, table.log),
        json.dumps(json_record(table.state, table.log)),
    ):
        found = verify(text)
        assert found.dealer
        assert found.words == 1
        assert found.commitment == table.state.commitment


def test_ways_out_are_told_to_players_and_follow_the_seats() -> None:
    table = Played(players=3, absence="bot").start()
    room, watchers = watch(table)
    told = {"leave": "bot", "abandon": "agreed", "resign": "bot"}
    assert [watcher.view.state["exits"] for watcher in watchers] == [None, told, told, told]
    follow(room, table, 2, commands.LeaveSeat)
    follow(room, table, 3, commands.AbandonGame)
    assert watchers[1].view.state["exits"] == dict.fromkeys(told, "stopped")


def test_a_player_who_moves_is_no_longer_shown_as_away() -> None:
    table = Played(absence="bot").start()
    due = gone(table.state, 0)
    assert due is not None
    table.apply(due)
    room, watchers = watch(table)
    seat = table.state.turn
    assert watchers[0].view.state["seats"][seat - 1]["away"]
    follow(room, table, seat, commands.PlayMove, move=table.moves()[0])
    assert "away" not in watchers[0].view.state["seats"][seat - 1]
    assert len(watchers[0].view.history) == 1


def test_before_the_deal_nobody_is_shown_a_view() -> None:
    _, watchers = watch(Played().seat_all())
    assert all(not watcher.view.view and not watcher.view.moves for watcher in watchers)


def test_a_clock_is_shown_with_its_deadline() -> None:
    table = Played(clock=Clock("move", 60)).start()
    _, watchers = watch(table)
    assert {watcher.view.state["clock"]["deadline"] for watcher in watchers} == {60_000}


def test_the_same_seat_in_two_windows_is_sent_the_same() -> None:
    table = Played().start()
    one, two = (own_view(table.state, Viewer(table.state.turn)) for _ in range(2))
    assert one.choices == two.choices
    assert one.view == two.view


def phase(table: Played) -> str:
    return str(own_view(table.state, Viewer(0)).view["phase"])


def test_seats_that_see_the_same_share_one_view() -> None:
    table = Played().start().play_at_random(200, stop=lambda table: phase(table) == "turn")
    public = [own_view(table.state, Viewer(seat)).view for seat in range(3)]
    assert phase(table) == "turn"
    assert public[0] is public[1] is public[2]
    hidden = Played().start()  # GT-4: the cards that each has drawn
    assert own_view(hidden.state, Viewer(1)).view != own_view(hidden.state, Viewer(2)).view
