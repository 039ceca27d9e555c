"""How fast the environments step on one core: a whole batch, PettingZoo's way, OpenSpiel's way.

All play at random, each in the way its framework's users would write it, in the same run. A step
includes choosing a legal action and the observation and mask of whoever is next. Everything runs on
one thread, and seconds are those that it had a core: a busy machine tells the same.

    python benchmarks/envs.py [--seconds 2] [--games 4096]
"""

import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel
from cyclopts import run
from rich.console import Console
from rich.progress import track
from rich.table import Table

import sidings
from sidings.envs import VectorEnv, aec, spiel

SEED = 7
CAP = 1000  # moves per game; random play of Game of Trains hardly ever ends

console = Console()


def steps_per_second(run_some: Callable[[], int], seconds: float) -> float:
    """Call a function that says how many steps it made, until the time is up."""
    run_some()  # compiled and warm
    steps = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        steps += run_some()
    return steps / spent


def vector(name: str, players: int, games: int) -> Callable[[], int]:
    env = VectorEnv(name, games, players=players, seed=SEED, most_moves=CAP)
    env.reset()

    def run_some() -> int:
        for _ in range(10):
            env.step(env.random_actions())
        return 10 * games

    return run_some


def pettingzoo(name: str, players: int) -> Callable[[], int]:
    env = aec.env(name, players=players, most_moves=CAP)
    choose = np.random.default_rng(SEED)

    def run_some() -> int:
        env.reset(seed=SEED)
        steps = 0
        for _ in env.agent_iter():
            _, _, termination, truncation, info = env.last()
            over = termination or truncation
            env.step(None if over else choose.choice(np.flatnonzero(info["action_mask"])))
            steps += not over
        return steps

    return run_some


def open_spiel(name: str, players: int) -> Callable[[], int]:
    game = pyspiel.load_game(spiel.short_name(name), {"players": players, "most_moves": CAP})
    choose = random.Random(SEED)

    def run_some() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choose.randrange(len(state.chance_outcomes())))
            else:
                state.observation_tensor()
                state.apply_action(choose.choice(state.legal_actions()))
                steps += 1
        return steps

    return run_some


def main(*, seconds: float = 2.0, games: int = 4096) -> None:
    """Run the benchmark."""
    table = Table(
        "game", "players", f"{games:,} games, million/s", "PettingZoo, thousand/s", "times",
        "OpenSpiel, thousand/s", "times", title="Steps at random on one core",
    )  # fmt: skip
    for column in table.columns[1:]:
        column.justify = "right"
    tables = [
        (name, players)
        for name in sidings.game_names()
        for players in (sidings.game(name).players[0], sidings.game(name).players[-1])
    ]
    for name, players in track(tables, "Stepping", console=console, transient=True):
        batch = steps_per_second(vector(name, players, games), seconds)
        single = steps_per_second(pettingzoo(name, players), seconds)
        python = steps_per_second(open_spiel(name, players), seconds)
        table.add_row(
            name,
            str(players),
            f"{batch / 1e6:.2f}",
            f"{single / 1e3:.1f}",
            f"{batch / single:,.0f}",
            f"{python / 1e3:.1f}",
            f"{batch / python:,.0f}",
        )
    console.print(table)


if __name__ == "__main__":
    run(main)
