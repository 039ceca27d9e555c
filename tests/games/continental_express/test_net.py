"""What the network of Continental Express is told of a move."""

from games.continental_express.positions import loaded
from rulebook import rule
from senses import Told


@rule("CE-15")
def test_a_robbery_moves_the_tickets() -> None:
    table = loaded(3, lines={"a": ["pickpocket", "coach", "tanker"]}, tickets=[1, 3, 0])
    taken = Told(table, "take a1")
    assert taken.own("next") == [2]
    assert taken.own("market")[:3] == [0, 2, 3]  # nothing slides before the effect
    table.play("take a1")
    told = Told(table, "rob 2")
    assert (told.own("tickets"), told.other("tickets")) == ([4], [0])
    assert told.own("market")[:3] == [2, 3, 0]  # the card to come is not known


@rule("CE-16")
def test_an_exchange_moves_two_wagons() -> None:
    table = loaded(lines={"a": ["pointsman", "coach", "tanker"]},
                   wagons=[{"tanker": 1, "boxcar": 1}, {"tanker": 1}])  # fmt: skip
    table.play("take a1")
    told = Told(table, "trade boxcar for tanker of 2")
    assert told.own("wagons") == [0, 0, 2, 0, 0, 0]
    assert told.other("wagons") == [1, 0, 0, 0, 0, 0]
    assert told.own("lack")[0] == 0  # two tankers are an objective
    assert told.own("ready")[0] == 0
    assert told.own("next") == [5]


@rule("CE-12")
def test_an_objective_costs_its_wagons_and_gives_way() -> None:
    table = loaded(wagons=[{"tanker": 1, "locomotive": 1}], phase="objective")
    told = Told(table, "objective 2")
    assert told.own("wagons") == [0] * 6
    assert told.own("validated") == [1]
    assert told.own("lack")[2] == -1
    assert Told(table, "done").own("validated") == [0]
