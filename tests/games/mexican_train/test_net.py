"""What the network of Mexican Train is told of a move."""

from games.mexican_train.positions import after, loaded
from rulebook import rule
from senses import Told


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
