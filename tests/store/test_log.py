"""The log: one winner for each number, what is acknowledged is there, and tables are found."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from server_parts import Postgres
from sidings.store import Hint, Listing, Lost, NewTable, Store, Unavailable, Won, open_store
from sidings.store.bus import LONGEST, pack, unpack
from sidings.store.schema import metadata

A, B = "a" * 22, "b" * 22
NEW = NewTable(A, "{}", b"secret", b"links", "host", "open", True, 5, ["x", "y"], [(1, "host")])


def on(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_store(database, "one") as store:
            await work(store)

    asyncio.run(run())


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
        async with open_store(database, "two") as other:
            stores = [store, other] if store.dialect == "postgresql" else [store]
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


def test_tables_and_the_lobby(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        await store.create(replace(NEW, id=B, listed=False, changed=6, seats=[(2, "guest")]))
        stored = await store.load(A)
        assert stored is not None
        assert (stored.header, stored.secret, stored.links) == ("{}", b"secret", b"links")
        assert await store.load("c" * 22) is None
        assert await store.listed(["open"], 10, 100) == [A]
        assert await store.listed(["open"], 10, 5) == []
        assert await store.tables_of("host", 10, running=True) == [B, A]
        assert await store.tables_of("guest", 10, running=True) == [B]
        listing = Listing("over", 9, [(1, "host"), (2, "guest")])
        assert await store.append(A, 3, "end", "c", listing) == Won()
        assert await store.tables_of("guest", 10, running=True) == [B]
        assert await store.tables_of("guest", 10, running=False) == [A, B]
        lost = Listing("open", 10, [])
        assert await store.append(A, 3, "end", "d", lost) == Lost()
        assert await store.listed(["over"], 10, 100) == [A]  # who loses changes nothing

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


def test_people_tokens_and_handles(database: str) -> None:
    async def work(store: Store) -> None:
        await store.add_person("p", "Ann", "hash", 1)
        await store.add_person("q", "Ann", "hash2", 1)
        found = await store.person_of_token("hash")
        assert found is not None
        assert (found.id, found.name, found.handle) == ("p", "Ann", None)
        assert await store.person_of_token("nothing") is None
        assert await store.claim("p", "Ann#1", "argon")
        assert not await store.claim("q", "Ann#1", "argon")
        await store.add_token("p", "hash3", 2)
        await store.drop_token("hash")
        assert await store.person_of_token("hash") is None
        assert await store.person_of_token("hash3") is not None
        await store.saw({"p": 77, "q": 78})
        assert await store.last_seen("p") == 77
        assert await store.last_seen("nobody") == 0

    on(database, work)


def test_migrations_make_what_the_schema_says(database: str) -> None:
    """A migration that was forgotten shows as a difference here."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def differences(connection: sa.Connection) -> None:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []

    async def work(store: Store) -> None:
        async with store._write.begin() as connection:
            await connection.run_sync(differences)

    on(database, work)
    on(database, work)  # the second time there is nothing to migrate


def test_sqlite_is_durable(tmp_path: object) -> None:
    async def work(store: Store) -> None:
        async with store._write.connect() as connection:
            for pragma, value in (("journal_mode", "wal"), ("synchronous", 2)):
                found = await connection.exec_driver_sql(f"PRAGMA {pragma}")
                assert found.scalar() == value
                batches: Any = store._batches
                assert batches._connection.execute(f"PRAGMA {pragma}").fetchone() == (value,)

    on(f"sqlite:///{tmp_path}/tables.db", work)


def test_other_databases_are_refused() -> None:
    with pytest.raises(ValueError, match="sqlite:///FILE"):
        on("mysql://localhost/x", lambda store: store.ping())


# --- The bus


def test_hints_are_packed_into_few_texts() -> None:
    hints = [Hint("me", f"{n:022d}", n) for n in range(1000)]
    texts = pack(hints)
    assert all(len(text) <= LONGEST for text in texts)
    assert [hint for text in texts for hint in unpack(text)] == hints


def test_a_hint_that_is_too_long_goes_without_the_entry() -> None:
    hints = [Hint("me", A, 1, body="x"), Hint("me", A, 2, body="x" * LONGEST), Hint("me", A, 3)]
    texts = pack(hints)
    assert all(len(text) <= LONGEST for text in texts)
    told = [hint for text in texts for hint in unpack(text)]
    assert told == [hints[0], Hint("me", A, 2), hints[2]]


def test_news_reach_the_other_server(postgres: Postgres) -> None:
    async def run() -> None:
        database = postgres.database("news")
        heard: asyncio.Queue[Hint] = asyncio.Queue()
        listening = asyncio.Event()

        async def listener(hints: list[Hint]) -> None:
            for hint in hints:
                heard.put_nowait(hint)

        async def caught_up() -> None:
            listening.set()

        async with open_store(database, "one") as one, open_store(database, "two") as two:
            task = asyncio.create_task(two.bus.listen(listener, caught_up))
            await listening.wait()
            await one.append(A, 1, "x", "c")
            assert await heard.get() == Hint("one", A, 1, body="x")
            one.tell(Hint("one", A, phrase="hello", seat=2))
            assert (await heard.get()).phrase == "hello"
            task.cancel()

    asyncio.run(run())


def test_a_killed_database_only_delays() -> None:
    """The append is refused or lost, the bus comes back, and nothing acknowledged is missing."""
    postgres = Postgres()

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

    try:
        asyncio.run(run())
    finally:
        postgres.stop()
