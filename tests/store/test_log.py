"""The log: one winner for each number, and what is acknowledged is there."""

import asyncio
import random
from dataclasses import replace

import pytest

from sidings.store import Hint, Lost, Store, Unavailable, Won, open_store
from sidings.testing.postgres import Postgres
from store.stores import NEW, A, B, on


def test_one_entry_for_each_number(database: str) -> None:
    async def work(store: Store) -> None:
        assert await store.append(A, 1, "first", "c1") == Won()
        assert await store.append(A, 1, "other", "c2") == Lost()
        assert await store.append(A, 2, "second", "c3") == Won()
        assert await store.append(B, 1, "elsewhere", "c1") == Won()
        assert [(row.seq, row.body) for row in await store.log(A)] == [(1, "first"), (2, "second")]
        assert [row.seq for row in await store.log(A, after=1)] == [2]
        assert await store.find_command(A, "c3") == 2
        assert await store.find_command(A, "c2") is None
        assert await store.versions([A, B, "c" * 22]) == {A: 2, B: 1}

    on(database, work)


def test_what_was_acknowledged_is_there_after_reopening(database: str) -> None:
    async def write(store: Store) -> None:
        await asyncio.gather(*(store.append(A, n, str(n), f"c{n}") for n in range(1, 200)))

    async def read(store: Store) -> None:
        assert [row.body for row in await store.log(A)] == [str(n) for n in range(1, 200)]

    on(database, write)
    on(database, read)


def test_many_writers_and_no_gap(database: str) -> None:
    """On PostgreSQL from two stores, as from two servers."""

    async def work(store: Store) -> None:
        async with open_store(database, "two", alone=False) as other:
            stores = [store, other] if store.is_shared else [store]
            won: list[int] = []

            async def write(number: int) -> None:
                chance = random.Random(number)
                mine = stores[number % len(stores)]
                version = 0
                while version < 60:
                    outcome = await mine.append(A, version + 1, f"{number}", f"{number}.{version}")
                    if isinstance(outcome, Won):
                        won.append(version + 1)
                        version += 1
                    else:
                        version = (await mine.versions([A]))[A]
                    if chance.random() < 0.2:
                        await asyncio.sleep(0)

            await asyncio.gather(*(write(number) for number in range(8)))
            rows = await store.log(A)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert sorted(won) == [row.seq for row in rows]

    on(database, work)


def test_appends_share_commits(database: str) -> None:
    async def work(store: Store) -> None:
        await asyncio.gather(*(store.append(f"{n:022d}", 1, "x", "c") for n in range(300)))
        assert store.commits < 20

    on(database, work)


def test_a_rematch_is_made_with_its_entry_or_not_at_all(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        again = replace(NEW, id=B)
        assert await store.append(A, 2, "lost", "c1", create=again) == Lost()
        assert await store.load(B) is None
        assert await store.append(A, 3, "won", "c1", create=again) == Won()
        assert [row.body for row in await store.log(B)] == ["x", "y"]

    on(database, work)


def test_a_table_is_loaded_as_it_was_created(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        stored = await store.load(A)
        assert stored is not None
        assert (stored.header, stored.secret, stored.links) == ("{}", b"secret", b"links")
        assert await store.load("c" * 22) is None

    on(database, work)


def test_a_killed_database_only_delays(postgres: Postgres) -> None:
    """The append is refused or lost, the bus comes back, and nothing acknowledged is missing."""

    async def run() -> None:
        back = asyncio.Queue[bool]()

        async def caught_up() -> None:
            back.put_nowait(True)

        async def ignore(hints: list[Hint]) -> None:
            pass

        async with open_store(postgres.database("killed"), "one") as store:
            task = asyncio.create_task(store.bus.listen(ignore, caught_up))
            await back.get()
            assert await store.append(A, 1, "kept", "c1") == Won()
            await asyncio.to_thread(postgres.kill)
            with pytest.raises(Unavailable):
                await store.append(A, 2, "refused", "c2")
            with pytest.raises(Unavailable):
                await store.log(A)
            await asyncio.to_thread(postgres.start)
            await back.get()
            assert [row.body for row in await store.log(A)] == ["kept"]
            assert await store.append(A, 2, "again", "c2") == Won()
            task.cancel()

    asyncio.run(run())
