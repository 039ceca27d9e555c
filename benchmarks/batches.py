"""How batches on the CPU scale: one thread against two, in turns, the best of several runs.

python benchmarks/batches.py [--threads 2] [--seconds 1] [--turns 5]
"""

import time

from cyclopts import run
from rich.console import Console
from rich.progress import track
from rich.table import Table

import sidings
from sidings import lab

SEED = 7
CAP = 1000  # moves per game; random play of Game of Trains hardly ever ends
POLICIES = ("random", "thumb:depth=0", "club")


def speed(game: str, policy: str, threads: int, games: int) -> float:
    """Moves per second of one batch."""
    began = time.perf_counter()
    rows = lab.play(game, policy, games=games, seed=SEED, most_moves=CAP, threads=threads)
    return float(rows["moves"].sum() / (time.perf_counter() - began))


def main(*, threads: int = 2, seconds: float = 1.0, turns: int = 5) -> None:
    """Run the benchmark."""
    table = Table("game", "policy", "one thread", f"{threads} threads", "times",
                  title="Batches on the CPU, million moves per second")  # fmt: skip
    rows = [(game, policy) for game in sidings.game_names() for policy in POLICIES]
    for game, policy in track(rows, "Playing", transient=True):
        lab.play(game, policy, games=1)
        began = time.perf_counter()
        lab.play(game, policy, games=50, seed=SEED, most_moves=CAP, threads=1)
        games = max(50, int(50 * seconds / (time.perf_counter() - began)))
        pairs = [(speed(game, policy, 1, games), speed(game, policy, threads, threads * games))
                 for _ in range(turns)]  # fmt: skip
        one, many = (max(speeds) for speeds in zip(*pairs, strict=True))
        table.add_row(game, policy, f"{one / 1e6:.2f}", f"{many / 1e6:.2f}", f"{many / one:.2f}")
    Console().print(table)


if __name__ == "__main__":
    run(main)
