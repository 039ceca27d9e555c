"""Every game that is installed takes part in what is asked of all games."""

import pytest
from numba import config

from sidings.games.catalogue import game, game_names


def installed() -> list[str]:
    """All of them; in plain Python two, which together take every branch of what is tested here."""
    if config.DISABLE_JIT:
        return ["game-of-trains", "mexican-train"]
    found = []
    for name in game_names():
        try:
            game(name)
        except ImportError:
            continue
        found.append(name)
    return found


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain Python a preview or a take-back looks at a few possible worlds, not at thousands."""
    if config.DISABLE_JIT:
        monkeypatch.setattr("sidings.tables.runtime.WARM_UP_MOVES", 2)
        monkeypatch.setattr("sidings.tables.runtime.WORLDS", 4)
        monkeypatch.setattr("sidings.tables.takeback.SURE", 4)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "each_game" in metafunc.fixturenames:
        metafunc.parametrize("each_game", installed())
