"""All tables that this server has in memory: commands in, entries into the log, news out.

The order is always the same: check, commit, apply, acknowledge, broadcast. Whatever fails before
the commit changes nothing; whatever fails after it is made good from the log.
"""

import asyncio
import copy
import logging
import secrets
import time
from collections.abc import Awaitable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import msgspec

from sidings.bots import bots
from sidings.errors import IllegalMove
from sidings.games.catalogue import game as game_of_name
from sidings.games.catalogue import game_names
from sidings.games.contract import Game
from sidings.server.metrics import Metrics
from sidings.server.protocol import Advise, Done, Presence, Preview, Said, Say, Watch, Why
from sidings.server.protocol import encode as encode_message
from sidings.server.robots import Robots
from sidings.server.room import Room
from sidings.server.settings import Settings
from sidings.store import Hint, Listing, Lost, NewTable, Store, Unavailable
from sidings.tables import LiveTable, Refused, decode_entry, encode_entry
from sidings.tables import commands as c
from sidings.tables import entries as e
from sidings.tables.commands import Command
from sidings.tables.entries import Entry
from sidings.tables.fair import SECRET_BYTES, hash_of_secret, invitation, seat_token
from sidings.tables.header import Header
from sidings.tables.kit import Kit, kit_of
from sidings.tables.live import Person, rebuild

if TYPE_CHECKING:
    from sidings.server.socket import Connection

log = logging.getLogger("sidings.hub")

