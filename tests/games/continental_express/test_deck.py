"""Decks of one's own: read from a file, checked line by line."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sidings
from games.continental_express.positions import DECK_FILE, own_deck, position
from rulebook import rule

GAME = "continental-express"


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "deck.toml"
    path.write_text(text, "utf-8")
    return path


def test_our_own_deck_says_that_it_is_a_reconstruction() -> None:
    game = sidings.game(GAME)
    assert game.reconstructed  # type: ignore[attr-defined]  # of this game
    assert game.custom_deck is None
    assert game.card_list.reconstructed  # type: ignore[attr-defined]


def test_a_deck_with_other_wagons(tmp_path: Path) -> None:
    french = DECK_FILE.replace("cattle = 8", '"bétaillère" = 8').replace("cattle", "bétaillère")
    french = french.replace("coach", "voiture").replace("reconstructed = true", "")
    path = write(tmp_path, french)
    table = sidings.deal(GAME, players=3, seed=1, deck=path)
    assert not table.game.reconstructed  # type: ignore[attr-defined]  # of this game
    assert list(table.dump()["wagons"][0]) == [
        *["boxcar", "voiture", "tanker", "bétaillère", "diner", "locomotive"]
    ]
    for _ in range(30):
        table.play(table.moves()[-1])
    again = sidings.replay(table.record())
    assert again.state.tobytes() == table.state.tobytes()
    assert sidings.load(table.dump(), deck=str(path)).dump() == table.dump()


def test_the_same_deck_deals_alike_in_whatever_order_it_is_written() -> None:
    ours = own_deck()
    mixed = own_deck(
        **{key: dict(reversed(ours[key].items())) for key in ("wagons", "others", "characters")}
    )
    assert mixed["wagons"] == ours["wagons"]
    assert list(mixed["wagons"]) != list(ours["wagons"])
    dealt = [sidings.deal(GAME, seed=3, deck=deck).dump() for deck in (None, ours, mixed)]
    assert dealt[0] == dealt[1] == dealt[2]


def test_a_deck_that_went_through_a_record_is_the_same() -> None:
    deck = sidings.game(GAME, own_deck()).custom_deck
    assert deck == own_deck()
    assert sidings.game(GAME, deck).custom_deck == deck


def test_other_objectives_and_names_count_in_play() -> None:
    deck = own_deck(wagons={"sleeper": 20, "mail": 11, "hopper": 10, "flat": 8, "van": 3,
                            "locomotive": 6})  # fmt: skip
    deck["objectives"] = [{"colour": "red", "wagons": ["van", "mail"], "points": 40 + n}
                          for n in range(20)]  # fmt: skip
    start = position() | {
        "lines": {line: ["sleeper", "hopper", "flat"] for line in "abc"},
        "piles": {"a": ["mail"], "b": ["van"], "c": ["mail"]},
        "wagons": [dict.fromkeys(deck["wagons"], 0) | {"van": 1, "mail": n} for n in (1, 0)],
    }
    table = sidings.load(start, deck=deck)
    table.play("take a1")
    assert table.moves() == ["objective 1", "objective 2", "objective 3", "done"]
    table.play("objective 3")
    assert table.dump()["wagons"][0] == dict.fromkeys(deck["wagons"], 0) | {"sleeper": 1}
    assert table.dump()["validated"] == [[5], []]


@rule("CE-1")
@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("boxcar = 14", "boxcar = = 14", 9, "this is not TOML: Invalid value"),
        ("[[objectives]]", "[[[objectives]]", 34, "this is not TOML: Invalid initial character"),
        ("boxcar = 14", "boxcar = 13", 8, "the wagons are 57 in all, not 58"),
        ("boxcar = 14", "boxcar = 0", 9, "boxcar is a number from 1 to 58, not 0"),
        ("boxcar = 14", "boxcar = true", 9, "boxcar is a number from 1 to 58, not True"),
        ("boxcar = 14", "boxcar = 14.0", 9, "boxcar is a number from 1 to 58, not 14.0"),
        ("boxcar = 14", "Boxcar = 14", 9, "a word of at most 16 lower-case letters, not 'Boxcar'"),
        ("boxcar = 14", "box-car = 14", 9, "a word of at most 16 lower-case letters"),
        ("boxcar = 14", '"" = 14', 8, "a word of at most 16 lower-case letters"),
        ("boxcar = 14", f"{'x' * 17} = 14", 9, "a word of at most 16 lower-case letters"),
        ("boxcar = 14", "ticket = 14", 9, "ticket is no name for a kind of wagon"),
        ("boxcar = 14\n", "", 8, "expected five kinds of wagons and locomotive"),
        ("locomotive = 8", "lorry = 8", 8, "expected five kinds of wagons and locomotive"),
        ("ticket = 12", "ticket = 13", 17, "ticket is 13, not 12"),
        ("fire = 1", "fire = 2", 19, "fire is 2, not 1"),
        ("fire = 1", "", 16, r"fire is missing from \[others\]"),
        ("fire = 1", "flood = 1", 19, r"'flood' has no place in \[others\]"),
        ("director = 4", "director = 5", 21, "the characters are 11 in all, not 10"),
        ("director = 4", "", 21, "director is missing"),
        ("red = 4", "red = 5", 31, "red is 5, not 4"),
        ("[tokens]", "[coins]", 27, "'coins' has no place in a deck"),
        ("reconstructed = true", "reconstructed = 1", 6, "reconstructed is true or false"),
        ("reconstructed = true", "reconstruct = true", 6, "'reconstruct' has no place in a deck"),
        ("[others]", "[others.more]", 0, r"'more' has no place in \[others\]"),
        ('colour = "yellow"', 'colour = "pink"', 55, "the colour of objective 5 is one of blue"),
        ('colour = "yellow"', 'color = "pink"', 54, "objective 5 has exactly a colour"),
        ('["cattle", "diner"]', '["cattle", "lorry"]', 56, "a wagon of objective 5 is one of"),
        ('["cattle", "diner"]', '["locomotive"]', 56, "not 'locomotive'"),
        ('["cattle", "diner"]', "[1]", 56, "a wagon of objective 5 is one of boxcar"),
        ('["cattle", "diner"]', "[]", 56, "objective 5 shows 1 to 6 wagons"),
        ('["cattle", "diner"]', str(["diner"] * 7), 56, "objective 5 shows 1 to 6 wagons"),
        ('["cattle", "diner"]', '"diner"', 56, "objective 5 shows 1 to 6 wagons"),
        ("points = 3", "points = 0", 77, "objective 9 is worth 1 to 99 points, not 0"),
        ("points = 3", "points = 100", 77, "objective 9 is worth 1 to 99 points, not 100"),
        ("points = 3", "points = false", 77, "objective 9 is worth 1 to 99 points, not False"),
        ("points = 3", "points = 3\n\n[[objectives]]\npoints = 3", 34, "expected 20 objectives"),
    ],
)  # fmt: skip
def test_a_bad_deck_names_its_line(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    path = write(tmp_path, DECK_FILE.replace(old, new, 1))
    with pytest.raises(sidings.BadDeck, match=reason) as caught:
        sidings.game(GAME, deck=path)
    assert (caught.value.line, caught.value.source) == (line, str(path))


def test_what_is_no_deck_at_all(tmp_path: Path) -> None:
    with pytest.raises(sidings.BadDeck, match="cannot be read"):
        sidings.game(GAME, deck=tmp_path / "none.toml")
    with pytest.raises(sidings.BadDeck, match="cannot be read"):
        sidings.game(GAME, deck="no\0file")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(sidings.BadDeck, match="cannot be read"):
        sidings.game(GAME, deck=tmp_path / "bytes.toml")
    with pytest.raises(sidings.BadDeck, match="expected a file or its content, not 7"):
        sidings.game(GAME, deck=7)  # type: ignore[arg-type]  # it is wrong on purpose
    with pytest.raises(sidings.BadDeck, match=r"expected a table \[wagons\]"):
        sidings.game(GAME, deck=write(tmp_path, ""))


def test_an_error_at_the_end_of_the_file_names_the_last_line(tmp_path: Path) -> None:
    for text in ("\n\nx = [", "\n\nx = " + "[" * 100_000):
        with pytest.raises(sidings.BadDeck, match="this is not TOML") as caught:
            sidings.game(GAME, deck=write(tmp_path, text))
        assert caught.value.line == 3


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"wagons": 58}, r"expected a table \[wagons\]"),
        ({"wagons": {1: 58}}, r"1 has no place in \[wagons\]"),
        ({"objectives": None}, "expected 20 objectives, found none"),
        ({"objectives": [None] * 20}, "objective 1 has exactly a colour, wagons and points"),
        ({"objectives": [{"colour": [], "wagons": [], "points": 1}] * 20}, "the colour of obj"),
    ],
)
def test_a_bad_mapping_says_why(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(sidings.BadDeck, match=reason) as caught:
        sidings.game(GAME, deck=own_deck(**changes))
    assert (caught.value.line, caught.value.source) == (0, "deck")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=20,
)


@settings(deadline=None, derandomize=True)
@given(st.sampled_from(["wagons", "others", "characters", "tokens", "objectives", "x"]), JSON)
def test_hostile_decks_are_refused_with_a_typed_error(key: str, value: Any) -> None:
    with pytest.raises(sidings.BadDeck):
        sidings.game(GAME, deck=own_deck(**{key: value}))
