"""A table in the memory of one server: who watches it, and what they have been shown."""

import asyncio
from typing import TYPE_CHECKING

from sidings.bots import Bot
from sidings.tables import LiveTable
from sidings.tables import entries as e
from sidings.tables.entries import Entry
from sidings.tables.live import Made
from sidings.tables.views import (
    Parts,
    Sight,
    change,
    differences,
    refresh,
    shared_parts,
    sight,
    snapshot,
)

if TYPE_CHECKING:
    from sidings.server.socket import Connection

PRESENCE_LASTS = 75.0  # seconds; other servers repeat theirs more often


class Room:
    __slots__ = (
        "bots", "dirty", "driver", "gone_since", "live", "lock", "remote", "shared", "timer",
        "used", "views", "watchers",
    )  # fmt: skip

    def __init__(self, live: LiveTable, now: float) -> None:
        self.live = live
        self.lock = asyncio.Lock()
        self.dirty = False  # the log may have more than we know
        self.watchers: dict[Connection, int] = {}  # with the seat whose eyes each has
        self.shared: Parts = shared_parts(live)
        self.views: dict[int, Sight] = {}  # of the seats that are watched, at the live version
        self.bots: dict[str, Bot] = {}
        self.driver: asyncio.Task[None] | None = None  # a bot that thinks
        self.timer: asyncio.TimerHandle | None = None
        self.used = now
        self.gone_since: dict[int, float] = {}
        self.remote: dict[str, tuple[float, list[int]]] = {}  # other servers' presence

    # --- Watching

    def watch(self, connection: "Connection", seat: int) -> None:
        self.watchers[connection] = seat

    def unwatch(self, connection: "Connection") -> None:
        seat = self.watchers.pop(connection, None)
        if seat is not None and seat not in self.watchers.values():
            self.views.pop(seat, None)

    def present(self, now: float) -> list[bool]:
        """For each seat whether its person is connected, here or elsewhere; bots always are."""
        here = {seat for seat in self.watchers.values() if seat}
        for when, seats in self.remote.values():
            if now - when < PRESENCE_LASTS:
                here.update(seats)
        return [
            seat.kind == "bot" or number in here
            for number, seat in enumerate(self.live.seats, start=1)
        ]

    def view(self, seat: int) -> Sight:
        view = self.views.get(seat)
        if view is None:
            view = self.views[seat] = sight(self.live, seat)
        return view

    def snapshot(self, seat: int, now: float) -> bytes:
        return snapshot(self.live, seat, self.shared, self.view(seat), self.present(now))

    # --- What happened

    def follow(self, log: list[Entry], now: float) -> None:
        """Apply entries of the log and tell all who watch."""
        live = self.live
        since, status = live.version, live.status
        simple = len(log) == 1
        for entry in log:
            live.apply(entry)
        first = log[0]
        if simple and isinstance(first, e.Move) and live.status == status:
            self._broadcast_change(since, refresh(live, self.shared), [live.history[-1]], 0)
            return
        before, self.shared = self.shared, shared_parts(live)
        if self._find_seats_anew() or not simple or live.status != status:
            self.views.clear()
            self._broadcast_snapshot(now)
        else:
            changed = differences(before, self.shared)
            self._broadcast_change(since, changed, [], int(isinstance(first, e.TakeBack)))

    def _broadcast_change(self, since: int, shared: Parts, made: list[Made], undone: int) -> None:
        told: dict[int, bytes] = {}
        table = self.live.header.id
        for connection, seat in self.watchers.items():
            message = told.get(seat)
            if message is None:
                new = sight(self.live, seat)
                message = change(self.live, since, shared, self.views[seat], new, made, undone)
                self.views[seat] = new
                told[seat] = message
            connection.push(message, table)

    def _broadcast_snapshot(self, now: float) -> None:
        told: dict[int, bytes] = {}
        table = self.live.header.id
        for connection, seat in self.watchers.items():
            if seat not in told:
                told[seat] = self.snapshot(seat, now)
            connection.push(told[seat], table)

    def _find_seats_anew(self) -> bool:
        """Somebody sat down or got up: from now on he sees with other eyes."""
        moved = False
        for connection, seat in self.watchers.items():
            mine = self.live.seat_of(connection.person.id)
            if mine != seat:
                self.watchers[connection] = mine
                moved = True
        return moved
