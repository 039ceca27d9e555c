"""Puzzles: those that come with the games, and how more are made."""

import gzip
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

import sidings
from high_card import HighCard
from sidings.bots.levels import prepare
from sidings.bots.thumb import ThumbBot
from sidings.cli.main import app
from sidings.lab.puzzle_work import check_puzzles, collect
from sidings.lab.puzzles import Collection, PuzzleMaker, read, shipped
from sidings.play.observation import observe

GAMES = sidings.game_names()
MOST_BYTES = 60_000  # of a game's puzzles as they are served


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_puzzle_can_be_set_up_and_is_missed_by_the_rule_of_thumb(name: str) -> None:
    game = sidings.game(name)
    prepare(game, search=False)
    found = shipped(game)
    assert (found.game, found.rules) == (name, game.rules_version)
    assert len({puzzle.deal for puzzle in found.puzzles}) == len(found.puzzles) >= 300
    missed = []
    for puzzle in found.puzzles[::5]:
        table = puzzle.table(game)
        assert sorted(puzzle.chances) == sorted(table.moves())
        assert next(iter(puzzle.chances)) == puzzle.solution
        missed.append(ThumbBot().choose(observe(table)) != puzzle.solution)
    assert sum(missed) > 0.9 * len(missed)  # it may have learned something since they were made


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzles_of_a_game_are_small_when_served(name: str) -> None:
    file = files(type(sidings.game(name)).__module__).joinpath("puzzles.json")
    assert len(gzip.compress(file.read_bytes())) < MOST_BYTES


def test_a_game_may_have_no_puzzles() -> None:
    assert shipped(HighCard()).puzzles == []


@pytest.mark.compiled
def test_making_puzzles_goes_on_where_it_ended(tmp_path: Path) -> None:
    game, out = sidings.game("continental-express"), tmp_path / "puzzles.json"
    told: list[tuple[int, int]] = []
    collect(game, read(out, game), 1, out, 1, lambda *done: told.append(done))
    first = read(out, game)
    assert [len(first.puzzles), told] == [1, [(0, 1), (1, 1)]]
    collection = read(out, game)
    collect(game, collection, 2, out, 1, lambda *_: None)
    assert read(out, game).puzzles[:1] == first.puzzles
    assert collection.deals > first.deals
    assert check_puzzles(game, first.puzzles, 1) == []
    maker = PuzzleMaker(game)
    assert maker.find(first.puzzles[0].deal) == first.puzzles[0]


@pytest.mark.compiled
def test_a_puzzle_with_another_solution_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidings.lab.puzzles.DEEPER", 1)
    game, out = sidings.game("continental-express"), tmp_path / "puzzles.json"
    right, other = shipped(game).puzzles[:2]
    worst = list(other.chances)[-1]
    wrong = msgspec.structs.replace(other, solution=worst)
    Collection(game.name, game.rules_version, 3, [right, wrong]).write(out)
    command = ["puzzles", game.name, "--check", "2", "--jobs", "1", "--out", str(out)]
    app(command, result_action="return_value")
    assert read(out, game).puzzles == [right, wrong]
    app([*command, "--drop"], result_action="return_value")
    assert read(out, game) == Collection(game.name, game.rules_version, 3, [right])


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.json"
    Collection("game-of-trains", 1).write(out)
    with pytest.raises(sidings.BadOption, match="another game"):
        read(out, sidings.game("mexican-train"))
    out.write_text("nonsense", "utf-8")
    with pytest.raises(sidings.BadOption, match="cannot be read"):
        read(out, sidings.game("mexican-train"))


def test_the_command_refuses_what_makes_no_sense(tmp_path: Path) -> None:
    out = str(tmp_path / "none.json")
    with pytest.raises(sidings.BadOption, match="no puzzles to check"):
        app(
            ["puzzles", "mexican-train", "--check", "5", "--out", out], result_action="return_value"
        )
    with pytest.raises(sidings.BadOption, match="at least 1"):
        app(
            ["puzzles", "mexican-train", "--count", "0", "--out", out], result_action="return_value"
        )
