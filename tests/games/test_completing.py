"""Positions as one seat sees them: read, refused, and filled with what is not shown."""

from typing import Any

import pytest

import sidings
from bare_game import BareGame
from high_card import HighCard
from rulebook import rule
from sidings.games.contract import Game

TRAINS: dict[str, Any] = {
    "game": "game-of-trains",
    "players": 2,
    "turn": 1,
    "trains": [[71, 61, 52, 46, 31, 21, 12], [80, 62, 53, 47, 32, 22, 13]],
}
DOMINOES: dict[str, Any] = {
    "game": "mexican-train",
    "players": 3,
    "turn": 2,
    "engine": 12,
    "hands": [9, ["0-5", "3-12", "7-3"], 11],
    "trains": [["12-4"], [], ["12-8", "8-8"]],
    "markers": [True, True, False],
}
WAGONS: dict[str, Any] = {
    "game": "continental-express",
    "players": 2,
    "turn": 2,
    "lines": {
        "a": ["boxcar", "ticket", "diner"],
        "b": ["tanker", "investor", "boxcar"],
        "c": ["ticket", "diner", "tanker"],
    },
    "piles": {"a": 20, "b": 19, "c": 18},
    "objectives": [1, 2, 3],
    "wagons": [{"boxcar": 1}, {"tanker": 2, "locomotive": 1}],
    "contracts": ["?", "blue"],
}


def played(name: str | Game[Any], moves: int, **more: Any) -> sidings.Table:
    """A table after so many moves, each the last of the legal ones."""
    table = sidings.deal(name, seed=7, **more)
    while len(table.history) < moves and table.turn is not None:
        table.play(table.moves()[-1])
    return table


@pytest.mark.parametrize("moves", [0, 1, 6, 15, 30, 45])
@pytest.mark.parametrize("name", [*sidings.game_names(), "high-card"])
def test_what_a_seat_sees_is_read_again(name: str, moves: int) -> None:
    game = HighCard() if name == "high-card" else sidings.game(name)
    table = played(game, min(moves, 1) if name == "high-card" else moves)
    assert table.turn is not None
    seen = table.dump(seat=table.turn)
    observation = sidings.observe(seen, game=game)
    assert observation.position == seen
    assert observation.seat == table.turn
    assert observation.moves == table.moves()
    assert sidings.observe(table.dump(), game=game).position == seen  # the rest is not looked at


def test_a_table_is_observed_as_a_position_is() -> None:
    table = played("game-of-trains", 5)
    assert sidings.observe(table).position == sidings.observe(table.dump()).position


def test_nobody_chooses_in_a_game_that_is_over() -> None:
    table = played(HighCard(), 9)
    for what in (table, table.dump()):
        with pytest.raises(sidings.BadOption, match="the game is over"):
            sidings.observe(what, game=table.game)


def test_a_game_may_read_whole_positions_only() -> None:
    table = sidings.deal(BareGame(), seed=1)
    with pytest.raises(sidings.BadPosition, match="reads whole positions only"):
        sidings.observe(table.dump(), game=table.game)


@pytest.mark.parametrize("position", [None, [], {}, {"game": "chess"}, {"game": 7}])
def test_what_is_no_position(position: Any) -> None:
    with pytest.raises(sidings.SidingsError):
        sidings.observe(position)


# --- What a person at a table writes down ---------------------------------------------------------


@rule("GT-22")
def test_two_trains_are_enough() -> None:
    observation = sidings.observe(TRAINS)
    assert observation.moves == ["draw"]
    assert observation.position["deck"] == 84 - 14
    with_row = sidings.observe({**TRAINS, "row": [1], "discard": 5})
    assert with_row.position["deck"] == 84 - 20


@pytest.mark.compiled
def test_advice_from_what_one_sees() -> None:
    advice = sidings.observe({**TRAINS, "phase": "place", "drawn": 11, "deck": 69}).advise(ms=1)
    assert sorted(one.move for one in advice) == [f"place {place}" for place in range(1, 8)]


@rule("MT-4", "MT-9", "MT-16")
def test_hand_and_trains_are_enough() -> None:
    observation = sidings.observe(DOMINOES)
    position = observation.position
    assert position["boneyard"] == 91 - 1 - 3 - 3 - 9 - 11
    assert position["first_turns"] == []  # a marker is out: the second seat has had a turn
    assert position["double"] == 3  # the only train that ends with one
    assert observation.moves == ["draw"]
    begun = sidings.observe({**DOMINOES, "trains": [[], [], []], "markers": [False] * 3})
    assert begun.position["first_turns"] == [1, 2, 3]
    assert begun.position["double"] is None
    assert begun.moves == ["3-12 on 2"]


