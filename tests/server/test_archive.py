"""Long logs are followed and told in a thread of their own."""

import threading
import time
from typing import Any

import pytest

from server.running import Running, next_move, play, two_players
from sidings.server import archive
from sidings.server.api import records
from sidings.server.rooms import IDLE_SECONDS


def note_threads(patch: pytest.MonkeyPatch, owner: Any, name: str, seen: list[str]) -> None:
    work = getattr(owner, name)

    def noted(*arguments: Any) -> Any:
        seen.append(threading.current_thread().name)
        return work(*arguments)

    patch.setattr(owner, name, noted)


def test_what_grows_with_the_log_is_done_beside_the_event_loop(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "SHORT", 3)
    seen: list[str] = []
    note_threads(monkeypatch, archive, "rebuild", seen)
    for name in ("train_record", "json_record", "steps"):
        note_threads(monkeypatch, records, name, seen)

    async def work(running: Running) -> None:
        rooms = running.services.rooms
        async with two_players(running) as (ann, bob, table):
            for _ in range(5):
                mover, move = await next_move((ann, bob), table)
                await mover.play(table, move)
            room = await rooms.find(table, "")
            for client in (ann, bob):
                await client.ask("unwatch", table)
            assert rooms.forget_idle(time.monotonic() + IDLE_SECONDS + 1) == [room]
            again = await rooms.find(table, "")
            assert again.state.runtime is room.state.runtime
            assert again.state.history == room.state.history
            await ann.ask("resign", table)
            for path in ("record.train", "record.json", "views"):
                assert (await bob.http.get(f"/api/tables/{table}/{path}")).status_code == 200

    play(database, work)
    assert len(seen) == 4
    assert all(name.startswith("archive") for name in seen)
