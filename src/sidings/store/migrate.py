"""Bringing the schema of a database to a revision of ``migrations``."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

REVISION_TABLE = "alembic_version"


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Run the migrations that a database lacks, up to a revision."""
    with _config() as config:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def known_revisions() -> list[str]:
    """The revisions of the schema, from the first to the last."""
    with _config() as config:
        script = ScriptDirectory.from_config(config)
        return [one.revision for one in script.walk_revisions()][::-1]


def revision_of(connection: sa.Connection) -> str | None:
    """The revision that a database is at; None if it is new."""
    return MigrationContext.configure(connection).get_current_revision()


@contextmanager
def _config() -> Iterator[Config]:
    with as_file(files("sidings.store") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        yield config
