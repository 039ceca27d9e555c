"""The frameworks' own tests, and what ours add to them."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms.generate_playthrough import playthrough
from pettingzoo.test import api_test, seed_test

import sidings
from sidings.envs import AgainstBots, aec, spiel

NAMES = sidings.game_names()
TABLES = [(name, players) for name in NAMES for players in sidings.game(name).players]
EXAMPLE = Path(__file__).parents[2] / "examples" / "open_spiel_ismcts.py"


# --- PettingZoo


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoo_api(name: str, players: int) -> None:
    api_test(aec.env(name, players=players, most_moves=60), num_cycles=50)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_seed(name: str) -> None:
    seed_test(lambda: aec.env(name, most_moves=200), num_cycles=60)


def play_out(env: Any) -> dict[str, float]:
    """Random actions to the end; the rewards in all."""
    random, total = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, termination, truncation, info = env.last()
        total[agent] += reward
        over = termination or truncation
        env.step(None if over else random.choice(np.flatnonzero(info["action_mask"])))
    return total


def test_a_game_of_pettingzoo_has_a_winner() -> None:
    env = aec.env("continental-express", players=3)
    env.reset(seed=4)
    total = play_out(env)
    assert sorted(total.values()) == pytest.approx([-0.5, -0.5, 1.0])


def test_an_endless_game_of_pettingzoo_is_truncated() -> None:
    env = aec.RawEnv("game-of-trains", most_moves=9)
    env.reset(seed=4)
    for _ in range(9):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_an_illegal_action_of_pettingzoo() -> None:
    raw = aec.RawEnv("game-of-trains")
    raw.reset(seed=4)
    with pytest.raises(sidings.IllegalMove, match="not legal now"):
        raw.step(50)
    env = aec.env("game-of-trains")
    env.reset(seed=4)
    agent = env.agent_selection
    env.last()
    env.step(50)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


def test_pettingzoo_shows_the_table_and_the_record() -> None:
    env = aec.RawEnv("mexican-train", render_mode="ansi")
    env.reset(seed=4)
    assert "Mexican train" in str(env.render())
    assert not env.hidden("seat_1").key.any()
    with pytest.raises(sidings.BadOption, match="there is no agent 'me'"):
        env.observe("me")


# --- Gymnasium


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(
        f"sidings/{name.title().replace('-', '')}-v1", bots=["random"], render_mode="ansi"
    )
    check_env(env.unwrapped)


@pytest.mark.parametrize(("name", "players"), [(name, p) for name, p in TABLES if p in (3, 4, 8)])
def test_one_learner_against_bots(name: str, players: int) -> None:
    env = AgainstBots(name, ["novice", "random"], players=players, most_moves=400)
    random = np.random.default_rng(3)
    _, info = env.reset(seed=3)
    over, steps = False, 0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        _, reward, terminated, truncated, info = env.step(random.choice(legal))
        over = terminated or truncated
        steps += 1
    assert len(info["scores"]) == players
    assert -1 <= reward <= 1
    assert steps > 3


def test_the_same_seed_gives_the_same_opponents() -> None:
    def trace() -> list[bytes]:
        env = AgainstBots("continental-express", ["club"], players=2)
        observation, info = env.reset(seed=5)
        seen = [observation.tobytes()]
        for _ in range(10):
            observation, *_, info = env.step(info["action_mask"].argmax())
            seen.append(observation.tobytes())
        return seen

    assert trace() == trace()


def test_an_illegal_action_loses() -> None:
    env = AgainstBots("game-of-trains", seat=2)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(50)
    assert (reward, terminated, info["illegal"], info["seat"]) == (-1, True, True, 2)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AgainstBots("game-of-trains", ["deep blue"]), "there is no bot 'deep blue'"),
        (lambda: AgainstBots("game-of-trains", ["club", "club"]), "name 1 to 1 bots"),
        (lambda: AgainstBots("game-of-trains", "club"), "name 1 to 1 bots"),
        (lambda: AgainstBots("game-of-trains", seat=3), "no seat 3 at a table of 2"),
        (lambda: aec.env("game-of-trains", players=9), "for 2 to 4 players, not 9"),
        (lambda: aec.env("game-of-trains", render_mode="3d"), "render_mode is 'ansi'"),
        (lambda: aec.env("game-of-trains", most_moves="many"), "most_moves must be"),
    ],
)
def test_what_environments_refuse(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(sidings.BadOption, match=message):
        make()


def test_environments_that_there_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        sidings.envs.__getattr__("chess")


# --- OpenSpiel


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_open_spiel_simulation(name: str, players: int) -> None:
    game = pyspiel.load_game(spiel.short_name(name), {"players": players, "most_moves": 20})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_open_spiel_playthrough(name: str) -> None:
    """The generator plays a game twice alike and shows every kind of observation."""
    shown = playthrough(f"{spiel.short_name(name)}(most_moves=12)", [1, 2, 3, 4], seed=1)
    assert shown == playthrough(f"{spiel.short_name(name)}(most_moves=12)", [1, 2, 3, 4], seed=1)
    assert "InformationStateString(0)" in shown
    assert "PrivateObservationString(1)" in shown


def started(text: str, moves: int = 0) -> Any:
    """A state after the deal 1 2 3 4 and so many of the first legal moves."""
    state = pyspiel.load_game(text).new_initial_state()
    for action in (1, 2, 3, 4):
        state.apply_action(action)
    for _ in range(moves):
        state.apply_action(state.legal_actions()[0])
    return state


def test_options_are_parameters_of_open_spiel() -> None:
    state = started("python_sidings_mexican_train(players=3,rounds=1,set=double-9)")
    assert state.num_players() == 3
    assert "9-9" in str(state)
    assert "12-12" not in str(state)
    with pytest.raises(sidings.BadOption, match="option rounds is one of"):
        pyspiel.load_game("python_sidings_mexican_train(rounds=99)")


def test_a_saved_state_goes_on_alike() -> None:
    state = started("python_sidings_continental_express", moves=15)
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(again) == str(state)
    assert again.information_state_string(0) == state.information_state_string(0)
    assert game.num_players() == 2


def test_another_world_looks_the_same_to_the_player_and_to_nobody_else() -> None:
    state = started("python_sidings_mexican_train", moves=6)
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.25)
    assert str(other) != str(state)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.legal_actions() == state.legal_actions()
    assert other.observation_string(1 - player) != state.observation_string(1 - player)


def test_an_information_state_is_what_the_player_has_seen_so_far() -> None:
    one, two = (started("python_sidings_game_of_trains", moves=1) for _ in range(2))
    seen = [one.information_state_string(seat) for seat in range(2)]
    assert seen == [two.information_state_string(seat) for seat in range(2)]
    assert seen == [one.clone().information_state_string(seat) for seat in range(2)]
    memories = [text.split(" ", 1)[0] for text in seen]
    one.apply_action(one.legal_actions()[0])
    later = [one.information_state_string(seat).split(" ", 1)[0] for seat in range(2)]
    assert len({*memories, *later}) == 4


def test_the_example_plays(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLE), "--simulations", "3", "--games", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "ISMCTS" in done.stdout
