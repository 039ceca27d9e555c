"""How much players of each level err: what the words of an analysis are measured by.

Each level plays games against itself, with as many playouts as it may have, not as the time allows;
then every move is judged as `sidings analyse` judges it. Prints the mean error of a decision in
points of a hundred with its 95 % interval (from games, which are independent), and the bounds for
the game's `ratings.py`: half-way between neighbours, by ratio.

    python benchmarks/levels.py game-of-trains [--decisions 800] [--playouts 400] [--seed 1]
"""

import math
import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from cyclopts import run
from rich.console import Console
from rich.table import Table as Grid

import sidings
from sidings.bots.analysis import PLAYOUTS, Moment
from sidings.bots.analyst import Analyst
from sidings.bots.levels import LEVELS, levels_of, player_of, prepare
from sidings.bots.search import finish
from sidings.games.contract import Game
from sidings.kernel.play import hidden_copy
from sidings.lab.statistics import SIGMAS
from sidings.play.table import Table

console = Console()


def main(game: str, decisions: int = 800, playouts: int = PLAYOUTS, seed: int = 1) -> None:
    chosen = sidings.game(game)
    prepare(chosen)
    prepare(chosen, net=True)
    grid = Grid("level", "games", "decisions", "error", "95 %", "good moves", title=chosen.title)
    means = {}
    began = time.process_time()
    for level in LEVELS[:-1]:
        errors, good, games = [], 0, 0
        while sum(map(len, errors)) < decisions:
            games += 1
            found = analysed(chosen, level, playouts, seed + games)
            errors.append([one.decision.error for one in found if one.decision is not None])
            good += sum(one.decision is not None and one.mark == "good" for one in found)
        mean, half = ratio(errors)
        means[level] = mean
        count = sum(map(len, errors))
        interval = f"{100 * (mean - half):.2f} to {100 * (mean + half):.2f}"
        grid.add_row(
            level, str(games), str(count), f"{100 * mean:.2f}", interval, f"{good / count:.1%}"
        )
        console.print(f"{level}: {100 * mean:.2f} [{interval}]", style="dim")
    console.print(grid)
    console.print(f"RATINGS = {bounds(means)}")
    console.print(f"{time.process_time() - began:.0f} s of processor")


def analysed(game: Game[Any], level: str, playouts: int, seed: int) -> list[Moment]:
    """A game of a level against itself, move by move."""
    table = played(game, level, seed)
    analyst = Analyst(table, playouts=playouts, seed=seed)
    return finish(analyst.work()).moments


def played(game: Game[Any], level: str, seed: int) -> Table:
    table = sidings.deal(game, 2, seed=seed)
    plays = replace(levels_of(game)[level], ms=0)
    bots = [player_of(plays, 1000 * seed + seat) for seat in range(2)]
    while (seat := table.turn) is not None:
        states = np.array([table.state], game.dtype)
        table.play_action(bots[seat - 1].choose_action(game, hidden_copy(states, seat - 1)))
    return table


def ratio(errors: list[list[float]]) -> tuple[float, float]:
    """The mean error of a decision, and half its interval, from games of different lengths."""
    sums = np.array([sum(one) for one in errors])
    counts = np.array([len(one) for one in errors])
    mean = sums.sum() / counts.sum()
    spread = ((sums - mean * counts) ** 2).sum() / max(len(errors) - 1, 1) * len(errors)
    return float(mean), SIGMAS * math.sqrt(spread) / float(counts.sum())


def bounds(means: dict[str, float]) -> dict[str, float]:
    """The most error of each level, the best first: half-way to the next, by ratio."""
    order = list(reversed(means))
    found = {}
    for level, weaker in pairwise(order):
        found[level] = round(math.sqrt(max(means[level], 1e-3) * max(means[weaker], 1e-3)), 4)
    found[order[-1]] = round(means[order[-1]] * 1.5, 4)
    return found


if __name__ == "__main__":
    run(main)
