"""What moves by itself: bots, stand-ins for people who are away, and clocks.

A table that nobody watches sleeps; what fell due meanwhile happens when somebody looks again.
Several servers may drive the same bot: its move has one command id, so it is made once.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from sidings.bots import Observation, bot, bots, observe
from sidings.games.contract import Game
from sidings.kernel.play import hide_at, legal_at
from sidings.play.table import deal
from sidings.store import Unavailable
from sidings.tables import Refused

if TYPE_CHECKING:
    from sidings.server.hub import Hub
    from sidings.server.room import Room

log = logging.getLogger("sidings.robots")

GRACE_AFTER_START = 30_000  # ms in which nobody's time runs out after the server came back


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Robots:
    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self.closed = False

    def attend(self, room: "Room") -> None:
        """See to it that whatever is due next at this table will happen."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        live = room.live
        if live.status != "playing" or self.closed:
            return
        mover = live.mover
        if mover in ("bot", "stand-in"):
            if room.watchers and (room.driver is None or room.driver.done()):
                room.driver = self._hub.spawn(self._drive(room))
            return
        rules = live.header.rules
        if mover != "person" or rules.absence == "wait":
            return
        if room.present(time.monotonic())[live.turn - 1]:
            room.gone_since.pop(live.turn, None)
        else:
            room.gone_since.setdefault(live.turn, time.monotonic())
        wait = self._seconds_till_due(room)
        if wait is not None:
            loop = asyncio.get_running_loop()
            room.timer = loop.call_later(
                max(0.0, wait), lambda: self._hub.spawn(self._make_due(room))
            )

    def rest(self, room: "Room") -> None:
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if room.driver is not None:
            room.driver.cancel()
            room.driver = None

    # --- Bots

    def warm_up(self, game: Game[Any]) -> None:
        """Let every bot think once, so that its code is compiled before anybody waits for it."""
        table = deal(game, game.players[0])
        for level in bots():
            bot(level).choose(observe(table))

    async def _drive(self, room: "Room") -> None:
        """Move for bots and stand-ins as long as it is their turn."""
        hub, live = self._hub, room.live
        while room.watchers and live.mover in ("bot", "stand-in"):
            position = live.position_version
            seat, mover = live.turn, live.mover
            level = live.seats[seat - 1].level if mover == "bot" else live.header.rules.stand_in
            began = time.monotonic()
            move = await self.think(room, seat, level)
            pace = live.header.rules.pace / 1000 * hub.settings.pace
            await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
            async with room.lock:
                if live.position_version != position or live.mover != mover:
                    continue
                try:
                    entry = live.move(move, seat, mover, now_ms())
                    await hub.append(room, entry, f"bot:{position}")
                except Refused:
                    log.error("%s bot made an illegal move", level)
                    return
                except Unavailable:
                    await asyncio.sleep(1.0)
            if room.dirty:
                await hub.catch_up(room)

    async def think(self, room: "Room", seat: int, level: str) -> str:
        """A bot's choice for the seat in turn, from what that seat may see, in a thread."""
        live = room.live
        if level not in room.bots:
            # A level that this server does not have is played by its weakest.
            room.bots[level] = bot(level if level in bots() else bots()[0])
        player = room.bots[level]
        assert live.raw is not None
        states = np.frombuffer(bytearray(live.raw.tobytes()), live.kit.game.dtype)
        hide_at(states, 0, seat - 1)
        buffer = np.zeros(live.kit.game.actions, np.int16)
        n = legal_at(states, 0, buffer)
        observation = Observation(live.kit.game, seat, states[0], buffer[:n].tolist())
        began = time.perf_counter()
        loop = asyncio.get_running_loop()
        move = await loop.run_in_executor(self._hub.pool, player.choose, observation)
        self._hub.metrics.thinking.observe(time.perf_counter() - began)
        return move

    # --- Clocks

    def _seconds_till_due(self, room: "Room") -> float | None:
        waits = []
        deadline = room.live.deadline
        if deadline is not None:
            deadline = max(deadline, self._hub.started + GRACE_AFTER_START)
            waits.append((deadline - now_ms()) / 1000)
        if not room.live.header.rules.clock.by_correspondence:
            gone = room.gone_since.get(room.live.turn)
            if gone is not None:
                waits.append(gone + room.live.header.rules.grace - time.monotonic())
        return min(waits, default=None)

    async def _make_due(self, room: "Room") -> None:
        hub = self._hub
        async with room.lock:
            live = room.live
            if live.status != "playing":
                return
            now = now_ms()
            entry = live.overdue(now) if now >= hub.started + GRACE_AFTER_START else None
            if entry is None and await self._is_gone(room):
                entry = live.gone(now)
            if entry is not None:
                await hub.append(room, entry, f"due:{live.version}")
        if room.dirty:
            await hub.catch_up(room)
        self.attend(room)

    async def _is_gone(self, room: "Room") -> bool:
        """Not connected here, nor to another server, for the grace time."""
        live = room.live
        if not live.turn or live.mover != "person":
            return False
        since = room.gone_since.get(live.turn)
        grace = live.header.rules.grace
        if since is None or room.present(time.monotonic())[live.turn - 1]:
            return False
        if time.monotonic() - since < grace:
            return False
        seen = await self._hub.store.last_seen(live.seats[live.turn - 1].person)
        return now_ms() - seen >= grace * 1000 - 1000
