"""A game that is installed, not built in, plays everywhere; and one without parts plays too."""

import io
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from rich.console import Console

import sidings
from server.running import Running, set_up
from server.running import play as play_at_server
from sidings import lab
from sidings.bots import RandomBot, bot, observe
from sidings.cli.terminal import TerminalGame
from sidings.cli.verify import verify
from sidings.client import Client
from sidings.envs import AgainstBots, VectorEnv, aec, spiel
from sidings.envs.layout import layout_of
from sidings.games.parts import Plan
from sidings.kernel import bind
from sidings.lab.arena import arena
from sidings.lab.balance.command import run_report
from sidings.lab.batch import prepare_batch
from sidings.lab.devices.gpu import plan_of
from sidings.testing import check_game, check_many

HIGH_CARD, BARE = "high-card", "bare-game"
BOTH = [HIGH_CARD, BARE]

pytestmark = pytest.mark.usefixtures("installed")


@pytest.fixture
def quiet() -> Iterator[None]:
    """Without the warning that a game has no rule of thumb, which has a test of its own."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Bare Game has no rule of thumb")
        yield


# --- The library ----------------------------------------------------------------------------------


def test_the_catalogue_finds_it_beside_ours() -> None:
    assert set(BOTH) < set(sidings.game_names())
    assert sidings.game(HIGH_CARD).title == "High Card"
    with pytest.raises(sidings.UnknownGame, match="high-card"):
        sidings.game("low-card")


@pytest.mark.parametrize("name", BOTH)
def test_it_keeps_the_contract(name: str) -> None:
    check_game(name, games=10)
    assert list(check_many(name, 200))[-1] == 200


def test_parts_are_its_own_or_the_plain_ones() -> None:
    for part in ("bot", "counters", "gpu"):
        assert sidings.game(HIGH_CARD).part(part).__name__ == f"high_card.{part}"
        assert sidings.game(BARE).part(part).__name__ == f"sidings.games.plain.{part}"


def test_a_second_game_with_an_equal_record_type_is_refused() -> None:
    game = sidings.game(HIGH_CARD)
    others = sidings.game("game-of-trains").part("rules")
    with pytest.raises(TypeError, match=r"high_card\.rules has bound it to an equal record type"):
        bind(game.dtype, others)


# --- Bots -----------------------------------------------------------------------------------------


def test_its_rule_of_thumb_plays_and_advises() -> None:
    table = sidings.deal(HIGH_CARD, players=3, seed=3)
    hand = table.dump()["hands"][0]
    assert bot("expert").choose(observe(table)) == f"play {max(hand)}"
    advice = table.advise(ms=1)
    assert {one.move for one in advice} == set(table.moves())
    assert all("highest card" in one.why for one in advice)


def test_a_game_without_a_rule_of_thumb_is_searched_with_one_warning() -> None:
    """In a process of its own: whoever was first in this one has had the warning."""
    program = (
        "import sidings\n"
        "from sidings.bots import bot, observe\n"
        f"table = sidings.deal({BARE!r}, seed=3)\n"
        "for spec in ('novice', 'casual', 'search:playouts=9'):\n"
        "    assert bot(spec).choose(observe(table)) in table.moves()\n"
        "assert table.advise(ms=1).best.move in table.moves()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr.count("UserWarning") == 1
    assert "Bare Game has no rule of thumb" in done.stderr


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("name", BOTH)
def test_in_the_arena(name: str) -> None:
    standings = arena(name, ["search:playouts=20", "novice", "random"], games=6, players=3, jobs=1)
    assert len(standings.games) == 6
    assert all(not row.faults for game in standings.games for row in game)


def test_in_the_arena_on_several_processes() -> None:
    one, two = (arena(HIGH_CARD, ["expert", "random"], games=4, jobs=jobs) for jobs in (1, 2))
    assert [row.score for game in one.games for row in game] == [
        row.score for game in two.games for row in game
    ]


# --- The lab --------------------------------------------------------------------------------------


def test_in_batches_with_its_counters() -> None:
    rows = lab.play(HIGH_CARD, ["thumb", "random"], games=400, seed=2, rotate=True)
    of_thumb = rows["higher_card_played"][rows["policies"] == 0]
    assert of_thumb.tolist() == 400 * [1]
    assert (rows["highest_card"] == rows["scores"].max(axis=1)).all()
    pieces = lab.play(HIGH_CARD, ["thumb", "random"], games=400, seed=2, rotate=True, threads=3)
    assert pieces.tobytes() == rows.tobytes()


def test_in_batches_without_counters() -> None:
    rows = lab.play(BARE, "random", games=10, players=3)
    assert rows.dtype.names is not None
    assert rows.dtype.names[-1] == "policies"
    assert rows["moves"].tolist() == 10 * [3]


def test_its_layout_on_a_gpu() -> None:
    """What a GPU would be told; tests/lab/test_gpu.py runs its kernel."""
    own, plain = (prepare_batch(name, "random", games=1) for name in BOTH)
    assert plan_of(own) == Plan("local", 64, 4, 8)
    assert plan_of(plain) == Plan()


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("name", BOTH)
def test_in_a_balance_report(name: str, tmp_path: Path) -> None:
    page = run_report(
        sidings.game(name), players=2, options={}, policy=None, games=100, seed=1,
        out=tmp_path / "report", console=Console(file=io.StringIO()),
    )  # fmt: skip
    text = page.read_text("utf-8")
    assert sidings.game(name).title in text
    assert ("higher card played" in text) == (name == HIGH_CARD)


# --- Environments ---------------------------------------------------------------------------------


def test_in_the_vector_environment() -> None:
    env = VectorEnv(HIGH_CARD, 8, players=3, seed=5)
    batch = env.reset()
    for _ in range(2):
        env.step(env.random_actions())
        assert not batch.terminated.any()
    env.step(env.random_actions())
    assert batch.terminated.all()
    assert np.allclose(batch.rewards.sum(axis=1), 0)


def test_in_pettingzoo() -> None:
    api_test(aec.env(HIGH_CARD, players=3), num_cycles=20)


def test_in_gymnasium() -> None:
    env = AgainstBots(HIGH_CARD, ["random"], players=2, render_mode="ansi")
    check_env(env, skip_render_check=True)  # it has no spec to make others from
    assert "(" in str(env.render())


def test_in_open_spiel() -> None:
    if spiel.short_name(HIGH_CARD) not in pyspiel.registered_names():
        spiel.register(HIGH_CARD)  # the module was imported before it was installed
    game = pyspiel.load_game(spiel.short_name(HIGH_CARD), {"players": 3})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_game_without_observations_has_no_environments() -> None:
    with pytest.raises(sidings.BadOption, match="Bare Game has no observation"):
        layout_of(sidings.game(BARE))
    with pytest.raises(sidings.BadOption, match="Bare Game has no observation"):
        VectorEnv(BARE, 2)


# --- The terminal and the command line ------------------------------------------------------------


@pytest.mark.parametrize(("name", "drawn"), [(HIGH_CARD, "You: -  ("), (BARE, "hands: [[")])
def test_in_the_terminal(name: str, drawn: str) -> None:
    table = sidings.deal(name, players=2, seed=7)
    table.names = ["You", "Bot 2"]
    console = Console(file=io.StringIO(), width=100)
    lines = iter(["play 99", "1", ""])
    TerminalGame(table, {2: RandomBot(1)}, console, lambda: next(lines)).run()
    shown = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO above
    assert drawn in shown
    assert "HC-1: you hold" in shown
    assert "Bot 2: play" in shown
    assert table.result is not None


def test_on_the_command_line(tmp_path: Path) -> None:
    record = tmp_path / "my.train"
    table = sidings.deal(HIGH_CARD, seed=7)
    while table.turn is not None:
        table.play(table.moves()[0])
    record.write_text(table.record(), "utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "sidings", "replay", str(record)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "2 moves, all legal." in told.stdout


# --- A real server --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_at_a_server_from_the_link_to_the_record(name: str, tmp_path: Path) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:
            offered = (await ann.http.get("/api/games")).json()["games"]
            assert [game["name"] for game in offered] == [name]
            table = await set_up(ann, bob, game=name)
            for number, mover in enumerate((ann, bob), start=1):
                view = await mover.until(table, lambda v: bool(v.moves))
                assert view.view is not None
                assert view.view["hands"][2 - number] in (["?", "?"], ["?"])
                assert ("highest" in view.view) == (name == HIGH_CARD)
                await mover.play(table, view.moves[0])
            for client in (ann, bob):
                view = await client.until(table, lambda v: v.over)
                assert view.state["result"]["ranking"] in ([1, 2], [2, 1])
            record = (await ann.http.get(f"/api/tables/{table}/record.train")).text
            found = verify(record)
            assert (found.game, found.moves, bool(found.dealer)) == (name, 2, True)
            check_steps(name, (await ann.http.get(f"/api/tables/{table}/views")).json())

    play_at_server(f"sqlite:///{tmp_path / 'tables.db'}", work, games=name)


def check_steps(name: str, steps: list[dict[str, Any]]) -> None:
    """The replay has a view for each move, and the events of it if the game tells any."""
    assert len(steps) == 3
    told = [event["do"] for step in steps[1:] for event in step.get("events", [])]
    assert told == (["played", "turn"] * 2 if name == HIGH_CARD else [])
    assert all(step["view"]["played"] for step in steps)


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("name", BOTH)
def test_bots_of_a_server_play_it(name: str, tmp_path: Path) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "casual"}]
            table = await ann.create(name, seats, start=True)
            view = await ann.until(table, lambda v: bool(v.moves))
            await ann.play(table, view.moves[0])
            await ann.until(table, lambda v: v.over)

    play_at_server(f"sqlite:///{tmp_path / 'tables.db'}", work, games=name)
