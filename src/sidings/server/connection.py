"""One client: its commands are followed in order, and messages to it never make anybody wait."""

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING

from sidings.server.limits import Bucket
from sidings.server.wire import Wire
from sidings.tables import Person

if TYPE_CHECKING:
    from sidings.server.sockets import Sockets

MOST_UNSENT = 128  # messages; a client that is further behind is sent snapshots instead
MESSAGES_PER_FRAME = 32
MOST_UNREAD = 64  # commands that may wait; a client that sends more is not read for a while


class Connection:
    """The commands and the messages of one socket."""

    MOST_TABLES = 100

    __slots__ = (
        "_flushing", "_inbox", "_is_busy", "_lagging", "_outbox", "_sockets", "_wire", "buckets",
        "person", "session", "tables", "working",
    )  # fmt: skip

    def __init__(
        self,
        person: Person,
        session: str,
        buckets: tuple[Bucket, Bucket],
        wire: Wire,
        sockets: "Sockets",
    ) -> None:
        self.person = person
        self.session = session  # the hash of the token
        self.buckets = buckets
        self.tables: set[str] = set()
        self._wire = wire
        self._sockets = sockets
        self._inbox: deque[bytes] = deque()
        self._is_busy = False  # a command is being followed
        self.working: asyncio.Task[None] | None = None  # which does so
        self._outbox: deque[tuple[bytes, str]] = deque()
        self._flushing = False
        self._lagging = False

    # --- In

    def received(self, frame: bytes) -> None:
        if not self._is_busy:
            self._is_busy = True
            self._sockets.answer(self, frame)
            return
        self._inbox.append(frame)
        if len(self._inbox) == MOST_UNREAD:
            self._wire.pause_reading()

    def answered(self) -> None:
        """Go on with the next command, when others have had their turn."""
        self.working = None
        if not self._inbox:
            self._is_busy = False
            return
        if len(self._inbox) == MOST_UNREAD // 2:
            self._wire.resume_reading()
        self._sockets.loop.call_soon(self._sockets.answer, self, self._inbox.popleft())

    def lost(self) -> None:
        """Forget what was not read: the client sends it again by another connection."""
        self._inbox.clear()
        self._sockets.lost(self)

    # --- Out

    def push(self, message: bytes, table: str = "") -> None:
        """Send a message soon. Those with a table can be replaced by a snapshot of it."""
        if self._lagging and table:
            return
        self._outbox.append((message, table))
        if len(self._outbox) > MOST_UNSENT:
            self._fall_behind()
        if not self._flushing:  # what is pushed until then goes with it
            self._flushing = True
            self._sockets.flush_soon(self)

    def _fall_behind(self) -> None:
        """Forget what is replaced by snapshots, keep the answers, until the client reads again."""
        answers = [item for item in self._outbox if not item[1]]
        if not self._lagging:
            self._lagging = True
            self._sockets.services.metrics.lagging.inc()
        self._outbox = deque(answers)  # as few as commands are read

    def flush(self) -> None:
        """Send what was pushed since the last time."""
        self._flushing = False
        self.writable()

    def writable(self) -> None:
        """Send what waits, as long as the client takes it."""
        wire = self._wire
        while not wire.paused:
            outbox = self._outbox
            if len(outbox) == 1:
                wire.send(outbox.popleft()[0])
            elif outbox:
                batch = [outbox.popleft()[0] for _ in range(min(MESSAGES_PER_FRAME, len(outbox)))]
                wire.send(b"[%b]" % b",".join(batch))
            elif self._lagging:
                self._catch_up()
            else:
                return

    def _catch_up(self) -> None:
        self._lagging = False
        now = time.monotonic()
        for table in self.tables:
            room = self._sockets.services.rooms.get(table)
            if room is not None and self in room.watchers:
                self._outbox.append((room.snapshot(room.watchers[self], now), table))

    def keep_alive(self, now: float) -> None:
        self._wire.keep_alive(now)

    def close(self, code: int, reason: str) -> None:
        self._wire.close(code, reason)
