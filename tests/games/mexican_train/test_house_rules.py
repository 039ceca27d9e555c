"""Mexican Train as other tables play it, option by option."""

from typing import Any

import pytest

import sidings
from games.mexican_train.positions import after, blocked, loaded, position
from rulebook import rule


def refused(table: Any, move: str) -> tuple[str, str]:
    with pytest.raises(sidings.IllegalMove) as caught:
        table.play(move)
    return caught.value.rule, caught.value.code


def sizes(**given: Any) -> set[int]:
    table = sidings.deal("mexican-train", seed=3, **{"start": "set-aside"} | given)
    return {len(hand) for hand in table.dump()["hands"]}


# --- The set, the hands and the engine


@rule("MT-25")
def test_double_eighteen_is_for_everybody() -> None:
    assert sizes(players=2, set="double-18") == sizes(players=8, set="double-18") == {15}
    table = loaded("17-18 16-17 3-18", "16-16 0-16", options={"set": "double-18"})
    assert sorted(table.moves()) == ["17-18 on 1", "3-18 on 1"]
    table.play("17-18 on 1")
    assert table.dump()["hands"] == [["3-18", "16-17"], ["0-16", "16-16"]]
    assert table.dump(seat=2)["hands"] == [2, ["0-16", "16-16"]]


@rule("MT-26")
def test_another_hand() -> None:
    assert sizes(players=4, hand=20) == {20}
    assert sidings.deal("mexican-train", 4, 1, hand=15).options["hand"] == 15
    with pytest.raises(sidings.BadOption, match="8 players of double-12 have at most 11 each"):
        sizes(players=8, hand=12)


@rule("MT-27")
def test_the_engine_is_set_aside_and_the_first_seat_has_an_ordinary_turn() -> None:
    table = sidings.deal("mexican-train", 3, 1, rounds=13, start="set-aside")
    start = table.dump()
    assert (start["engine"], start["turn"], start["phase"]) == (12, 1, "play")
    assert start["first_turns"] == [1, 2, 3]
    end = after("5-7 on 1", "5-7", "1-2", trains=["12-5", ""],
                options={"rounds": 2, "start": "set-aside"})  # fmt: skip
    assert (end.dump()["engine"], end.turn) == (11, 2)
    with pytest.raises(sidings.BadPosition, match="phase: nobody has played the engine"):
        loaded("5-12", "1-2", phase="start", first_turns=[1, 2], options={"start": "set-aside"})


# --- The first turn

FIRST = {"first_turns": [1, 2], "options": {"first_turn": "train"}}


@rule("MT-28")
def test_the_first_train_is_as_long_as_one_likes() -> None:
    table = after("5-12 on 1, 5-5 on 1", "5-12 5-5 5-9 3-3", "7-12 0-1", **FIRST)
    assert table.moves() == ["5-9 on 1", "pass"]
    assert table.dump()["doubles"] == [{"train": 1, "seat": 1}]
    assert table.dump()["double"] is None
    assert refused(table, "3-3 on m") == ("MT-28", "first-train")
    assert refused(table, "draw") == ("MT-13", "can-play")
    table.play("pass")
    assert (table.turn, table.dump()["markers"]) == (2, [False, False])
    table.play("7-12 on 2")
    assert table.moves() == ["pass"]
    assert refused(table, "draw") == ("MT-28", "first-train")
    table.play("pass")  # now all first turns are over, and the double has to be confirmed
    assert (table.turn, table.dump()["double"], table.moves()) == (1, 1, ["5-9 on 1"])


@rule("MT-28")
def test_doubles_of_first_turns_are_confirmed_in_the_order_they_were_laid() -> None:
    moves = "5-12 on 1, 5-5 on 1, pass, 7-12 on 2, 7-7 on 2, pass, 5-6 on 1"
    table = after(moves, "5-12 5-5 5-6 3-3", "7-12 7-7 7-8 0-1", **FIRST)
    assert (table.turn, table.dump()["double"]) == (2, 2)


@rule("MT-28")
def test_a_starter_and_a_player_who_draws_go_on_too() -> None:
    table = after("5-12 on 1", "5-12 5-6", "0-1", phase="start", boneyard="1-12", **FIRST)
    assert (table.turn, table.moves()) == (1, ["5-6 on 1", "pass"])
    table.play("pass")
    for move in ("draw", "1-12 on 2", "0-1 on 2"):
        table.play(move)
    assert table.result is not None


@rule("MT-29")
@pytest.mark.parametrize(
    ("begin", "moves"),
    [("first-turn", {"5-12 on 1", "1-2 on m"}), ("always", {"5-12 on 1"}),
     ("never", {"5-12 on 1", "1-2 on m", "2-6 on 2"})],
)  # fmt: skip
def test_where_one_may_play_before_ones_train_has_begun(begin: str, moves: set[str]) -> None:
    table = loaded("5-12 1-2 2-6", "0-0", trains=["", "12-6"], mexican="12-1",
                   markers=[False, True], options={"begin": begin})  # fmt: skip
    assert set(table.moves()) == moves
    if begin == "always":
        assert refused(table, "1-2 on m") == ("MT-29", "own-train-first")


