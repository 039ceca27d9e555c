"""How much players of each level err: what the words of an analysis are measured by.

All levels choose in the same positions, which are taken from games that the lower ones play among
each other; a level that plays by chance chooses many times. The search of an analysis says which
move is best there. That move and all that were chosen are then counted again, each in the same new
worlds, so that levels differ by their choices and not by luck. Prints the mean error in points of a
hundred, how much it is below that of the next lower level, 95 % intervals (from games, which are
independent), and the bounds for the game's `ratings.py`: half-way between neighbours, by ratio.

    python benchmarks/levels.py game-of-trains [--positions 300] [--playouts 1000] [--worlds 400]
                                               [--out levels.jsonl] [--seed 1]

Levels have as many playouts as they may, however long that takes. With ``--out`` every game is kept
in a file as it comes, and the same command goes on from there.
"""

import json
import math
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from cyclopts import run
from rich.console import Console
from rich.table import Table as Grid

import sidings
from sidings.bots.advice import adviser
from sidings.bots.levels import LEVELS, levels_of, player_of, prepare
from sidings.bots.search import Budget
from sidings.games.contract import Game
from sidings.games.parts import Level
from sidings.kernel.play import actor_at, hidden_copy
from sidings.kernel.record import Array
from sidings.lab.progress import progress_bar
from sidings.lab.statistics import SIGMAS

CHOOSING = LEVELS[:-1]
PLAYING = LEVELS[:4]  # in whose games the positions arise: those that do not search
EACH = 8  # of so many decisions one is looked at
TRIES = 40  # of each level that plays by chance
FINDING, COUNTING = 10**6, 2 * 10**6  # the seeds of the judge: other worlds than those of levels
BOUNDLESS = 1e-3  # an error as small as this is none

Errors = list[list[float]]  # of the positions of a game, by level

console = Console()


def main(
    game: str,
    positions: int = 300,
    playouts: int = 1000,
    worlds: int = 400,
    seed: int = 1,
    out: Path | None = None,
) -> None:
    began, chosen = time.process_time(), sidings.game(game)
    prepare(chosen)
    prepare(chosen, net=True)
    lines = out.read_text("utf-8").splitlines() if out and out.exists() else []
    found: list[Errors] = [json.loads(line) for line in lines]
    judge = Judge(chosen, playouts, worlds, seed)
    with progress_bar("positions", Console(stderr=True)) as report:
        while (done := sum(map(len, found))) < positions:
            report(done, positions)
            found.append(judge.game(len(found)))
            if out:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found[-1]) + "\n")
    console.print(told(chosen.title, [errors for errors in found if errors]))
    console.print(f"{time.process_time() - began:.0f} s of processor")


class Judge:
    """Plays games, and finds what each level errs in some of their positions."""

    def __init__(self, game: Game[Any], playouts: int, worlds: int, seed: int) -> None:
        self._game, self._seed, self._worlds = game, seed, worlds
        self._playouts = playouts
        self._levels = {name: replace(levels_of(game)[name], ms=0) for name in LEVELS}

    def game(self, number: int) -> Errors:
        """The errors in some positions of a game of two."""
        seed = 10_000 * self._seed + number
        return [self._errors(states, seed) for states in self._positions(seed)]

    def _positions(self, seed: int) -> Iterator[Array]:
        """Some decisions of a game between two of the lower levels, as the player sees them."""
        chance, game = random.Random(seed), self._game
        table = sidings.deal(game, 2, seed=seed)
        players = [player_of(self._levels[chance.choice(PLAYING)], seed + i) for i in range(2)]
        while (seat := table.turn) is not None:
            states = hidden_copy(np.array([table.state], game.dtype), seat - 1)
            if len(table.actions()) > 1 and chance.random() < 1 / EACH:
                yield states
            table.play_action(players[seat - 1].choose_action(game, states))

    def _errors(self, states: Array, seed: int) -> list[float]:
        """The error of each level in a position."""
        game, seat = self._game, actor_at(states, 0)
        legal = sidings.Table(game, states, 0).actions()
        choices = [self._choices(self._levels[name], states, seed) for name in CHOOSING]
        search = adviser(game, Budget(playouts=self._playouts), seed + FINDING)
        best = search.estimate(game, states, seat, legal)[0].action
        compared = sorted({best, *(action for chosen in choices for action in chosen)})
        even = adviser(game, Budget(playouts=self._worlds * len(compared)), seed + COUNTING)
        found = {one.action: one.chance for one in even.compare_all(game, states, seat, compared)}
        return [
            found[best] - sum(found[action] for action in chosen) / len(chosen)
            for chosen in choices
        ]

    def _choices(self, level: Level, states: Array, seed: int) -> list[int]:
        player, tries = player_of(level, seed), TRIES if level.blur else 1
        return [player.choose_action(self._game, states) for _ in range(tries)]


def told(title: str, found: list[Errors]) -> Grid:
    """The mean errors of the levels, and what each has less than the one below it."""
    count = sum(map(len, found))
    title = f"{title}: {count} positions of {len(found)} games"
    grid = Grid("level", "error", "95 %", "less than the level below by", "95 %", title=title)
    means = {}
    for i, name in enumerate(CHOOSING):
        own = [[row[i] for row in errors] for errors in found]
        means[name], _ = ratio(own)
        less = [[row[i - 1] - row[i] for row in errors] for errors in found]
        grid.add_row(name, *_interval(own), *(_interval(less) if i else ("", "")))
    grid.caption = f"RATINGS = {bounds(means)}"
    return grid


def _interval(values: Errors) -> tuple[str, str]:
    mean, half = (100 * value for value in ratio(values))
    return f"{mean:.2f}", f"{mean - half:.2f} to {mean + half:.2f}"


def ratio(values: Errors) -> tuple[float, float]:
    """The mean over all positions and half its interval, from games with more or fewer of them."""
    sums = np.array([sum(one) for one in values])
    counts = np.array([len(one) for one in values])
    mean = sums.sum() / counts.sum()
    spread = ((sums - mean * counts) ** 2).sum() / max(len(values) - 1, 1) * len(values)
    return float(mean), SIGMAS * math.sqrt(spread) / float(counts.sum())


def bounds(means: dict[str, float]) -> dict[str, float]:
    """The most error of each level, the best first: half-way to the next, by ratio."""
    order = list(reversed(means))
    found = {}
    for level, weaker in pairwise(order):
        product = max(means[level], BOUNDLESS) * max(means[weaker], BOUNDLESS)
        found[level] = round(math.sqrt(product), 4)
    found[order[-1]] = round(means[order[-1]] * 1.5, 4)
    return found


if __name__ == "__main__":
    run(main)
