"""Decks of one's own: read from a file, checked line by line."""

from importlib.resources import files
from pathlib import Path

import pytest

import sidings

OURS = files("sidings.games.game_of_trains").joinpath("deck.csv").read_text()


def deck(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "deck.csv"
    path.write_text(text)
    return path


def test_another_distribution_of_abilities(tmp_path: Path) -> None:
    swapped = OURS.replace("\n1,move-right", "\n1,protect").replace("\n2,protect", "\n2,move-right")
    path = deck(tmp_path, swapped)
    table = sidings.deal("game-of-trains", players=2, seed=1, deck=path)
    assert table.state.ability[1] == table.state.ability[10]
    assert table.state.ability[2] == table.state.ability[9]
    for _ in range(12):
        table.play(table.moves()[-1])
    again = sidings.replay(table.record())
    assert again.state.tobytes() == table.state.tobytes()
    assert sidings.deal(sidings.game("game-of-trains", deck=str(path)), seed=1).game.custom_deck


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("number,ability", "card,ability", 1, "the first line must be number,ability"),
        ("\n3,move-left", "\n3,fly", 4, "'fly' is no ability"),
        ("\n3,move-left", "\n2,move-left", 4, "card 2 is there twice"),
        ("\n3,move-left", "\n99,move-left", 4, "expected a number from 1 to 84, not '99'"),
        ("\n3,move-left", "\n-3,move-left", 4, "expected a number from 1 to 84, not '-3'"),
        ("\n3,move-left", "\n3", 4, "expected a number and an ability"),
        ("\n3,move-left", "", 0, "card 3 is missing"),
    ],
)
def test_a_bad_deck_names_its_line(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    with pytest.raises(sidings.BadDeck, match=reason) as caught:
        sidings.game("game-of-trains", deck=deck(tmp_path, OURS.replace(old, new)))
    assert caught.value.line == line


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(sidings.BadDeck, match="cannot be read"):
        sidings.game("game-of-trains", deck=tmp_path / "none.csv")
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(sidings.BadDeck, match="cannot be read"):
        sidings.game("game-of-trains", deck=tmp_path / "bytes.csv")
    with pytest.raises(sidings.BadDeck, match="the first line"):
        sidings.game("game-of-trains", deck=deck(tmp_path, ""))


def test_the_table_says_that_our_deck_is_a_reconstruction() -> None:
    table = sidings.deal("game-of-trains", seed=1)
    assert "is a reconstruction" in str(table)
    own = dict.fromkeys(map(str, range(1, 85)), "protect")
    assert "reconstruction" not in str(sidings.deal("game-of-trains", seed=1, deck=own))
