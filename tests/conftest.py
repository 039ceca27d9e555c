"""Settings for all tests, and games that are installed beside ours."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from numba import config

from sidings.testing.postgres import Postgres

TESTS = Path(__file__).parent

# Most of what a test makes goes by itself; to look for the rest as often as usual takes long.
gc.set_threshold(100_000, 50, 50)

# The same examples every time, and no clock: a test fails for a reason or not at all.
EXAMPLES = 10 if config.DISABLE_JIT else 50
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=EXAMPLES)
settings.load_profile("repeatable")


@pytest.fixture(scope="module")
def installed() -> Iterator[None]:
    """High Card and Bare Game, found by their entry points here and in every process we start."""
    patch = pytest.MonkeyPatch()
    folders = [str(TESTS / "installed"), str(TESTS)]
    for folder in folders:
        patch.syspath_prepend(folder)
    inherited = os.environ.get("PYTHONPATH")
    patch.setenv("PYTHONPATH", os.pathsep.join([*folders, *([inherited] if inherited else [])]))
    yield
    patch.undo()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One database server for all tests of this process."""
    server = Postgres()
    yield server
    server.stop()
