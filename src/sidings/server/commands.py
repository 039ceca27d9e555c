"""Following a command. This is the only place where a table is written to.

1. check: ``tables.decide`` turns the command into an entry, or raises Refused;
2. commit: the store appends the entry, and it is on disk;
3. acknowledge: ``done`` is queued for whoever sent the command;
4. apply: ``tables.apply`` changes the state in memory;
5. broadcast: what changed is queued for everybody who watches, as each may see it.

Steps 3 to 5 run without a pause, so the acknowledgement and the change that it leads to leave in
this order, and mostly in one frame. What fails before the commit has changed nothing; what fails
after it is made good from the log.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sidings.bots import bots
from sidings.server.clock import now_ms
from sidings.server.metrics import Metrics
from sidings.server.protocol import Done, encode
from sidings.server.quotas import Quotas
from sidings.server.room import Room
from sidings.server.rooms import Rooms
from sidings.server.setup import Draft, draft_rematch, listing
from sidings.server.sync import Sync
from sidings.server.tasks import Tasks
from sidings.store import Lost, Store, Won
from sidings.tables import Command, Decision, Entry, Person, Refused, decide, encode_entry
from sidings.tables.commands import PlayAgain, PlayMove, TakeMoveBack
from sidings.tables.decide import check_rematch
from sidings.tables.entries import Move, Rematch, Rename
from sidings.tables.listing import state_to_list

if TYPE_CHECKING:
    from sidings.server.connection import Connection

ATTEMPTS = 16  # at a table that other servers write to at the same time
WITH_VERSION = (PlayMove, TakeMoveBack)

Played = Callable[["Connection", PlayMove, bool], None]  # whether it was done


class Commands:
    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        sync: Sync,
        tasks: Tasks,
        metrics: Metrics,
        quotas: Quotas,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._sync = sync
        self._tasks = tasks
        self._metrics = metrics
        self._quotas = quotas

    async def follow(self, connection: "Connection", command: Command) -> tuple[Room, Entry | None]:
        """Follow a command and acknowledge it, or raise Refused.

        Returns the new entry, or None if the log had it already.
        """
        began = time.perf_counter()
        who = connection.person.id
        room = self._rooms.get(command.table) or await self._rooms.find(command.table, who)
        person = room.acting(connection)
        key = f"{person.id}:{command.id}"
        async with room.lock:
            # A command without a version could be legal twice, so a resend is looked up first.
            if not isinstance(command, WITH_VERSION) and await self._is_repeated(
                connection, room, command, key
            ):
                return room, None
            if type(command) is PlayAgain and not room.state.rematch:
                is_listed = room.state.header.rules.listed
                await self._quotas.check_new_table(person.id, is_listed=is_listed)
            for _ in range(ATTEMPTS):
                if room.is_behind:
                    await self._sync.catch_up_locked(room)
                try:
                    decision, draft = self._decide(room, command, person)
                except Refused:
                    if await self._is_repeated(connection, room, command, key):
                        return room, None
                    raise
                if decision is None:
                    self._acknowledge(connection, room, command, room.state.version)
                    return room, None
                if await self._commit(room, decision.entry, key, draft):
                    version = room.state.version + 1
                    self._acknowledge(connection, room, command, version, draft)
                    self._apply(room, decision, began)
                    if draft is not None:
                        self._rooms.add(draft.state)
                    return room, decision.entry
                if await self._is_repeated(connection, room, command, key):
                    return room, None
        raise Refused("busy", "too many moves at this table at the same time; try again")

    def play(self, connection: "Connection", command: PlayMove, played: Played) -> bool:
        """Follow a move as nearly all are followed: nothing has to be waited for but the commit.

        ``played`` is told at the end whether it was done. If not, or if False is returned, nothing
        has been acknowledged, and ``follow`` finds out why.
        """
        began = time.perf_counter()
        room = self._rooms.get(command.table)
        if room is None or room.is_behind or not room.lock.take():
            return False
        try:
            person = room.acting(connection)
            decision = decide(room.state, command, person, now_ms())
            appended = self._append(room, decision.entry, f"{person.id}:{command.id}")
        except Exception:
            room.lock.release()
            return False

        def finish(appended: "asyncio.Future[Won | Lost]") -> None:
            is_done = appended.exception() is None and self._has_won(appended.result())
            try:
                if is_done:
                    self._acknowledge(connection, room, command, room.state.version + 1)
                    self._apply(room, decision, began)
                else:
                    room.is_behind = True
            finally:
                room.lock.release()
                played(connection, command, is_done)

        appended.add_done_callback(finish)
        return True

    async def append(self, room: Room, decision: Decision, key: str) -> bool:
        """Commit, apply and broadcast what no person asked for; the room's lock is held.

        False if another server was faster.
        """
        if not await self._commit(room, decision.entry, key):
            return False
        self._apply(room, decision)
        return True

    async def rename(self, person: Person, most: int) -> None:
        """Show a person's new name at the tables where they sit."""
        for table in await self._store.tables_of(person.id, most, running=True):
            try:
                room = await self._rooms.find(table.id, person.id)
            except Refused:  # played by rules that this server does not have
                continue
            async with room.lock:
                await self._sync.catch_up_locked(room)
                state = room.state
                seat = state.seat_of(person.id)
                if seat and state.seats[seat - 1].name != person.name:
                    entry = Rename(seat=seat, name=person.name, at=now_ms())
                    await self.append(room, Decision(entry), f"name:{state.version}")

    # --- The steps

    def _decide(
        self, room: Room, command: Command, person: Person
    ) -> tuple[Decision | None, Draft | None]:
        """What the command leads to; for a rematch also the new table, if there is none yet."""
        if type(command) is not PlayAgain:
            known = bots(room.state.runtime.game)
            return decide(room.state, command, person, now_ms(), known), None
        check_rematch(room.state, person)
        if room.state.rematch:
            return None, None
        draft = draft_rematch(room.state)
        header = draft.state.header
        return Decision(Rematch(table=header.id, at=header.created)), draft

    async def _commit(self, room: Room, entry: Entry, key: str, draft: Draft | None = None) -> bool:
        """Append an entry to the log; False if another server has taken its number."""
        try:
            outcome = await self._append(room, entry, key, draft)
        except BaseException:
            room.is_behind = True  # it may have happened
            raise
        if self._has_won(outcome):
            return True
        room.is_behind = True
        return False

    def _has_won(self, outcome: Won | Lost) -> bool:
        if isinstance(outcome, Lost):
            self._metrics.conflicts.inc()
        return isinstance(outcome, Won)

    def _append(
        self, room: Room, entry: Entry, key: str, draft: Draft | None = None
    ) -> "asyncio.Future[Won | Lost]":
        state = room.state
        after = state_to_list(state, entry)
        return self._store.append(
            state.header.id,
            state.version + 1,
            encode_entry(entry),
            key,
            None if after is None else listing(after, entry.at),
            None if draft is None else draft.row(),
        )

    def _acknowledge(
        self,
        connection: "Connection",
        room: Room,
        command: Command,
        version: int,
        draft: Draft | None = None,
    ) -> None:
        done = Done(command.id, command.table, version)
        if type(command) is PlayAgain:
            table = room.state.rematch if draft is None else draft.state.header.id
            done.answer = {"table": table}
        connection.push(encode(done))

    async def _is_repeated(
        self, connection: "Connection", room: Room, command: Command, key: str
    ) -> bool:
        """Acknowledge a command again if it is in the log already."""
        version = await self._store.find_command(command.table, key)
        if version is None:
            return False
        await self._sync.catch_up_locked(room)
        self._acknowledge(connection, room, command, version)
        return True

    def _apply(self, room: Room, decision: Decision, began: float | None = None) -> None:
        """Apply an entry that is in the log, and broadcast."""
        entry = decision.entry
        self._rooms.advance(room, entry, decision.action)
        if not isinstance(entry, Move):
            return
        tally = self._metrics.tally
        tally.moves[entry.by] += 1
        if began is not None:
            tally.observe(time.perf_counter() - began)
        state = room.state
        if state.status == "over":  # the move had to be applied to know it
            table, listed = state.header.id, listing(state, entry.at)
            self._tasks.keep("a listing", lambda: self._store.relist(table, listed))
