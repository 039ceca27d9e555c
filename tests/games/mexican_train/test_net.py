"""What the network of Mexican Train is told of a move."""

import pytest

import sidings
from games.mexican_train.positions import after, loaded
from rulebook import rule
from senses import Told
from sidings.games.parts import is_late


@rule("MT-21")
def test_the_last_domino_goes_out() -> None:
    table = loaded("3-12", "0-0 0-1")
    told = Told(table, "3-12 on 1")
    assert told.own("goes out") == [0]
    assert told.own("hand") == [0]
    assert told.other("hand") == [2]


@rule("MT-30")
def test_a_domino_that_does_not_fit_is_kept_before_the_next_is_drawn() -> None:
    table = after("draw", "0-1", "0-0", boneyard="2-3 4-4 5-12", options={"draw": "until-fits"})
    told = Told(table, "draw")
    assert told.own("hand") == [2]
    assert told.own("draws, passes, calls, keeps") == [0, -1, -1, 0]
    assert told.own("begun, marked, Mexican begun") == [-1, -1, -1]


@pytest.mark.parametrize("players", [2, 4])
def test_it_is_late_when_few_dominoes_are_left_for_each_player(players: int) -> None:
    table = sidings.deal("mexican-train", players, seed=1)
    table.game.part("net")
    (state,) = table._states
    for size, late in ((48 // players + 1, False), (48 // players, True), (0, True)):
        state.boneyard_size = size
        assert is_late(state) is late
