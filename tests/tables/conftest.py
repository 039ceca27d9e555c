"""Every game that is installed takes part in what is asked of all games."""

import pytest

from sidings.games.catalogue import game, game_names


def installed() -> list[str]:
    found = []
    for name in game_names():
        try:
            game(name)
        except ImportError:
            continue
        found.append(name)
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "each_game" in metafunc.fixturenames:
        metafunc.parametrize("each_game", installed())
