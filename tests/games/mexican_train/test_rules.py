"""Mexican Train, rule by rule: given this position, after that move, this position."""

from typing import Any

import pytest

import sidings
from games.mexican_train.positions import (
    after,
    blocked,
    loaded,
    mentioned,
    position,
    whole_set,
)
from rulebook import rule
from sidings.play.table import Table


def deal(players: int, seed: int = 1, **options: Any) -> Table:
    return sidings.deal("mexican-train", players=players, seed=seed, **options)


def sizes(table: Table) -> list[int]:
    return [len(hand) for hand in table.dump()["hands"]]


def refused(table: Table, move: str) -> str:
    with pytest.raises(sidings.IllegalMove) as caught:
        table.play(move)
    return caught.value.rule


# --- Material and aim


@rule("MT-1")
@pytest.mark.parametrize(
    ("name", "count"), [("double-12", 91), ("double-9", 55), ("double-15", 136)]
)
def test_every_pair_of_numbers_is_there_once(name: str, count: int) -> None:
    table = deal(4, set=name)
    cards = table.game.cards(table.state)
    assert len(cards) == len(set(cards)) == count
    assert mentioned(table.dump()) == set(cards) == set(whole_set(int(name[7:])))


@rule("MT-1")
@pytest.mark.parametrize("players", [1, 9, True, "4"])
def test_other_numbers_of_players_are_refused(players: Any) -> None:
    with pytest.raises(sidings.BadOption, match="for 2 to 8 players"):
        deal(players)


@rule("MT-2")
def test_the_lowest_total_over_all_rounds_wins() -> None:
    last_round = {"options": {"rounds": 2}, "round": 2, "scores": [30, 8]}
    table = after("5-7 on 1", "5-7", "1-2", trains=["12-5", ""], **last_round)
    assert table.result is not None
    assert table.result.scores == [30, 11]  # seat 1 won the round, seat 2 the game
    assert (table.result.ranking, table.result.winners) == ([2, 1], [2])


@rule("MT-2")
def test_the_next_round_is_dealt_at_once() -> None:
    table = after("5-7 on 1", "5-7", "1-2", trains=["12-5", "12-1"], options={"rounds": 2})
    now = table.dump()
    assert (now["round"], now["scores"], now["phase"] != "over") == (2, [0, 3], True)
    assert (now["trains"], now["mexican"], now["markers"]) == ([[], []], None, [False, False])
    assert sum(sizes(table)) == 29
    assert table.result is None


@rule("MT-3")
def test_three_rounds_unless_told_otherwise() -> None:
    assert deal(2).options["rounds"] == 3
    assert deal(2, rounds=13).options["rounds"] == 13


@rule("MT-3")
@pytest.mark.parametrize(
    ("name", "rounds"),
    [("double-12", 0), ("double-12", 14), ("double-9", 11), ("double-15", 17), ("double-12", "3")],
)
def test_there_are_at_most_as_many_rounds_as_doubles(name: str, rounds: Any) -> None:
    with pytest.raises(sidings.BadOption, match="rounds"):
        deal(2, set=name, rounds=rounds)


@rule("MT-3")
def test_equal_lowest_totals_share_the_win() -> None:
    last_round = {"options": {"rounds": 2}, "round": 2, "scores": [7, 4, 20]}
    table = after("5-7 on 1", "5-7", "1-2", "0-2", trains=["12-5", "", ""], **last_round)
    assert table.result is not None
    assert (table.result.ranking, table.result.winners) == ([1, 1, 3], [1, 2])


# --- Setting up a round


@rule("MT-4")
@pytest.mark.parametrize(
    ("name", "dealt"),
    [
        ("double-12", {2: 15, 3: 15, 4: 15, 5: 11, 6: 11, 7: 8, 8: 8}),
        ("double-9", {2: 12, 3: 11, 4: 10}),
        ("double-15", {2: 15, 3: 15, 4: 15, 5: 15, 6: 15, 7: 12, 8: 12}),
    ],
)
def test_the_size_of_the_hands(name: str, dealt: dict[int, int]) -> None:
    for players, size in dealt.items():
        table = deal(players, set=name)
        assert sorted(sizes(table)) == [size - 1] + [size] * (players - 1)  # the engine is placed
        boneyard = len(whole_set(int(name[7:]))) - players * size
        assert len(table.dump()["boneyard"]) == boneyard