@rule("CE-29")
def test_market_and_depots_are_enough() -> None:
    observation = sidings.observe(WAGONS)
    position = observation.position
    assert position["bank"] == dict.fromkeys(("blue", "yellow", "black", "red", "green"), 4)
    assert position["objective_pile"] == 17
    assert position["wagons"][0] == {**dict.fromkeys(position["wagons"][0], 0), "boxcar": 1}
    assert observation.moves == ["take a1", "take b1", "take c1"]


@rule("CE-11")
def test_the_wagons_of_validated_objectives_have_left_the_game() -> None:
    """No more of a kind is expected in the piles than can be there."""
    few = {**WAGONS, "piles": {"a": 5, "b": 5, "c": 5}, "validated": [[7, 8], [9]]}
    few |= {"phase": "investor", "tokens": [{"blue": 1}, {}]}
    state = sidings.observe(few).state
    left = state.copies - state.box
    assert (left >= 0).all()
    for kind in range(1, 6):
        spent = sum(int(state.needs[objective, kind - 1]) for objective in (7, 8, 9))
        assert int(state.box[kind]) >= min(spent, int(state.copies[kind]) - 4)
    assert state.box[10] >= 1  # the Investor that acts
    full = {**WAGONS, "piles": {"a": 25, "b": 24, "c": 20}, "validated": [[7], []]}
    assert not sidings.observe(full).state.box.any()  # as many are in the piles as there are left


# --- Impossible ones ------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (TRAINS, {"deck": 60}, "deck: 10 more are in no other place"),
    (TRAINS, {"deck": 71}, "deck: only 70 are not shown elsewhere, not 71"),
    (TRAINS, {"deck": "many"}, "deck: 70 more are in no other place"),
    (TRAINS, {"discard": 70}, "deck: .*before it is empty"),
    (TRAINS, {"discard": -1}, "discard: expected a list"),
    (TRAINS, {"phase": "place", "drawn": "?"}, "drawn: must have all that seat 1"),
    (TRAINS, {"phase": "setup", "drawn": [["?"], ["?", "?"]]}, "drawn: must have all that seat 1"),
    (TRAINS, {"phase": "setup", "drawn": None}, "drawn: expected a list"),
    (TRAINS, {"trains": [[1] * 7, [2] * 7]}, "card 1 is in trains already"),
    (TRAINS, {"hand": []}, "hand: Game of Trains has no such key"),
    (DOMINOES, {"turn": 1}, "hands: must have all that seat 1, whose turn it is, sees"),
    (DOMINOES, {"turn": 4}, "turn: expected a whole number from 1 to 3"),
    (DOMINOES, {"boneyard": 10}, "boneyard: 54 more are in no other place"),
    (DOMINOES, {"hands": 3}, "hands: expected a list of 3"),
    (DOMINOES, {"hands": [9, ["0-13"], 11]}, "expected a domino of the double-12 set"),
    (DOMINOES, {"trains": 3}, "trains: expected a list"),
    (DOMINOES, {"markers": None}, "markers: expected a list"),
    (DOMINOES, {"drawn": "?"}, "drawn: must have all that seat 2"),
    (WAGONS, {"contracts": ["blue", "?"]}, "contracts: must have all that seat 2"),
    (WAGONS, {"piles": {"a": 40, "b": 40, "c": 1}}, "piles: only 69 cards are not shown elsewhere"),
    (WAGONS, {"piles": {"a": ["ticket"], "b": 3, "c": -1}}, "piles: expected a whole number"),
    (WAGONS, {"piles": {"a": ["rocket", "?"], "b": 3, "c": 1}}, "piles: expected one of"),
    (WAGONS, {"wagons": None}, "wagons: expected a list"),
    (WAGONS, {"wagons": [3, {}]}, "wagons: expected an object"),
    (WAGONS, {"tokens": [{"blue": 5}, {}]}, "tokens: expected a whole number from 0 to 4"),
    (WAGONS, {"objective_pile": 4}, "objective_pile: 13 more are in no other place"),
    (WAGONS, {"validated": [[99], []]}, "validated: expected a whole number"),
    (WAGONS, {"offered": [["?", "?"], None]}, "offered: must be null"),
]


@pytest.mark.parametrize(("position", "change", "reason"), WRONG)
def test_impossible_ones_are_refused(
    position: dict[str, Any], change: dict[str, Any], reason: str
) -> None:
    with pytest.raises(sidings.BadPosition, match=reason):
        sidings.observe({**position, **change})


@pytest.mark.parametrize(
    ("position", "keys"),
    [
        (TRAINS, ["players", "turn", "trains"]),
        (DOMINOES, ["players", "turn", "engine", "hands"]),
        (WAGONS, ["players", "turn", "lines", "piles", "objectives", "contracts"]),
    ],
)
def test_what_cannot_be_known_must_be_said(position: dict[str, Any], keys: list[str]) -> None:
    for key in keys:
        rest = {name: value for name, value in position.items() if name != key}
        with pytest.raises(sidings.BadPosition, match=f"^{key}: "):
            sidings.observe(rest)
