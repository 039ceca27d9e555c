"""Starting and stopping, and what is not lost by either."""

import asyncio
import time
from pathlib import Path

import pytest

from server.running import GAME, Running, play
from sidings.client import Client
from sidings.server.command import serve
from sidings.testing import kills
from sidings.testing.forked_server import ForkedServer
from sidings.testing.postgres import Postgres
from sidings.testing.server_process import START_SECONDS, ServerProcess


def test_a_server_that_stops_tells_its_clients_and_they_come_back(database: str) -> None:
    async def run() -> None:
        server = await ForkedServer(database, games=GAME).start().ready()
        codes: list[int] = []
        async with Client.open(server.url, "Ann") as ann:
            table = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])
            socket = ann._socket
            assert socket is not None
            assert await asyncio.to_thread(server.stop) == 0
            await socket.wait_closed()
            codes.append(socket.close_code or 0)
            await server.start().ready()
            await ann.ask("bot", table, seat=2, level="random")
        server.stop()
        assert codes == [1012]
        assert "Traceback" not in server.output()

    asyncio.run(run())


def test_a_stop_does_not_wait_for_a_compilation(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", games=GAME, cache=tmp_path)
    server.start()
    deadline = time.monotonic() + START_SECONDS
    while "Compiling" not in server.output():
        assert server.process is not None
        assert server.process.poll() is None, server.output()
        assert time.monotonic() < deadline, "nothing was compiled"
        time.sleep(0.05)  # another process has no other way to tell
    assert server.stop() == 0


def test_a_second_server_on_one_file_is_refused_in_one_sentence(database: str) -> None:
    async def work(_: Running) -> None:
        with pytest.raises(SystemExit, match=r"^sidings serve: another server is using "):
            serve(database=database)

    play(database, work)


def test_nothing_acknowledged_is_lost(database: str) -> None:
    """2 kills here, as ``benchmarks/chaos.py`` does with 100; with PostgreSQL there are 2 more."""
    report = asyncio.run(kills.run(GAME, database, 2, tables=2, most_between=30))
    assert report.clean
    assert report.acknowledged > 20


def test_nothing_acknowledged_is_lost_with_the_database_killed_too(postgres: Postgres) -> None:
    database = postgres.database("chaos")
    report = asyncio.run(kills.run(GAME, database, 2, postgres, tables=2, most_between=30))
    assert report.clean
    assert report.database_kills == 1