@rule("MT-4")
def test_double_9_is_too_small_for_more_than_four() -> None:
    with pytest.raises(sidings.BadOption, match="double-9 is for 2 to 4 players, not 5"):
        deal(5, set="double-9")


@rule("MT-4")
def test_hands_and_boneyard_are_hidden_and_their_sizes_public() -> None:
    table = loaded("5-7 1-2", "3-4", "0-0 0-1 0-2")
    assert table.dump(seat=2)["hands"] == [2, ["3-4"], 3]
    assert table.dump(hidden=True)["hands"] == [2, 1, 3]
    assert table.dump(seat=2)["boneyard"] == 91 - 6 - 1


@rule("MT-4")
def test_each_round_is_shuffled_anew() -> None:
    table = after("5-7 on 1", "5-7", "1-2", trains=["12-5", "12-1"], options={"rounds": 3})
    first = table.dump()
    assert len(mentioned(first)) == 91
    assert len({deal(2, seed).dump()["boneyard"][0] for seed in range(20)}) > 10


@rule("MT-5")
@pytest.mark.parametrize(("seed", "starter", "engine"), [(0, 2, 12), (12, 3, 10), (14, 1, 11)])
def test_the_highest_double_in_hand_starts(seed: int, starter: int, engine: int) -> None:
    table = deal(4, seed)
    now = table.dump()
    assert (table.turn, now["engine"], now["phase"]) == (starter, engine, "start")
    assert sizes(table)[starter - 1] == 14
    held = {domino for hand in now["hands"] for domino in hand}
    assert not held & {f"{number}-{number}" for number in range(engine, 13)}


@rule("MT-5")
def test_the_countdown_starts_with_the_double_of_the_round() -> None:
    table = after("5-7 on 1", "5-7", "1-2", "0-2", trains=["12-5", "12-1", "12-2"],
                  options={"rounds": 3, "start": "countdown"})  # fmt: skip
    assert table.dump()["engine"] == 11


@rule("MT-6")
def test_without_a_double_players_draw_until_one_appears() -> None:
    table = deal(2, 131, set="double-15")
    now = table.dump()
    assert (sizes(table), table.turn) == ([15 + 3, 15 + 3 - 1], 2)  # seat 2 drew the sixth
    doubles = {f"{number}-{number}" for number in range(16)}
    assert not doubles & {domino for hand in now["hands"] for domino in hand}
    assert doubles - set(now["boneyard"]) == {f"{now['engine']}-{now['engine']}"}


@rule("MT-6")
def test_the_first_seat_to_draw_moves_one_to_the_left_each_round() -> None:
    start = position("5-7", "0-1", "0-2", trains=["12-5", "12-1", "12-2"],
                     options={"rounds": 2, "start": "countdown"})  # fmt: skip
    table = sidings.load(start, seed=18)
    table.play("5-7 on 1")
    # Seats 2, 3, 1, 2 and 3 drew; seat 3 got 11-11 and placed it.
    assert (table.dump()["engine"], sizes(table), table.turn) == (11, [16, 17, 16], 3)


START: dict[str, Any] = {"phase": "start", "first_turns": [1, 2]}


@rule("MT-7")
def test_the_starter_may_begin_a_train() -> None:
    table = loaded("5-12 3-4 4-12", "1-2", **START)
    assert table.moves() == ["4-12 on 1", "5-12 on 1", "pass"]
    table.play("5-12 on 1")
    now = table.dump()
    assert now["trains"] == [["12-5"], []]
    assert (now["turn"], now["phase"], now["first_turns"]) == (2, "play", [2])


@rule("MT-7")
def test_the_starter_may_decline_and_is_not_marked() -> None:
    now = after("pass", "5-12 3-4", "1-2", **START).dump()
    assert (now["turn"], now["phase"], now["first_turns"]) == (2, "play", [2])
    assert (now["markers"], now["trains"], now["hands"][0]) == (
        [False, False], [[], []], ["3-4", "5-12"],
    )  # fmt: skip
    assert now["drawn"] is None


@rule("MT-7")
def test_a_starter_without_a_match_is_not_asked() -> None:
    table = deal(4, 2)
    now = table.dump()
    assert sizes(table) == [15, 15, 15, 14]
    assert not any("12" in domino.split("-") for domino in now["hands"][3])
    assert (now["turn"], now["phase"], now["first_turns"]) == (1, "play", [1, 2, 3])
    assert now["markers"] == [False] * 4


