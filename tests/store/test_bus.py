"""Notifications between servers."""

import asyncio

from sidings.store import Hint, open_store
from sidings.store.bus import LONGEST, pack, unpack
from sidings.testing.postgres import Postgres
from store.stores import A


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


def test_hints_reach_the_other_server(postgres: Postgres) -> None:
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
