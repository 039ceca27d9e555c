"""Mexican Train: moves and positions as text, and what is refused."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sidings
from games.mexican_train.positions import BLOCKED, blocked, loaded, position

BEGUN: dict[str, Any] = {"trains": ["12-5", "12-1", "12-2"], "markers": [False, False, True]}
NOT_BEGUN: dict[str, Any] = {**BEGUN, "trains": ["", "12-1", "12-2"]}
HANDS = "5-7 1-3 2-4 6-12", "0-0", "0-1"
DOUBLE: dict[str, Any] = {"trains": ["12-5", "12-1 1-1", ""], "double": 2}


@pytest.mark.parametrize(
    ("move", "given", "message"),
    [
        ("draw", BEGUN, "MT-13: you can play 5-7 on 1, so you may neither"),
        ("pass", BEGUN, "MT-13: you can play 5-7 on 1, so you may neither"),
        ("0-4 on 1", BEGUN, "MT-8: you do not hold 0-4"),
        ("5-7 on 2", BEGUN, "MT-10: seat 2's train has no marker, so it is not open to you"),
        ("5-7 on 3", BEGUN, "MT-8: 5-7 does not match the open end 2"),
        ("6-12 on 1", BEGUN, "MT-8: 6-12 does not match the open end 5"),
        ("5-7 on m", BEGUN, "MT-8: 5-7 does not match the open end 12"),
        ("2-4 on 3", NOT_BEGUN, "MT-11: begin your own train before you play on another player's"),
        ("6-12 on m", NOT_BEGUN, "MT-12: begin your own train before you start the Mexican train"),
        ("2-4 on 3", {**NOT_BEGUN, "first_turns": [1]}, "MT-9: on your first turn you may only"),
        ("6-12 on m", {**NOT_BEGUN, "first_turns": [1]}, "MT-9: on your first turn you may only"),
        ("5-13 on 1", BEGUN, "MT-1: the numbers of the double-12 set go from 0 to 12"),
        ("5-7 on 4", BEGUN, "MT-10: there is no seat 4 among 3 players"),
        ("draw", DOUBLE, "MT-18: you can confirm the double with 1-3, so you"),
        ("pass", DOUBLE, "MT-18: you can confirm the double with 1-3, so you"),
        ("5-7 on 1", DOUBLE, "MT-18: the double 1-1 on train 2 must be confirmed first"),
        ("5-7 on 2", DOUBLE, "MT-16: 5-7 does not match the double 1-1"),
    ],
)
def test_an_illegal_move_names_its_rule_and_changes_nothing(
    move: str, given: dict[str, Any], message: str
) -> None:
    check_refused(loaded(*HANDS, **given), move, message)


START: dict[str, Any] = {"phase": "start", "first_turns": [1, 2]}
UNABLE: dict[str, Any] = {"trains": ["12-5", "12-1 1-1"], "boneyard": "3-4"}


@pytest.mark.parametrize(
    ("moves", "hands", "given", "message"),
    [
        (["draw"], "6-12 5-7", START, "MT-7: the starting player does not draw: begin"),
        (["6-12 on m"], "6-12 5-7", START, "MT-7: the starting player may only begin their"),
        (["pass"], "0-0", {"boneyard": "3-4"}, "MT-14: you must draw before you pass"),
        (["draw", "draw"], "0-0", {"boneyard": "3-4"}, "MT-14: you drew 3-4 already"),
        (["draw", "0-0 on 1"], "0-0", {"boneyard": "3-4"}, "MT-14: you drew 3-4, so you may play"),
        (["draw", "1-1 on 1"], "0-0", {"boneyard": "3-4"}, "MT-8: you do not hold 1-1"),
        (["draw", "3-4 on 1"], "0-0", {"boneyard": "3-4"}, "MT-8: 3-4 does not match the open end"),
        (["pass"], "0-0", {**UNABLE, "double": 2}, "MT-18: you must draw before you pass"),
        (["draw", "draw"], "0-0", {**UNABLE, "double": 2}, "MT-18: you drew 3-4 already"),
        (["draw", "pass"], "0-0", {**UNABLE, "double": 2, "boneyard": "1-4"},
         "MT-18: 1-4 confirms the double, so you must play it"),
    ],
)  # fmt: skip
def test_an_illegal_move_of_two_players(
    moves: list[str], hands: str, given: dict[str, Any], message: str
) -> None:
    table = loaded(hands, "2-7", **given)
    for move in moves[:-1]:
        table.play(move)
    check_refused(table, moves[-1], message)


def test_with_an_empty_boneyard_one_cannot_draw() -> None:
    check_refused(sidings.load(blocked()), "draw", "MT-14: the boneyard is empty, so you pass")


def test_no_move_is_legal_when_the_game_is_over() -> None:
    table = loaded("5-7", "1-2", trains=["12-5", ""])
    table.play("5-7 on 1")
    assert table.moves() == []
    for move in ("draw", "pass", "1-2 on 2"):
        with pytest.raises(sidings.IllegalMove, match="MT-2: the game is over"):
            table.play(move)


def check_refused(table: Any, move: str, message: str) -> None:
    before, played = table.dump(), list(table.history)
    with pytest.raises(sidings.IllegalMove) as caught:
        table.play(move)
    assert str(caught.value).startswith(message)
    assert caught.value.move == move
    assert (table.dump(), table.history) == (before, played)


def test_an_objection_has_a_code_and_says_what_it_is_about() -> None:
    with pytest.raises(sidings.IllegalMove) as caught:
        loaded(*HANDS, **DOUBLE).play("5-7 on m")
    assert (caught.value.rule, caught.value.code) == ("MT-18", "confirm-first")
    assert caught.value.parameters == {"double": "1-1", "lane": 2}


@pytest.mark.parametrize(
    "move",
    ["", "fly", "Draw", "draw 1", "pass on 1", "5-7", "5-7 on", "5-7 on 0", "5-7 on 9", "5-7 on M",
     "5-7 on 01", "5-07 on 1", "-5-7 on 1", "5-7 at 1", "5 7 on 1", "5-7-8 on 1", "5–7 on 1",
     "٥-7 on 1", "5-7 on ١", "100-7 on 1", "5-7 on 1 ; x", "5-7 on " + "1" * 5000],
)  # fmt: skip
def test_what_is_not_a_move_at_all(move: str) -> None:
    with pytest.raises(sidings.UnknownMove):
        loaded(*HANDS, **BEGUN).play(move)


def test_spaces_and_the_order_of_the_numbers_do_not_matter() -> None:
    table = loaded(*HANDS, **BEGUN)
    table.play("  7-5   on 1 ")
    assert table.history == ["5-7 on 1"]


# --- Positions

GOOD = position("1-3 5-7", "0-0 0-1", trains=["12-5", "12-1 1-1"], mexican="12-3", double=2)


def with_hand(*hand: str) -> list[Any]:
    return [list(hand), GOOD["hands"][1]]


def test_the_position_that_the_next_test_spoils_is_good() -> None:
    later = {"doubles": [{"train": 2, "seat": 1}], "more_doubles": False, "called": False}
    assert sidings.load(GOOD).dump() == GOOD | later | {"options": sidings.load(GOOD).options}


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("players", 9, "2 to 8"), ("players", True, "2 to 8"), ("options", {"round": 1}, "round"),
        ("options", {"rounds": True}, "rounds"), ("options", {"set": "double-6"}, "set"),
        ("options", {"rounds": 11, "set": "double-9"}, "at most 10 rounds"),
        ("turn", 0, "from 1 to 2"), ("turn", 3, "from 1 to 2"), ("turn", None, "from 1 to 2"),
        ("turn", "1", "from 1 to 2"), ("turn", True, "from 1 to 2"),
        ("phase", "draw", "start, play, over"), ("phase", ["play"], "start, play, over"),
        ("round", 0, "from 1 to 1"), ("round", 2, "from 1 to 1"), ("round", 1.0, "from 1 to 1"),
        ("scores", [0], "a list of 2"), ("scores", [0, -1], "whole number"),
        ("scores", [0, -1], "from 0 to"), ("scores", {}, "a list of 2"),
        ("engine", 13, "from 0 to 12"), ("engine", None, "from 0 to 12"),
        ("hands", [2, ["0-0"]], "expected a list"), ("hands", [["5-7"]], "a list of 2"),
        ("hands", with_hand("5-7", "5-7"), "5-7 is in hands already"),
        ("hands", with_hand("5-13"), "a domino of the double-12 set, not '5-13'"),
        ("hands", with_hand("05-7"), "not '05-7'"), ("hands", [[57], ["0-0"]], "not 57"),
        ("hands", [[], ["0-0"]], "seat 1 has no domino: the round is over"),
        ("trains", [["12-5"]], "a list of 2"), ("trains", [["5-12"], []], "the open end 12"),
        ("trains", [["12-5", "9-5"], ["12-1"]], "'9-5' does not match the open end 5"),
        ("trains", [[None], []], "not None"),
        ("mexican", [], "must be null"), ("mexican", "12-3", "a list"),
        ("mexican", ["3-12"], "the open end 12"),
        ("markers", [0, 1], "true or false"), ("markers", [True], "a list of 2"),
        ("boneyard", GOOD["boneyard"][1:], "0-2 is missing"), ("boneyard", 80, "a list"),
        ("boneyard", [*GOOD["boneyard"], "0-0"], "0-0 is in hands already"),
        ("drawn", 7, "not 7"), ("drawn", "0-0", "0-0 is in hands already"),
        ("double", None, "on 2, not on None"), ("double", 1, "on 2, not on 1"),
        ("double", "m", "on 2, not on 'm'"), ("double", "M", "from 1 to 2"),
        ("double", 3, "from 1 to 2"), ("double", True, "from 1 to 2"),
        ("first_turns", [1, 1], "each seat once"),
        ("first_turns", [2, 1], "in order"), ("first_turns", [3], "from 1 to 2"),
        ("first_turns", None, "a list"),
        ("passes", 1, "while there is one to draw"), ("passes", 3, "from 0 to 2"),
        ("passes", 2, "all have passed"), ("passes", False, "from 0 to 2"),
    ],
)  # fmt: skip
def test_a_malformed_position_names_its_key(key: str, value: Any, reason: str) -> None:
    with pytest.raises(sidings.BadPosition, match=reason) as caught:
        sidings.load(GOOD | {key: value})
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("key", "changes", "reason"),
    [
        ("drawn", {"drawn": "3-4"}, "must be null in phase start"),
        ("trains", {"trains": ["12-5", ""]}, "no train has begun"),
        ("trains", {"mexican": "12-5"}, "no train has begun"),
        ("markers", {"markers": [False, True]}, "nobody has a marker"),
        ("first_turns", {"first_turns": [1]}, "every seat"),
        ("phase", {"engine": 9}, "without a match is not asked"),
    ],
)
def test_what_cannot_be_at_the_start(key: str, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(sidings.BadPosition, match=f"^{key}: .*{reason}"):
        loaded("6-12 5-7", "0-0", **(START | changes))


@pytest.mark.parametrize(
    ("hand", "given", "reason"),
    [
        ("5-7 0-0", {"trains": ["12-5", "12-1"]}, "a match of train 1"),
        ("3-12", {"trains": ["12-5", ""]}, "a match of train m"),
        ("1-7", {"trains": ["12-5", "12-1 1-1"], "double": 2}, "a match of train 2"),
    ],
)
def test_who_has_drawn_could_not_play(hand: str, given: dict[str, Any], reason: str) -> None:
    with pytest.raises(sidings.BadPosition, match=f"drawn: nothing was drawn: .* {reason}"):
        loaded(hand, "0-1", drawn="3-4", **given)


def test_the_countdown_fixes_the_engine() -> None:
    with pytest.raises(sidings.BadPosition, match="engine: the countdown has 11 in this round"):
        loaded("5-7", "0-0", round=2, options={"rounds": 3, "start": "countdown"})


def test_a_released_double_waits_for_nobody() -> None:
    """BLOCKED's first train has all the zeros; here 0-0 ends it."""
    train = BLOCKED[0].replace(" 0-0", "") + " 0-0"
    options = {"set": "double-9", "dead_double": "release"}
    given: dict[str, Any] = {"trains": [train, BLOCKED[1]], "options": options}
    assert loaded("1-1", "2-2", **given).dump()["double"] is None
    with pytest.raises(sidings.BadPosition, match="double: unconfirmed doubles are on none"):
        loaded("1-1", "2-2", double=1, **given)
    with pytest.raises(sidings.BadPosition, match="double: unconfirmed doubles are on 1, not"):
        loaded("1-1", "2-2", **given | {"options": {"set": "double-9"}})


