"""How much players of each level err: what the words of an analysis are measured by.

Each level plays games against itself, with as many playouts as it may have, not as the time allows;
then every move is judged as `sidings analyse` judges it. Prints the mean error of a decision in
points of a hundred with its 95 % interval (from games, which are independent), and the bounds for
the game's `ratings.py`: half-way between neighbours, by ratio. Levels meet different positions in
their own games; with `--positions` they all choose in the same ones instead, taken from games of
`casual`, and their choices are compared in the same worlds.

    python benchmarks/levels.py game-of-trains [--decisions 800] [--playouts 400] [--seed 1]
    python benchmarks/levels.py game-of-trains --positions 300
"""

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from cyclopts import run
from rich.console import Console
from rich.table import Table as Grid

import sidings
from sidings.bots.advice import adviser
from sidings.bots.analysis import PLAYOUTS, Moment
from sidings.bots.analyst import Analyst
from sidings.bots.levels import LEVELS, levels_of, player_of, prepare
from sidings.bots.search import Budget, finish
from sidings.games.contract import Game
from sidings.kernel.play import hidden_copy, legal_at
from sidings.kernel.record import Array
from sidings.lab.statistics import SIGMAS, mean_of
from sidings.play.table import Table

EACH = 5  # of five decisions one is looked at
console = Console()


def main(
    game: str, decisions: int = 800, playouts: int = PLAYOUTS, seed: int = 1, positions: int = 0
) -> None:
    chosen = sidings.game(game)
    prepare(chosen)
    prepare(chosen, net=True)
    if positions:
        in_the_same_positions(chosen, positions, playouts, seed)
    else:
        in_their_own_games(chosen, decisions, playouts, seed)


def in_the_same_positions(game: Game[Any], positions: int, playouts: int, seed: int) -> None:
    """Print how much each level errs, and how much less than the level below it."""
    levels = {name: replace(levels_of(game)[name], ms=0) for name in LEVELS[:-1]}
    search = adviser(game, Budget(playouts=playouts), seed)
    errors = []
    for states, seat, legal in positions_of(game, positions, seed):
        chosen = [player_of(one, seed).choose_action(game, states) for one in levels.values()]
        best = search.estimate(game, states, seat, legal)[0].action
        found = search.estimate(game, states, seat, sorted({best, *chosen}))
        chances = {one.action: one.chance for one in found}
        errors.append([chances[best] - chances[one] for one in chosen])
    columns = 100 * np.array(errors)
    grid = Grid("level", "error", "95 %", "less than the level below by", "95 %", title=game.title)
    for i, name in enumerate(levels):
        row = [name, *_told(columns[:, i])]
        grid.add_row(*row, *(_told(columns[:, i - 1] - columns[:, i]) if i else ("", "")))
    console.print(grid)
    console.print(f"{positions} positions")


def positions_of(game: Game[Any], count: int, seed: int) -> Iterator[tuple[Array, int, list[int]]]:
    """Decisions of games of `casual`, every fifth of them, as the player saw them."""
    number, buffer = 0, np.zeros(game.actions, np.int16)
    while True:
        number += 1
        table = played(game, "casual", seed + number)
        moves = list(table.history)
        while table.history:
            table.undo()
        decision = number % EACH
        for move in moves:
            assert table.turn is not None
            states = hidden_copy(np.array([table.state], game.dtype), table.turn - 1)
            legal = buffer[: legal_at(states, 0, buffer)].tolist()
            decision += len(legal) > 1
            if len(legal) > 1 and decision % EACH == 0:
                yield states, table.turn - 1, legal
                count -= 1
                if not count:
                    return
            table.play(move)


def _told(values: Array) -> tuple[str, str]:
    mean = mean_of(values.tolist())
    return f"{mean.rate:.2f}", f"{mean.low:.2f} to {mean.high:.2f}"


def in_their_own_games(chosen: Game[Any], decisions: int, playouts: int, seed: int) -> None:
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
