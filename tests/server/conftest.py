"""Databases for the servers under test."""

import itertools
from pathlib import Path

import pytest

from sidings.testing.postgres import Postgres

_numbers = itertools.count()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def postgresql(postgres: Postgres) -> str:
    return postgres.database(f"server{next(_numbers)}")
