"""A server in this process, on a real socket, for the tests of this folder."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from sidings.client import Client
from sidings.server.app import Application
from sidings.server.bounds import GUARD
from sidings.server.command import server_options
from sidings.server.listening import ListeningServer
from sidings.server.services import Services
from sidings.server.settings import Settings
from sidings.tables.runtime import runtime_of
from sidings.testing.server_process import free_port

GAME = "game-of-trains"


class Running:
    def __init__(self, application: Application) -> None:
        self.application = application
        self.url = application.settings.url

    @property
    def services(self) -> Services:
        assert self.application.services is not None
        return self.application.services


@asynccontextmanager
async def serving(database: str, **settings: Any) -> AsyncIterator[Running]:
    port = free_port()
    defaults: dict[str, Any] = {
        "port": port, "database": database, "games": GAME, "pace": 0.0,
        "person_rate": 0.0, "address_rate": 0.0, "guest_rate": 0.0,
        "messages_per_second": 0.0,
    }  # fmt: skip
    settings = defaults | settings
    for name in settings["games"].split():
        runtime_of(name)  # compiled before anybody waits for an answer
    application = Application(Settings(**settings), warm_up=False)
    options = server_options(application.settings) | {"log_config": None, "loop": "asyncio"}
    listening = asyncio.Event()
    server = ListeningServer(uvicorn.Config(application, **options), listening.set)
    task = asyncio.create_task(server._serve())
    started = asyncio.create_task(listening.wait())
    await asyncio.wait((task, started), return_when=asyncio.FIRST_COMPLETED)
    assert server.started
    try:
        yield Running(application)
    finally:
        server.should_exit = True
        await task
        assert not server.lifespan.state[GUARD].open
        await asyncio.sleep(0)  # what was accepted last begins, so that the loop's end closes it


def play(database: str, work: Callable[[Running], Awaitable[None]], **settings: Any) -> None:
    """Run ``work`` against a server."""

    async def run() -> None:
        async with serving(database, **settings) as running:
            await asyncio.wait_for(work(running), 120)

    asyncio.run(run())


@asynccontextmanager
async def two_players(running: Running, **rules: Any) -> AsyncIterator[tuple[Client, Client, str]]:
    """Ann and Bob at a table that has been started."""
    async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:
        table = await set_up(ann, bob, **rules)
        yield ann, bob, table


async def set_up(ann: Client, bob: Client, game: str = GAME, **rules: Any) -> str:
    table = await ann.create(game, [{"kind": "me"}, {"kind": "free"}], rules=rules)
    token = ann.links[table]["invitation"]
    await bob.watch(table, token)
    await bob.ask("sit", table, seat=2, token=token)
    await bob.ask("start", table)
    for client in (ann, bob):
        await client.until(table, lambda view: view.state["status"] == "playing")
    return table


async def next_move(pair: tuple[Client, Client], table: str) -> tuple[Client, str]:
    """Whose turn it is, when both know of it, and one of their moves."""
    version = max(client.views[table].version for client in pair)
    for client in pair:
        await client.until(table, lambda view: view.version >= version)
    mover = pair[pair[0].views[table].state["turn"] - 1]
    return mover, mover.views[table].moves[0]


async def raw(running: Running, client: Client) -> ClientConnection:
    return await connect_raw(running.url, client.http.cookies)


async def connect_raw(
    url: str, cookies: Any, origin: str | None = "same", headers: Any = (), **options: Any
) -> ClientConnection:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return await connect(
        url.replace("http", "ws") + "/socket",
        origin=url if origin == "same" else origin,  # type: ignore[arg-type]
        subprotocols=["sidings.1"],  # type: ignore[list-item]
        additional_headers={"Cookie": cookie, **dict(headers)},
        proxy=None,
        **options,
    )


async def error_of(socket: ClientConnection) -> dict[str, Any]:
    while True:
        frame = json.loads(await socket.recv())
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] == "error":
                found: dict[str, Any] = message
                return found
