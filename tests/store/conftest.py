"""Every test of this folder runs on a real SQLite file and on a real PostgreSQL."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

_numbers = itertools.count()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    make: Callable[[str], str] = request.getfixturevalue("postgres").database
    return make(f"store{next(_numbers)}")
