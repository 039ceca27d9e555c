"""Tournaments between bots: duplicated deals, rotated seats, all cores, resumable.

Every deal is played once for each way of rotating the line-up around the table, so that each bot
meets the same cards in the same seats. With a folder, each finished deal is appended to a CSV
file, and the same tournament continues where it was interrupted.
"""

import hashlib
import itertools
import math
import os
import signal
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from sidings.bots import prepare
from sidings.bots.levels import CHARACTERS, first_decision, level_of, levels_of
from sidings.bots.luck import LuckMeter
from sidings.bots.program import ProgramBot, ProgramEnded, ProgramFault
from sidings.bots.weights import has_network
from sidings.errors import BadOption
from sidings.extras import needs
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.play import deal_at
from sidings.kernel.record import Array
from sidings.lab.arena.clairvoyant import NAME as CLAIRVOYANT
from sidings.lab.arena.entrants import Entrants, name_entrants
from sidings.lab.arena.folder import ResultsFolder
from sidings.lab.arena.match import Outcome, Player, play_game
from sidings.lab.arena.standings import Row, Standings
from sidings.lab.luck_playouts import PlayoutMeter
from sidings.lab.policies import like
from sidings.lab.progress import Report
from sidings.play.observation import observe
from sidings.play.table import Table

Task = tuple[int, int]  # the number of a line-up, and of a deal


def arena(
    game: str | Game[Any],
    bots: Sequence[str | Player],
    *,
    games: int = 100,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    time_limit: float = math.inf,
    luck: bool = False,
    luck_playouts: int = 0,
    jobs: int | None = None,
    out: Path | str | None = None,
    progress: Report | None = None,
) -> Standings:
    """Play at least ``games`` games between bots, in whole deals, and return the standings.

    A bot is a name (``sidings.bots.bot``; here also ``clairvoyant``) or any object with
    ``choose(observation) -> move``. Up to as many bots as seats sit at one table, repeated until
    it is full; of more, every combination plays. ``time_limit`` is in seconds per move. With
    ``luck`` the standings also say what is left of the wins without the luck of the cards; with
    ``luck_playouts`` it is measured by so many playouts of each event. Objects play in this
    process, names on all cores (``jobs``). ``out`` is a folder for ``games.csv``.

    >>> standings = arena("game-of-trains", ["random", "random"], games=2, jobs=1)
    >>> standings.standing("random").wins.rate
    0.5
    """
    needs("a tournament", "openskill")
    chosen = game_of_name(game) if isinstance(game, str) else game
    entrants = name_entrants(bots)
    tables = line_ups(list(entrants.names), players)
    template = chosen.template(players, options or {})
    measured = luck or luck_playouts > 0
    contest = Contest(chosen, entrants, tables, template, seed, time_limit, measured, luck_playouts)
    if games < 1:
        raise BadOption(f"at least one game is required, not {games}")
    contest.check_characters()
    contest.check_luck()
    folder = None if out is None else ResultsFolder(Path(out), contest)
    deals = math.ceil(games / contest.games_per_deal)
    rows = [] if folder is None else [row for row in folder.rows if row.deal < deals]
    done = {(row.line_up, row.deal) for row in rows}
    every = itertools.product(range(deals), range(len(contest.line_ups)))
    tasks = [(line_up, deal) for deal, line_up in every if (line_up, deal) not in done]
    total = deals * contest.games_per_deal
    played = total - sum(len(contest.rotations(line_up)) for line_up, _ in tasks)
    played_before = played
    report: Report = progress or (lambda done, total: None)
    report(played, total)
    for task_rows in contest.play_all(tasks, jobs):
        if folder is not None:
            folder.append(task_rows)
        rows += task_rows
        played += len(task_rows) // players
        report(played, total)
    return Standings(rows, list(entrants.known), luck=contest.luck, played_before=played_before)


def line_ups(names: Sequence[str], players: int) -> list[list[str]]:
    """Who sits together: all of them, repeated to fill the table, or every choice of some.

    >>> line_ups(["a", "b"], 4), line_ups(["a", "b", "c"], 2)
    ([['a', 'b', 'a', 'b']], [['a', 'b'], ['a', 'c'], ['b', 'c']])
    """
    if not names:
        raise BadOption("a tournament needs bots")
    if len(names) <= players:
        return [[names[seat % len(names)] for seat in range(players)]]
    different = list(dict.fromkeys(names))
    if len(different) < players:
        raise BadOption(f"{len(names)} bots were named for {players} seats")
    return [list(chosen) for chosen in itertools.combinations(different, players)]


