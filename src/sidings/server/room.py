"""A table in the memory of one server: who watches it, and what they have been shown."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sidings.bots import Bot
from sidings.server.protocol import Presence, Said, encode
from sidings.tables import Entry, Person, TableState, apply
from sidings.tables.entries import Move, TakeBack
from sidings.tables.state import PlayedMove
from sidings.tables.views import (
    OwnView,
    Parts,
    Viewer,
    changes,
    differences,
    own_view,
    refresh,
    shared_parts,
    snapshot,
)

if TYPE_CHECKING:
    from sidings.server.connection import Connection

PRESENCE_SECONDS = 75.0  # other servers repeat theirs more often


class TableLock(asyncio.Lock):
    """A lock that can also be taken without waiting."""

    def take(self) -> bool:
        """Take it, unless somebody has it or waits for it."""
        if self.locked() or self._waiters:
            return False
        self._locked = True
        return True


class Room:
    __slots__ = (
        "bots", "chosen", "driver", "due", "gone_since", "is_behind", "is_settled",
        "lock", "plays_alone", "remote", "shared",
        "state", "timer", "turn_filed", "turn_seen", "used", "views", "watchers",
    )  # fmt: skip

    def __init__(self, state: TableState, now: float) -> None:
        self.state = state
        self.lock = TableLock()
        self.is_behind = False  # the log may have more than we know
        self.is_settled = False  # what follows from its result has been seen to
        self.plays_alone = False  # bots move though nobody watches
        self.watchers: dict[Connection, Viewer] = {}  # with what each sees
        self.chosen: dict[Connection, int] = {}  # the seats that some have asked to see as
        self.shared: Parts = shared_parts(state)
        self.views: dict[Viewer, OwnView] = {}  # as last sent
        self.bots: dict[str, Bot] = {}
        self.driver: asyncio.Task[None] | None = None  # a bot that thinks
        self.timer: asyncio.TimerHandle | None = None  # until somebody's time runs out
        self.due: asyncio.Task[None] | None = None  # what happens then
        self.used = now
        self.gone_since: dict[int, float] = {}
        # Versions of the position: whose turn its player has seen, and of which they are told.
        self.turn_seen = self.turn_filed = -1
        self.remote: dict[str, tuple[float, list[int]]] = {}  # other servers' presence

    # --- Watching

    def watch(self, connection: "Connection", viewer: Viewer, chosen: int | None = None) -> None:
        self.unwatch(connection)  # it may have watched as another seat
        self.watchers[connection] = viewer
        if chosen is not None:
            self.chosen[connection] = chosen

    def unwatch(self, connection: "Connection") -> None:
        self.chosen.pop(connection, None)
        viewer = self.watchers.pop(connection, None)
        if viewer is not None and viewer not in self.watchers.values():
            self.views.pop(viewer, None)

    def seats_here(self) -> set[int]:
        """The seats whose people watch the table on this server; 0 stands for a big screen."""
        people = {connection.person.id for connection in self.watchers}
        here = {n for n, seat in enumerate(self.state.seats, start=1) if seat.person in people}
        return here | {0} if 0 in self.chosen.values() else here

    def acting(self, connection: "Connection") -> Person:
        """Who gives a command: the person, in the seat that they asked to see as."""
        seat = self.chosen.get(connection)
        return connection.person if seat is None else replace(connection.person, seat=seat)

    def presence(self, now: float) -> Presence:
        """Who is connected, here or elsewhere; bots always are."""
        seats = range(1, len(self.state.seats) + 1)
        screen = 0 in self.chosen.values() or self._is_elsewhere(0, now)
        return Presence(
            self.state.header.id, [self.is_present(seat, now) for seat in seats], screen
        )

    def is_present(self, seat: int, now: float) -> bool:
        """Whether one seat is; asked with every move."""
        mine = self.state.seats[seat - 1]
        if mine.kind == "bot":
            return True
        for connection in self.watchers:
            if connection.person.id == mine.person:
                return True
        return self._is_elsewhere(seat, now)

    def _is_elsewhere(self, seat: int, now: float) -> bool:
        """Whether another server has told of the seat, or of a big screen (0), not long ago."""
        return any(
            seat in seats and now - when < PRESENCE_SECONDS for when, seats in self.remote.values()
        )

    def view(self, viewer: Viewer) -> OwnView:
        view = self.views.get(viewer)
        if view is None:
            view = self.views[viewer] = own_view(self.state, viewer)
        return view

    def snapshot(self, viewer: Viewer, now: float) -> bytes:
        who = self.presence(now)
        return snapshot(self.state, viewer, self.shared, self.view(viewer), who.seats, who.screen)

    def tell(self, message: Said | Presence) -> None:
        """Send everybody who watches a message that is not logged."""
        data = encode(message)
        for connection in self.watchers:
            connection.push(data)

    # --- What happened

    def advance(self, entry: Entry, now: float, action: int | None = None) -> None:
        """Apply the next entry of the log and tell all who watch what it changed."""
        state = self.state
        since, status = state.version, state.status
        apply(state, entry, action)
        played: list[PlayedMove] = []
        if isinstance(entry, Move):
            played.append(state.history[-1])
            # Their own move also brings a player back; otherwise it leaves the seats as they are.
            if state.status == status and not self.shared["seats"][entry.seat - 1].away:
                self._broadcast_change(since, refresh(state, self.shared), played, 0)
                return
        before, self.shared = self.shared, shared_parts(state)
        # Far back, moves return to the history that had dropped out of it.
        far = isinstance(entry, TakeBack) and state.course is not None
        if self._reassign_seats() or state.status != status or far:
            self.views.clear()
            self._broadcast_snapshot(now)
        else:
            undone = int(isinstance(entry, TakeBack))
            self._broadcast_change(since, differences(before, self.shared), played, undone)

    def catch_up(self, log: Sequence[Entry], now: float) -> None:
        """Apply several entries at once and send everybody who watches the whole view."""
        if len(log) == 1:
            self.advance(log[0], now)
            return
        for entry in log:
            apply(self.state, entry)
        self.shared = shared_parts(self.state)
        self._reassign_seats()
        self.views.clear()
        self._broadcast_snapshot(now)

    def _broadcast_change(
        self, since: int, shared: Parts, played: list[PlayedMove], undone: int
    ) -> None:
        messages = changes(self.state, self.views, since, shared, played, undone)
        table = self.state.header.id
        for connection, viewer in self.watchers.items():
            connection.push(messages[viewer], table)

    def _broadcast_snapshot(self, now: float) -> None:
        messages: dict[Viewer, bytes] = {}
        table = self.state.header.id
        for connection, viewer in self.watchers.items():
            if viewer not in messages:
                messages[viewer] = self.snapshot(viewer, now)
            connection.push(messages[viewer], table)

    def _reassign_seats(self) -> bool:
        """Let watchers who sat down or got up see as their new seat; whether there were any."""
        moved = False
        for connection, viewer in self.watchers.items():
            mine = self.state.seat_of(connection.person.id, self.chosen.get(connection))
            if mine != viewer.seat:
                self.watchers[connection] = viewer._replace(seat=mine)
                moved = True
        return moved
