"""Lists of tables, each from one SELECT."""

from dataclasses import replace

import sqlalchemy as sa

from sidings.store import ListedTable, Lost, Store, Won
from store.stores import LISTING, NEW, A, B, on


def test_listed_tables_and_ones_own(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        guest = replace(LISTING, changed=6, seats=[(2, "guest")], summary="private")
        await store.create(replace(NEW, id=B, is_listed=False, listing=guest))
        mine = ListedTable(A, "open", 5, "what is shown", 1)
        assert await store.listed("open", 10, 100, "host") == [mine]
        assert await store.listed("open", 10, 100) == [replace(mine, seat=0)]
        assert await store.listed("open", 10, 5) == []
        assert await store.listed("playing", 10, 100) == []
        hosted = ListedTable(B, "open", 6, "private", 0)
        assert await store.tables_of("host", 10, running=True) == [hosted, mine]
        assert await store.tables_of("host", 1, running=True) == [hosted]
        assert await store.tables_of("guest", 10, running=True) == [replace(hosted, seat=2)]

    on(database, work)


def test_a_listing_changes_with_its_entry_or_not_at_all(database: str) -> None:
    async def work(store: Store) -> None:
        await store.create(NEW)
        over = replace(LISTING, status="over", changed=9, seats=[(1, "host"), (2, "guest")])
        assert await store.append(A, 3, "end", "c", over) == Won()
        assert await store.tables_of("guest", 10, running=True) == []
        listed = ListedTable(A, "over", 9, "what is shown", 2)
        assert await store.tables_of("guest", 10, running=False) == [listed]
        lost = replace(LISTING, summary="something else")
        assert await store.append(A, 3, "end", "d", lost) == Lost()
        assert await store.tables_of("guest", 10, running=False) == [listed]
        await store.relist(A, replace(over, summary="the result"))
        (listed,) = await store.listed("over", 10, 100)
        assert listed.summary == "the result"

    on(database, work)


def test_a_list_is_one_select(database: str) -> None:
    async def work(store: Store) -> None:
        for n in range(20):
            await store.create(replace(NEW, id=f"{n:022d}"))
        statements: list[str] = []

        def note(_: object, __: object, statement: str, *___: object) -> None:
            statements.append(statement)

        sa.event.listen(store.database.read.sync_engine, "before_cursor_execute", note)
        assert len(await store.listed("open", 50, 100, "host")) == 20
        assert len(statements) == 1

    on(database, work)
