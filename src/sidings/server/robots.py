"""What moves by itself: bots, stand-ins for people who are away, and clocks.

A table that nobody watches sleeps; what fell due meanwhile happens when somebody looks again.
Several servers may drive the same bot: its move has one command id, so it is made once.
"""

import asyncio
import logging
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from sidings.bots import Observation, bot, bots
from sidings.bots.advice import Advice, advise_seat
from sidings.kernel.play import hide_copy_at, legal_at
from sidings.server.clock import now_ms
from sidings.server.commands import Commands
from sidings.server.metrics import Metrics
from sidings.server.room import Room
from sidings.server.settings import Settings
from sidings.server.sync import Sync
from sidings.server.tasks import Tasks
from sidings.store import Store, Unavailable
from sidings.tables import Decision, Refused
from sidings.tables.absence import gone, overdue
from sidings.tables.decide import decide_move

log = logging.getLogger("sidings.robots")

GRACE_AFTER_START_MS = 30_000  # in which nobody's time runs out after the server came back
ADVICE_MS = 1000.0  # that a hint may think
RETRY_SECONDS = 1.0  # when the database does not answer


class Robots:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        commands: Commands,
        sync: Sync,
        tasks: Tasks,
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._settings = settings
        self._commands = commands
        self._sync = sync
        self._tasks = tasks
        self._metrics = metrics
        self._pool = ThreadPoolExecutor(settings.bot_threads, "bot")
        self._closed = False
        self.started = now_ms()

    def attend(self, room: Room) -> None:
        """See to it that whatever is due next at this table will happen."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        state = room.state
        if state.status != "playing" or self._closed:
            return
        mover = state.mover
        if mover in ("bot", "stand-in"):
            if room.watchers and (room.driver is None or room.driver.done()):
                room.driver = self._tasks.spawn(self._drive(room))
            return
        if mover != "person" or state.header.rules.absence == "wait":
            return
        if room.present(time.monotonic())[state.turn - 1]:
            room.gone_since.pop(state.turn, None)
        else:
            room.gone_since.setdefault(state.turn, time.monotonic())
        wait = self._seconds_until_due(room)
        if wait is not None:
            loop = asyncio.get_running_loop()
            room.timer = loop.call_later(
                max(0.0, wait), lambda: self._tasks.spawn(self._make_due(room))
            )

    def rest(self, room: Room) -> None:
        """Stop thinking and waiting at a table."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if room.driver is not None:
            room.driver.cancel()
            room.driver = None

    def close(self, rooms: Iterable[Room]) -> None:
        self._closed = True
        for room in rooms:
            self.rest(room)
        self._pool.shutdown(wait=False, cancel_futures=True)

    # --- Bots

    async def _drive(self, room: Room) -> None:
        """Move for bots and stand-ins as long as it is their turn."""
        state = room.state
        rules = state.header.rules
        while room.watchers and (mover := state.mover) in ("bot", "stand-in"):
            position, seat = state.position_version, state.turn
            level = state.seats[seat - 1].level if mover == "bot" else rules.stand_in
            began = time.monotonic()
            move = await self.think(room, seat, level)
            pace = rules.pace / 1000 * self._settings.pace
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
            async with room.lock:
                if state.position_version != position or state.mover != mover:
                    continue
                try:
                    decision = decide_move(state, move, seat, mover, now_ms())
                    await self._commands.append(room, decision, f"bot:{position}")
                except Refused:
                    log.error("%s bot made an illegal move", level)
                    return
                except Unavailable:
                    await asyncio.sleep(RETRY_SECONDS)
            if room.is_behind:
                await self._sync.catch_up(room)

    async def think(self, room: Room, seat: int, level: str) -> str:
        """A bot's choice for the seat in turn, from what that seat may see, in a thread."""
        if level not in room.bots:
            # A level that this server does not have is played by its weakest.
            room.bots[level] = bot(level if level in bots() else bots()[0])
        player = room.bots[level]
        observation = self._observe(room, seat)
        began = time.perf_counter()
        loop = asyncio.get_running_loop()
        move = await loop.run_in_executor(self._pool, player.choose, observation)
        self._metrics.thinking.observe(time.perf_counter() - began)
        return move

    async def advise(self, room: Room, seat: int) -> Advice:
        """What each move of the seat in turn is worth, from what that seat may see."""
        observation = self._observe(room, seat)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, advise_seat, observation, ADVICE_MS)

    def _observe(self, room: Room, seat: int) -> Observation:
        """What a seat sees, in memory of its own, since another thread reads it."""
        state = room.state
        game = state.runtime.game
        assert state.position is not None
        seen, actions = np.zeros(1, game.dtype), np.zeros(game.actions, np.int16)
        hide_copy_at(state.position, 0, seat - 1, seen)
        n = legal_at(seen, 0, actions)
        return Observation(game, seat, seen[0], actions[:n].tolist())

    # --- Clocks

    def _seconds_until_due(self, room: Room) -> float | None:
        waits = []
        state = room.state
        deadline = state.deadline
        if deadline is not None:
            deadline = max(deadline, self.started + GRACE_AFTER_START_MS)
            waits.append((deadline - now_ms()) / 1000)
        if not state.header.rules.clock.by_correspondence:
            since = room.gone_since.get(state.turn)
            if since is not None:
                waits.append(since + state.header.rules.grace - time.monotonic())
        return min(waits, default=None)

    async def _make_due(self, room: Room) -> None:
        async with room.lock:
            state = room.state
            if state.status != "playing":
                return
            now = now_ms()
            entry = overdue(state, now) if now >= self.started + GRACE_AFTER_START_MS else None
            if entry is None and await self._is_gone(room):
                entry = gone(state, now)
            if entry is not None:
                await self._commands.append(room, Decision(entry), f"due:{state.version}")
        if room.is_behind:
            await self._sync.catch_up(room)
        self.attend(room)

    async def _is_gone(self, room: Room) -> bool:
        """Whether the person in turn has been connected to no server for the grace time."""
        state = room.state
        if not state.turn or state.mover != "person":
            return False
        since = room.gone_since.get(state.turn)
        grace = state.header.rules.grace
        if since is None or room.present(time.monotonic())[state.turn - 1]:
            return False
        if time.monotonic() - since < grace:
            return False
        seen = await self._store.last_seen(state.seats[state.turn - 1].person)
        return now_ms() - seen >= grace * 1000 - 1000