# --- A turn


@rule("MT-8")
def test_a_domino_matches_the_open_end_and_its_other_end_is_open() -> None:
    table = loaded("5-7 0-1", "1-2", trains=["12-5", "12-1"])
    table.play("7-5 on 1")
    assert table.dump()["trains"][0] == ["12-5", "5-7"]
    assert table.turn == 2
    assert refused(loaded("5-7 0-1", "1-2", trains=["12-7 7-0", "12-1"]), "5-7 on 1") == "MT-8"


@rule("MT-8")
def test_a_train_that_has_not_begun_opens_with_the_engine() -> None:
    table = loaded("5-12 5-11", "1-2", engine=11)
    assert table.moves() == ["5-11 on 1"]


@rule("MT-9")
def test_on_the_first_turn_one_may_only_begin_ones_train() -> None:
    given: dict[str, Any] = {"trains": ["", "12-5"], "mexican": "12-7", "markers": [False, True]}
    table = loaded("5-6 7-8 3-12", "1-2", first_turns=[1], **given)
    assert table.moves() == ["3-12 on 1"]
    assert refused(table, "7-8 on m") == "MT-9"
    assert loaded("5-6 7-8", "1-2", first_turns=[1], **given).moves() == ["draw"]


@rule("MT-9")
def test_a_domino_drawn_on_the_first_turn_may_only_begin_the_train() -> None:
    given: dict[str, Any] = {"trains": ["", "12-5"], "mexican": "12-7", "first_turns": [1]}
    table = after("draw", "5-6", "1-2", boneyard="7-9 3-12", **given)
    assert table.moves() == ["pass"]
    assert after("draw", "5-6", "1-2", boneyard="3-12", **given).moves() == ["3-12 on 1", "pass"]


@rule("MT-9")
def test_from_the_second_turn_on_the_mexican_train_will_do() -> None:
    given: dict[str, Any] = {"trains": ["", "12-5"], "markers": [False, True]}
    table = loaded("5-6 7-8 3-12", "1-2", mexican="12-7", **given)
    assert table.moves() == ["3-12 on 1", "7-8 on m"]
    assert loaded("5-6 7-8 3-12", "1-2", **given).moves() == ["3-12 on 1"]


@rule("MT-9")
def test_the_first_turn_is_over_once_it_has_been_played() -> None:
    table = after("1-12 on 1", "1-12 3-12", "0-0", "0-1", first_turns=[1, 2])
    assert table.dump()["first_turns"] == [2]
    table.play("draw")
    assert table.dump()["first_turns"] == [2]
    table.play("pass")
    assert table.dump()["first_turns"] == []


@rule("MT-10")
def test_nobody_extends_an_unmarked_train_of_another() -> None:
    table = loaded("1-6 5-7", "0-2", trains=["12-5", "12-1"])
    assert table.moves() == ["5-7 on 1"]
    assert refused(table, "1-6 on 2") == "MT-10"


@rule("MT-11")
def test_a_marked_train_is_open_to_those_whose_own_has_begun() -> None:
    marked: dict[str, Any] = {"markers": [False, True]}
    table = loaded("1-6 5-7", "0-2", trains=["12-5", "12-1"], **marked)
    assert table.moves() == ["5-7 on 1", "1-6 on 2"]
    table = loaded("1-6 5-12", "0-2", trains=["", "12-1"], **marked)
    assert table.moves() == ["5-12 on 1"]
    assert refused(table, "1-6 on 2") == "MT-11"


@rule("MT-11")
def test_another_may_begin_a_marked_train_and_it_stays_its_owners() -> None:
    table = after("6-12 on 2, 2-6 on 2", "6-12 5-7", "2-6 0-0", trains=["12-5", ""],
                  markers=[False, True])  # fmt: skip
    assert table.dump()["trains"] == [["12-5"], ["12-6", "6-2"]]
    assert table.dump()["markers"] == [False, False]


@rule("MT-11", "MT-12")
def test_a_train_begun_by_another_counts_as_begun_for_its_owner() -> None:
    given: dict[str, Any] = {"trains": ["12-5", ""], "markers": [True, True]}
    table = after("6-12 on 2", "6-12 5-7", "5-9 3-12", **given)
    assert table.moves() == ["5-9 on 1", "3-12 on m"]


