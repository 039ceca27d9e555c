"""What stands in front of HTTP and WebSocket: how much of a connection is read, and how fast.

A client is read in small pieces, one in a turn of the event loop, so that nobody waits for what
another one sends. It is not read while it has sent more than its address may, while its commands
wait, and while it does not read its answers; the rest stays in its own network buffers.
"""

import asyncio
import time
from typing import Any, Protocol

from sidings.server.bounds import GUARD, Guard
from sidings.server.limits import Bucket
from sidings.server.requests import Requests, answer

PIECE_BYTES = 4096
LINGER_SECONDS = 2.0
BYTES_PER_MESSAGE = 1024  # what counts as a message more

_buffer = memoryview(bytearray(PIECE_BYTES))  # for all connections: each piece is copied from it


class Inner(Protocol):
    """HTTP, or after the handshake a WebSocket."""

    def take(self, data: bytes) -> int:
        """Follow what was read; return how many messages were in it."""

    def eof_received(self) -> None: ...
    def connection_lost(self, exc: Exception | None) -> None: ...
    def pause_writing(self) -> None: ...
    def resume_writing(self) -> None: ...


class Front(asyncio.BufferedProtocol):
    """The protocol that uvicorn is given (its option ``http``)."""

    # Why a connection is not read.
    PACE = 1  # its address has sent too much
    TURN = 2  # others are served before the next piece
    UNREAD = 4  # the client does not read what it is sent
    QUEUE = 8  # what was read has not been answered

    __slots__ = (
        "_behind_since", "_bucket", "_config", "_held", "_inner", "_is_finished", "_kept", "_loop",
        "_stall", "address", "guard", "transport",
    )  # fmt: skip

    def __init__(
        self,
        config: Any,
        server_state: Any,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.guard: Guard = app_state[GUARD]
        self.address = ""  # none is counted for a proxy
        self.transport: Any = None
        self._config = (config, server_state, app_state)
        self._loop = _loop or asyncio.get_running_loop()
        self._inner: Inner | None = None
        self._bucket: Bucket | None = None
        self._behind_since: float | None = None  # since when it has sent more than is read
        self._held = 0
        self._is_finished = False
        self._kept = b""
        self._stall: asyncio.TimerHandle | None = None

    # --- Life

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.guard.open.add(transport)
        name = transport.get_extra_info("peername")
        peer = str(name[0]) if isinstance(name, tuple) else "?"
        if self.guard.is_proxy(peer) or self.move_to(peer):
            requests = Requests(self, *self._config)
            requests.connection_made(transport)
            self._inner = requests
        else:
            self.finish(answer(429, "too many connections from this address"))

    def move_to(self, address: str) -> bool:
        """Count the connection for the client behind a proxy; False if it has too many."""
        if address != self.address:
            if not self.guard.admit(address):
                return False
            if self.address:
                self.guard.leave(self.address)
            self.address = address
            bucket = self.guard.messages_of(address)
            self._bucket = bucket if bucket.rate else None
        return True

    def upgrade(self, inner: Inner) -> None:
        """Let a WebSocket take over from HTTP."""
        self._inner = inner

    def finish(self, last: bytes) -> None:
        """Send a last answer, and close soon: at once, it could be lost with what was not read."""
        self._is_finished = True
        self.transport.write(last)
        self.transport.write_eof()
        self._loop.call_later(LINGER_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        inner, self._inner = self._inner, None
        self.guard.open.discard(self.transport)
        if self.address:
            self.guard.leave(self.address)
            self.address = ""
        if self._stall is not None:
            self._stall.cancel()
        if inner is not None:
            inner.connection_lost(exc)

    # --- What comes in

    def get_buffer(self, sizehint: int) -> memoryview:
        return _buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._kept = bytes(_buffer[:nbytes])
        self._hand_on()

    def _hand_on(self) -> None:
        """Let the kept piece be followed, unless the address has sent too much already."""
        bucket = self._bucket
        if bucket is not None and bucket.level < 0 and self._must_wait(bucket, 0):
            return
        data, self._kept = self._kept, b""
        if self._inner is None or self.transport.is_closing():
            return
        messages = 0 if self._is_finished else self._inner.take(data)
        messages += len(data) // BYTES_PER_MESSAGE
        if bucket is not None and self._must_wait(bucket, messages):
            return
        if len(data) == PIECE_BYTES:
            self.hold(self.TURN)
            self._loop.call_soon(self.release, self.TURN)
        else:
            self._behind_since = None

    def _must_wait(self, bucket: Bucket, messages: int) -> bool:
        """Count messages of the address; hold the connection while that is too many."""
        now = time.monotonic()
        wait = bucket.spend(now, messages)
        if not wait:
            return False
        if self._behind_since is None:
            self._behind_since = now
        if now - self._behind_since > self.guard.bounds.request_seconds:
            self.guard.refused("flood")
            self.transport.abort()
        else:
            self.guard.refused("pace")
            self.hold(self.PACE)
            self._loop.call_later(wait, self._go_on)
        return True

    def _go_on(self) -> None:
        if self._kept:
            self._held &= ~self.PACE
            self._hand_on()
            if self._held & self.PACE:
                return
        self.release(self.PACE)

    def hold(self, reason: int) -> None:
        """Do not read for this reason."""
        if not self._held:
            self.transport.pause_reading()
        self._held |= reason

    def release(self, reason: int) -> None:
        """Read again, unless there is another reason not to."""
        self._held &= ~reason
        if not self._held and not self.transport.is_closing():
            self.transport.resume_reading()

    def eof_received(self) -> None:
        if self._inner is not None:
            self._inner.eof_received()

    # --- What goes out

    def pause_writing(self) -> None:
        self.hold(self.UNREAD)
        self._watch_unread()
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        self.release(self.UNREAD)
        if self._inner is not None:
            self._inner.resume_writing()

    def _watch_unread(self) -> None:
        size = self.transport.get_write_buffer_size()
        seconds = self.guard.bounds.unread_seconds
        self._stall = self._loop.call_later(seconds, self._drop_if_unread, size)

    def _drop_if_unread(self, before: int) -> None:
        if self.transport.get_write_buffer_size() < before:
            self._watch_unread()
        else:
            self.guard.refused("unread")
            self.transport.abort()
