"""Plays named matches between bots on all cores until the time is up, and prints what they show.

A match is a line-up of the arena: duplicated deals, every rotation, paired intervals. All matches
get the same share of the processors' time (or ``share`` times as much), whatever their games cost.
Without luck, a match needs fewer games (docs/bots.md).

    python benchmarks/strength.py [MATCHES] --out FOLDER [--minutes 9] [--jobs 16]

MATCHES is a TOML file, ``benchmarks/strength.toml`` if none is given. The folder gets a file of
games for each match, and the same command plays on from there.
"""

import csv
import os
import time
import tomllib
from collections import defaultdict
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import numpy as np
from cyclopts import run
from rich.console import Console
from rich.table import Table

from sidings.bots.luck import can_measure_luck
from sidings.games.catalogue import game as game_of_name
from sidings.lab.arena.contest import Contest, line_ups
from sidings.lab.arena.entrants import name_entrants
from sidings.lab.arena.standings import Row
from sidings.lab.statistics import SIGMAS, mean_of, rate_of, without_luck

MATCHES = Path(__file__).with_suffix(".toml")
SEED = 2
LAST_SECONDS = 30.0  # at the end, in which no game is begun

console = Console(width=160)
_contests: dict[str, Contest] = {}  # of this worker process


@dataclass
class Match:
    """One line-up; the share of wins of its first bot is what is asked for."""

    name: str
    game: str
    bots: list[str]
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    share: float = 1.0

    def contest(self) -> Contest:
        if self.name not in _contests:
            game, entrants = game_of_name(self.game), name_entrants(self.bots)
            tables = line_ups(list(entrants.names), self.players)
            template = game.template(self.players, self.options)
            luck = can_measure_luck(game)
            _contests[self.name] = Contest(game, entrants, tables, template, SEED, 60.0, luck)
        return _contests[self.name]


@dataclass
class Progress:
    """What has been played of a match."""

    match: Match
    path: Path
    rows: dict[tuple[int, int], list[Row]] = field(default_factory=dict)  # by deal and rotation
    asked: int = 0  # for so many games
    spent: float = 0.0  # seconds of a processor

    def __post_init__(self) -> None:
        self.rotations = len(self.match.contest().rotations(0))
        if not self.path.exists():
            return
        kinds = Row.__annotations__.values()
        for cells in csv.reader(self.path.open(newline="")):
            row = Row(*(kind(cell) for kind, cell in zip(kinds, cells, strict=True)))
            self.rows.setdefault((row.deal, row.rotation), []).append(row)

    def next_game(self) -> tuple[int, int]:
        """The deal and the rotation of the next game that has not been played."""
        while True:
            task = divmod(self.asked, self.rotations)
            self.asked += 1
            if task not in self.rows:
                return task

    def add(self, rows: list[Row], seconds: float) -> None:
        self.rows[rows[0].deal, rows[0].rotation] = rows
        self.spent += seconds
        with self.path.open("a", newline="") as file:
            csv.writer(file).writerows(rows)

    def cells(self) -> list[str]:
        """What is known of the first bot, from the deals that were played in every rotation."""
        mine = self.match.bots[0]
        deals = defaultdict(list)
        for (deal, _), rows in self.rows.items():
            deals[deal].append(rows)
        whole = [games for games in deals.values() if len(games) == self.rotations]
        if len(whole) < 2:
            return [self.match.name, *["-"] * 6]
        shares, lucks, leads = [], [], []
        for games in whole:
            own = [row for game in games for row in game if row.bot == mine]
            others = [row.score for game in games for row in game if row.bot != mine]
            shares.append(float(np.mean([row.share for row in own])))
            lucks.append(float(np.mean([row.luck for row in own])))
            leads.append(float(np.mean([row.score for row in own]) - np.mean(others or [0])))
        rows = [row for game in self.rows.values() for row in game]
        games = len(whole) * self.rotations
        skills = without_luck(shares, lucks)
        skill = float(np.std(skills))
        lead, half = float(np.mean(leads)), SIGMAS * float(np.std(leads)) / len(leads) ** 0.5
        return [
            self.match.name,
            str(rate_of(shares, games)),
            str(mean_of(skills.tolist())) if any(row.luck for row in rows) else "-",
            f"{(float(np.std(shares)) / skill) ** 2:.1f}" if skill else "-",
            f"{lead:+.1f} ± {half:.1f}",
            f"{games:,}",
            " | ".join(_costs(rows, bot) for bot in dict.fromkeys(self.match.bots)),
        ]


def _costs(rows: list[Row], bot: str) -> str:
    """Milliseconds per decision, and the faults."""
    moves = sum(row.moves for row in rows if row.bot == bot)
    seconds = sum(row.seconds for row in rows if row.bot == bot)
    faults = sum(bool(row.faults) for row in rows if row.bot == bot)
    return f"{1000 * seconds / max(moves, 1):.2f}" + (f" ({faults} faults)" if faults else "")


def play(match: Match, deal: int, rotation: int) -> tuple[list[Row], float]:
    began = time.process_time()
    rows = match.contest().play_rotation((0, deal), rotation)
    return rows, time.process_time() - began


def compile_for(match: Match) -> None:
    match.contest().compile()


def play_all(progress: list[Progress], jobs: int, seconds: float) -> None:
    """Keep all workers busy; the next game is always one of the match that has had least."""
    began = time.monotonic()
    by_name = {one.match.name: one for one in progress}
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    first = {one.match.game: one.match for one in progress}
    list(pool.map(compile_for, first.values()))
    console.print(f"compiled after {time.monotonic() - began:.0f} s")
    running, underway = {}, dict.fromkeys(by_name, 0)
    typical = dict.fromkeys(by_name, 1.0)  # seconds per game, to count those under way
    while True:
        while len(running) < jobs and time.monotonic() - began < seconds - LAST_SECONDS:
            name = min(
                by_name,
                key=lambda one: (
                    (by_name[one].spent + underway[one] * typical[one]) / by_name[one].match.share
                ),
            )
            task = by_name[name].next_game()
            running[pool.submit(play, by_name[name].match, *task)] = name
            underway[name] += 1
        left = seconds - (time.monotonic() - began)
        if not running or left <= 0:
            break
        done, _ = wait(running, timeout=left, return_when=FIRST_COMPLETED)
        for future in done:
            name = running.pop(future)
            rows, spent = future.result()
            by_name[name].add(rows, spent)
            underway[name] -= 1
            typical[name] = 0.7 * typical[name] + 0.3 * spent
    for process in active_children():  # games that did not end in time do not count
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def show(progress: list[Progress]) -> Table:
    table = Table("match", "wins, 95 %", "without luck", "times", "score", "games", "ms")
    for one in progress:
        table.add_row(*one.cells())
    return table


def main(
    matches: Path = MATCHES, *, out: Path, minutes: float = 9,
    jobs: int = 0,
) -> None:  # fmt: skip
    """Play the matches for so many minutes."""
    found = [Match(**one) for one in tomllib.loads(matches.read_text("utf-8"))["match"]]
    out.mkdir(parents=True, exist_ok=True)
    progress = [Progress(match, out / f"{number:02d}.csv") for number, match in enumerate(found)]
    if minutes > 0:
        play_all(progress, jobs or os.cpu_count() or 1, 60 * minutes)
    console.print(show(progress))


if __name__ == "__main__":
    run(main)
