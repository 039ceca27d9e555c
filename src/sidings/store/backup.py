"""A backup: every row of a database in one file, which restores into SQLite and PostgreSQL alike.

The file is gzipped lines of JSON: a header with the schema's revision and the columns of each
table, then a line per row, then a line with the number of rows, so that half a file is noticed.
"""

import base64
import gzip
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from sidings.errors import SidingsError
from sidings.store.migrate import REVISION_TABLE, known_revisions, revision_of, upgrade
from sidings.store.schema import metadata
from sidings.store.sqlite import create_private
from sidings.store.store import find_database

FORMAT = 1
ROWS_PER_STATEMENT = 500
READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"  # SQLite's transactions


class BackupError(SidingsError):
    """A backup that cannot be made or restored. Nothing has been changed."""


class Header(msgspec.Struct):
    sidings: int  # the format
    revision: str  # of the schema
    tables: dict[str, list[str]]  # the columns of each


class Footer(msgspec.Struct):
    rows: int


# --- Backup ---------------------------------------------------------------------------------------


def backup(url: str, file: Path) -> int:
    """Write everything that a database has to a file; returns the number of rows.

    It is as of one moment, and servers may go on writing.
    """
    unfinished = file.with_name(file.name + ".part")
    unfinished.unlink(missing_ok=True)
    create_private(unfinished)  # it has secrets: hashes of tokens, and the keys of deals
    rows = -2  # the header and the footer are no rows
    with unfinished.open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb") as packed:
        for line in dump(url):
            packed.write(line + b"\n")
            rows += 1
        packed.close()
        raw.flush()
        os.fsync(raw.fileno())
    os.replace(unfinished, file)
    return rows


def dump(url: str) -> Iterator[bytes]:
    """The lines of a backup, all read in one transaction."""
    with _snapshot(url) as connection:
        revision = revision_of(connection)
        if revision is None:
            raise BackupError("there is nothing to back up: no server has used this database")
        tables = _tables(connection)
        yield msgspec.json.encode(Header(FORMAT, revision, _columns(tables)))
        count = 0
        for name, table in tables.items():
            for row in connection.execute(sa.select(table).order_by(*table.primary_key)):
                yield msgspec.json.encode([name, *row])
                count += 1
        yield msgspec.json.encode(Footer(count))


@contextmanager
def _snapshot(url: str) -> Iterator[sa.Connection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    engine = _engine(url, READ)
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    try:
        with engine.connect().execution_options(yield_per=ROWS_PER_STATEMENT) as connection:
            yield connection
    except sa.exc.OperationalError as error:
        raise BackupError(f"the database cannot be read: {error.orig}") from None
    finally:
        engine.dispose()


# --- Restore --------------------------------------------------------------------------------------


def restore(file: Path, url: str) -> int:
    """Put a backup into an empty database, and bring it up to date; returns the number of rows.

    All of it is there afterwards, or nothing.
    """
    with find_database(url).hold():
        engine = _engine(url, WRITE)
        try:
            with engine.begin() as connection, gzip.open(file, "rb") as lines:
                return _fill(connection, iter(lines))
        except (EOFError, gzip.BadGzipFile, msgspec.MsgspecError) as error:
            raise BackupError(f"{file} is not a whole backup: {error}") from None
        except sa.exc.OperationalError as error:
            raise BackupError(f"the database cannot be written: {error.orig}") from None
        finally:
            engine.dispose()


def _fill(connection: sa.Connection, lines: Iterator[bytes]) -> int:
    header = msgspec.json.decode(next(lines, b""), type=Header)
    if header.sidings != FORMAT or header.revision not in known_revisions():
        raise BackupError("this backup was made by a newer version of Sidings: install that one")
    _empty(connection)
    upgrade(connection, header.revision)
    tables = _tables(connection)
    if _columns(tables) != header.tables:
        raise BackupError(f"this backup does not fit the schema {header.revision}")
    batch: list[list[Any]] = []
    for count, line in enumerate(lines):
        told = msgspec.json.decode(line)
        if isinstance(told, dict):
            _insert(connection, tables, batch)
            footer = msgspec.convert(told, Footer)
            if footer.rows != count:
                raise BackupError(f"the backup has {count} of {footer.rows} rows")
            upgrade(connection)
            return count
        if batch and (told[0] != batch[0][0] or len(batch) == ROWS_PER_STATEMENT):
            _insert(connection, tables, batch)
            batch = []
        batch.append(told)
    raise BackupError("the backup has no end: it was cut off")


def _empty(connection: sa.Connection) -> None:
    """Drop tables without rows, which may be of another revision; refuse if there are rows."""
    found = sa.inspect(connection).get_table_names()
    for name, table in metadata.tables.items():
        if name in found and connection.execute(sa.select(table.c[0]).limit(1)).first():
            raise BackupError("this database has tables or people already: give an empty one")
    for name in {*metadata.tables, REVISION_TABLE} & set(found):
        connection.execute(sa.schema.DropTable(sa.Table(name, sa.MetaData())))


def _insert(
    connection: sa.Connection, tables: Mapping[str, sa.Table], rows: Iterable[list[Any]]
) -> None:
    """Insert rows of one table; each begins with its name."""
    rows = list(rows)
    if not rows:
        return
    table = tables[rows[0][0]]
    names = [column.name for column in table.c]
    binary = [isinstance(column.type, sa.LargeBinary) for column in table.c]
    connection.execute(
        table.insert(),
        [
            {
                name: base64.b64decode(value) if is_binary and value is not None else value
                for name, value, is_binary in zip(names, row[1:], binary, strict=True)
            }
            for row in rows
        ],
    )


# --- Both -----------------------------------------------------------------------------------------


def _tables(connection: sa.Connection) -> dict[str, sa.Table]:
    """Our tables as this database has them, which may be of an older revision."""
    found = sa.MetaData()
    found.reflect(connection, only=lambda name, _: name in metadata.tables)
    return dict(sorted(found.tables.items()))


def _columns(tables: Mapping[str, sa.Table]) -> dict[str, list[str]]:
    # SQLAlchemy's names are a kind of string of its own.
    return {name: ["".join(column.name) for column in table.c] for name, table in tables.items()}


def _engine(url: str, begin: str) -> sa.Engine:
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return sa.create_engine(parsed.set(drivername="postgresql+psycopg"))
    file = Path(parsed.database or "")
    if begin == WRITE:
        create_private(file)
    elif not file.is_file():
        raise BackupError(f"there is no database at {file}")
    engine = sa.create_engine(parsed.set(drivername="sqlite"))

    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        connection.execute("PRAGMA journal_mode = WAL")

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine
