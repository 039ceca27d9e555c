"""The file of a database: whose it is, and what happens when something happens to it."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from sidings.store import InUse, Store, Unavailable, open_store
from sidings.store.sqlite import SqliteDatabase
from store.stores import NEW, A, on


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def on_file(file: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    on(f"sqlite:///{file}", work)


def test_only_its_owner_can_read_it(file: Path) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        modes = {path.name: path.stat().st_mode & 0o777 for path in file.parent.iterdir()}
        assert len(modes) == 4  # with the log, its index and the lock
        assert set(modes.values()) == {0o600}

    on_file(file, work)


def test_a_second_server_is_refused_until_the_first_has_ended(file: Path) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(InUse, match=r"another server is using .*tables.db; stop it first"):
            async with open_store(f"sqlite:///{file}"):
                pass

    on_file(file, work)
    on_file(file, lambda store: store.check())


async def refuse_all(store: Store, reason: str) -> None:
    """Nothing is acknowledged, and the store says why."""
    for doing in (store.append(A, 3, "z"), store.rename("host", "Ann"), store.check()):
        with pytest.raises(Unavailable, match=reason):
            await doing


def test_nothing_is_acknowledged_into_a_file_that_was_deleted(file: Path) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        await store.check()
        file.rename(file.with_suffix(".moved"))
        await refuse_all(store, "tables.db is gone")
        file.touch()
        await refuse_all(store, "tables.db was replaced")
        file.with_suffix(".moved").rename(file)
        await store.check()
        await store.append(A, 4, "z")

    on_file(file, work)


def test_nor_into_a_write_ahead_log_that_was_deleted(file: Path) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        file.with_name("tables.db-wal").unlink()
        await refuse_all(store, "tables.db-wal (is gone|was replaced)")

    on_file(file, work)


def test_a_lock_of_another_program_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidings.store.sqlite.CHECK_SECONDS", 0.01)

    async def work(store: Store) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable, match="locked"):
                await store.check()
        await store.check()

    on_file(file, work)


def test_damage_is_told_and_stays(file: Path) -> None:
    async def work(store: Store) -> None:
        database = store.database
        assert isinstance(database, SqliteDatabase)
        database.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        good = file.read_bytes()
        with file.open("r+b") as writable:
            writable.write(b"\x55" * len(good))
        with pytest.raises(Unavailable, match=r"not a database|malformed"):
            await store.check()
        with pytest.raises(Unavailable, match="damaged"):
            await store.check()

    on_file(file, work)


def test_a_disk_that_is_nearly_full_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidings.store.sqlite.LEAST_FREE_BYTES", 2**80)

    async def work(store: Store) -> None:
        with pytest.raises(Unavailable, match="MB are left"):
            await store.check()

    on_file(file, work)


def test_a_full_disk_loses_no_acknowledgement(file: Path) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        database = store.database
        assert isinstance(database, SqliteDatabase)
        pages = database.connection.execute("PRAGMA page_count").fetchone()[0]
        database.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unavailable, match="full"):
            await store.append(A, 3, "z" * 10_000)
        database.connection.execute(f"PRAGMA max_page_count = {pages + 100}")
        await store.append(A, 3, "z" * 10_000)
        assert [row.seq for row in await store.log(A)] == [1, 2, 3]

    on_file(file, work)


def test_a_long_log_is_read_in_pieces(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidings.store.log.ROWS_PER_QUERY", 2)

    async def work(store: Store) -> None:
        await store.create(NEW)
        await asyncio.gather(*(store.append(A, seq, str(seq)) for seq in range(3, 7)))
        assert [row.body for row in await store.log(A)] == ["x", "y", "3", "4", "5", "6"]
        assert [row.seq for row in await store.log(A, 3)] == [4, 5, 6]

    on_file(file, work)


def test_the_writer_outlives_any_fault(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        with monkeypatch.context() as patch:
            patch.setattr(store, "_commit", lambda *_: 1 // 0)
            with pytest.raises(Unavailable, match="ZeroDivisionError"):
                await store.append(A, 3, "z")
        await store.append(A, 3, "z")

    on_file(file, work)
