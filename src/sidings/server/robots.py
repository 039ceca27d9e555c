"""What moves by itself: bots, stand-ins for people who are away, and clocks.

A table that nobody watches sleeps, unless it is of a tournament; what fell due meanwhile happens
when somebody looks again.
Several servers may drive the same bot: its move has one command id, so it is made once.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numpy as np

from sidings.bots import Observation, bot, bots, choose_action
from sidings.bots.advice import Advice, advise_seat
from sidings.games.contract import Game
from sidings.kernel.play import hide_and_list_at
from sidings.kernel.record import Array
from sidings.server.clock import now_ms
from sidings.server.commands import Commands
from sidings.server.limits import Buckets
from sidings.server.metrics import Metrics
from sidings.server.room import Room
from sidings.server.settings import Settings
from sidings.server.sync import Sync
from sidings.server.tasks import Tasks
from sidings.server.turns import Threads
from sidings.store import Store
from sidings.tables import Decision
from sidings.tables.absence import gone, overdue
from sidings.tables.decide import decide_action

log = logging.getLogger("sidings.robots")

Result = TypeVar("Result")

GRACE_AFTER_START_MS = 30_000  # in which nobody's time runs out after the server came back
ADVICE_MS = 1000.0  # that a hint may think


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
        self._threads = Threads(settings.bot_threads, "bot")
        self._moves = Buckets(settings.person_rate, 2 * settings.person_rate)  # by host
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
            watched = room.watchers or room.plays_alone
            if watched and (room.driver is None or room.driver.done()):
                room.driver = self._tasks.keep("a bot", lambda: self._drive(room))
            return
        if mover != "person" or state.header.rules.absence == "wait":
            return
        if room.is_present(state.turn, time.monotonic()):
            room.gone_since.pop(state.turn, None)
        else:
            room.gone_since.setdefault(state.turn, time.monotonic())
        wait = self._seconds_until_due(room)
        if wait is not None:
            loop = asyncio.get_running_loop()
            room.timer = loop.call_later(max(0.0, wait), self._come_due, room)

    def rest(self, room: Room) -> None:
        """Stop thinking and waiting at a table."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        for task in (room.driver, room.due):
            if task is not None:
                task.cancel()
        room.driver = room.due = None

    def close(self, rooms: Iterable[Room]) -> None:
        self._closed = True
        for room in rooms:
            self.rest(room)
        self._threads.close()

    # --- Bots

    async def _drive(self, room: Room) -> None:
        """Move for bots and stand-ins as long as it is their turn."""
        state = room.state
        rules = state.header.rules
        while True:
            if room.is_behind:
                await self._sync.catch_up(room)
            if (mover := state.mover) not in ("bot", "stand-in"):
                return
            if not room.watchers and not room.plays_alone:
                return
            position, seat = state.position_version, state.turn
            level = state.seats[seat - 1].level if mover == "bot" else rules.stand_in
            began = time.monotonic()
            share = self._moves.of(state.header.host, began).spend(began)
            action = await self.think(room, seat, level, state.header.host)
            pace = max(share, rules.pace / 1000 * self._settings.pace)
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
            async with room.lock:
                if state.position_version != position or state.mover != mover:
                    continue
                decision = decide_action(state, action, seat, mover, now_ms())
                await self._commands.append(room, decision, f"bot:{position}")

    async def think(self, room: Room, seat: int, level: str, person: str) -> int:
        """A bot's choice for the seat in turn, from what that seat may see, in a thread.

        It takes a turn of ``person``. A bot that fails is replaced by a legal move, so that people
        can play on.
        """
        game, seen, legal = self._look(room, seat)
        if level not in room.bots:
            # A level that this server does not have is played by its weakest.
            known = bots(game)
            room.bots[level] = bot(level if level in known else known[0])
        player = room.bots[level]

        def choose() -> int:
            began = time.perf_counter()
            try:
                return choose_action(player, game, seen, seat - 1, legal)
            except Exception:
                log.exception("the %s bot failed", level)
                return secrets.choice(legal)
            finally:
                self._metrics.thinking.observe(time.perf_counter() - began)

        return await self._threads.run(person, choose)

    async def run(self, person: str, work: Callable[[], Result]) -> Result:
        """Do a piece of other work where bots think, in a turn of ``person``."""
        return await self._threads.run(person, work)

    async def advise(self, room: Room, seat: int, person: str) -> Advice:
        """What each move of the seat in turn is worth, from what that seat may see."""
        game, seen, legal = self._look(room, seat)
        observation = Observation(game, seat, seen[0], legal)
        return await self._threads.run(person, lambda: advise_seat(observation, ADVICE_MS))

    def _look(self, room: Room, seat: int) -> tuple[Game[Any], Array, list[int]]:
        """What a seat sees and may do, in memory of its own, since another thread reads it."""
        state = room.state
        game = state.runtime.game
        assert state.position is not None
        seen, actions = np.zeros(1, game.dtype), np.zeros(game.actions, np.int16)
        n = hide_and_list_at(state.position, 0, seat - 1, seen, actions)
        return game, seen, actions[:n].tolist()

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

    def _come_due(self, room: Room) -> None:
        if room.due is None or room.due.done():
            room.due = self._tasks.keep("a clock", lambda: self._make_due(room))

    async def _make_due(self, room: Room) -> None:
        async with room.lock:
            await self._sync.catch_up_locked(room)
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
        if since is None or room.is_present(state.turn, time.monotonic()):
            return False
        if time.monotonic() - since < grace:
            return False
        seen = await self._store.last_seen(state.seats[state.turn - 1].person)
        return now_ms() - seen >= grace * 1000 - 1000
