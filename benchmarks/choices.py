"""Which of several bots chooses better: decision by decision, where matches would take too long.

All bots choose in the same positions, one of each of many games that the learned network plays
against itself. Where they differ, every move that was chosen is played out by the network to the
end of the round or game, in the same guessed worlds. Prints what each bot gains over the first, in
ten-thousandths of the chance to win, and how many decisions a seat has; then the same of decisions
late in a round alone.

    python benchmarks/choices.py mexican-train search:playouts=6000,depth=1 master net
                                 [--positions 300] [--players 2] [--options.rounds 13]
                                 [--worlds 1200] [--truly] [--jobs 2] [--seed 1]

With ``--truly`` they are played out with the cards that players really hold, and piles that are cut
again and again. That needs more positions, and also says what a bot makes of hidden cards: guessed
hands are as good as chance has dealt them, players' hands are what they chose to keep. Of opponents
who do not play as the network does only a match can tell.
"""

import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any

import numpy as np
from cyclopts import run
from rich.console import Console
from rich.table import Table as Grid

import sidings
from sidings.bots import bot
from sidings.bots.contract import choose_action
from sidings.bots.learned import LearnedBot
from sidings.bots.levels import prepare
from sidings.bots.lookahead import TO_THE_END, Foresight
from sidings.bots.search import Budget, Search
from sidings.games.parts import chapter, cut, is_late
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array
from sidings.lab.progress import progress_bar
from sidings.lab.statistics import SIGMAS
from sidings.play.observation import Observation, observe

TO_JUDGE = Foresight(turns=TO_THE_END, shortlist=0, crowd=3, depth=1)
JUDGING = 10**6  # added to the seed of the judge: other worlds than those of the bots
UNIT = 10_000

console = Console(width=100)


@dataclass
class Found:
    """What each bot made of one position."""

    gains: list[float]  # over the first
    differs: list[bool]  # from the first
    seconds: list[float]
    decisions: int  # of all seats in the game, or in its first round
    late: bool


def look(
    game: str,
    bots: list[str],
    players: int,
    options: dict[str, Any],
    worlds: int,
    truly: bool,
    seed: int,
) -> Found:
    """Let the bots choose in a position of a game, and compare what they chose."""
    prepare(sidings.game(game), net=True)
    sidings.game(game).part("luck")
    decisions = list(_decisions(game, players, options, seed))
    here, truth = random.Random(seed).choice(decisions)
    states, seat = np.array([here.state], here.game.dtype), here.seat - 1
    chosen, seconds = [], []
    for name in bots:
        began = time.perf_counter()
        player = bot(name, seed=seed)
        chosen.append(choose_action(player, here.game, states, seat, here.actions))
        seconds.append(time.perf_counter() - began)
    compared = sorted(set(chosen))
    chances = dict.fromkeys(compared, 0.0)
    if len(compared) > 1:
        roots = list(_cuts(truth, worlds)) if truly else [states]
        budget = Budget(playouts=worlds * len(compared) // len(roots))
        judge = Search(budget, seed=seed + JUDGING, guessing=not truly, foresight=TO_JUDGE)
        for root in roots:
            for one in judge.compare_all(here.game, root, seat, compared):
                chances[one.action] += one.chance / len(roots)
    first = chosen[0]
    gains = [chances[action] - chances[first] for action in chosen]
    differs = [action != first for action in chosen]
    return Found(gains, differs, seconds, len(decisions), _is_late_at(truth, 0))


def _cuts(truth: Array, most: int) -> Iterator[Array]:
    """A state with its piles cut at so many places, all equally likely."""
    for cards in range(most):
        states = truth.copy()
        _cut_at(states, 0, cards)
        yield states


@kernel
def _cut_at(states: Array, i: int, cards: int) -> None:
    cut(states[i], cards)


@kernel
def _is_late_at(states: Array, i: int) -> bool:
    return is_late(states[i])


def _decisions(
    game: str, players: int, options: dict[str, Any], seed: int
) -> Iterator[tuple[Observation, Array]]:
    """The decisions of a game that the network plays against itself, in its first round.

    Each as the seat sees it, and as it is.
    """
    table = sidings.deal(game, players, seed, options=options)
    player, rounds = LearnedBot(seed), set()
    while table.turn is not None:
        seen = observe(table)
        states = np.array([seen.state], table.game.dtype)
        rounds.add(_round_of(states, 0))
        if len(rounds) > 1:
            return
        if len(seen.actions) > 1:
            yield seen, table._states.copy()
        table.play_action(player.choose_action(table.game, states))


@kernel
def _round_of(states: Array, i: int) -> int:
    return chapter(states[i])


def main(
    game: str,
    *bots: str,
    positions: int = 300,
    players: int = 2,
    options: dict[str, int] | None = None,
    worlds: int = 1200,
    truly: bool = False,
    jobs: int = 0,
    seed: int = 1,
) -> None:
    ask = partial(look, game, list(bots), players, options or {}, worlds, truly)
    found: list[Found] = []
    ask(0)  # compiles what is needed
    context = get_context("spawn")
    with (
        progress_bar("positions", Console(stderr=True)) as report,
        ProcessPoolExecutor(jobs or os.cpu_count(), mp_context=context) as pool,
    ):
        for one in pool.map(ask, range(positions * seed, positions * (seed + 1))):
            found.append(one)
            report(len(found), positions)
    console.print(told(list(bots), found, players))
    if late := [one for one in found if one.late]:
        console.print("late in a round:", told(list(bots), late, players))


def told(bots: list[str], found: list[Found], players: int) -> Grid:
    decisions = np.mean([one.decisions for one in found]) / players
    differ = sum(any(one.differs) for one in found)
    title = (
        f"{len(found)} positions, in {differ} of which they differ; {decisions:.1f} decisions each"
    )
    grid = Grid("bot", "gain", "95 %", "differs", "ms", title=title)
    for i, name in enumerate(bots):
        gains = UNIT * np.array([one.gains[i] for one in found])
        mean, half = gains.mean(), SIGMAS * gains.std() / len(gains) ** 0.5
        differs = np.mean([one.differs[i] for one in found])
        ms = 1000 * np.median([one.seconds[i] for one in found])
        grid.add_row(
            name, f"{mean:+.1f}", f"{mean - half:+.1f} to {mean + half:+.1f}", f"{differs:.0%}",
            f"{ms:.1f}",
        )  # fmt: skip
    return grid


if __name__ == "__main__":
    run(main)