# --- Drawing


@rule("MT-30")
def test_one_draws_until_a_domino_fits_and_must_play_it() -> None:
    table = after("draw", "0-1", "0-0", boneyard="2-3 4-4 5-12", options={"draw": "until-fits"})
    assert table.moves() == ["draw"]
    assert refused(table, "pass") == ("MT-30", "does-not-fit")
    table.play("draw")
    table.play("draw")
    assert table.moves() == ["5-12 on 1"]
    assert refused(table, "pass") == refused(table, "draw") == ("MT-30", "drawn-fits")
    table.play("5-12 on 1")
    assert table.dump()["hands"][0] == ["0-1", "2-3", "4-4"]


@rule("MT-30")
def test_with_an_empty_boneyard_the_search_ends() -> None:
    start = blocked()
    start["options"]["draw"] = "until-fits"
    start["boneyard"] = [start["hands"][1].pop()]
    table = sidings.load(start)
    table.play("draw")
    assert table.moves() == ["pass"]
    assert refused(table, "draw") == ("MT-14", "boneyard-empty")
    table.play("pass")
    assert table.dump()["markers"] == [True, False]


# --- Doubles

TWO = {"trains": ["12-5", "12-7"], "mexican": "12-6"}


@rule("MT-31")
def test_several_doubles_and_only_the_last_is_confirmed() -> None:
    table = after("5-5 on 1", "5-5 6-6 5-8 6-9 0-0", "5-9 0-1", **TWO, options={"doubles": "last"})
    assert table.moves() == ["5-8 on 1", "6-6 on m"]
    assert refused(table, "0-0 on 2") == ("MT-31", "only-doubles")
    table.play("6-6 on m")
    assert table.dump()["doubles"] == [{"train": "m", "seat": 1}]
    assert table.moves() == ["6-9 on m"]
    table.play("6-9 on m")
    assert (table.turn, table.dump()["doubles"]) == (2, [])


@rule("MT-31")
def test_several_doubles_confirmed_in_order() -> None:
    table = after("5-5 on 1, 6-6 on m", "5-5 6-6 5-8 6-9 0-0", "6-8 0-1", **TWO,
                  options={"doubles": "in-order"})  # fmt: skip
    assert (table.dump()["double"], table.moves()) == (1, ["5-8 on 1"])
    table.play("5-8 on 1")
    assert (table.turn, table.dump()["double"], table.moves()) == (2, "m", ["6-8 on m"])
    assert table.dump()["more_doubles"] is False


@rule("MT-31")
def test_a_double_drawn_may_follow_another_or_be_kept() -> None:
    table = after("5-5 on 1, draw", "5-5 0-0 1-1", "0-1", **TWO, boneyard="6-6",
                  options={"doubles": "in-order"})  # fmt: skip
    assert table.moves() == ["6-6 on m", "pass"]


@rule("MT-31")
def test_a_double_binds_only_the_player_who_laid_it() -> None:
    table = after("5-5 on 1, draw, pass", "5-5 0-0", "7-9 5-10 0-1", **TWO, boneyard="2-3",
                  options={"doubles": "own"})  # fmt: skip
    assert (table.turn, table.dump()["double"]) == (2, None)
    assert set(table.moves()) == {"7-9 on 2", "5-10 on 1"}  # seat 1 has a marker
    other = table.copy()
    table.play("7-9 on 2")
    assert (table.dump()["double"], table.moves()) == (1, ["draw"])
    other.play("5-10 on 1")
    assert (other.dump()["doubles"], other.dump()["double"]) == ([], None)


@rule("MT-31")
def test_doubles_that_need_no_confirmation() -> None:
    table = after("5-5 on 1", "5-5 5-8", "0-1", **TWO, options={"doubles": "free"})
    assert (table.turn, table.dump()["doubles"]) == (2, [])


@rule("MT-32")
def test_a_double_that_dies_while_it_waits_is_released() -> None:
    train = "9-0 0-0 0-1 1-2 2-0 0-3 3-4 4-0 0-5 5-6 6-0 0-7 7-8 8-1 1-1"
    others = "9-1 1-3 3-5 5-1 1-4 4-6 6-1"
    given = {"trains": [train, others], "turn": 2, "doubles": [{"train": 1, "seat": 1}]}
    options = {"set": "double-9", "doubles": "own", "dead_double": "release"}
    table = loaded("0-8", "1-7 2-2", **given, options=options)
    table.play("1-7 on 2")
    assert (table.turn, table.dump()["doubles"]) == (1, [])
    waits = loaded("0-8", "1-7 2-2", **given, options=options | {"dead_double": "wait"})
    waits.play("1-7 on 2")
    assert waits.dump()["double"] == 1


@rule("MT-23")
def test_while_a_double_waits_every_pass_counts() -> None:
    start = blocked(double=1)
    start["trains"][0].remove("0-0")
    start["trains"][0].append("0-0")
    table = sidings.load(start)
    table.play("pass")
    assert (table.dump()["passes"], table.dump()["markers"]) == (1, [True, False])
    table.play("pass")
    assert table.turn is None


