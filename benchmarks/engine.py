"""How fast the engine plays at random, beside OpenSpiel's games in the same run.

Prints moves and games per second on one core for each game and number of players, the size of a
state, cold and warm start, and OpenSpiel's games driven from Python on the same machine. Then it
plays the large conformance run.

    python benchmarks/engine.py [--seconds 2] [--conformance 1000000]
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Annotated, Any

import numpy as np
from cyclopts import Parameter, run
from rich.console import Console
from rich.progress import track
from rich.table import Table

import sidings
from sidings.kernel.play import play_random
from sidings.testing import check_many

SEED = 7
CAP = 1000  # moves per game; random play of Game of Trains hardly ever ends
OPEN_SPIEL = ("hearts", "crazy_eights", "dou_dizhu", "python_block_dominoes")
NATIVE = {  # moves/s of a native C++ driver on one such core
    "hearts": "1.6-2.0 million",
    "crazy_eights": "1.5-2.0 million",
    "dou_dizhu": "0.8-0.9 million",
}
FIRST_MOVE = """
import time, sys
began = time.perf_counter()
import sidings
imported = time.perf_counter() - began
table = sidings.deal(sys.argv[1], seed=1)
table.play(table.moves()[0])
print(imported, time.perf_counter() - began)
"""

console = Console()


def random_play(name: str, players: int, seconds: float) -> tuple[float, float]:
    """Moves and games per second of uniformly random play on one core."""
    game = sidings.game(name)
    template = game.template(players, {})
    states, out = template.copy(), np.zeros(game.actions, np.int16)
    rng = np.zeros(4, np.int64)
    play_random(states, template, SEED, 0, 10, CAP, out, rng)
    moves = games = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        moves += play_random(states, template, SEED, games, 100, CAP, out, rng)
        games += 100
    return moves / spent, games / spent


def open_spiel_play(name: str, seconds: float) -> float:
    """Moves per second of uniformly random play of an OpenSpiel game driven from Python."""
    import pyspiel

    if name.startswith("python_"):
        from open_spiel.python.games import block_dominoes  # noqa: F401  # it registers itself
    game = pyspiel.load_game(name)
    choose = random.Random(SEED)
    moves = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(outcomes, chances)[0])
            else:
                state.apply_action(choose.choice(state.legal_actions()))
                moves += 1
    return moves / spent


def first_move(name: str, cache: str) -> tuple[float, float]:
    """Seconds of ``import sidings`` and until the first move is played, in a new process."""
    command = [sys.executable, "-c", FIRST_MOVE, name]
    environment = os.environ | {"SIDINGS_CACHE": cache}
    output = subprocess.run(command, env=environment, capture_output=True, check=True).stdout
    imported, moved = output.split()
    return float(imported), float(moved)


def speed_tables(seconds: float) -> None:
    ours = Table("game", "players", "state", "moves/s", "games/s", title="Random play, one core")
    fastest: dict[str, float] = {}
    for name in sidings.game_names():
        game = sidings.game(name)
        for players in game.players:
            moves, games = random_play(name, players, seconds)
            fastest[name] = max(moves, fastest.get(name, 0))
            ours.add_row(
                name,
                str(players),
                f"{game.dtype.itemsize} B",
                f"{moves / 1e6:.1f} million",
                f"{games:,.0f}",
            )
    console.print(ours)
    others = Table(
        "OpenSpiel game",
        "moves/s from Python",
        "native C++, reported",
        *(f"{name} is" for name in fastest),
        title="Beside OpenSpiel, same run",
    )
    for name in OPEN_SPIEL:
        moves = open_spiel_play(name, seconds)
        ratios = [f"{speed / moves:,.0f} times" for speed in fastest.values()]
        others.add_row(name, f"{moves / 1e3:.0f} thousand", NATIVE.get(name, "-"), *ratios)
    console.print(others)


def start_table() -> None:
    starts = Table("game", "import", "first move, cold", "first move, warm", title="Start, seconds")
    for name in sidings.game_names():
        with tempfile.TemporaryDirectory() as cache:
            _, cold = first_move(name, cache)
            imported, warm = first_move(name, cache)
        starts.add_row(name, f"{imported:.2f}", f"{cold:.1f}", f"{warm:.2f}")
    console.print(starts)


def conformance(games: int) -> None:
    for name in sidings.game_names():
        for _ in track(check_many(name, games), f"Conformance of {name}", total=games):
            pass
        console.print(f"{name}: {games:,} random games, no violation")


def main(
    *,
    seconds: float = 2.0,
    conformance_games: Annotated[int, Parameter("--conformance")] = 1_000_000,
) -> Any:
    """Run the benchmark."""
    start_table()
    speed_tables(seconds)
    conformance(conformance_games)


if __name__ == "__main__":
    run(main)
