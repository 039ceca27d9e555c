"""One WebSocket on the wire: uvicorn hands a connection over when a client asks for a socket.

ASGI carries the handshake alone, so that whatever stands before the application (such as the
headers of proxies) works for sockets as for pages. Afterwards frames come and go directly: the
queue and the two tasks that ASGI needs per socket cost more than most moves.
"""

import asyncio
import logging
import time
from http import HTTPStatus
from typing import Any, Protocol
from urllib.parse import unquote

from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from sidings.server.protocol import FRAME_BYTES, SUBPROTOCOL

log = logging.getLogger("sidings.wire")

EXTENSION = "sidings.wire"  # of the ASGI scope: the wire whose handshake it is
CLOSE_TIMEOUT_SECONDS = 5.0  # that a client has to close the connection after a close frame
QUIET_SECONDS = 20.0  # after which a client that sends nothing is pinged
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class Listener(Protocol):
    """What a wire hands its messages to."""

    def received(self, frame: bytes) -> None: ...
    def writable(self) -> None: ...
    def lost(self) -> None: ...


class Wire(asyncio.Protocol):
    """The protocol that uvicorn is given for WebSockets (its option ``ws``)."""

    __slots__ = (
        "_application",
        "_closing",
        "_handshake",
        "_heard",
        "_loop",
        "_parts",
        "_pinged",
        "_protocol",
        "_request",
        "_transport",
        "listener",
        "paused",
    )  # fmt: skip

    def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
        self._application = config.loaded_app
        self._loop = asyncio.get_running_loop()
        self._protocol = ServerProtocol(
            subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=FRAME_BYTES
        )
        self._transport: Any = None
        self._request: Request | None = None
        self._handshake: asyncio.Task[None] | None = None
        self._parts: list[bytes] = []  # of a message that comes in several frames
        self._heard = time.monotonic()
        self._pinged = False
        self._closing = False
        self.listener: Listener | None = None
        self.paused = False  # more is waiting to be sent than the client takes

    # --- Handshake

    def _start_handshake(self, request: Request) -> None:
        self._transport.pause_reading()  # until the handshake is accepted
        self._request = request
        self._handshake = self._loop.create_task(self._run_handshake(_scope(request, self)))

    async def _run_handshake(self, scope: dict[str, Any]) -> None:
        try:
            await self._application(scope, _nothing, _nothing)
        except Exception:
            log.exception("a handshake failed")
            self.refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
        finally:
            self._handshake = self._request = None

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

    @property
    def peer(self) -> tuple[str, int] | None:
        name = self._transport.get_extra_info("peername")
        return (str(name[0]), int(name[1])) if isinstance(name, tuple) else None

    # --- What comes in

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard = time.monotonic()
        self._pinged = False
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode in DATA and self.listener is not None:
                    self._deliver(event, self.listener)
            elif isinstance(event, Request):
                self._start_handshake(event)
        self._write()

    def _deliver(self, frame: Frame, listener: Listener) -> None:
        if frame.fin and not self._parts:
            listener.received(bytes(frame.data))
            return
        self._parts.append(bytes(frame.data))
        if frame.fin:
            message, self._parts = b"".join(self._parts), []
            listener.received(message)

    def eof_received(self) -> None:
        self._protocol.receive_eof()
        self._write()

    def connection_lost(self, error: Exception | None) -> None:
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.lost()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    # --- What goes out

    def send(self, text: bytes) -> None:
        """Send a text in one frame; a server's frame is its length and the text."""
        if self._protocol.state is OPEN:
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


def _head(length: int) -> bytes:
    """The first bytes of a text frame that is a whole message (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def _scope(request: Request, wire: Wire) -> dict[str, Any]:
    path, _, query = request.path.partition("?")
    return {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws",
        "path": unquote(path),
        "raw_path": path.encode("ascii", "replace"),
        "query_string": query.encode("ascii", "replace"),
        "root_path": "",
        "headers": _raw(request.headers),
        "client": wire.peer,
        "server": None,
        "subprotocols": [
            name.strip()
            for value in request.headers.get_all("Sec-WebSocket-Protocol")
            for name in value.split(",")
        ],
        "extensions": {EXTENSION: wire},
    }


def _raw(headers: Headers) -> list[tuple[bytes, bytes]]:
    return [
        (name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
        for name, value in headers.raw_items()
    ]


async def _nothing(*_: Any) -> None:
    """ASGI's receive and send, of which a handshake needs neither."""