# --- The last domino, and what counts

CALL = {"trains": ["12-5", "12-7"], "options": {"last_domino": "call"}}


@rule("MT-33")
def test_who_calls_in_time_draws_nothing() -> None:
    table = loaded("5-9 0-0", "7-8 1-1", **CALL)
    assert table.moves() == ["5-9 on 1", "call"]
    table.play("call")
    assert refused(table, "call") == ("MT-33", "called-already")
    assert table.dump()["called"] is True
    table.play("5-9 on 1")
    assert (table.turn, len(table.dump()["hands"][0]), table.dump()["called"]) == (2, 1, False)


@rule("MT-33")
@pytest.mark.parametrize(("boneyard", "size"), [(5, 3), (1, 2), (0, 1)])
def test_who_does_not_call_draws_two(boneyard: int, size: int) -> None:
    start = position("5-9 0-0", "7-8", **CALL)
    start["hands"][1] += start["boneyard"][boneyard:]
    start["boneyard"] = start["boneyard"][:boneyard]
    table = sidings.load(start)
    table.play("5-9 on 1")
    assert (table.turn, len(table.dump()["hands"][0])) == (2, size)


@rule("MT-33")
def test_who_may_call() -> None:
    table = loaded("5-9 0-0 1-1", "7-8", **CALL)
    assert refused(table, "call") == ("MT-33", "call-with-two")
    assert refused(loaded("5-9 0-0", "7-8"), "call") == ("MT-33", "no-calls")


@rule("MT-34")
@pytest.mark.parametrize("points", [0, 25, 50])
def test_the_double_blank_counts(points: int) -> None:
    table = after("5-9 on 1", "5-9", "0-0 0-1", **TWO, options={"double_blank": points})
    assert table.result is not None
    assert table.result.scores == [0, 1 + points]


@rule("MT-35")
def test_an_open_train_costs_points() -> None:
    table = after("6-9 on m", "6-9", "0-1", "0-2", trains=["12-5", "12-7", "12-8"], mexican="12-6",
                  markers=[True, True, False], options={"open_train": 25})  # fmt: skip
    assert table.result is not None
    assert table.result.scores == [25, 1 + 25, 2]


# --- Impossible positions


@pytest.mark.parametrize(
    ("options", "given", "reason"),
    [
        ("confirm", {"doubles": [{"train": 1, "seat": 1}]}, "doubles: unconfirmed doubles are on"),
        ("confirm", {"double": 2}, "double: unconfirmed doubles are on none"),
        ("confirm", {"doubles": [1]}, "doubles: expected a train and a seat, not 1"),
        ("confirm", {"doubles": [{"train": 1, "seat": 3}]}, "doubles: expected a whole number"),
        ("confirm", {"more_doubles": 1}, "more_doubles: expected true or false"),
        ("confirm", {"more_doubles": True}, "more_doubles: there is no double"),
        ("confirm", {"called": True}, "called: nobody calls now"),
        ("free", {"trains": ["12-5 5-5", "12-7"], "doubles": [{"train": 1, "seat": 1}]},
         "doubles: unconfirmed doubles are on none"),
        ("in-order", {"trains": ["12-5 5-5", "12-7"], "doubles": []},
         "doubles: unconfirmed doubles are on 1"),
        ("in-order", {"trains": ["12-5 5-5", "12-7"], "doubles": 2 * [{"train": 1, "seat": 1}]},
         "doubles: 1 is there twice"),
        ("in-order", {"trains": ["12-5 5-5", "12-7"], "doubles": [{"train": 1, "seat": 2}]},
         "double: the double to confirm is on 1, not on None"),
        ("confirm", {"trains": ["12-5 5-5", "12-7 7-7"], "double": 1,
                     "doubles": [{"train": 1, "seat": 1}, {"train": 2, "seat": 2}]},
         "doubles: only one double"),
        ("own", {"trains": ["12-5 5-5", "12-7 7-7"], "double": 1,
                 "doubles": [{"train": 1, "seat": 1}, {"train": 2, "seat": 1}]},
         "doubles: nobody has more than one"),
    ],
)  # fmt: skip
def test_impossible_doubles_are_refused(options: str, given: dict[str, Any], reason: str) -> None:
    with pytest.raises(sidings.BadPosition) as caught:
        loaded("5-9 0-0", "7-8", **{"trains": ["12-5", "12-7"]} | given,
               options={"doubles": options})  # fmt: skip
    assert str(caught.value).startswith(reason)


def test_nothing_is_drawn_when_another_double_could_be_laid_or_a_first_train_goes_on() -> None:
    given = {"trains": ["12-5 5-5", ""], "double": 1, "more_doubles": True,
             "doubles": [{"train": 1, "seat": 1}], "drawn": "0-3"}  # fmt: skip
    with pytest.raises(sidings.BadPosition, match="match of train m"):
        loaded("6-6 0-0", "7-8", **given, mexican="12-6", options={"doubles": "last"})
    with pytest.raises(sidings.BadPosition, match="drawn: nothing is drawn once"):
        loaded("6-6 0-0", "7-8", trains=["12-5", ""], drawn="0-3", **FIRST)