@dataclass
class Contest:
    """All that decides how the games of a tournament go."""

    game: Game[Any]
    entrants: Entrants
    line_ups: list[list[str]]
    template: Array
    seed: int
    time_limit: float
    luck: bool = False
    luck_playouts: int = 0  # of each event; without them the judge's word is enough

    def check_characters(self) -> None:
        """Refuse a character that the game does not have."""
        for entrant in self.entrants.known.values():
            if isinstance(entrant, str) and entrant in CHARACTERS:
                level_of(self.game, entrant)

    def check_luck(self) -> None:
        """Refuse to measure luck where that cannot be done, or would not be fair."""
        if self.luck_playouts < 0:
            raise BadOption(f"luck is measured by 0 playouts or more, not {self.luck_playouts}")
        if self.luck:
            LuckMeter(self.game)  # raises what is wrong with it
            if any(
                str(entrant).startswith(CLAIRVOYANT) for entrant in self.entrants.known.values()
            ):
                raise BadOption(f"luck is not luck to {CLAIRVOYANT}, who sees what will come")

    def check_programs(self) -> None:
        """Refuse a program that cannot be started, or that ends before its first answer."""
        programs = [name for name in self.entrants.known if name.startswith("program:")]
        if not programs:
            return
        states = self.template.copy()
        key_of_game(states[0].key, self.seed, 0)
        deal_at(states, 0)
        first = observe(Table(self.game, states, self.seed))
        try:
            for name in programs:
                program = self.entrants.seat(name, 0, 0, self.time_limit)
                assert isinstance(program, ProgramBot)
                try:
                    program.choose(first)
                except ProgramEnded as fault:
                    raise BadOption(f"{name} does not play: {fault}") from None
                except ProgramFault:
                    pass  # such as a late answer, which is counted when it plays
        finally:
            self.entrants.close()

    def rotations(self, line_up: int) -> list[list[str]]:
        """The different ways to turn the line-up around the table."""
        seats = self.line_ups[line_up]
        turned = [tuple(seats[first:] + seats[:first]) for first in range(len(seats))]
        return [list(seating) for seating in dict.fromkeys(turned)]

    @property
    def games_per_deal(self) -> int:
        return sum(len(self.rotations(line_up)) for line_up in range(len(self.line_ups)))

    def play(self, task: Task) -> list[Row]:
        """One deal with one line-up, in all its rotations."""
        return [
            row
            for rotation in range(len(self.rotations(task[0])))
            for row in self.play_rotation(task, rotation)
        ]

    def play_rotation(self, task: Task, rotation: int) -> list[Row]:
        """One deal with one line-up in one of its rotations."""
        line_up, deal = task
        seating = self.rotations(line_up)[rotation]
        players = [
            self.entrants.seat(
                name,
                seating[:seat].count(name),
                _seed_of(self.seed, line_up, deal, rotation, seat),
                self.time_limit,
            )
            for seat, name in enumerate(seating)
        ]
        played = play_game(
            self.game, self.template, players, self.seed, deal, time_limit=self.time_limit,
            meter=self._meter(seating, _seed_of(self.seed, line_up, deal, rotation)),
        )  # fmt: skip
        return [
            _row(line_up, deal, rotation, seat, name, played) for seat, name in enumerate(seating)
        ]

    def _meter(self, seating: Sequence[str], seed: int) -> LuckMeter | None:
        """What measures the luck of one game."""
        if not self.luck:
            return None
        if self.luck_playouts:
            policies = [like(self.game, self.entrants.known[name]) for name in seating]
            return PlayoutMeter(self.game, self.luck_playouts, seed, policies)
        return LuckMeter(self.game)

    def play_all(self, tasks: Sequence[Task], jobs: int | None) -> Iterator[list[Row]]:
        """Play the tasks, on several cores if the bots can be made there."""
        if tasks:
            self.check_programs()
        jobs = min(jobs or os.cpu_count() or 1, len(tasks))
        if jobs <= 1 or not self.entrants.are_names:
            try:
                yield from map(self.play, tasks)
            finally:
                self.entrants.close()
            return
        self.compile()
        pool = ProcessPoolExecutor(
            jobs, mp_context=get_context("spawn"), initializer=_start_worker, initargs=(self,)
        )
        try:
            for finished in as_completed([pool.submit(_play_task, task) for task in tasks]):
                yield finished.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def compile(self) -> None:
        """Fill the cache before many processes would all compile the same."""
        kinds = {str(entrant).partition(":")[0] for entrant in self.entrants.known.values()}
        if kinds - {"random", "program"}:
            prepare(self.game)
        nets = [name for name, level in levels_of(self.game).items() if level.net]
        if kinds & {"net", *nets} and has_network(self.game):
            prepare(self.game, net=True)
        if meter := self._meter(self.line_ups[0], 0):
            meter.of(*first_decision(self.game))


def _row(line_up: int, deal: int, rotation: int, seat: int, name: str, played: Outcome) -> Row:
    faults = [fault.reason for fault in played.faults if fault.seat == seat + 1]
    return Row(
        line_up,
        deal,
        rotation,
        seat + 1,
        name,
        played.scores[seat],
        played.places[seat],
        played.shares[seat],
        played.decisions[seat],
        round(played.seconds[seat], 6),
        "; ".join(" ".join(reason.replace(";", ",").split()) for reason in faults),
        round(played.luck[seat], 6),
    )


def _seed_of(*numbers: int) -> int:
    """A seed for one bot in one game, unrelated to that of any other."""
    digest = hashlib.blake2b(repr(numbers).encode(), digest_size=6).digest()
    return int.from_bytes(digest, "little")


_contest: Contest  # of this worker process


def _start_worker(contest: Contest) -> None:
    global _contest  # noqa: PLW0603  # a worker process has one contest
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides when to stop
    warnings.filterwarnings("ignore", ".* has no rule of thumb")  # which it has said already
    _contest = contest


def _play_task(task: Task) -> list[Row]:
    return _contest.play(task)
