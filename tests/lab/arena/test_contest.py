"""Tournaments: line-ups, rotations, resuming and what they refuse."""

import sys
from importlib import import_module
from pathlib import Path

import pytest
from rich.console import Console

import sidings
from sidings.bots import Observation
from sidings.lab.arena import arena, line_ups
from sidings.lab.arena.command import run_arena

GAME = "continental-express"


class First:
    """The first of the legal moves."""

    def choose(self, observation: Observation) -> str:
        return observation.moves[0]


class Crashing:
    name = "unlucky"

    def choose(self, observation: Observation) -> str:
        raise RuntimeError("one; two\nthree")


@pytest.mark.parametrize(
    ("names", "players", "expected"),
    [
        ("a", 2, ["aa"]),
        ("ab", 4, ["abab"]),
        ("abbb", 4, ["abbb"]),
        ("abc", 2, ["ab", "ac", "bc"]),
        ("abb", 2, ["ab"]),
    ],
)
def test_line_ups(names: str, players: int, expected: list[str]) -> None:
    assert ["".join(line_up) for line_up in line_ups(names, players)] == expected


@pytest.mark.parametrize(("names", "players"), [("", 2), ("aaab", 3)])
def test_line_ups_that_cannot_be(names: str, players: int) -> None:
    with pytest.raises(sidings.BadOption, match="bots"):
        line_ups(names, players)


def test_each_deal_is_played_in_all_rotations() -> None:
    standings = arena(GAME, ["random", First(), "thumb:depth=0"], games=5, players=3, jobs=1)
    seatings = [tuple(row.bot for row in game) for game in standings.games]
    a, b, c = "random", "First", "thumb:depth=0"
    assert seatings == 2 * [(a, b, c), (b, c, a), (c, a, b)]
    assert [game[0].deal for game in standings.games] == [0, 0, 0, 1, 1, 1]


def test_equal_rotations_are_played_once() -> None:
    standings = arena(GAME, ["random", First()], games=4, players=4, jobs=1)
    assert len(standings.games) == 4
    assert {game[0].rotation for game in standings.games} == {0, 1}


def test_bots_meet_the_same_deals_and_play_them_alike_again() -> None:
    first, again = (arena(GAME, ["random", "thumb"], games=4, jobs=1) for _ in range(2))
    assert [row[:9] for row in first.rows] == [row[:9] for row in again.rows]
    other = arena(GAME, ["random", "thumb"], games=4, jobs=1, seed=2)
    assert [row.score for row in other.rows] != [row.score for row in first.rows]


def test_two_objects_of_one_class_are_two_bots() -> None:
    one, two = First(), First()
    standings = arena(GAME, [one, two, one], games=3, players=3)
    assert sorted(standings.bots) == ["First", "First 2"]
    assert [row.bot for row in standings.games[0]] == ["First", "First 2", "First"]


def test_faults_are_reported() -> None:
    standings = arena(GAME, [Crashing(), First()], games=2)
    unlucky = standings.standing("unlucky")
    assert unlucky.faults == unlucky.moves
    line = Crashing.choose.__code__.co_firstlineno + 1
    fault = f"unlucky: crashed: RuntimeError('one, two\\nthree') at test_contest.py:{line}"
    assert standings.faults == {fault: unlucky.moves}
    assert standings.standing("First").faults == 0


def test_a_program_keeps_running_and_has_its_time_limit() -> None:
    silent = f'program:{sys.executable} -c "input(); input()"'
    standings = arena(GAME, [silent, "random"], games=2, time_limit=0.001, jobs=1)
    assert f"{silent}: no answer within 0.001 s" in standings.faults


