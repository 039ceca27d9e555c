"""Kernels stay within their arrays in whatever position ``load`` accepts; benchmarks/hostile.py."""

from typing import Any

import pytest

import sidings
from high_card import HighCard
from sidings.games.contract import Game
from sidings.testing import hostile

pytestmark = pytest.mark.plain  # compiled code is not asked whether an index is in range

GAMES: list[Game[Any]] = [*map(sidings.game, sidings.game_names()), HighCard()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_hostile_positions_are_refused_or_played_on(game: Game[Any]) -> None:
    counts = hostile.check(game, positions=20)
    assert counts.accepted > 2
    assert counts.moves > 3
