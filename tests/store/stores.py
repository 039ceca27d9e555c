"""A store, and a table to put into it, for the tests of this folder."""

import asyncio
from collections.abc import Awaitable, Callable

from sidings.store import Listing, NewTable, Store, open_store

A, B = "a" * 22, "b" * 22
LISTING = Listing("open", 5, [(1, "host")], "what is shown")
NEW = NewTable(A, "{}", b"secret", b"links", "host", True, ["x", "y"], LISTING)


def on(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Run ``work`` with a store."""

    async def run() -> None:
        async with open_store(database, "one") as store:
            await work(store)

    asyncio.run(run())