def test_a_tournament_continues_where_it_was_interrupted(tmp_path: Path) -> None:
    whole = arena(GAME, ["random", "thumb"], games=8, jobs=1)

    def interrupt(done: int, total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena(GAME, ["random", "thumb"], games=8, jobs=1, out=tmp_path, progress=interrupt)
    file = tmp_path / "games.csv"
    file.write_text(file.read_text() + "0,2,0,1,random,5,1,1.0,20,0.1,\n0,2,0")  # cut short
    told: list[tuple[int, int]] = []
    rest = arena(
        GAME, ["random", "thumb"], games=8, jobs=1, out=tmp_path,
        progress=lambda done, total: told.append((done, total)),
    )  # fmt: skip
    assert told == [(4, 8), (6, 8), (8, 8)]
    assert [row[:9] for row in rest.rows] == [row[:9] for row in whole.rows]
    fewer = arena(GAME, ["random", "thumb"], games=2, jobs=1, out=tmp_path)
    assert len(fewer.games) == 2


def test_another_tournament_is_not_mixed_in(tmp_path: Path) -> None:
    arena(GAME, ["random"], games=1, jobs=1, out=tmp_path)
    with pytest.raises(sidings.BadOption, match=r"another tournament \(other: bots, seed\)"):
        arena(GAME, ["thumb"], games=1, jobs=1, seed=2, out=tmp_path)
    (tmp_path / "settings.json").write_text("[")
    with pytest.raises(sidings.BadOption, match="another tournament"):
        arena(GAME, ["random"], games=1, jobs=1, out=tmp_path)


LAST_MOVE = """
import json, sys
for line in sys.stdin:
    print(json.loads(line)["moves"][-1], flush=True)
"""


def test_an_edited_program_is_another_tournament(tmp_path: Path) -> None:
    script, folder = tmp_path / "bot.py", tmp_path / "results"
    script.write_text(LAST_MOVE)
    bots = [f"program:{sys.executable} {script}", "random"]
    first = arena(GAME, bots, games=2, jobs=1, out=folder)
    again = arena(GAME, bots, games=4, jobs=1, out=folder)
    assert (first.played_before, again.played_before) == (0, 2)
    console = Console(width=100)
    with console.capture() as capture:
        console.print(again)
    assert "2 of 4 games had been played before" in capture.get()
    script.write_text(LAST_MOVE.replace("-1", "0"))
    with pytest.raises(sidings.BadOption, match=r"\(other: program files\)"):
        arena(GAME, bots, games=4, jobs=1, out=folder)


def test_a_program_that_ends_at_once_is_refused_until_it_is_mended(tmp_path: Path) -> None:
    script, folder = tmp_path / "bot.py", tmp_path / "results"
    script.write_text("oops")
    bots = [f"program:{sys.executable} {script}", "random"]
    with pytest.raises(sidings.BadOption, match="does not play: the program ended: NameError"):
        arena(GAME, bots, games=2, jobs=1, out=folder)
    script.write_text(LAST_MOVE)
    assert arena(GAME, bots, games=2, jobs=1, out=folder).faults == {}
    with pytest.raises(sidings.BadOption, match="'no-such-bot' does not start: No such file"):
        arena(GAME, ["program:no-such-bot", "random"], games=2, jobs=1)


def test_an_edited_game_of_another_package_is_another_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "edited_game" / "__init__.py"
    source.parent.mkdir()
    source.write_text("from high_card import HighCard\n\nclass Edited(HighCard):\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    edited = import_module("edited_game").Edited()
    arena(edited, ["random"], games=2, jobs=1, out=tmp_path / "results")
    (source.parent / "text.py").write_text("")
    with pytest.raises(sidings.BadOption, match=r"\(other: code\)"):
        arena(edited, ["random"], games=2, jobs=1, out=tmp_path / "results")


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    arena(GAME, ["random"], games=1, jobs=1, out=tmp_path)
    (tmp_path / "games.csv").write_text("head\n" + "a,b,c,d,e,f,g,h,i,j,k,l\n")
    with pytest.raises(sidings.BadOption, match="cannot be read; remove it"):
        arena(GAME, ["random"], games=1, jobs=1, out=tmp_path)


def test_objects_cannot_be_written_down(tmp_path: Path) -> None:
    with pytest.raises(sidings.BadOption, match="bots with names"):
        arena(GAME, [First()], games=1, out=tmp_path)


@pytest.mark.parametrize(
    ("bots", "games", "message"),
    [
        (["deep blue"], 1, "there is no bot 'deep blue'"),
        (["clairvoyant:speed=1"], 1, "search takes"),
        (["random"], 0, "at least one game is required, not 0"),
    ],
)
def test_what_a_tournament_refuses(bots: list[str], games: int, message: str) -> None:
    with pytest.raises(sidings.BadOption, match=message):
        arena(GAME, bots, games=games, jobs=1)


def test_the_clairvoyant_plays_in_the_lab_only() -> None:
    standings = arena(GAME, ["clairvoyant:playouts=20", "random"], games=2, jobs=1)
    assert standings.faults == {}
    assert standings.standing("clairvoyant:playouts=20").wins.rate >= 0.5
    with pytest.raises(sidings.BadOption, match="there is no bot"):
        sidings.bots.bot("clairvoyant")


@pytest.mark.compiled
def test_several_processes_play_what_one_does(tmp_path: Path) -> None:
    one = arena(GAME, ["random", "thumb"], games=8, jobs=1)
    two = arena(GAME, ["random", "thumb"], games=8, jobs=2, out=tmp_path)
    assert [row[:9] for row in one.rows] == [row[:9] for row in two.rows]


def test_the_report_prints_and_draws(tmp_path: Path) -> None:
    console = Console(width=120, record=True, quiet=False, file=(tmp_path / "out").open("w"))
    run_arena(
        sidings.game(GAME), ["random", "thumb", "thumb:depth=0"], games=12, players=2, options={},
        seed=1, time_limit=None, luck=False, luck_playouts=0, jobs=1, out=tmp_path / "results",
        console=console,
    )  # fmt: skip
    console.file.close()
    text = console.export_text()
    assert "12 games on 2 duplicated deals" in text
    assert "How often the row comes in before the column" in text
    names = {path.name for path in (tmp_path / "results").iterdir()}
    assert names == {"games.csv", "settings.json", "standings.png"}


@pytest.mark.compiled
def test_luck_is_measured_on_demand() -> None:
    standings = arena("game-of-trains", ["thumb", "net"], games=30, luck=True, jobs=1)
    for game in standings.games:
        assert sum(row.luck for row in game) == pytest.approx(0, abs=1e-5)
    wins, certainty = standings.without_luck("net")
    assert certainty > 2
    assert wins.low < 0.6 < wins.high
    console = Console(width=100)
    with console.capture() as capture:
        console.print(standings)
    assert f"net without the luck of the cards: {wins}" in capture.get()
    plain = arena("game-of-trains", ["thumb", "net"], games=2, jobs=1)
    assert not any(row.luck for row in plain.rows)


@pytest.mark.compiled
def test_luck_is_measured_by_playouts_on_demand() -> None:
    one, two = (
        arena("game-of-trains", ["thumb", "net"], games=2, luck_playouts=2, jobs=1)
        for _ in range(2)
    )
    assert one.luck
    for game in one.games:
        assert sum(row.luck for row in game) == pytest.approx(0, abs=1e-5)
    assert [row.luck for row in one.rows] == [row.luck for row in two.rows] != [0] * 4
    with pytest.raises(sidings.BadOption, match="0 playouts or more, not -1"):
        arena(GAME, ["thumb"], luck_playouts=-1)


def test_luck_is_not_measured_where_somebody_sees_what_will_come() -> None:
    with pytest.raises(sidings.BadOption, match="luck is not luck to clairvoyant"):
        arena(GAME, ["clairvoyant", "thumb"], games=2, luck=True)
