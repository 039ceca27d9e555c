"""Game of Trains: moves and positions as text, and what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sidings
from sidings.games.game_of_trains.text import OBJECTIONS

TRAINS = [[70, 60, 50, 45, 30, 20, 11], [71, 61, 52, 46, 31, 21, 12]]


def table_in(phase: str, **given: Any) -> sidings.Table:
    start: dict[str, Any] = {
        "game": "game-of-trains", "players": 2, "options": {}, "turn": 1, "phase": phase,
        "trains": TRAINS, "locks": [dict.fromkeys(("left", "middle", "right"))] * 2,
        "row": [], "discard": [],
        "drawn": {"setup": [[40], [33, 44]], "place": 40}.get(phase),
    }  # fmt: skip
    start |= given
    used = {card for train in start["trains"] for card in train} | set(start["row"])
    used |= {card for locks in start["locks"] for card in locks.values() if card}
    drawn = start["drawn"]
    used |= {card for cards in drawn for card in cards} if isinstance(drawn, list) else {drawn}
    start["deck"] = [card for card in range(1, 85) if card not in used]
    return sidings.load(start)


@pytest.mark.parametrize(
    ("phase", "move", "rule", "code", "parameters"),
    [
        ("setup", "draw", "GT-4", "keep-first", {}),
        ("setup", "keep 33 at 1", "GT-4", "not-drawn", {"drawn": "40", "card": 33}),
        ("turn", "keep 33 at 1", "GT-4", "set-up-only", {}),
        ("turn", "place 3", "GT-6", "draw-first", {}),
        ("place", "draw", "GT-6", "place-first", {"card": 40}),
        ("turn", "swap 1 2", "GT-7", "not-in-row", {"ability": "swap-adjacent"}),
        ("turn", "swap 1 3", "GT-7", "not-in-row", {"ability": "swap-over-one"}),
        ("turn", "swap 1 4", "GT-10", "swap-distance", {}),
        ("turn", "move 1 right", "GT-7", "not-in-row", {"ability": "move-right"}),
        ("turn", "move 3 left", "GT-7", "not-in-row", {"ability": "move-left"}),
        ("turn", "remove left", "GT-7", "not-in-row", {"ability": "remove-left"}),
        ("turn", "protect right", "GT-7", "not-in-row", {"ability": "protect"}),
        ("turn", "move 6 right", "GT-11", "no-room-right", {}),
        ("turn", "move 2 left", "GT-12", "no-room-left", {}),
    ],
)
def test_an_illegal_move_names_its_rule_and_changes_nothing(
    phase: str, move: str, rule: str, code: str, parameters: dict[str, Any]
) -> None:
    table = table_in(phase)
    before = table.dump()
    with pytest.raises(sidings.IllegalMove) as caught:
        table.play(move)
    error = caught.value
    assert (error.move, error.rule, error.code, error.parameters) == (move, rule, code, parameters)
    assert str(error).startswith(f"{rule}: {OBJECTIONS[code].format(**parameters)}")
    assert (table.dump(), table.history) == (before, [])


@pytest.mark.parametrize(
    ("locked", "code"),
    [({"left": 2}, "protected"), ({"left": 2, "middle": 18, "right": 26}, "all-protected")],
)
def test_a_lock_too_many_is_refused(locked: dict[str, int], code: str) -> None:
    free = dict.fromkeys(("left", "middle", "right"))
    table = table_in("turn", row=[10], locks=[free | locked, free])
    with pytest.raises(sidings.IllegalMove) as caught:
        table.play("protect left")
    assert (caught.value.rule, caught.value.code) == ("GT-16", code)


def test_no_move_is_legal_when_the_game_is_over() -> None:
    table = table_in("place", trains=[[2, 14, 23, 33, 44, 55, 1], TRAINS[1]], drawn=84)
    table.play("place 7")
    for move in ("draw", "keep 40 at 1"):
        with pytest.raises(sidings.IllegalMove):
            table.play(move)
    with pytest.raises(sidings.IllegalMove, match="GT-20: the game is over"):
        table.play("draw")


@pytest.mark.parametrize(
    "move",
    ["", "fly", "Draw", "draw 1", "place 0", "place 8", "place 01", "place +1", "place ١", "swap 1",
     "keep 0 at 1", "keep 85 at 1", "keep 40 on 1", "move 3 up", "remove centre", "protect",
     "place 1 ; x", "draw\u00a0x", "place " + "9" * 5000],
)  # fmt: skip
def test_what_is_not_a_move_at_all(move: str) -> None:
    with pytest.raises(sidings.UnknownMove):
        table_in("place").play(move)


def test_extra_spaces_are_ignored_and_swaps_read_in_any_order() -> None:
    table = table_in("turn", row=[4])
    table.play("  swap   3 2 ")
    assert table.history == ["swap 2 3"]


def test_the_nearest_legal_moves_are_named() -> None:
    with pytest.raises(sidings.UnknownMove) as caught:
        table_in("turn").play("darw")
    assert caught.value.nearest == ["draw"]


GOOD = table_in("turn", row=[4]).dump()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", None), ("game", 7), ("players", 3), ("players", True), ("players", "2"),
        ("options", []), ("options", {"rounds": 1}), ("turn", 0), ("turn", 3), ("turn", None),
        ("turn", 1.0), ("phase", "draw"), ("phase", None), ("phase", "place"), ("phase", "setup"),
        ("phase", "over"), ("trains", GOOD["trains"][:1]), ("trains", [[0] * 7, TRAINS[1]]),
        ("trains", [TRAINS[0], TRAINS[0]]), ("trains", "x"), ("trains", [7, 7]),
        ("trains", [[1.5] * 7, TRAINS[1]]), ("trains", [[10**30] * 7, TRAINS[1]]),
        ("locks", [{}, {}]), ("locks", [{"left": 84, "middle": None, "right": None}] * 2),
        ("locks", [None, None]), ("row", [4, 4]), ("row", [4, 36]), ("row", None), ("row", [True]),
        ("deck", GOOD["deck"][1:]), ("deck", [*GOOD["deck"], 4]), ("deck", ["1"]), ("deck", 50),
        ("discard", [85]), ("discard", {"a": 1}), ("drawn", 4), ("drawn", [[], []]),
    ],
)  # fmt: skip
def test_a_malformed_position_names_its_key(key: str, value: Any) -> None:
    with pytest.raises(sidings.BadPosition) as caught:
        sidings.load(GOOD | {key: value})
    related = {"players": {"trains"}, "phase": {"turn", "drawn", "phase"}, "row": {"deck"}}
    related |= {"trains": {"deck"}, "locks": {"deck"}}
    assert caught.value.key in {key} | related.get(key, set())


def test_a_lock_must_be_a_card_that_protects() -> None:
    free = dict.fromkeys(("left", "middle", "right"))
    with pytest.raises(sidings.BadPosition, match="locks: card 84 cannot protect"):
        table_in("turn", locks=[free | {"left": 84}, free])


def test_an_ascending_train_means_that_the_game_is_over() -> None:
    with pytest.raises(sidings.BadPosition, match="trains: seat 2's train ascends"):
        table_in("turn", trains=[TRAINS[0], [1, 2, 3, 4, 5, 6, 7]])


def test_a_finished_game_has_no_seat_in_turn() -> None:
    with pytest.raises(sidings.BadPosition, match="turn: must be null"):
        table_in("over", trains=[TRAINS[0], [1, 2, 3, 4, 5, 6, 7]])


def test_a_game_without_an_ascending_train_is_not_over() -> None:
    with pytest.raises(sidings.BadPosition, match="phase: a game is over when exactly one train"):
        table_in("over", turn=None)


def test_very_deep_nesting_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(sidings.BadPosition, match=r"row: .* nested very deeply"):
        sidings.load(GOOD | {"row": [deep]})


def test_missing_and_unknown_keys_are_named() -> None:
    with pytest.raises(sidings.BadPosition, match="row: is missing"):
        sidings.load({key: value for key, value in GOOD.items() if key != "row"})
    with pytest.raises(sidings.BadPosition, match="colour: Game of Trains has no such key"):
        sidings.load(GOOD | {"colour": "red"})


@pytest.mark.parametrize("sizes", [[[40], []], [[], []], [[40, 33], [44]], [[40], [33, 44, 1]]])
def test_set_up_cards_must_be_one_two_three(sizes: list[list[int]]) -> None:
    with pytest.raises(sidings.BadPosition) as caught:
        table_in("setup", drawn=sizes)
    assert caught.value.key in ("drawn", "deck")


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
    assert table.dump()[key] == value


@given(st.text(max_size=30))
def test_hostile_moves_are_refused_with_a_typed_error(move: str) -> None:
    table = table_in("turn")
    if " ".join(move.split()) != "draw":
        with pytest.raises(sidings.IllegalMove):
            table.play(move)


def test_the_drawing_shows_what_matters() -> None:
    locks = [{"left": None, "middle": 2, "right": None}, dict.fromkeys(("left", "middle", "right"))]
    shown = str(table_in("place", row=[4, 5], locks=locks))
    for word in ("Seat 1 to play", "[70]", "4⚿", "drew 40", "swap two neighbours (4)", "middle"):
        assert word in shown


def test_the_drawing_hides_what_is_hidden() -> None:
    table = table_in("setup")
    table.play("keep 40 at 1")
    assert "drew 33 44" in str(table)
    shown = str(table_in("setup"))
    assert "drew 40" in shown
    assert "33" not in shown


def test_a_train_with_a_gap_is_drawn() -> None:
    over = {"trains": [[1, 2, 3, 4, 5, 6, 7], [71, 61, 52, 46, 31, 21, 0]], "turn": None}
    shown = str(table_in("over", **over))
    assert "[  ]" in shown
    assert "Seat 1 won" in shown
