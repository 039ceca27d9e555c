"""A small client of the server (docs/protocol.md): for tests, bots of your own, and load.

It reconnects by itself when the connection drops, and sends again what was not answered.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

SUBPROTOCOL = "sidings.1"
HISTORY = 16
RETRIED = ("unavailable", "busy", "failed", "slow-down")  # a command is sent again after these
AGAIN = "again:"  # begins the ids of what watches a table again


class ServerRefused(Exception):
    """The server did not follow a command or a request; the message has its reason."""

    def __init__(self, error: dict[str, Any]) -> None:
        self.code: str = error["code"]
        self.rule: str = error.get("rule", "")
        self.error = error
        super().__init__(f"{self.code}: {error['message']}")


@dataclass
class View:
    """A table as this person may see it, at one version."""

    table: str
    version: int = -1
    seat: int = 0
    header: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] | None = None
    choices: list[dict[str, Any]] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    presence: list[bool] = field(default_factory=list)
    screen: bool = False

    @property
    def moves(self) -> list[str]:
        return [choice["move"] for choice in self.choices]

    @property
    def over(self) -> bool:
        return bool(self.state.get("status") == "over")

    def replace(self, message: dict[str, Any]) -> None:
        """Take over a snapshot."""
        for name in ("version", "seat", "header", "state", "view", "choices", "history",
                     "presence", "screen"):  # fmt: skip
            setattr(self, name, message[name])

    def change(self, message: dict[str, Any]) -> bool:
        """Follow a change; False if it does not fit the version we have."""
        if message["version"] <= self.version:
            return True
        if message["since"] != self.version:
            return False
        self.version = message["version"]
        self.state |= message.get("state", {})
        if "view" in message:
            self.view = (self.view or {}) | message["view"]
        self.choices = message.get("choices", self.choices)
        if message.get("undone"):
            del self.history[-message["undone"] :]
        self.history = (self.history + message.get("made", []))[-HISTORY:]
        return True


class Client:
    """One person, connected. Use ``Client.open``."""

    def __init__(self, url: str, http: httpx.AsyncClient) -> None:
        self.url = url
        self.http = http
        self.views: dict[str, View] = {}
        self.links: dict[str, dict[str, Any]] = {}  # what was answered to ``watch``
        self.said: list[dict[str, Any]] = []
        self.asked: dict[str, dict[str, Any]] = {}  # with ``watch``: a token, a seat
        self.acknowledged: dict[str, tuple[str, int]] = {}  # command: table and version
        self.on_message: Callable[[dict[str, Any]], None] | None = None
        self.watches: set[str] = set()  # ids of commands that leave no trace in the log
        self.drops = 0
        self._pending: dict[str, tuple[bytes, asyncio.Future[dict[str, Any]]]] = {}
        self._socket: ClientConnection | None = None
        self._news = asyncio.Condition()
        self._reader: asyncio.Task[None] | None = None
        self._connected = asyncio.Event()

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, name: str) -> AsyncIterator["Client"]:
        """Become a guest of that name, connected for as long as the ``async with`` lasts.

        A whole game against a bot::

            async with Client.open("https://trains.example", "Robin") as client:
                seats = [{"kind": "me"}, {"kind": "bot", "level": "club"}]
                table = await client.create("continental-express", seats, start=True)
                view = await client.until(table, lambda view: view.over or view.moves != [])
                while not view.over:
                    played = await client.play(table, view.moves[0])
                    view = await client.until(
                        table,
                        lambda view: view.version >= played["version"]
                        and (view.over or view.moves != []),
                    )
        """
        async with cls._http(url) as http:
            _accepted(await http.post("/api/guests", json={"name": name}))
            async with cls(url, http)._connected_to() as client:
                yield client

    @classmethod
    @asynccontextmanager
    async def open_as(cls, url: str, cookies: httpx.Cookies) -> AsyncIterator["Client"]:
        """Connect with the cookies of a guest, as from another device."""
        async with cls._http(url) as http:
            for name, value in cookies.items():
                http.cookies.set(name, value)
            async with cls(url, http)._connected_to() as client:
                yield client

    @staticmethod
    def _http(url: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=30)

    @asynccontextmanager
    async def _connected_to(self) -> AsyncIterator["Client"]:
        self._reader = asyncio.create_task(self._read())
        await self._connected.wait()
        try:
            yield self
        finally:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
            if self._socket is not None:
                await self._socket.close()

    # --- Asking

    async def ask(self, do: str, table: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; ServerRefused if it was not followed."""
        name = secrets.token_hex(8)
        command = {"do": do, "id": name, "table": table, **fields}
        if do == "watch":
            self.watches.add(name)
        frame = msgspec.json.encode(command)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[name] = (frame, answer)
        await self._send(frame)
        try:
            return await answer
        finally:
            self._pending.pop(name, None)

    async def create(self, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
        """Set up a table and watch it; returns its id, or raises ServerRefused with the reason.

        A seat is ``{"kind": "me"}``, ``{"kind": "free"}`` or ``{"kind": "bot", "level": "club"}``.
        ``more`` are other keys of ``POST /api/tables``: ``options``, ``rules``, ``start`` …
        """
        body = {"game": game, "seats": seats, **more}
        answer = _accepted(await self.http.post("/api/tables", json=body))
        table = str(answer.json()["table"])
        await self.watch(table)
        return table

    async def watch(self, table: str, token: str | None = None, seat: int | None = None) -> View:
        """Be told of a table; of several seats at one device, as the one that is asked for."""
        asked = {"token": token, "seat": seat}
        self.asked[table] = {name: value for name, value in asked.items() if value is not None}
        answer = await self.ask("watch", table, **self.asked[table])
        self.links[table] = answer["answer"]
        return await self.until(table, lambda view: view.seat == answer["answer"]["seat"])

    async def play(self, table: str, move: str) -> dict[str, Any]:
        """Play a move, and return the answer with the ``version`` that it made."""
        return await self.ask("play", table, move=move, version=self.views[table].version)

    async def until(self, table: str, holds: Callable[[View], bool]) -> View:
        """Wait until the view of a table fulfils a condition."""
        async with self._news:
            await self._news.wait_for(lambda: table in self.views and holds(self.views[table]))
        return self.views[table]

    async def drop(self) -> None:
        """Lose the connection, as a phone does."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _send(self, frame: bytes) -> None:
        with suppress(WebSocketException):  # it is sent again when we are back
            if self._socket is not None:
                await self._socket.send(frame, text=True)

    # --- Listening

    async def _read(self) -> None:
        wait = 0.05
        while True:
            try:
                async with await self._connect() as socket:
                    self._socket = socket
                    await self._resume()
                    self._connected.set()
                    wait = 0.05
                    async for frame in socket:
                        await self._take(msgspec.json.decode(frame))
            except (WebSocketException, OSError, InvalidHandshake, TimeoutError):
                pass
            self.drops += 1
            await asyncio.sleep(wait)
            wait = min(2.0, wait * 2)

    async def _connect(self) -> ClientConnection:
        parts = urlsplit(self.url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return await connect(
            f"{scheme}://{parts.netloc}/socket",
            origin=self.url,  # type: ignore[arg-type]  # a plain text does as well
            subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
            additional_headers={"Cookie": cookies},
            compression=None,
            proxy=None,
            open_timeout=10,
        )

    async def _resume(self) -> None:
        """Watch again from the version we have, and repeat what was not answered."""
        for table, view in list(self.views.items()):
            await self._watch_again(table, view.version)
        for frame_again, _ in list(self._pending.values()):
            await self._send(frame_again)

    async def _watch_again(self, table: str, version: int | None = None) -> None:
        name = f"{AGAIN}{table}"
        self.watches.add(name)
        frame: dict[str, Any] = {"do": "watch", "id": name, "table": table}
        if version is not None and version >= 0:
            frame["version"] = version
        frame |= self.asked.get(table, {})
        await self._send(msgspec.json.encode(frame))

    async def _take(self, frame: Any) -> None:
        for message in frame if isinstance(frame, list) else [frame]:
            await self._take_one(message)
            if self.on_message is not None:
                self.on_message(message)
        async with self._news:
            self._news.notify_all()

    async def _take_one(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "table":
                self.views.setdefault(message["table"], View(message["table"])).replace(message)
            case "change":
                view = self.views.get(message["table"])
                if view is not None and not view.change(message):
                    await self._watch_again(view.table)
            case "presence":
                if message["table"] in self.views:
                    self.views[message["table"]].presence = message["seats"]
                    self.views[message["table"]].screen = message["screen"]
            case "said":
                self.said.append(message)
            case "done":
                if message.get("version") and message["id"] not in self.watches:
                    self.acknowledged[message["id"]] = (message["table"], message["version"])
                self._settle(message)
            case "error":
                self._refused(message)

    def _settle(self, message: dict[str, Any]) -> None:
        pending = self._pending.get(message["id"] or "")
        if pending is not None and not pending[1].done():
            pending[1].set_result(message)

    def _refused(self, message: dict[str, Any]) -> None:
        name = message["id"] or ""
        pending = self._pending.get(name)
        if message["code"] in RETRIED:
            wait = message.get("retry", 0.2) + 0.05
            loop = asyncio.get_running_loop()
            loop.call_later(wait, lambda: asyncio.ensure_future(self._send_again(name)))
        elif pending is not None and not pending[1].done():
            pending[1].set_exception(ServerRefused(message))

    async def _send_again(self, name: str) -> None:
        """Repeat what could not be followed, unless nobody waits for it any more."""
        table = name.removeprefix(AGAIN)
        if name in self._pending:
            await self._send(self._pending[name][0])
        elif name.startswith(AGAIN) and table in self.views:
            await self._watch_again(table, self.views[table].version)


def _accepted(answer: httpx.Response) -> httpx.Response:
    """The answer to a request, or ServerRefused with the reason that the server gave."""
    if answer.is_success:
        return answer
    try:
        body = msgspec.json.decode(answer.content, type=_Problem)
    except msgspec.MsgspecError:  # a proxy's, for example
        body = _Problem(answer.reason_phrase)
    code, reason = str(answer.status_code), body.detail
    if isinstance(body.extra, dict):
        code = body.extra.get("code", code)
    elif body.extra:  # what is wrong with each part of the request
        reason += "".join(f"; {one.get('key')}: {one.get('message')}" for one in body.extra)
    raise ServerRefused({"code": code, "message": reason})


class _Problem(msgspec.Struct):
    """The body of an answer that refuses a request."""

    detail: str
    extra: dict[str, Any] | list[dict[str, Any]] | None = None
