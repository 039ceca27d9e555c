"""HTTP requests as uvicorn reads them, with bounds on their size, number and time."""

import asyncio
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from sidings.server.protocol import FRAME_BYTES
from sidings.server.wire import EXTENSION, Wire

if TYPE_CHECKING:
    from sidings.server.front import Front

BODY_BYTES = FRAME_BYTES
# A body in chunks has their lengths besides, and may have headers at its end.
BODY_BYTES_ON_THE_WIRE = 2 * BODY_BYTES


class _Denied(Exception):
    """Raised in a callback of the parser to stop it."""


class _Flow(FlowControl):
    """uvicorn's own reasons to read or not, beside the others."""

    def __init__(self, front: "Front") -> None:
        super().__init__(front.transport)
        self._front = front

    def pause_reading(self) -> None:
        self.read_paused = True
        self._front.hold(self._front.QUEUE)

    def resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self._front.release(self._front.QUEUE)


class Requests(HttpToolsProtocol):
    """The requests of one connection."""

    def __init__(self, front: "Front", config: Any, server_state: Any, app_state: Any) -> None:
        super().__init__(config, server_state, app_state)
        self._front = front
        self._bounds = front.guard.bounds
        self._running: RequestResponseCycle | None = None
        self._since: float | None = None  # when the request that is being read began
        self._size = 0  # of the pieces that it came in
        self._in_headers = True
        self._started = 0  # requests so far
        self._denial: tuple[HTTPStatus, str] | None = None
        self._timer: asyncio.TimerHandle | None = None

    # --- Life

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.flow = _Flow(self._front)
        self._since = time.monotonic()
        self._timer = self.loop.call_later(self._bounds.request_seconds, self._check_time)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._hang_up()
        super().connection_lost(exc)

    def _hang_up(self) -> None:
        """Tell the application that nobody reads its answer."""
        for cycle in (self._running, self.cycle):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check_time(self) -> None:
        """Refuse a request that is still incomplete; look again later otherwise."""
        most = self._bounds.request_seconds
        waited = 0.0 if self._since is None else time.monotonic() - self._since
        if waited >= most:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, f"a request must end within {most:.0f} s")
        else:
            self._timer = self.loop.call_later(most - waited, self._check_time)

    # --- What comes in

    def take(self, data: bytes) -> int:
        """Read a piece; return how many requests began in it."""
        before = self._started
        self._unset_keepalive_if_required()
        if self._since is None:
            self._since = time.monotonic()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(*(self._denial or (HTTPStatus.BAD_REQUEST, "this is not valid HTTP")))
        else:
            self._check_size(len(data))
        return self._started - before

    def _check_size(self, size: int) -> None:
        """Refuse a request that is not complete and too long already."""
        self._size += size
        most = self._bounds.header_bytes
        if self._since is None or self._size <= most:
            return
        if self._in_headers:
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self._refuse(status, f"the headers are longer than {most} bytes")
        elif self._size > most + BODY_BYTES_ON_THE_WIRE:
            status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            self._refuse(status, f"the body is longer than {BODY_BYTES} bytes")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._started += 1
        self._since = time.monotonic()
        self._size = 0
        self._in_headers = True

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        most = self._bounds.header_count
        if len(self.headers) > most:
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self._deny(status, f"there are more than {most} headers")

    def on_headers_complete(self) -> None:
        self._in_headers = False
        most = self._bounds.waiting_requests
        if len(self.pipeline) >= most:
            self._deny(HTTPStatus.TOO_MANY_REQUESTS, f"more than {most} requests wait")
        if self._get_upgrade() == b"websocket" and self.parser.get_http_version() != "1.1":
            self._deny(HTTPStatus.BAD_REQUEST, "a WebSocket needs HTTP/1.1")
        if b"%00" in self.url:  # nothing has such a name, and not every database can look for it
            self._deny(HTTPStatus.BAD_REQUEST, "an address has no zero bytes")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._since = None
        super().on_message_complete()

    def _deny(self, status: HTTPStatus, detail: str) -> None:
        self._denial = status, detail
        raise _Denied

    def _refuse(self, status: HTTPStatus, detail: str) -> None:
        """Answer with an error, unless another answer is under way, and close."""
        self._front.guard.refused(str(int(status)))
        is_answering = any(
            cycle is not None and cycle.response_started and not cycle.response_complete
            for cycle in (self._running, self.cycle)
        )
        self._stop_timer()
        self._hang_up()
        self._front.finish(b"" if is_answering else answer(status, detail))

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # --- WebSockets

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        self.connections.discard(self)
        path, _, query = self.url.partition(b"?")
        protocols = [value for name, value in self.headers if name == b"sec-websocket-protocol"]
        scope = self.scope | {
            "type": "websocket",
            "scheme": "ws",
            "path": unquote(path.decode("latin-1")),
            "raw_path": path,
            "query_string": query,
            "subprotocols": [
                one.strip() for one in b",".join(protocols).decode("latin-1").split(",")
            ],
        }
        wire = Wire(self.app, self._front)
        scope["extensions"] = {EXTENSION: wire}
        self._front.upgrade(wire)
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection is lost
        wire.start_handshake(scope)


def answer(status: int, detail: str) -> bytes:
    """A whole answer, after which the connection is closed."""
    body = f'{{"status_code":{int(status)},"detail":"{detail}"}}'
    return (
        f"HTTP/1.1 {int(status)} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\ncache-control: no-store\r\n\r\n{body}"
    ).encode()
