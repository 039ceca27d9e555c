"""Continental Express: what the page is shown and offered."""

import msgspec
import pytest

import sidings
from games.continental_express.positions import effect, loaded, own_deck, position
from rulebook import rule
from sidings.games.continental_express import view
from sidings.games.continental_express.rules import CONTRACT_NAMES, PHASES
from sidings.games.continental_express.view import (
    Choice,
    Contract,
    Event,
    Face,
    Goal,
    Phase,
    Points,
    View,
)


def shown(table: sidings.Table, seat: int = 1) -> View:
    """What a seat is shown, 0 for a spectator."""
    return table.game.view(table.seen_by(seat), seat - 1)


def offered(table: sidings.Table) -> list[Choice]:
    actions = [table.game.read_move(table.state, move.split()) for move in table.moves()]
    return table.game.choices(table.state, actions)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_view_has_the_keys_of_the_position(seat: int) -> None:
    table = loaded(tickets=[1, 2], wagons=[{"coach": 1}, {"diner": 2}], validated=[[1], [2]])
    view = msgspec.to_builtins(shown(table, seat))
    for key in table.game.keys:
        assert view[key] == table.dump(seat=seat)[key]


def test_the_types_of_the_page_name_everything() -> None:
    assert Phase.__args__ == PHASES
    assert Contract.__args__ == (*CONTRACT_NAMES, "?")
    table = sidings.deal("continental-express", players=3, seed=4)
    for seat in range(4):
        view = shown(table, seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


@rule("CE-7", "CE-14")
def test_prices() -> None:
    assert shown(loaded()).prices == [0, 1, 2]
    assert shown(loaded(**effect("investor"))).prices == [0, 0, 0]


@rule("CE-12")
def test_what_an_objective_lacks_and_where_a_locomotive_stands_in() -> None:
    """Objective 16 needs two coaches, a tanker and cattle; 7 three coaches; 17 two tankers."""
    wagons = [{"coach": 1, "locomotive": 1, "cattle": 1}, {}]
    table = loaded(objectives=[16, 7, 17], wagons=wagons)
    assert shown(table).goals == [
        Goal(["have", "stand-in", "lack", "have"], ["tanker"]),
        Goal(["have", "stand-in", "lack"], ["coach"]),
        Goal(["stand-in", "lack"], ["tanker"]),
    ]
    assert shown(table, 0).goals == []


@rule("CE-28", "CE-29")
def test_points_so_far_leave_out_contracts_that_are_not_known() -> None:
    """Objective 1 is blue and worth 2, and seat 1 has the blue contract."""
    table = loaded(validated=[[1], [6]], tickets=[3, 1])
    assert shown(table).points == [Points(2, 2, 3, 7), Points(5, None, 1, 6)]
    assert shown(table, 0).points == [Points(2, None, 3, 5), Points(5, None, 1, 6)]


def test_the_faces_of_the_objectives_are_those_of_the_deck() -> None:
    assert shown(loaded()).faces[0] == Face("blue", 2, ("boxcar", "cattle"))
    objectives = [{"colour": "red", "wagons": ["diner"], "points": 9}] * 20
    table = sidings.deal(
        "continental-express", deck=own_deck(objectives=objectives, reconstructed=False)
    )
    assert (shown(table).faces, shown(table).reconstructed) == (
        [Face("red", 9, ("diner",))] * 20,
        False,
    )
    assert shown(loaded()).reconstructed


def test_choices_say_what_they_touch() -> None:
    assert offered(loaded(lines={"b": ["boxcar", None, None], "c": ["boxcar", None, None]},
                          piles={"b": [], "c": []}, tickets=[1, 0])) == [
        Choice(move="take a1", do="take", place="a1"),
        Choice(move="take a2", do="take", place="a2"),
        Choice(move="take b1", do="take", place="b1"),
        Choice(move="take c1", do="take", place="c1"),
    ]  # fmt: skip
    assert offered(loaded(**effect("pickpocket"), tickets=[0, 1])) == [
        Choice(move="rob 2", do="rob", seat=2),
        Choice(move="decline", do="decline"),
    ]
    start = {**effect("pointsman"), "wagons": [{"coach": 1}, {"diner": 1}]}
    assert offered(loaded(**start))[0] == Choice(
        move="trade coach for diner of 2", do="trade", seat=2, give="coach", want="diner"
    )
    assert offered(loaded(**effect("director")))[3] == Choice(
        move="token red", do="token", colour="red"
    )
    assert offered(loaded(phase="objective", wagons=[{"tanker": 2}, {}])) == [
        Choice(move="objective 2", do="objective", number=2),
        Choice(move="done", do="done"),
    ]
    assert offered(sidings.deal("continental-express", seed=1)) == [
        Choice(move="contract 1", do="contract", number=1),
        Choice(move="contract 2", do="contract", number=2),
    ]


def test_what_does_not_matter_is_not_sent() -> None:
    assert msgspec.json.encode(Event(do="over")) == b'{"do":"over"}'
    assert b"seat" not in msgspec.json.encode(offered(sidings.load(position()))[0])


def test_the_page_is_told_what_the_cards_are() -> None:
    told = view.constants()
    assert (told["LINES"], len(told["COLOURS"])) == (("a", "b", "c"), 5)
    assert set(told["CHARACTERS"]) <= set(sidings.game("continental-express").card_list.kinds)  # type: ignore[attr-defined]
