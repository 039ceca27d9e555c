"""What the judge of Mexican Train is told of all hands."""

import numpy as np
import pytest

import sidings
from games.mexican_train.positions import loaded
from rulebook import rule
from senses import shown
from sidings.games.mexican_train.judge import DOMINOES, OTHERS_COUNT

OF_A_SEAT = OTHERS_COUNT - 1  # the last says that somebody sits there
HAS_DRAWN = 5


@rule("MT-14")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_domino_that_was_drawn_is_in_the_hand(seat: int) -> None:
    game = sidings.game("mexican-train")
    drawn, held = loaded("1-1", "0-0", "2-2", drawn="3-4"), loaded("1-1 3-4", "0-0", "2-2")
    one, two = (shown(game, table._states, seat) for table in (drawn, held))
    where = slice(OF_A_SEAT, OF_A_SEAT + DOMINOES)
    assert np.array_equal(one[where], two[where])
    differing = np.flatnonzero(one != two)
    assert len(differing) == 1
    assert one[differing[0]] == 0  # whoever moves has drawn
    assert seat > 0 or differing[0] == HAS_DRAWN
