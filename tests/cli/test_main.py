"""The command line and play in the terminal, as a person types."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import sidings
from sidings.bots import Bot, RandomBot
from sidings.cli.main import main
from sidings.cli.terminal import TerminalGame


def typed(*lines: str) -> Iterator[str]:
    yield from lines
    raise EOFError


def play(*lines: str, players: int = 3) -> tuple[TerminalGame, str]:
    """A game in which a person types these lines and then closes the terminal."""
    table = sidings.deal("game-of-trains", players=players, seed=7)  # seat 1 is first
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(2, players + 1)}
    console = Console(file=io.StringIO(), width=100)
    answers = typed(*lines)
    game = TerminalGame(table, bots, console, lambda: next(answers))
    game.run()
    return game, console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO above


def test_a_move_by_number_and_one_typed() -> None:
    game, shown = play("2", "draw", "place 4")
    assert game.table.history[0] == "keep 9 at 2"
    assert game.table.history[3:5] == ["draw", "place 4"]
    assert "Seat 2: keep" in shown
    assert shown.endswith("Goodbye.\n")


def test_a_wrong_move_is_explained_and_asked_again() -> None:
    game, shown = play("fly", "draw", "99", "")
    assert game.table.history == []
    assert "this is not a move of the game: 'fly'" in shown
    assert "GT-4: first keep one of the cards you drew: 'draw'" in shown


@pytest.mark.parametrize(
    ("options", "name", "rounds"),
    [
        ({}, "as-printed", ["rounds", "3", "MT-3", ""]),
        ({"preset": "countdown-thirteen"}, "countdown-thirteen", ["rounds", "13", "MT-3", "3"]),
        ({"rounds": 2}, "own mix", ["rounds", "2", "MT-3", "3"]),
    ],
)
def test_the_rules_of_a_table(options: dict[str, int | str], name: str, rounds: list[str]) -> None:
    table = sidings.deal("mexican-train", players=2, seed=7, options=options)
    console = Console(file=io.StringIO(), width=100)
    TerminalGame(table, {}, console, lambda: next(typed())).run()
    shown = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO above
    assert f"House rules: {name}" in shown
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in shown.splitlines()]
    assert rounds in rows


def test_a_game_without_options_says_so() -> None:
    _, shown = play("rules")
    assert "Game of Trains is played as printed." in shown


def test_what_is_possible_and_help() -> None:
    _, shown = play("?", "help")
    assert shown.count("7 keep 9 at 7") == 2
    assert shown.count("take your last move back") == 2


def test_a_hint_judges_every_move() -> None:
    table = sidings.deal("game-of-trains", players=2, seed=7)
    console = Console(file=io.StringIO(), width=100)
    answers = typed("hint", "quit")
    game = TerminalGame(table, {2: RandomBot(2)}, console, lambda: next(answers))
    game.hint_ms = 1
    game.run()
    shown = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO above
    assert "chance to win" in shown
    assert "±" in shown


def test_undo_goes_back_to_ones_own_last_decision() -> None:
    game, shown = play("undo", "1", "draw", "undo", "undo", "undo")
    assert "You have not moved yet." in shown
    assert game.table.history == []


def test_saving_and_leaving(tmp_path: Path) -> None:
    path = tmp_path / "my.train"
    game, shown = play("1", f"save {path}", "save /nowhere/at/all", "quit", "1")
    assert sidings.replay(path).history == game.table.history
    assert "Cannot save" in shown
    assert len(game.table.history) == 3


def test_restoring_a_file_that_is_not_there_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["sidings", "restore", "no", "--database", "sqlite:///new.db"])
    with pytest.raises(SystemExit):
        main()
    assert "there is no file no" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("game", ["game-of-trains", "continental-express"])
def test_the_deck_of_a_game_can_be_printed_changed_and_played(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["sidings", "deck", game])
    main()
    copy = tmp_path / "my-deck"
    copy.write_text(capsys.readouterr().out)
    seen = sidings.observe(sidings.deal(game, deck=copy, seed=7))
    assert seen.deck == sidings.observe(sidings.deal(game, seed=7)).deck
    assert seen.game.custom_deck == seen.deck


def test_saving_replaces_no_file_but_its_own(tmp_path: Path) -> None:
    (tmp_path / "other.train").write_text("mine")
    mine, other = tmp_path / "my", tmp_path / "other"
    game, shown = play(f"save {mine}", "1", f"save {mine}", f"save {other}", "quit")
    assert sidings.replay(tmp_path / "my.train").history == game.table.history
    assert "is there already; choose another name" in " ".join(shown.split())
    assert (tmp_path / "other.train").read_text() == "mine"


def test_a_whole_game_ends_with_its_result_and_can_be_saved(tmp_path: Path) -> None:
    position = sidings.deal("game-of-trains", seed=7).dump()
    position |= {"phase": "turn", "drawn": None, "turn": 1}
    position["trains"] = [[2, 14, 33, 23, 44, 55, 60], [71, 61, 52, 46, 31, 21, 12]]
    position["row"] = [4]
    used = {card for train in position["trains"] for card in train} | {4}
    position["deck"] = [card for card in range(1, 85) if card not in used]
    won = str(tmp_path / "won")
    (tmp_path / "taken.train").touch()
    for lines, interactive in (
        (("swap 3 4", str(tmp_path / "taken"), won), True),
        (("swap 3 4", ""), True),
        (("swap 3 4",), True),
        (("swap 3 4", "never read"), False),
    ):
        answers = typed(*lines)
        console = Console(file=io.StringIO(), width=100)
        TerminalGame(
            sidings.load(position),
            {2: RandomBot(1)},
            console,
            lambda answers=answers: next(answers),
            interactive=interactive,
        ).run()
        shown = console.file.getvalue()  # type: ignore[attr-defined]  # StringIO
        assert "Seat 1 won" in shown
        assert ("Save the game as" in shown) == interactive
    assert sidings.replay(tmp_path / "won.train").result == sidings.Result([1, 0], [1, 2])


def test_many_moves_are_cut_short() -> None:
    game, _ = play()
    game.console = Console(file=io.StringIO())
    game._list_moves([f"move {i}" for i in range(70)])
    assert "... and 10 more" in game.console.file.getvalue()  # type: ignore[attr-defined]  # StringIO


def run(monkeypatch: pytest.MonkeyPatch, arguments: str, *lines: str) -> None:
    answers = typed(*lines)
    monkeypatch.setattr("sys.argv", ["sidings", *arguments.split()])
    monkeypatch.setattr("builtins.input", lambda *_: next(answers))
    main()


def test_puzzles_are_dropped_only_from_a_file_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(monkeypatch, "puzzles game-of-trains --check 3 --drop")
    assert "--drop needs --check and the file" in capsys.readouterr().err


def test_sidings_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(monkeypatch, "play game-of-trains --players 3 --seed 7", "1", "quit")
    assert "You: keep 9 at 1" in capsys.readouterr().out
    run(monkeypatch, "play mexican-train --option rounds=1 --option start=countdown", "quit")
    assert "Mexican Train: You to play" in capsys.readouterr().out


def test_sidings_play_with_a_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "play game-of-trains --level novice --seed 7", "1", "quit")
    assert "Bot 2: keep" in capsys.readouterr().out


def test_sidings_arena(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    command = "arena continental-express random --games 2 --players 3 --seed 2 --jobs 1"
    run(monkeypatch, command)
    assert "2 games on 2 duplicated deals" in capsys.readouterr().out
    assert (tmp_path / "arena" / "continental-express-3-random" / "standings.png").exists()


def test_an_interrupted_arena_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sidings.lab.arena.command.arena", interrupted)
    with pytest.raises(SystemExit) as caught:
        run(monkeypatch, f"arena game-of-trains random --out {tmp_path}")
    assert caught.value.code == 130
    assert "the same command continues" in capsys.readouterr().out


def test_sidings_play_asks_for_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "play", "chess", "2", "quit")
    out = capsys.readouterr().out
    assert "Type a number from 1 to 3." in out
    assert "Game of Trains: You to play" in out
    run(monkeypatch, "play", "game-of-trains", "quit")
    with pytest.raises(SystemExit):
        run(monkeypatch, "play")


def test_the_deal_of_the_day_is_the_same_each_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for _ in range(2):
        run(monkeypatch, "play game-of-trains --daily", "quit")
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert "Game of Trains: You to play" in shown[0]


def test_sidings_replay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game, _ = play("1")
    path = tmp_path / "game.train"
    path.write_text(game.table.record())
    run(monkeypatch, f"replay {path}")
    assert "3 moves, all legal." in capsys.readouterr().out
    run(monkeypatch, f"replay {path} --at 1")
    assert "1 moves" in capsys.readouterr().out


def test_names_of_a_record_cannot_command_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = sidings.deal("game-of-trains", seed=7)
    table.names = ["\x1b]0;title\x07\x9b2J", "half \ud800"]
    path = tmp_path / "game.train"
    path.write_bytes(table.record().replace("half \ud800", "half \\ud800").encode())
    run(monkeypatch, f"replay {path}")
    shown = capsys.readouterr().out
    assert "\ufffd]0;title\ufffd\ufffd2J to play" in shown
    assert shown.replace("\n", "").isprintable()


@pytest.mark.parametrize("command", ["play", "arena", "lab report"])
def test_help_names_every_game(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    run(monkeypatch, f"{command} --help")
    shown = capsys.readouterr().out
    assert all(name in shown for name in sidings.game_names())
    assert "Random seed; " in shown


def test_python_m_sidings() -> None:
    command = [sys.executable, "-m", "sidings", "--version"]
    output = subprocess.run(command, capture_output=True, text=True, check=True)
    assert output.stdout.strip() == sidings.__version__


def test_the_command_line_loads_late() -> None:
    """``sidings --help`` does not wait for the compiler."""
    code = "import sidings.cli.main, sys; print('numba' in sys.modules)"
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, capture_output=True, text=True, check=True)
    assert output.stdout.strip() == "False"


def test_a_missing_extra_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit):
        run(monkeypatch, "lab report game-of-trains")
    assert capsys.readouterr().err == "a report needs matplotlib: pip install 'sidings[lab]'\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("play chess", "there is no game 'chess'"),
        ("play game-of-trains --players 7", "is for 2 to 4 players, not 7"),
        ("play mexican-train --option rounds", "expected NAME=VALUE, not 'rounds'"),
        ("play mexican-train --option rounds=99", "option rounds is"),
        ("play game-of-trains --level genius", "there is no level 'genius'; there are random"),
        ("arena game-of-trains deep-blue", "there is no bot 'deep-blue'"),
        ("arena game-of-trains", "a tournament needs bots"),
        ("lab report chess", "there is no game 'chess'"),
        ("lab report game-of-trains --policy search:ms=9", "search:ms=9 searches"),
        ("lab report game-of-trains --games 5", "at least 100 games, not 5"),
        ("lab report continental-express --deck nowhere.toml", "cannot be read"),
        ("deck mexican-train", "Mexican Train is played with a fixed set, not with a deck"),
        ("replay nowhere.train", "cannot be read"),
        ("play game-of-trains --deck nowhere.csv", "cannot be read"),
    ],
)
def test_what_a_person_got_wrong_is_one_line(
    arguments: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit) as caught:
        run(monkeypatch, arguments)
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


# --- sidings hint


POSITION = {
    "game": "game-of-trains",
    "players": 2,
    "turn": 1,
    "trains": [[71, 61, 52, 46, 31, 21, 12], [80, 62, 53, 47, 32, 22, 13]],
}


def hint(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["sidings", "hint", *words, "--seconds", "0.001"])
    main()


def test_a_hint_for_what_one_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(POSITION))
    hint(monkeypatch, str(path))
    shown = capsys.readouterr().out
    assert "71" in shown
    assert "draw" in shown
    assert "the only move" in shown
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(POSITION)))
    hint(monkeypatch, "-")
    record = tmp_path / "mine.train"
    record.write_text(sidings.deal("game-of-trains", seed=7).record())
    hint(monkeypatch, str(record))
    assert "keep" in capsys.readouterr().out


@pytest.mark.parametrize(("text", "said"), [("{", "not JSON"), (None, "cannot be read")])
def test_what_no_hint_can_be_given_for(
    text: str | None,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "mine.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SystemExit):
        hint(monkeypatch, str(path))
    assert said in " ".join(capsys.readouterr().err.split())