ATTEMPTS = 16  # at a table that other servers write to at the same time
IDLE = 60.0  # seconds that a table nobody watches is kept in memory
SWEEP = 5.0
SWEEPS_A_PRESENCE = 5  # the presence of each is repeated every so many sweeps
WITH_VERSION = (c.PlayMove, c.TakeMoveBack)
COMING_AND_GOING = (e.Sit, e.Leave, e.PutBot)
SEATING = (e.Sit, e.Leave, e.PutBot, e.Start, e.Resign, e.Abandon, e.Close, e.RunOut)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Hub:
    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.started = now_ms()
        self.rooms: dict[str, Room] = {}
        self.connections: dict[str, set[Connection]] = {}  # by person
        self.pool = ThreadPoolExecutor(settings.bot_threads, "bot")
        self._compiling = ThreadPoolExecutor(1, "compile")
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.games = self._find_games()
        self.ready = False  # all games and bots are compiled
        self.kits: dict[str, Kit] = {}
        self.robots = Robots(self)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._left: dict[str, int] = {}  # when people left a table, since the last sweep

    # --- Life

    async def run(self) -> None:
        """Listen to the other servers and sweep up, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.store.bus.listen(self._heard, self._catch_up_all))
            group.create_task(self._sweep())
            group.create_task(self._compile_all())

    async def close(self) -> None:
        self.robots.closed = True
        for room in self.rooms.values():
            self.robots.rest(room)
        for task in list(self._tasks):
            task.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self._compiling.shutdown(wait=False, cancel_futures=True)

    def spawn(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)
        return task

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Unavailable):
            log.error("a task failed", exc_info=error)

    # --- Games

    def _find_games(self) -> dict[str, Game[Any]]:
        found = {}
        for name in self.settings.games.split() or game_names():
            try:
                found[name] = game_of_name(name)
            except ImportError:
                log.warning("%s is not installed", name)
        return found

    async def kit(self, game: str, deck: Any = None) -> Kit:
        """The kit of a game, compiled in a thread if this is the first table of it."""
        if deck is None and game in self.kits:
            return self.kits[game]
        loop = asyncio.get_running_loop()
        kit = await loop.run_in_executor(self._compiling, kit_of, game, deck)
        if deck is None:
            self.kits[game] = kit
        return kit

    async def _compile_all(self) -> None:
        for game in self.games:
            await self.kit(game)
        loop = asyncio.get_running_loop()
        for kit in list(self.kits.values()):
            await loop.run_in_executor(self._compiling, self.robots.warm_up, kit.game)
        self.ready = True

    # --- Tables

    async def create(
        self, header: Header, secret: bytes, first: Sequence[Entry], listing: Listing
    ) -> None:
        """Put a new table into the store."""
        await self.store.create(self._new(header, secret, first, listing))

    def prepare(self, **fields: Any) -> tuple[Header, bytes]:
        """A header with a new id, and the dealer's secret that it has the hash of."""
        secret = secrets.token_bytes(SECRET_BYTES)
        table, dealer = secrets.token_urlsafe(16), hash_of_secret(secret)
        return Header(id=table, created=now_ms(), dealer=dealer, **fields), secret

    def _new(
        self, header: Header, secret: bytes, first: Sequence[Entry], listing: Listing
    ) -> NewTable:
        return NewTable(
            id=header.id,
            header=msgspec.json.encode(header).decode(),
            secret=secret,
            links=secrets.token_bytes(32),
            host=header.host,
            status=listing.status,
            listed=header.rules.listed,
            changed=listing.changed,
            bodies=[encode_entry(entry) for entry in first],
            seats=listing.seats,
        )

    async def find(self, table: str) -> Room:
        """The room of a table, from memory or from the log; Refused if there is none."""
        room = self.rooms.get(table)
        if room is not None:
            return room
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        room = await asyncio.shield(task)
        if room is None:
            raise Refused("no-such-table", "there is no such table")
        return room

    async def _load(self, table: str) -> Room | None:
        stored = await self.store.load(table)
        if stored is None:
            return None
        header = msgspec.json.decode(stored.header, type=Header)
        if header.game not in self.games:
            raise Refused("other-rules", f"{header.game} is not offered here")
        kit = await self.kit(header.game, header.deck)
        if kit.game.rules_version != header.rules_version:
            raise Refused(
                "other-rules",
                f"this table is played by version {header.rules_version} of the rules, "
                f"and the server has version {kit.game.rules_version}",
            )
        rows = await self.store.log(table)
        entries = [decode_entry(row.body) for row in rows]
        live = rebuild(header, stored.secret, stored.links, kit, entries)
        room = self.rooms[table] = Room(live, time.monotonic())
        self.metrics.tables.set(len(self.rooms))
        return room

    def listing(self, live: LiveTable, at: int) -> Listing:
        people = [(number, s.person) for number, s in enumerate(live.seats, 1) if s.person]
        return Listing(live.status, at, people)

    # --- Commands

    async def command(self, connection: "Connection", command: Command) -> None:
        """Follow a command of a connected person and acknowledge it, or raise Refused."""
        done, room, entry = await self.follow(command, connection.person, connection)
        if entry is None:  # it was in the log already
            connection.push(encode_message(done))
        if isinstance(entry, COMING_AND_GOING):
            self.tell_presence(room)

    async def follow(
        self, command: Command, person: Person, connection: "Connection | None" = None
    ) -> tuple[Done, Room, Entry | None]:
        began = time.perf_counter()
        room = self.rooms.get(command.table) or await self.find(command.table)
        key = f"{person.id}:{command.id}"
        async with room.lock:
            if not isinstance(command, WITH_VERSION):
                # What carries no version could be legal again, so a resend is looked up first.
                seq = await self.store.find_command(command.table, key)
                if seq is not None:
                    return self._done(command, seq, room.live), room, None
            for _ in range(ATTEMPTS):
                if room.dirty:
                    await self._catch_up_if_dirty(room)
                live = room.live
                create = None
                try:
                    if isinstance(command, c.PlayAgain):
                        entry, create = self._rematch(live, person)
                    else:
                        entry = live.decide(command, person, now_ms(), bots())
                except Refused:
                    seq = await self.store.find_command(command.table, key)
                    if seq is None:
                        raise
                    return self._done(command, seq, live), room, None
                if entry is None:
                    return self._done(command, live.version, live), room, None
                if await self._append(room, entry, key, create):
                    done = self._done(command, live.version + 1, live, entry)
                    if connection is not None:
                        connection.push(encode_message(done))
                    self._advance(room, entry, began)
                    return done, room, entry
                seq = await self.store.find_command(command.table, key)
                if seq is not None:
                    await self._catch_up_if_dirty(room)
                    return self._done(command, seq, live), room, None
        raise Refused("busy", "too many moves at this table at the same time; try again")

    async def rename(self, person: Person) -> None:
        """Who has changed his name is called so at the tables where he sits."""
        most = self.settings.tables_per_person
        for table in await self.store.tables_of(person.id, most, running=True):
            try:
                room = await self.find(table)
            except Refused:  # played by rules that this server does not have
                continue
            async with room.lock:
                await self._catch_up_if_dirty(room)
                seat = room.live.seat_of(person.id)
                if seat and room.live.seats[seat - 1].name != person.name:
                    entry = e.Rename(seat=seat, name=person.name, at=now_ms())
                    await self.append(room, entry, f"name:{room.live.version}")

    def _done(
        self, command: Command, seq: int, live: LiveTable, entry: Entry | None = None
    ) -> Done:
        done = Done(command.id, command.table, seq)
        if isinstance(command, c.PlayAgain):
            done.answer = {"table": entry.table if isinstance(entry, e.Rematch) else live.rematch}
        return done

    async def append(self, room: Room, entry: Entry, key: str) -> bool:
        """For robots and clocks, with the lock held: append, apply and tell."""
        if not await self._append(room, entry, key, None):
            return False
        self._advance(room, entry, None)
        return True

    async def _append(self, room: Room, entry: Entry, key: str, create: NewTable | None) -> bool:
        live = room.live
        listing = None
        if isinstance(entry, SEATING):
            twin = copy.copy(live)
            twin.seats, twin.wishes = copy.deepcopy(live.seats), set(live.wishes)
            twin.held, twin.words = dict(live.held), dict(live.words)
            twin.remaining = list(live.remaining)
            twin._undo = []
            twin.apply(entry)
            listing = self.listing(twin, entry.at)
        try:
            outcome = await self.store.append(
                live.header.id, live.version + 1, encode_entry(entry), key, listing, create
            )
        except BaseException:
            room.dirty = True  # it may have happened
            raise
        if isinstance(outcome, Lost):
            self.metrics.conflicts.inc()
            room.dirty = True
            return False
        return True

    def _advance(self, room: Room, entry: Entry, began: float | None) -> None:
        now = time.monotonic()
        room.used = now
        room.follow([entry], now)
        if isinstance(entry, e.Move):
            self.metrics.moves_by[entry.by].inc()
            if began is not None:
                self.metrics.latency.observe(time.perf_counter() - began)
            if room.live.status == "over":
                self.spawn(
                    self.store.relist(room.live.header.id, self.listing(room.live, entry.at))
                )
        self.robots.attend(room)

    def _rematch(self, live: LiveTable, person: Person) -> tuple[Entry | None, NewTable | None]:
        """Everybody moves on one seat; a second wish for a rematch leads to the same table."""
        live.check_rematch(person)
        if live.rematch:
            return None, None
        at = now_ms()
        old = live.header
        header, secret = self.prepare(
            game=old.game,
            rules_version=old.rules_version,
            players=old.players,
            options=old.options,
            deck=old.deck,
            rules=old.rules,
            host=old.host,
            before=old.id,
        )
        first: list[Entry] = []
        people = []
        for number, seat in enumerate(live.seats[1:] + live.seats[:1], start=1):
            if seat.kind == "person":
                first.append(e.Sit(seat=number, person=seat.person, name=seat.name, at=at))
                people.append((number, seat.person))
            elif seat.kind == "bot":
                first.append(e.PutBot(seat=number, level=seat.level, at=at))
        new = self._new(header, secret, first, Listing("open", at, people))
        return e.Rematch(table=header.id, at=at), new

    # --- Catching up with the log

    async def _catch_up_if_dirty(self, room: Room) -> None:
        if not room.dirty:
            return
        rows = await self.store.log(room.live.header.id, room.live.version)
        room.dirty = False
        # Meanwhile the bus may have brought some of them.
        missing = [decode_entry(row.body) for row in rows if row.seq > room.live.version]
        if missing:
            room.follow(missing, time.monotonic())
            self.robots.attend(room)

    async def catch_up(self, room: Room) -> None:
        async with room.lock:
            room.dirty = True
            await self._catch_up_if_dirty(room)

    async def _heard(self, hints: list[Hint]) -> None:
        now = time.monotonic()
        for hint in hints:
            room = self.rooms.get(hint.table)
            if hint.origin == self.store.origin or room is None:
                continue
            if hint.phrase:
                self._tell(room, Said(hint.table, hint.seat, hint.phrase))
            elif hint.tells_presence:
                before = room.present(now)
                room.remote[hint.origin] = (now, hint.presence)
                self._presence_changed(room, before)
            elif hint.version > room.live.version:
                self.spawn(self._follow_news(room, hint))

    async def _follow_news(self, room: Room, hint: Hint) -> None:
        if not hint.body or hint.version != room.live.version + 1:
            await self.catch_up(room)
            return
        room.used = time.monotonic()
        room.follow([decode_entry(hint.body)], room.used)
        self.robots.attend(room)

    async def _catch_up_all(self) -> None:
        """After a gap in the news, ask the log for every table that we have in memory."""
        await self._catch_up(list(self.rooms.values()))

    async def _catch_up(self, rooms: list[Room]) -> None:
        versions = await self.store.versions([room.live.header.id for room in rooms])
        for room in rooms:
            if versions.get(room.live.header.id, 0) > room.live.version:
                self.spawn(self.catch_up(room))

    async def _sweep(self) -> None:
        """Forget idle tables; look for news that were lost; tell who is here."""
        sweeps = 0
        while True:
            await asyncio.sleep(SWEEP)
            sweeps += 1
            try:
                await self._sweep_once(sweeps)
            except Unavailable:
                log.warning("the database does not answer")

    async def _sweep_once(self, sweeps: int) -> None:
        now = time.monotonic()
        for table, room in list(self.rooms.items()):
            if not room.watchers and not room.lock.locked() and now - room.used > IDLE:
                self.robots.rest(room)
                del self.rooms[table]
        self.metrics.tables.set(len(self.rooms))
        self.metrics.commits.set(self.store.commits)
        seen, self._left = self._left, {}
        if self.store.dialect == "postgresql":
            await self._catch_up([room for room in self.rooms.values() if now - room.used > SWEEP])
            # A part at a time: with thousands of tables all at once would make somebody wait.
            part = slice(sweeps % SWEEPS_A_PRESENCE, None, SWEEPS_A_PRESENCE)
            for room in list(self.rooms.values())[part]:
                self._announce(room)
            seen |= dict.fromkeys(list(self.connections)[part], now_ms())
        if seen:
            await self.store.saw(seen)

    # --- Watching

    async def watch(self, connection: "Connection", ask: Watch) -> None:
        room = await self.find(ask.table)
        live = room.live
        if not live.may_watch(connection.person.id, ask.token):
            raise Refused("not-allowed", "this table is private: open the link you were sent")
        if len(connection.tables) >= connection.MOST_TABLES and ask.table not in connection.tables:
            raise Refused("too-many", f"at most {connection.MOST_TABLES} tables at a time")
        if room.dirty:
            await self.catch_up(room)
        now = time.monotonic()
        room.used = now
        self.rooms[ask.table] = room
        before = room.present(now)
        seat = live.seat_of(connection.person.id)
        room.watch(connection, seat)
        connection.tables.add(ask.table)
        room.gone_since.pop(seat, None)
        connection.push(
            encode_message(
                Done(ask.id, ask.table, live.version, self._links(live, connection.person, seat))
            )
        )
        if ask.version != live.version:
            connection.push(room.snapshot(seat, now), ask.table)
        else:
            room.view(seat)
        self._presence_changed(room, before)
        self._announce(room)
        if seat and live.seats[seat - 1].away:
            self.spawn(self._welcome_back(room, connection.person))
        self.robots.attend(room)

    def _links(self, live: LiveTable, person: Person, seat: int) -> dict[str, Any]:
        """What this person alone may know: the invitation and his seat's link."""
        told: dict[str, Any] = {"seat": seat, "host": person.id == live.header.host}
        if seat or told["host"]:
            told["invitation"] = invitation(live.links)
        if seat:
            told["seat_token"] = seat_token(live.links, seat, person.id)
        if told["host"] and live.status == "open":
            told["free_seats"] = {
                str(number): seat_token(live.links, number, None)
                for number, s in enumerate(live.seats, 1)
                if s.kind == "free"
            }
        return told

    async def _welcome_back(self, room: Room, person: Person) -> None:
        """He is here again, so the stand-in stops."""
        async with room.lock:
            await self._catch_up_if_dirty(room)
            seat = room.live.seat_of(person.id)
            if room.live.status == "playing" and seat and room.live.seats[seat - 1].away:
                await self.append(room, e.Back(seat=seat, at=now_ms()), f"back:{room.live.version}")

    def unwatch(self, connection: "Connection", table: str) -> None:
        connection.tables.discard(table)
        room = self.rooms.get(table)
        if room is None or connection not in room.watchers:
            return
        now = time.monotonic()
        before = room.present(now)
        seat = room.watchers[connection]
        room.unwatch(connection)
        room.used = now
        if seat and not room.present(now)[seat - 1]:
            room.gone_since[seat] = now
            self._left[connection.person.id] = now_ms()
        self._presence_changed(room, before)
        self._announce(room)
        self.robots.attend(room)

    def tell_presence(self, room: Room) -> None:
        self._tell(room, Presence(room.live.header.id, room.present(time.monotonic())))
        self._announce(room)

    def _presence_changed(self, room: Room, before: list[bool]) -> None:
        present = room.present(time.monotonic())
        if present != before:
            self._tell(room, Presence(room.live.header.id, present))

    def _announce(self, room: Room) -> None:
        if self.store.dialect == "postgresql":
            here = sorted({seat for seat in room.watchers.values() if seat})
            self.store.tell(
                Hint(self.store.origin, room.live.header.id, presence=here, tells_presence=True)
            )

    def _tell(self, room: Room, message: Said | Presence) -> None:
        data = encode_message(message)
        for connection in room.watchers:
            connection.push(data)

    # --- Questions

    def say(self, connection: "Connection", ask: Say) -> None:
        room, seat = self._mine(connection, ask.table)
        self._tell(room, Said(ask.table, seat, ask.phrase))
        self.store.tell(Hint(self.store.origin, ask.table, phrase=ask.phrase, seat=seat))
        connection.push(encode_message(Done(ask.id, ask.table)))

    def why(self, connection: "Connection", ask: Why) -> None:
        room, seat = self._in_turn(connection, ask.table)
        live = room.live
        assert live.states is not None
        try:
            _, move = live.kit.read(live.states, seat, ask.move)
            answer: dict[str, Any] = {"legal": True, "move": move}
        except IllegalMove as error:
            answer = {
                "legal": False,
                "rule": error.rule,
                "reason": error.reason,
                "nearest": error.nearest,
            }
        connection.push(encode_message(Done(ask.id, ask.table, answer=answer)))

    def preview(self, connection: "Connection", ask: Preview) -> None:
        room, seat = self._in_turn(connection, ask.table)
        live = room.live
        assert live.states is not None
        try:
            action, move = live.kit.read(live.states, seat, ask.move)
        except IllegalMove as error:
            raise Refused("illegal", error.reason, error.rule, error.nearest) from None
        position = live.kit.foreseen(live.states, seat, action)
        answer = {"move": move, "position": position}
        connection.push(encode_message(Done(ask.id, ask.table, answer=answer)))

    async def advise(self, connection: "Connection", ask: Advise) -> None:
        room, seat = self._in_turn(connection, ask.table)
        if not room.live.header.rules.hints:
            raise Refused("not-allowed", "this table plays without hints")
        version = room.live.position_version
        move = await self.robots.think(room, seat, bots()[-1])
        if room.live.position_version != version:
            raise Refused("stale", "the table has moved on")
        connection.push(encode_message(Done(ask.id, ask.table, answer={"move": move})))

    def _mine(self, connection: "Connection", table: str) -> tuple[Room, int]:
        room = self.rooms.get(table)
        if room is None or connection not in room.watchers:
            raise Refused("not-watching", "watch the table first")
        seat = room.live.seat_of(connection.person.id)
        if not seat:
            raise Refused("not-seated", "you have no seat at this table")
        return room, seat

    def _in_turn(self, connection: "Connection", table: str) -> tuple[Room, int]:
        room, seat = self._mine(connection, table)
        if room.live.status != "playing":
            raise Refused("not-allowed", "there is nothing to move")
        if room.live.turn != seat:
            raise Refused("not-your-turn", f"it is seat {room.live.turn}'s turn")
        return room, seat
