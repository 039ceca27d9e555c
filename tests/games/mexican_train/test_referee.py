"""The kernels against a second referee that was written from the rule book alone."""

import pytest

from games.mexican_train.referee import compare

GAMES = 40


@pytest.mark.compiled
def test_two_referees_agree_on_every_move() -> None:
    assert sum(compare(seed) for seed in range(GAMES)) > 100 * GAMES
