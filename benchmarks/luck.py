"""Luck comes to nothing: its mean over many games, for each seat and kind of event.

The learned network plays against itself; what it thinks of a position may be wrong, and the mean
is 0 all the same, but for the deal, of which the mean is how much better it is to begin (less what
the network gets wrong). Prints points of a hundred with 95 % intervals, how many of these leave 0
out and how likely that is, and how much of the result is luck.

    python benchmarks/luck.py game-of-trains [--games 2000] [--players 2] [--options.rounds 2]
                                             [--ways 5] [--seconds 60] [--seed 1] [--threads 2]
"""

import math
import time

from cyclopts import run
from rich.console import Console
from rich.table import Table as Grid

import sidings
from sidings.bots.luck_kernels import EVERY
from sidings.lab.luck import DEAL, LuckStudy, study_luck
from sidings.lab.progress import progress_bar

console = Console(width=100)


def main(
    game: str,
    games: int = 2000,
    players: int = 2,
    policy: str = "net",
    ways: int = EVERY,
    seconds: float = math.inf,
    seed: int = 1,
    threads: int | None = None,
    options: dict[str, int | str] | None = None,
) -> None:
    began, chosen = time.process_time(), sidings.game(game)
    with progress_bar("games", Console(stderr=True)) as report:
        found = study_luck(
            chosen, policy, games=games, players=players, options=options, seed=seed,
            ways=ways, threads=threads, seconds=seconds, report=report,
        )  # fmt: skip
    console.print(means(found, f"{chosen.title}, {players} players"))
    console.print(f"{len(found.results):,} games; {judged(found)}")
    console.print(f"Luck explains {found.share} of the variance of the results.")
    console.print(f"{time.process_time() - began:.0f} s of processor")


def means(found: LuckStudy, title: str) -> Grid:
    grid = Grid("event", "seat", "mean", "95 %", "0 within", "spread", title=title)
    for kind in found.lucks:
        for seat in range(found.results.shape[1]):
            mean = found.mean(kind, seat)
            grid.add_row(
                kind, str(seat + 1), f"{100 * mean.rate:+.3f}",
                f"{100 * mean.low:+.3f} to {100 * mean.high:+.3f}",
                "yes" if mean.low <= 0 <= mean.high else "no", f"{100 * found.spread(kind):.1f}",
            )  # fmt: skip
    return grid


def judged(found: LuckStudy) -> str:
    """How many of the intervals leave 0 out, and how likely the farthest is."""
    intervals = [
        found.mean(kind, seat)
        for kind in found.lucks
        if kind != DEAL
        for seat in range(found.results.shape[1])
    ]
    outside = sum(not one.low <= 0 <= one.high for one in intervals)
    return (
        f"but for the deal, {outside} of {len(intervals)} intervals leave 0 out. A mean as far "
        f"off as the farthest comes by chance with a likelihood of {found.doubt:.2f} (Bonferroni)."
    )


if __name__ == "__main__":
    run(main)
