"""Opening a database, its schema, and that it keeps what it is given."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from sidings.store import Store
from sidings.store.schema import metadata
from sidings.store.sqlite import SqliteDatabase
from store.stores import on


def test_migrations_make_what_the_schema_says(database: str) -> None:
    """A migration that was forgotten shows as a difference here."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def differences(connection: sa.Connection) -> None:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []

    async def work(store: Store) -> None:
        async with store.database.write.begin() as connection:
            await connection.run_sync(differences)

    on(database, work)
    on(database, work)  # the second time there is nothing to migrate


def test_sqlite_is_durable(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        database = store.database
        assert isinstance(database, SqliteDatabase)
        async with database.write.connect() as connection:
            for pragma, value in (("journal_mode", "wal"), ("synchronous", 2)):
                found = await connection.exec_driver_sql(f"PRAGMA {pragma}")
                assert found.scalar() == value
                assert database.connection.execute(f"PRAGMA {pragma}").fetchone() == (value,)

    on(f"sqlite:///{tmp_path}/tables.db", work)


def test_other_databases_are_refused() -> None:
    with pytest.raises(ValueError, match="sqlite:///FILE"):
        on("mysql://localhost/x", lambda store: store.check())
