"""Catching up with what other servers wrote: the bus brings it, and the log has all of it."""

import time
from collections.abc import Iterable

from sidings.server.room import Room
from sidings.server.rooms import Rooms
from sidings.server.tasks import Tasks
from sidings.store import Hint, Store
from sidings.tables import decode_entry


class Sync:
    def __init__(self, store: Store, rooms: Rooms, tasks: Tasks) -> None:
        self._store = store
        self._rooms = rooms
        self._tasks = tasks

    async def catch_up(self, room: Room) -> None:
        """Read what the log has more, whether we know of it or not."""
        async with room.lock:
            room.is_behind = True
            await self.catch_up_locked(room)

    async def catch_up_locked(self, room: Room) -> None:
        """The same with the room's lock held, if the log may have more than we know."""
        if not room.is_behind:
            return
        rows = await self._store.log(room.state.header.id, room.state.version)
        room.is_behind = False
        # Meanwhile the bus may have brought some of them.
        missing = [decode_entry(row.body) for row in rows if row.seq > room.state.version]
        if missing:
            self._rooms.catch_up(room, missing)

    def heard(self, room: Room, hint: Hint) -> None:
        """Follow a notification that a table is at some version."""
        if hint.version > room.state.version:
            self._tasks.spawn(self._follow(room, hint))

    async def _follow(self, room: Room, hint: Hint) -> None:
        if hint.body and hint.version == room.state.version + 1:
            self._rooms.advance(room, decode_entry(hint.body))
        else:
            await self.catch_up(room)

    async def catch_up_all(self) -> None:
        """After a gap in the notifications, compare every table in memory with the log."""
        await self._compare(self._rooms)

    async def catch_up_quiet(self, quiet_seconds: float) -> None:
        """Compare the tables that were not used lately, whose notifications may be lost."""
        now = time.monotonic()
        await self._compare(room for room in self._rooms if now - room.used > quiet_seconds)

    async def _compare(self, rooms: Iterable[Room]) -> None:
        rooms = list(rooms)
        versions = await self._store.versions([room.state.header.id for room in rooms])
        for room in rooms:
            if versions.get(room.state.header.id, 0) > room.state.version:
                self._tasks.spawn(self.catch_up(room))