def test_only_the_marked_were_forced_to_pass() -> None:
    assert sidings.load(blocked(markers=[False, True], passes=1)).dump()["passes"] == 1
    with pytest.raises(
        sidings.BadPosition, match="passes: players who were forced to pass have a marker"
    ):
        sidings.load(blocked(markers=[True, False], passes=1))


END: dict[str, Any] = {"phase": "over", "turn": None, "scores": [0, 3]}


@pytest.mark.parametrize(
    ("key", "hands", "changes", "reason"),
    [
        ("turn", ("", "1-2"), {"turn": 1}, "must be null"),
        ("drawn", ("", "1-2"), {"drawn": "3-4"}, "must be null in phase over"),
        ("round", ("", "1-2"), {"options": {"rounds": 2}}, "over after round 2"),
        ("hands", ("", ""), {}, "two hands are empty"),
        ("phase", ("0-0", "1-2"), {}, "no hand is empty and the boneyard is not"),
    ],
)  # fmt: skip
def test_what_cannot_be_at_the_end(
    key: str, hands: tuple[str, ...], changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(sidings.BadPosition, match=f"^{key}: .*{reason}"):
        loaded(*hands, **(END | changes))


def test_at_the_end_double_and_passes_have_no_meaning() -> None:
    end = loaded("", "1-2", **END, trains=["12-5 5-5", ""], double=2, passes=2).dump()
    assert (end["double"], end["passes"]) == (None, 0)


def test_missing_and_unknown_keys_are_named() -> None:
    with pytest.raises(sidings.BadPosition, match="passes: is missing"):
        sidings.load({key: value for key, value in GOOD.items() if key != "passes"})
    with pytest.raises(sidings.BadPosition, match="colour: Mexican Train has no such key"):
        sidings.load(GOOD | {"colour": "red"})


def test_there_is_no_deck_to_choose() -> None:
    with pytest.raises(sidings.BadDeck, match="Mexican Train is played with a fixed set"):
        sidings.game("mexican-train", "my-deck.csv")


# --- There and back


def bytes_of_the_table(state: Any) -> bytes:
    """All but the key of later deals and what the players have shown, which no position tells."""
    copy = state.copy()
    for name in ("key", "shuffles", "may_hold", "undealt", "asked"):
        copy[name] = 0
    return bytes(copy.tobytes())


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"set": "double-9", "rounds": 2, "dead_double": "release"}),
        pytest.param(5, {"rounds": 1, "double_blank": 50}, marks=pytest.mark.compiled),
        pytest.param(
            8, {"set": "double-15", "rounds": 1, "start": "countdown"}, marks=pytest.mark.compiled
        ),
    ],
)
def test_the_positions_of_a_game_load_as_they_were_dumped(
    players: int, options: dict[str, Any]
) -> None:
    table = sidings.deal("mexican-train", players=players, seed=3, options=options)
    choose = random.Random(3)
    check_round_trip(table)
    while table.turn is not None:
        table.play(choose.choice(table.moves()))
        if table.turn is None or choose.random() < 0.5:
            check_round_trip(table)


