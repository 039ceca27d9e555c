"""The application: HTTP by Litestar, WebSockets by ``sockets``, one guard in front of both."""

import asyncio
import gc
import logging
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy.exc import DBAPIError

from sidings import __version__
from sidings.server.api import CONTROLLERS, dependencies
from sidings.server.api.access import (
    answer_failed,
    answer_malformed,
    answer_refused,
    answer_unavailable,
)
from sidings.server.bounds import GUARD, Guard
from sidings.server.pages import read_page, security_headers
from sidings.server.requests import BODY_BYTES
from sidings.server.services import Services
from sidings.server.settings import Settings, from_environment
from sidings.server.sockets import Sockets
from sidings.store import InUse, Unavailable, open_store
from sidings.tables import Refused

log = logging.getLogger("sidings.app")

SAFE = ("GET", "HEAD", "OPTIONS")
NO_STORE = (b"cache-control", b"no-store")
GARBAGE_SECONDS = 300.0
OPERATION = ("/health", "/ready", "/metrics")  # for machines, and not slowed by players


class Application:
    """An ASGI application. It opens the store when the server starts and closes it at the end.

    Without ``warm_up`` the bots are compiled when one first has to move.
    """

    def __init__(self, settings: Settings, *, warm_up: bool = True) -> None:
        self.settings = settings.checked()
        self._warm_up = warm_up
        self._origins = self.settings.allowed_origins()
        self._headers = security_headers(self.settings.url, self._origins)
        self._docs_headers = security_headers(self.settings.url, self._origins, inline=True)
        self._page = read_page(self.settings.page_folder())
        self.services: Services | None = None
        self._http: Litestar | None = None
        self._sockets: Sockets | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        match scope["type"]:
            case "lifespan":
                await self._live(scope["state"], receive, send)
            case "websocket":
                assert self._sockets is not None
                await self._sockets.serve(scope)
            case "http":
                await self._serve_http(scope, receive, send)

    # --- Life

    async def _live(self, state: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        try:
            async with self._open() as services:
                state[GUARD] = Guard(
                    self.settings,
                    self.settings.proxies,
                    lambda reason: services.metrics.refused.labels(reason).inc(),
                )
                await send({"type": "lifespan.startup.complete"})
                await receive()
        except InUse as error:
            log.error("%s", error)
            await send({"type": "lifespan.startup.failed", "message": ""})
            return
        except Exception as error:
            log.exception("the server cannot start or stop%s", _database_error(error))
            await send({"type": "lifespan.startup.failed", "message": type(error).__name__})
            raise
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[Services]:
        async with open_store(self.settings.database, secrets.token_hex(8)) as store:
            services = Services(store, self.settings, warm_up=self._warm_up)
            sockets = Sockets(services, self._origins)
            self.services, self._sockets = services, sockets
            self._http = self._make_http(services)
            services.start()
            services.tasks.keep("the heartbeat", sockets.keep_alive)
            services.tasks.keep("the garbage collector", _collect_garbage)
            try:
                yield services
            finally:
                await sockets.close()
                await services.close()

    def _make_http(self, services: Services) -> Litestar:
        return Litestar(
            CONTROLLERS,
            dependencies=dependencies(services, self._page),
            openapi_config=OpenAPIConfig(
                title="Sidings",
                version=__version__,
                path="/api/schema",
                render_plugins=[JsonRenderPlugin()],
                use_handler_docstrings=True,
            ),
            exception_handlers={
                Refused: answer_refused,
                Unavailable: answer_unavailable,
                500: answer_failed,
                UnicodeDecodeError: answer_malformed,
                RecursionError: answer_malformed,
            },
            logging_config=None,
            request_max_body_size=BODY_BYTES,
            debug=False,
        )

    # --- The guard

    async def _serve_http(self, scope: Any, receive: Any, send: Any) -> None:
        assert self._http is not None
        assert self.services is not None
        is_docs = scope["path"].startswith("/docs/")
        send = self._with_headers(send, self._docs_headers if is_docs else self._headers)
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        if scope["method"] not in SAFE and origin not in self._origins:
            await _answer(send, 403, "this origin is not allowed")
            return
        purpose = "operation " if scope["path"] in OPERATION else ""
        address = (scope.get("client") or ("?", 0))[0]
        wait = self.services.people.throttle_address(address, purpose)
        if wait:
            await _answer(send, 429, f"too many requests; wait {wait:.1f} s", wait)
            return
        await self._http(scope, receive, send)

    def _with_headers(self, send: Any, more: list[tuple[bytes, bytes]]) -> Any:
        async def wrapped(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *more]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append(NO_STORE)  # what a person may see is for them alone
                message["headers"] = headers
            await send(message)

        return wrapped


def _database_error(error: Exception) -> str:
    """What the database said, such as that the password is wrong or nothing listens there."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    return "" if cause is None else ": " + " ".join(str(cause).split())[:300]


def tune_for_one_loop() -> None:
    """Set Python up for one busy event loop and a few threads that wait for the database."""
    # A thread that comes back from the database has little to do, and everybody waits for it.
    sys.setswitchinterval(0.001)
    # Moves leave no cycles behind, and looking for them costs a twentieth of the time, in pauses of
    # a tenth of a second when there are thousands of tables.
    gc.collect()
    gc.freeze()
    gc.disable()


async def _collect_garbage() -> None:
    """Collect what requests and lost connections leave behind."""
    while True:
        await asyncio.sleep(GARBAGE_SECONDS)
        gc.collect()


async def _answer(send: Any, status: int, detail: str, wait: float = 0.0) -> None:
    body = f'{{"status_code":{status},"detail":"{detail}"}}'.encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if wait:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def create() -> Application:
    """For worker processes, which find their settings in the environment."""
    tune_for_one_loop()
    return Application(from_environment())
