"""What drives the server and its tables comes back after any fault."""

import asyncio
import logging
from typing import Any

import httpx
import pytest

from server.running import GAME, Running, play, serving, two_players
from sidings.client import Client
from sidings.server import app, robots
from sidings.server.games import Games
from sidings.server.presence import Presence
from sidings.server.sockets import Sockets
from sidings.store import Unavailable, keep_running
from sidings.store.bus import NoBus
from sidings.store.sqlite import SqliteDatabase
from sidings.testing.postgres import Postgres

BOTS = [{"kind": "bot", "level": "random"}] * 2


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in (
        "store.supervision.PAUSE_SECONDS", "store.sqlite.CHECKPOINT_SECONDS",
        "server.services.SWEEP_SECONDS", "server.services.COMPILE_AGAIN_SECONDS",
        "server.sockets.HEARTBEAT_SECONDS",
    ):  # fmt: skip
        monkeypatch.setattr(f"sidings.{pause}", 0.02)


def fail_once(patch: pytest.MonkeyPatch, owner: Any, name: str) -> asyncio.Event:
    """Let a function fail when it is first called; the event tells that it was called again."""
    work, again, calls = getattr(owner, name), asyncio.Event(), []

    def faulty(*arguments: Any, **options: Any) -> Any:
        calls.append(name)
        if len(calls) == 1:
            raise ZeroDivisionError(name)
        again.set()
        return work(*arguments, **options)

    patch.setattr(owner, name, faulty)
    return again


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (NoBus, "listen"),
        (Presence, "sweep"),
        (Games, "compile_all"),
        (Sockets, "_all"),
        (app, "_collect_garbage"),
        (SqliteDatabase, "_checkpoint"),
    ],
)
def test_the_server_goes_on(
    database: str, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str
) -> None:
    async def run() -> None:
        again = fail_once(monkeypatch, owner, name)
        async with serving(database):
            await asyncio.wait_for(again.wait(), 60)

    asyncio.run(run())


@pytest.mark.parametrize("name", ["choose_action", "decide_action"])
def test_bots_go_on(database: str, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    async def work(running: Running) -> None:
        fail_once(monkeypatch, robots, name)
        async with Client.open(running.url, "Ann") as ann:
            table = await ann.create(GAME, BOTS, start=True)
            await ann.until(table, lambda view: len(view.history) > 3)

    play(database, work)


def test_clocks_go_on(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(running: Running) -> None:
        fail_once(monkeypatch, robots, "overdue")
        running.services.robots.started = 0  # as if the server had been up for long
        rules = {"absence": "end", "clock": {"kind": "move", "seconds": 0}}
        async with two_players(running, **rules) as (ann, _, table):
            await ann.until(table, lambda view: view.over)

    play(database, work)


def test_tables_go_on_when_the_database_was_away(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots and clocks, with nobody watching anew."""
    monkeypatch.setattr("sidings.server.readiness.CHECK_AGAIN_SECONDS", 0.0)

    async def work(running: Running) -> None:
        running.services.robots.started = 0
        rules = {"absence": "end", "clock": {"kind": "move", "seconds": 3}}
        async with (
            two_players(running, **rules) as (ann, _, timed),
            httpx.AsyncClient(base_url=running.url, timeout=60) as http,
        ):
            table = await ann.create(GAME, BOTS, start=True)
            await ann.until(table, lambda view: len(view.history) > 3)
            await asyncio.to_thread(postgres.kill)
            while (answer := await http.get("/ready")).status_code == 200:
                await asyncio.sleep(0.01)
            assert "the database" in answer.json()["detail"]
            version = ann.views[table].version
            await asyncio.to_thread(postgres.start)
            await ann.until(table, lambda view: view.version > version + 3)
            await ann.until(timed, lambda view: view.over)
            while (await http.get("/ready")).status_code != 200:
                await asyncio.sleep(0.01)

    play(postgres.database("away"), work)


def test_a_fault_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    faults: list[Exception] = [
        Unavailable("away"), Unavailable("away"), ValueError("x"), ValueError("x"),
    ]  # fmt: skip

    async def work() -> None:
        if faults:
            raise faults.pop(0)

    with caplog.at_level(logging.WARNING):
        asyncio.run(keep_running("this", work))
    assert [record.message for record in caplog.records] == [
        "this: the database does not answer (away); trying again",
        "this failed; trying again",
    ]