@rule("MT-12")
def test_who_has_begun_may_start_the_mexican_train() -> None:
    table = after("3-12 on m", "3-12 5-7", "3-4 0-2 2-12", trains=["12-5", ""])
    assert table.dump()["mexican"] == ["12-3"]
    assert table.moves() == ["2-12 on 2", "3-4 on m"]  # there is one Mexican train, open to anyone
    table = loaded("3-12 5-7", "0-2", trains=["", "12-1"])
    assert table.moves() == ["3-12 on 1"]
    assert refused(table, "3-12 on m") == "MT-12"


@rule("MT-13")
def test_who_can_play_may_not_draw() -> None:
    table = loaded("5-7 0-0", "1-2", trains=["12-5", ""])
    assert table.moves() == ["5-7 on 1"]
    assert refused(table, "draw") == "MT-13"
    assert refused(table, "pass") == "MT-13"


UNABLE: dict[str, Any] = {"trains": ["12-5", "12-1"]}


@rule("MT-14")
def test_who_cannot_play_draws() -> None:
    table = loaded("0-0", "1-2", boneyard="3-4 5-6", **UNABLE)
    assert table.moves() == ["draw"]
    table.play("draw")
    now = table.dump()
    assert (now["drawn"], now["hands"][0], now["boneyard"][0]) == ("3-4", ["0-0"], "5-6")
    assert (table.turn, table.moves()) == (1, ["pass"])


@rule("MT-14")
def test_who_does_not_play_the_domino_drawn_is_marked() -> None:
    table = after("draw, pass", "0-0", "1-2", boneyard="3-4", **UNABLE)
    now = table.dump()
    assert (now["hands"][0], now["drawn"]) == (["0-0", "3-4"], None)
    assert (now["markers"], now["turn"]) == ([True, False], 2)


@rule("MT-14")
def test_a_domino_drawn_that_fits_may_be_played_or_kept() -> None:
    table = after("draw", "0-0", "1-2", boneyard="3-5", mexican="12-3", **UNABLE)
    assert table.moves() == ["3-5 on 1", "3-5 on m", "pass"]
    kept, played = table.copy(), table.copy()
    kept.play("pass")
    assert kept.dump()["markers"] == [True, False]
    played.play("3-5 on m")
    assert (played.dump()["mexican"], played.dump()["markers"]) == (["12-3", "3-5"], [False, False])
    assert played.turn == 2
    assert refused(table, "0-0 on 1") == "MT-14"  # only the one drawn


@rule("MT-14")
def test_with_an_empty_boneyard_one_passes_and_is_marked() -> None:
    table = sidings.load(blocked())
    assert table.moves() == ["pass"]
    table.play("pass")
    assert (table.dump()["markers"], table.turn) == ([True, False], 2)


@rule("MT-14", "MT-17")
def test_a_drawn_double_that_is_played_may_lead_to_a_second_draw() -> None:
    table = after("draw, 5-5 on 1", "0-0", "1-2", boneyard="5-5 3-4", **UNABLE)
    assert (table.turn, table.moves()) == (1, ["draw"])
    table.play("draw")
    assert (table.dump()["drawn"], table.moves()) == ("3-4", ["pass"])


@rule("MT-15")
def test_the_marker_stays_until_its_owner_extends_the_train() -> None:
    given: dict[str, Any] = {"trains": ["12-5", "12-1"], "markers": [True, False]}
    assert after("3-12 on m", "3-12 5-7", "1-2", **given).dump()["markers"] == [True, False]
    assert after("5-7 on 1", "3-12 5-7", "1-2", **given).dump()["markers"] == [False, False]
    by_another = after("5-9 on 1", "3-12 5-7", "1-2 5-9", turn=2, **given)
    assert by_another.dump()["markers"] == [True, False]


# --- Doubles

DOUBLE: dict[str, Any] = {"trains": ["12-5 5-5", "12-1"], "double": 1}


@rule("MT-16")
def test_the_player_of_a_double_confirms_it_at_once_on_that_train() -> None:
    table = after("5-5 on 1", "5-5 5-7 3-12 1-5", "1-2", trains=["12-5", "12-1"])
    now = table.dump()
    assert (now["turn"], now["double"], now["trains"][0]) == (1, 1, ["12-5", "5-5"])
    assert table.moves() == ["1-5 on 1", "5-7 on 1"]
    assert refused(table, "3-12 on m") == "MT-18"
    assert refused(table, "3-12 on 1") == "MT-16"
    table.play("5-7 on 1")
    assert (table.turn, table.dump()["double"]) == (2, None)


