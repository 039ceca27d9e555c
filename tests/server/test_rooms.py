"""Tables in memory: created once, found again, forgotten when nobody uses them."""

import time
from typing import Any

import pytest

from server.running import GAME, Running, play
from sidings.client import Client
from sidings.server.rooms import IDLE_SECONDS


def test_creating_a_table_does_not_load_it(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(running: Running) -> None:
        def fail(*_: Any) -> None:
            raise AssertionError("the table was read from the database")

        monkeypatch.setattr(running.services.store, "load", fail)
        async with Client.open(running.url, "Ann") as ann:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
            table = await ann.create(GAME, seats, start=True)
            assert ann.views[table].state["status"] == "playing"

    play(database, work)


def test_an_idle_table_is_forgotten_and_found_again(database: str) -> None:
    async def work(running: Running) -> None:
        rooms = running.services.rooms
        async with Client.open(running.url, "Ann") as ann:
            table = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])
            later = time.monotonic() + IDLE_SECONDS + 1
            assert rooms.forget_idle(later) == []  # somebody watches it
            await ann.ask("unwatch", table)
            (room,) = rooms.forget_idle(later)
            assert rooms.get(table) is None
            again = await rooms.find(table, "Ann")
            assert again is not room
            assert again.state.seats == room.state.seats

    play(database, work)