def test_a_finished_position_is_the_same_whoever_ended_the_game() -> None:
    table = loaded("0-0", "5-7", trains=["", "12-5"], turn=2)
    table.play("5-7 on 2")
    check_round_trip(table)


def check_round_trip(table: Any) -> None:
    again = sidings.load(json.loads(json.dumps(table.dump())))
    assert bytes_of_the_table(again.state) == bytes_of_the_table(table.state)
    assert (again.options, again.moves()) == (table.options, table.moves())
    assert again.result == table.result


def test_a_hidden_dump_tells_counts() -> None:
    table = loaded("0-0", "1-2 1-3", trains=["12-5", "12-1"], boneyard="3-4")
    table.play("draw")
    own, other = table.dump(seat=1), table.dump(seat=2)
    assert (own["drawn"], own["hands"], own["boneyard"]) == ("3-4", [["0-0"], 2], 91 - 7)
    assert (other["drawn"], other["hands"]) == ("?", [1, ["1-2", "1-3"]])
    assert table.dump(hidden=True) == other | {"hands": [1, 2]}
    with pytest.raises(sidings.BadPosition, match="hands"):
        sidings.load(own)


def test_at_the_end_everybody_sees_the_hands() -> None:
    end = loaded("", "1-2", **END)
    assert end.dump(seat=1)["hands"] == [[], ["1-2"]]
    assert end.dump(hidden=True)["boneyard"] == 89


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=20,
)


@given(st.sampled_from(sorted(GOOD)), JSON)
def test_hostile_values_are_refused_with_a_typed_error(key: str, value: Any) -> None:
    try:
        table = sidings.load(GOOD | {key: value})
    except sidings.SidingsError:
        return
    dumped = table.dump()[key]
    if key == "options":  # those that were not given have their defaults
        dumped = {name: dumped[name] for name in value}
    assert dumped == value


@given(st.text(max_size=30))
def test_hostile_moves_are_refused_with_a_typed_error(move: str) -> None:
    with pytest.raises(sidings.IllegalMove):
        loaded(*HANDS, **DOUBLE).play(move)


def test_a_whole_set_in_one_hand_loads() -> None:
    """No hand gets so large in play, but nothing forbids it."""
    table = loaded("15-15", "0-0", engine=14, rest=1, options={"set": "double-15"})
    assert len(table.dump()["hands"][0]) == 134
