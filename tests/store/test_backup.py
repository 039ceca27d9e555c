"""Backup and restore, from each kind of database into each kind."""

import gzip
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sidings.store import InUse, Store
from sidings.store.backup import BackupError, backup, dump, restore
from sidings.store.store import find_database
from sidings.testing.postgres import Postgres
from store.stores import NEW, on


async def fill(store: Store) -> None:
    await store.add_person("host", "Ann ☂", "hash", 1)
    await store.claim("host", "Ann#1", "argon2")
    await store.create(NEW)
    await store.append(NEW.id, 3, '{"do":"close"}', "host:1")


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of the kind that is asked for."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    make: Callable[[str], str] = postgres.database
    return make(f"restored{abs(hash(str(tmp_path)))}")


@pytest.mark.parametrize("other", ["sqlite", "postgresql"], indirect=True)
def test_a_backup_restores_every_row(database: str, other: str, tmp_path: Path) -> None:
    on(database, fill)
    file = tmp_path / "copy.gz"
    assert backup(database, file) == 7  # a person, a token, a table, its three entries and a seat
    assert file.stat().st_mode & 0o077 == 0
    assert restore(file, other) == 7
    assert list(dump(other)) == list(dump(database))
    on(other, lambda store: store.database.check())  # and a server can go on with it


def test_a_backup_is_of_one_moment(database: str) -> None:
    on(database, fill)

    async def work(store: Store) -> None:
        with closing(dump(database)) as lines:
            first = next(lines)
            await store.add_person("late", "Bob", "other", 2)
            told = [first, *lines]
        assert not any(b"late" in line for line in told)
        assert any(b"late" in line for line in [*dump(database)])

    on(database, work)


def test_a_database_in_use_or_with_rows_is_left_alone(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "copy.gz"
    on(url, fill)
    backup(url, file)
    before = list(dump(url))
    with pytest.raises(BackupError, match="empty"):
        restore(file, url)
    with find_database(url).hold(), pytest.raises(InUse):
        restore(file, url)
    assert list(dump(url)) == before


def test_damaged_backups_change_nothing(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "copy.gz"
    on(url, fill)
    backup(url, file)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    damaged = {
        "cut off": gzip.compress(b"".join(lines[:-1])),
        "of 7 rows": gzip.compress(b"".join([*lines[:3], *lines[4:]])),
        "newer version": gzip.compress(lines[0].replace(b'"000', b'"999')),
        "not a whole": file.read_bytes()[:-20],
        "whole backup": b"something else",
    }
    target = f"sqlite:///{tmp_path / 'empty.db'}"
    for why, content in damaged.items():
        file.write_bytes(content)
        with pytest.raises(BackupError, match=why):
            restore(file, target)
    with pytest.raises(BackupError, match="nothing to back up"):
        list(dump(target))
    with pytest.raises(BackupError, match="no database"):
        backup(f"sqlite:///{tmp_path / 'nowhere.db'}", tmp_path / "x.gz")
