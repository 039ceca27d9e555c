"""One WebSocket on the wire, which takes a connection over when a client asks for a socket.

ASGI carries the handshake alone, so that whatever stands before the application (such as the
headers of proxies) works for sockets as for pages. Afterwards frames come and go directly: the
queue and the two tasks that ASGI needs per socket cost more than most moves.
"""

import asyncio
import logging
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Protocol

from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from sidings.server.protocol import FRAME_BYTES, SUBPROTOCOL

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover  # no C compiler has seen it
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    from sidings.server.front import Front

log = logging.getLogger("sidings.wire")

EXTENSION = "sidings.wire"  # of the ASGI scope: the wire whose handshake it is
CLOSE_TIMEOUT_SECONDS = 5.0  # that a client has to close the connection after a close frame
QUIET_SECONDS = 20.0  # after which a client that sends nothing is pinged
# What the library needs of a request; the application has the rest.
HANDSHAKE_HEADERS = (b"connection", b"host", b"upgrade", b"sec-websocket-key",
                     b"sec-websocket-protocol", b"sec-websocket-version")  # fmt: skip
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
WHOLE_TEXT, MASKED = 0x81, 0x80  # in the first and the second byte of a frame


class Listener(Protocol):
    """What a wire hands its messages to."""

    def received(self, frame: bytes) -> None: ...
    def writable(self) -> None: ...
    def lost(self) -> None: ...


