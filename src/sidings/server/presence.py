"""Who is here: connections, who watches which table, and what other servers say about it."""

import time
from typing import TYPE_CHECKING

import msgspec

from sidings.offline.sources import fingerprint
from sidings.server import protocol
from sidings.server.clock import now_ms
from sidings.server.commands import Commands
from sidings.server.room import Room
from sidings.server.rooms import Rooms
from sidings.server.sync import Sync
from sidings.server.tasks import Tasks
from sidings.store import Hint, Store
from sidings.tables import Decision, Person, Refused
from sidings.tables.access import is_of_the_table, links_of, may_watch
from sidings.tables.entries import Back
from sidings.tables.state import TableState
from sidings.tables.views import Viewer

if TYPE_CHECKING:
    from sidings.server.connection import Connection

POLICY_VIOLATION = 1008
SWEEPS_PER_ANNOUNCEMENT = 5  # a part of the tables is announced in each sweep


class Presence:
    def __init__(
        self, store: Store, rooms: Rooms, sync: Sync, commands: Commands, tasks: Tasks
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._sync = sync
        self._commands = commands
        self._tasks = tasks
        self.connections: dict[str, set[Connection]] = {}  # by person
        self._left: dict[str, int] = {}  # when people left a table, since the last sweep

    # --- Connections

    def connect(self, connection: "Connection") -> None:
        self.connections.setdefault(connection.person.id, set()).add(connection)

    def disconnect(self, connection: "Connection") -> None:
        for table in list(connection.tables):
            self.unwatch(connection, table)
        mine = self.connections[connection.person.id]
        mine.discard(connection)
        if not mine:
            del self.connections[connection.person.id]

    def close_session(self, token_hash: str) -> None:
        """Close the sockets that were opened with a token."""
        for mine in list(self.connections.values()):
            for connection in [one for one in mine if one.session == token_hash]:
                connection.close(POLICY_VIOLATION, "this session has ended")

    # --- Watching

    async def watch(self, connection: "Connection", ask: protocol.Watch) -> None:
        """Tell a connection of a table from now on."""
        person = connection.person
        room = await self._rooms.find(ask.table, person.id)
        state = room.state
        if not may_watch(state, person.id, ask.token):
            raise Refused("not-allowed", "this table is private: open the link you were sent")
        if len(connection.tables) >= connection.MOST_TABLES and ask.table not in connection.tables:
            raise Refused("too-many", f"at most {connection.MOST_TABLES} tables at a time")
        if room.is_behind:
            await self._sync.catch_up(room)
        if connection not in self.connections.get(person.id, ()):
            return  # it was lost meanwhile, and would watch for ever
        now = time.monotonic()
        room.used = now
        self._rooms.keep(room)
        before = room.presence(now)
        chosen = ask.seat
        if chosen == 0 and not is_of_the_table(state, person.id, ask.token):
            chosen = None  # a stranger is no big screen, which others would be told of
        seat = state.seat_of(person.id, chosen)
        viewer = Viewer(seat, _makes_views(state, ask.record))
        room.watch(connection, viewer, chosen)
        connection.tables.add(ask.table)
        for mine in state.seats_of(person.id):
            room.gone_since.pop(mine, None)
        links = msgspec.to_builtins(links_of(state, person.id, chosen))
        done = protocol.Done(ask.id, ask.table, state.version, links)
        connection.push(protocol.encode(done))
        if ask.version != state.version:
            connection.push(room.snapshot(viewer, now), ask.table)
        else:
            room.view(viewer)
        self._tell_if_changed(room, before)
        self._announce(room)
        if seat and state.seats[seat - 1].away:
            self._tasks.keep("a return", lambda: self._stop_stand_in(room, person, seat))
        self._rooms.on_change(room)

    def unwatch(self, connection: "Connection", table: str) -> None:
        connection.tables.discard(table)
        room = self._rooms.get(table)
        if room is None or connection not in room.watchers:
            return
        now = time.monotonic()
        before = room.presence(now)
        room.unwatch(connection)
        room.used = now
        for seat in room.state.seats_of(connection.person.id):
            if not room.is_present(seat, now):
                room.gone_since[seat] = now
                self._left[connection.person.id] = now_ms()
        self._tell_if_changed(room, before)
        self._announce(room)
        self._rooms.on_change(room)

    async def _stop_stand_in(self, room: Room, person: Person, seat: int) -> None:
        """Let a person who is here again play for themselves."""
        async with room.lock:
            await self._sync.catch_up_locked(room)
            state = room.state
            mine = state.seats[seat - 1]
            if state.status == "playing" and mine.person == person.id and mine.away:
                back = Decision(Back(seat=seat, at=now_ms()))
                await self._commands.append(room, back, f"back:{state.version}")

    # --- Telling

    def tell(self, room: Room) -> None:
        """Tell everybody at a table and the other servers who is here."""
        room.tell(room.presence(time.monotonic()))
        self._announce(room)

    def heard(self, room: Room, hint: Hint) -> None:
        """Note who is connected to another server."""
        now = time.monotonic()
        before = room.presence(now)
        room.remote[hint.origin] = (now, hint.presence)
        self._tell_if_changed(room, before)

    def _tell_if_changed(self, room: Room, before: protocol.Presence) -> None:
        now = room.presence(time.monotonic())
        if now != before:
            room.tell(now)

    def _announce(self, room: Room) -> None:
        """Tell the other servers who is here."""
        here = sorted(room.seats_here())
        table = room.state.header.id
        self._store.tell(Hint(self._store.origin, table, presence=here, tells_presence=True))

    async def sweep(self, number: int) -> None:
        """Note who has left; with other servers, announce a part of those who are here.

        With thousands of tables, to announce them all at once would make somebody wait.
        """
        seen, self._left = self._left, {}
        if self._store.is_shared:
            part = slice(number % SWEEPS_PER_ANNOUNCEMENT, None, SWEEPS_PER_ANNOUNCEMENT)
            for room in list(self._rooms)[part]:
                self._announce(room)
            seen |= dict.fromkeys(list(self.connections)[part], now_ms())
        if seen:
            await self._store.saw(seen)


def _makes_views(state: TableState, rules: str | None) -> bool:
    """Whether a client with rules of this fingerprint can make the views of a table itself."""
    # The rules in a page have the game's own deck.
    return bool(rules) and state.header.deck is None and rules == fingerprint(state.header.game)