@rule("MT-17")
def test_a_player_without_a_match_of_the_double_draws_one() -> None:
    table = after("5-5 on 1, draw", "5-5 3-12", "1-2", boneyard="5-9 0-0", trains=["12-5", "12-1"])
    assert table.moves() == ["5-9 on 1"]  # it matches, so it must be played
    assert refused(table, "pass") == "MT-18"
    table.play("5-9 on 1")
    assert (table.turn, table.dump()["markers"]) == (2, [False, False])


@rule("MT-17")
def test_who_draws_no_match_either_is_marked() -> None:
    table = after(
        "5-5 on 1, draw, pass", "5-5 3-12", "1-2", boneyard="3-4", trains=["12-5", "12-1"]
    )
    now = table.dump()
    assert (now["turn"], now["double"], now["markers"]) == (2, 1, [True, False])
    assert now["hands"][0] == ["3-4", "3-12"]


@rule("MT-18")
@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("own", ["12-1", ""])
def test_the_next_player_must_confirm_if_possible(marked: bool, own: str) -> None:
    given = DOUBLE | {"trains": ["12-5 5-5", own], "markers": [marked, False], "turn": 2}
    table = loaded("0-0", "5-7 1-3 3-12", **given)
    assert table.moves() == ["5-7 on 1"]
    assert refused(table, "draw") == "MT-18"


@rule("MT-18")
def test_the_double_goes_round_the_table_until_somebody_confirms_it() -> None:
    trains = ["12-5", "12-1", "12-2 2-2"]
    table = loaded("0-0", "0-1", "2-4 0-4", trains=trains, double=3, boneyard="3-4 2-7 0-8")
    table.play("draw")
    assert (table.dump()["drawn"], table.moves()) == ("3-4", ["pass"])
    table.play("pass")
    assert table.dump()["markers"] == [True, False, False]
    table.play("draw")
    assert table.moves() == ["2-7 on 3"]  # drawn, it matches, so it must be played
    passed_on = after("draw, pass, draw, pass", "0-0", "0-1", "2-4 0-4", trains=trains, double=3,
                      boneyard="3-4 0-7")  # fmt: skip
    assert passed_on.moves() == ["2-4 on 3"]
    assert passed_on.dump()["markers"] == [True, True, False]


@rule("MT-18")
def test_a_double_on_the_mexican_train_waits_too() -> None:
    table = loaded("3-4 5-7", "1-2", trains=["12-5", ""], mexican="12-3 3-3", double="m")
    assert table.moves() == ["3-4 on m"]


@rule("MT-19")
def test_play_resumes_to_the_left_of_the_confirmer() -> None:
    trains = ["12-5 5-5", "12-1", "12-2"]
    table = after("5-7 on 1", "0-0", "5-7 5-8", "2-4", trains=trains, double=1, turn=2)
    assert (table.turn, table.dump()["double"]) == (3, None)
    assert table.moves() == ["2-4 on 3"]


@rule("MT-20")
def test_confirming_opens_the_train_to_nobody() -> None:
    table = after("5-7 on 1, 7-9 on 1", "0-0 7-9", "5-7 7-8 8-9", turn=2, **DOUBLE)
    assert table.moves() == ["draw"]  # 8-9 would match seat 1's train


@rule("MT-20")
def test_confirming_on_ones_own_train_removes_the_marker() -> None:
    table = after("5-7 on 1", "5-7 0-0", "1-2", markers=[True, True], **DOUBLE)
    assert table.dump()["markers"] == [False, True]


# Every other domino with a 0 is on the table, and seat 1 can lay 0-0 on its own train.
ZEROS = "9-0 0-1 1-2 2-0 0-3 3-4 4-0 0-5 5-6 6-0 0-7 7-8 8-0"


@rule("MT-20")
@pytest.mark.parametrize(
    ("dead_double", "turn", "double", "moves"),
    [("wait", 1, 1, ["draw"]), ("release", 2, None, ["2-9 on 2"])],
)
def test_a_dead_double_waits_or_is_released(
    dead_double: str, turn: int, double: int | None, moves: list[str]
) -> None:
    options = {"set": "double-9", "dead_double": dead_double}
    table = after("0-0 on 1", "0-0 1-1", "2-9 2-2", trains=[ZEROS, ""], options=options)
    assert (table.turn, table.dump()["double"], table.moves()) == (turn, double, moves)


