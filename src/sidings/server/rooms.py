"""The tables in memory: found, loaded, created, and forgotten when nobody uses them."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence

import msgspec

from sidings.server.archive import Archive
from sidings.server.games import Games
from sidings.server.metrics import Metrics
from sidings.server.room import Room
from sidings.server.setup import Draft
from sidings.store import Store
from sidings.tables import Entry, Header, Refused, TableState

IDLE_SECONDS = 60.0  # that a table nobody watches is kept in memory


class Rooms:
    def __init__(self, store: Store, games: Games, archive: Archive, metrics: Metrics) -> None:
        self._store = store
        self._archive = archive
        self._games = games
        self._metrics = metrics
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.get: Callable[[str], Room | None] = self._rooms.get
        #: Called when entries have been applied: sees to it that what is due next will happen.
        self.on_change: Callable[[Room], None] = lambda room: None

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    # --- Finding

    async def find(self, table: str, who: str) -> Room:
        """The room of a table, from memory or from the log; Refused if there is none.

        To load a long log takes a turn of ``who``.
        """
        room = self._rooms.get(table)
        if room is not None:
            return room
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table, who))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        room = await asyncio.shield(task)
        if room is None:
            raise Refused("no-such-table", "there is no such table")
        return room

    async def game_of(self, table: str) -> str:
        """The game of a table, which need not be in memory; empty if there is no such table."""
        room = self._rooms.get(table)
        if room is not None:
            return room.state.header.game
        stored = await self._store.load(table)
        return "" if stored is None else msgspec.json.decode(stored.header, type=Header).game

    async def _load(self, table: str, who: str) -> Room | None:
        stored = await self._store.load(table)
        if stored is None:
            return None
        header = msgspec.json.decode(stored.header, type=Header)
        if header.game not in self._games.offered:
            raise Refused("other-rules", f"{header.game} is not offered here")
        runtime = await self._games.runtime(header.game, header.deck)
        if runtime.game.rules_version != header.rules_version:
            raise Refused(
                "other-rules",
                f"this table is played by version {header.rules_version} of the rules, "
                f"and the server has version {runtime.game.rules_version}",
            )
        return self.add(await self._archive.load(who, header, stored, runtime))

    async def create(self, draft: Draft) -> Room:
        """Put a new table into the store and into memory."""
        await self._store.create(draft.row())
        return self.add(draft.state)

    def add(self, state: TableState) -> Room:
        room = Room(state, time.monotonic())
        self.keep(room)
        return room

    def keep(self, room: Room) -> None:
        """Have a room in memory, even if it was about to be forgotten."""
        self._rooms[room.state.header.id] = room
        self._metrics.tables.set(len(self._rooms))

    def forget_idle(self, now: float) -> list[Room]:
        """Forget the rooms that nobody has used for a while, and return them."""
        idle = [
            room
            for room in self
            if not room.watchers and not room.lock.locked() and now - room.used > IDLE_SECONDS
        ]
        for room in idle:
            del self._rooms[room.state.header.id]
        self._metrics.tables.set(len(self._rooms))
        return idle

    # --- What happened

    def advance(self, room: Room, entry: Entry, action: int | None = None) -> None:
        """Apply the next entry, which is in the log, and broadcast what it changed."""
        room.used = time.monotonic()
        room.advance(entry, room.used, action)
        self.on_change(room)

    def catch_up(self, room: Room, log: Sequence[Entry]) -> None:
        """The same for entries that another server wrote."""
        room.catch_up(log, time.monotonic())
        self.on_change(room)
