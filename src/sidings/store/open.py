"""Opening a store."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa

from sidings.store.log import Store


@asynccontextmanager
async def open_store(url: str, origin: str = "") -> AsyncIterator[Store]:
    """The store at a database URL: ``sqlite:///file``, or ``postgresql://…``."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "sqlite":
        from sidings.store.sqlite import open_sqlite

        store = open_sqlite(parsed, origin)
    elif parsed.get_backend_name() == "postgresql":
        from sidings.store.postgresql import open_postgresql

        store = open_postgresql(parsed, origin)
    else:
        raise ValueError(f"a database is sqlite:///FILE or postgresql://…, not {parsed.drivername}")
    await store.start()
    try:
        yield store
    finally:
        await store.close()
