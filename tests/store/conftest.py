"""Every test of this folder runs on a real SQLite file and on a real PostgreSQL."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sidings.testing.postgres import Postgres

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    make: Callable[[str], str] = request.getfixturevalue("postgres").database
    return make(f"store{next(_numbers)}")