@rule("MT-20")
def test_a_double_that_can_still_be_confirmed_is_not_released() -> None:
    options = {"set": "double-9", "dead_double": "release"}
    given: dict[str, Any] = {"trains": [ZEROS.removesuffix(" 0-7 7-8 8-0"), ""]}
    table = after("0-0 on 1", "0-0 1-1", "0-7 2-2 0-8", options=options, **given)
    assert (table.turn, table.dump()["double"]) == (1, 1)


@rule("MT-21")
def test_a_last_domino_that_is_a_double_needs_no_confirmation() -> None:
    table = after("5-5 on 1", "5-5", "1-2", trains=["12-5", "12-1"])
    assert table.turn is None
    assert table.result is not None
    assert table.result.scores == [0, 3]
    assert table.dump()["double"] is None


# --- End


@rule("MT-22")
def test_the_round_ends_at_once_with_a_last_domino() -> None:
    table = after("5-7 on 1", "5-7", "1-2 1-3", trains=["12-5", "12-1"])
    now = table.dump()
    assert (now["turn"], now["phase"]) == (None, "over")
    assert now["hands"] == [[], ["1-2", "1-3"]]
    assert now["trains"][0] == ["12-5", "5-7"]


@rule("MT-22")
def test_playing_the_domino_drawn_does_not_end_the_round() -> None:
    table = after("draw, 5-7 on 1", "0-0", "1-2", boneyard="5-7", **UNABLE)
    assert table.turn == 2


@rule("MT-23")
def test_a_round_ends_when_all_pass_and_nothing_changes() -> None:
    table = sidings.load(blocked())
    passes = []
    for _ in range(3):
        table.play("pass")
        passes.append(table.dump()["passes"])
    assert passes == [0, 0, 1]  # the first two placed a marker
    table.play("pass")
    assert table.turn is None


@rule("MT-23")
def test_a_domino_played_starts_the_count_again() -> None:
    start = blocked(markers=[True, True], passes=1)
    start["trains"][1], last = start["trains"][1][:-1], start["trains"][1][-1]
    start["hands"][0].append(last)
    table = sidings.load(start)
    table.play("8-9 on 2")
    assert table.dump()["passes"] == 0
    table.play("pass")
    table.play("pass")
    assert table.turn is None


@rule("MT-23")
def test_keeping_the_last_domino_drawn_is_no_pass() -> None:
    start = blocked(markers=[True, True])
    start["boneyard"] = [start["hands"][1].pop()]
    table = sidings.load(start)
    for move, passes in [("draw", 0), ("pass", 0), ("pass", 1), ("pass", 2)]:
        assert table.turn is not None
        table.play(move)
        assert table.dump()["passes"] == (passes if table.turn else 0)
    assert table.turn is None


@rule("MT-20", "MT-23")
def test_a_round_may_end_while_a_dead_double_waits() -> None:
    start = blocked(markers=[True, True], passes=1, double=1)
    start["trains"][0].remove("0-0")
    start["trains"][0].append("0-0")
    table = sidings.load(start)
    assert table.moves() == ["pass"]
    table.play("pass")
    assert (table.turn, table.dump()["double"]) == (None, None)


@rule("MT-24")
@pytest.mark.parametrize(("double_blank", "points"), [(0, 0), (50, 50)])
def test_pips_left_in_hand_count(double_blank: int, points: int) -> None:
    hands = "5-7", "1-2 6-6 0-9", "0-0"
    table = after(
        "5-7 on 1", *hands, trains=["12-5", "", ""], options={"double_blank": double_blank}
    )
    assert table.result is not None
    assert table.result.scores == [0, 3 + 12 + 9, points]


@rule("MT-24")
def test_a_blocked_round_counts_too() -> None:
    table = sidings.load(blocked(markers=[True, True], passes=1))
    table.play("pass")
    hands = table.dump()["hands"]
    pips = [sum(int(end) for domino in hand for end in domino.split("-")) for hand in hands]
    assert table.result is not None
    assert table.result.scores == pips == [2, sum(pips) - 2]
