"""Luck comes to nothing: its mean over many games, for each seat and kind of event.

The learned network plays against itself; what it thinks of a position may be wrong, and the mean
is 0 all the same, but for the deal, of which the mean is how much better it is to begin (less what
the network gets wrong). Prints points of a hundred with 95 % intervals, and how much of the result
is luck.

    python benchmarks/luck.py game-of-trains [--games 2000] [--players 2] [--seed 1]
"""

import time

from cyclopts import run
from rich.console import Console
from rich.table import Table as Grid

import sidings
from sidings.lab.luck import study_luck

console = Console()


def main(
    game: str, games: int = 2000, players: int = 2, policy: str = "net", seed: int = 1
) -> None:
    began, chosen = time.process_time(), sidings.game(game)
    found = study_luck(chosen, policy, games=games, players=players, seed=seed)
    grid = Grid(
        "event", "seat", "mean", "95 %", "0 within", "spread", title=sidings.game(game).title
    )
    for kind in found.lucks:
        for seat in range(players):
            mean = found.mean(kind, seat)
            grid.add_row(
                kind, str(seat + 1), f"{100 * mean.rate:+.2f}",
                f"{100 * mean.low:+.2f} to {100 * mean.high:+.2f}",
                "yes" if mean.low <= 0 <= mean.high else "no", f"{100 * found.spread(kind):.1f}",
            )  # fmt: skip
    console.print(grid)
    console.print(f"{games:,} games; luck explains {found.share} of the variance of the results")
    console.print(f"{time.process_time() - began:.0f} s of processor")


if __name__ == "__main__":
    run(main)