class Wire:
    """A socket from its handshake on."""

    __slots__ = (
        "_application", "_closing", "_front", "_handshake", "_heard", "_in_step", "_loop", "_parts",
        "_pinged", "_protocol", "_request", "_transport", "listener", "paused",
    )  # fmt: skip

    def __init__(self, application: Any, front: "Front") -> None:
        self._application = application
        self._front = front
        self._transport = front.transport
        self._loop = asyncio.get_running_loop()
        self._protocol = ServerProtocol(
            subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=FRAME_BYTES
        )
        self._request: Request | None = None
        self._handshake: asyncio.Task[None] | None = None
        self._parts: list[Frame] = []  # of a message that comes in several frames
        self._heard = time.monotonic()
        self._in_step = True  # every piece has been one frame so far
        self._pinged = False
        self._closing = False
        self.listener: Listener | None = None
        self.paused = False  # more is waiting to be sent than the client takes

    # --- Handshake

    def start_handshake(self, scope: dict[str, Any]) -> None:
        """Ask the application whether to accept; the client is not read meanwhile."""
        self.pause_reading()
        headers = [(name, value) for name, value in scope["headers"] if name in HANDSHAKE_HEADERS]
        lines = b"".join(b"%b: %b\r\n" % header for header in headers)
        self._protocol.receive_data(b"GET /socket HTTP/1.1\r\n%b\r\n" % lines)
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._request = event
                self._handshake = self._loop.create_task(self._run_handshake(scope))
        self._write()  # what the library refuses by itself

    async def _run_handshake(self, scope: dict[str, Any]) -> None:
        try:
            await self._application(scope, _nothing, _nothing)
        except Exception:
            log.exception("a handshake failed")
            self.refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
        finally:
            self._handshake = self._request = None

    def count_for(self, address: str) -> bool:
        """Count the socket for the client behind a proxy; False if it has too many."""
        return self._front.move_to(address)

    def accept(self) -> bool:
        """Accept the handshake; False if the request was not a valid one."""
        assert self._request is not None
        self._protocol.send_response(self._protocol.accept(self._request))
        self._write()
        self.resume_reading()
        return self._protocol.state is OPEN and not self._transport.is_closing()

    def refuse(self, status: HTTPStatus) -> None:
        self._protocol.send_response(self._protocol.reject(status, status.phrase))
        self._write()
        self.resume_reading()  # to learn that the client has closed

    # --- What comes in

    def take(self, data: bytes) -> int:
        """Read a piece; return how many frames ended in it."""
        self._heard = time.monotonic()
        self._pinged = False
        start = _payload_start(data) if self._in_step else 0
        self._in_step = start > 0
        is_between_messages = not self._parts and self._protocol.state is OPEN
        if start and data[0] == WHOLE_TEXT and is_between_messages and self.listener is not None:
            # Nearly every piece is one command, which need not go through the library.
            if not self._hand_on(apply_mask(data[start:], data[start - 4 : start]), self.listener):
                self._write()
            return 1
        self._protocol.receive_data(data)
        frames = self._protocol.events_received()
        for frame in frames:
            if self._closing:  # nothing more is followed after our close frame
                break
            if isinstance(frame, Frame) and frame.opcode in DATA and self.listener is not None:
                self._parts.append(frame)
                if not self._deliver(frame.fin, self.listener):
                    break
        self._write()
        return len(frames)

    def _deliver(self, is_last: bool, listener: Listener) -> bool:
        """Hand a message on when it is complete; False if it closed the connection."""
        parts = self._parts
        if len(parts) > self._front.guard.bounds.message_parts:
            self._protocol.fail(CloseCode.POLICY_VIOLATION, "too many parts")
            return False
        if not is_last:
            return True
        self._parts = []
        message = bytes(parts[0].data) if len(parts) == 1 else b"".join(p.data for p in parts)
        return self._hand_on(message, listener, is_text=parts[0].opcode is Opcode.TEXT)

    def _hand_on(self, message: bytes, listener: Listener, *, is_text: bool = True) -> bool:
        """Hand a message on; False if it closed the connection."""
        if is_text and not _is_utf8(message):
            self._protocol.fail(CloseCode.INVALID_DATA, "not UTF-8")
            return False
        listener.received(message)
        return True

    def eof_received(self) -> None:
        self._protocol.receive_eof()
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.lost()

    def pause_reading(self) -> None:
        self._front.hold(self._front.QUEUE)

    def resume_reading(self) -> None:
        self._front.release(self._front.QUEUE)

    # --- What goes out

    def send(self, text: bytes) -> None:
        """Send a text in one frame, unless the client is gone.

        A server's frame is its length and the text.
        """
        if self._protocol.state is OPEN and self.listener is not None:
            self._transport.write(_head(len(text)) + text)

    def close(self, code: int, reason: str) -> None:
        if self._protocol.state is OPEN:
            self._protocol.send_close(code, reason)
            self._write()

    def keep_alive(self, now: float) -> None:
        """Drop a client that is gone; ping one that has been quiet for long."""
        quiet = now - self._heard
        if quiet > 2 * QUIET_SECONDS:
            self._transport.abort()
        elif quiet > QUIET_SECONDS and not self._pinged and self._protocol.state is OPEN:
            self._pinged = True
            self._protocol.send_ping(b"")
            self._write()

    def _write(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            elif self._transport.can_write_eof():
                self._transport.write_eof()
            else:
                self._transport.close()
        if self._protocol.close_expected() and not self._closing:
            self._closing = True
            self._loop.call_later(CLOSE_TIMEOUT_SECONDS, self._transport.abort)

    def pause_writing(self) -> None:
        self.paused = True

    def resume_writing(self) -> None:
        self.paused = False
        if self.listener is not None:
            self.listener.writable()


def _payload_start(data: bytes) -> int:
    """Where the payload starts in a piece that is exactly one frame of a client (else 0)."""
    size = len(data)
    if size < 6:
        return 0
    length = data[1] - MASKED
    if length < 126:
        return 6 if size == 6 + length else 0
    return 8 if length == 126 and size == 8 + int.from_bytes(data[2:4], "big") else 0


def _is_utf8(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


def _head(length: int) -> bytes:
    """The first bytes of a text frame that is a whole message (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


async def _nothing(*_: Any) -> None:
    """ASGI's receive and send, of which a handshake needs neither."""
