"""Tournaments between bots: duplicated deals, rotated seats, all cores, resumable.

Every deal is played once for each way of rotating the line-up around the table, so that each bot
meets the same cards in the same seats. With a folder, each finished deal is appended to a CSV
file, and the same tournament continues where it was interrupted.
"""

import csv
import hashlib
import itertools
import json
import math
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import sidings.bots
from sidings.bots import ProgramBot, bot, prepare
from sidings.errors import BadOption
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game
from sidings.kernel.jit import PACKAGE, has_kernels
from sidings.kernel.record import Array
from sidings.lab.clairvoyant import NAME as CLAIRVOYANT
from sidings.lab.clairvoyant import clairvoyant
from sidings.lab.match import Player, play_game
from sidings.lab.standings import Row, Standings

Task = tuple[int, int]  # the number of a line-up, and of a deal
Progress = Callable[[int, int], None]  # told how many games of how many are done


def arena(
    game: str | Game[Any],
    bots: Sequence[str | Player],
    *,
    games: int = 100,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    time_limit: float = math.inf,
    jobs: int | None = None,
    out: Path | str | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Play at least ``games`` games between bots, in whole deals, and return the standings.

    A bot is a name (``sidings.bots.bot``; here also ``clairvoyant``) or any object with
    ``choose(observation) -> move``. Up to as many bots as seats sit at one table, repeated until
    it is full; of more, every combination plays. ``time_limit`` is in seconds a move. Objects
    play in this process, names on all cores (``jobs``). ``out`` is a folder for ``games.csv``.

    >>> standings = arena("game-of-trains", ["random", "random"], games=2, jobs=1)
    >>> standings.standing("random").wins.rate
    0.5
    """
    chosen = game_of_name(game) if isinstance(game, str) else game
    entrants = _named(bots)
    contest = _Contest(
        chosen,
        entrants,
        line_ups(list(entrants.names), players),
        chosen.template(players, options or {}),
        seed,
        time_limit,
    )
    if games < 1:
        raise BadOption(f"a tournament is of at least one game, not {games}")
    book = None if out is None else _Book(Path(out), contest)
    deals = math.ceil(games / contest.games_a_deal)
    rows = [] if book is None else [row for row in book.rows if row.deal < deals]
    done = {(row.line_up, row.deal) for row in rows}
    every = itertools.product(range(deals), range(len(contest.line_ups)))
    tasks = [(line_up, deal) for deal, line_up in every if (line_up, deal) not in done]
    played, total = deals * contest.games_a_deal, deals * contest.games_a_deal
    played -= sum(len(contest.rotations(line_up)) for line_up, _ in tasks)
    if progress is not None:
        progress(played, total)
    for task_rows in contest.play_all(tasks, jobs):
        if book is not None:
            book.append(task_rows)
        rows += task_rows
        played += len(task_rows) // players
        if progress is not None:
            progress(played, total)
    return Standings(rows, list(entrants.known))


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


# --- The bots of a tournament ---------------------------------------------------------------------


@dataclass
class _Entrants:
    """The bots by name, in the order given; a name may be given several times."""

    names: list[str] = field(default_factory=list)
    known: dict[str, str | Player] = field(default_factory=dict)
    programs: dict[tuple[str, int], ProgramBot] = field(default_factory=dict)

    @property
    def are_names(self) -> bool:
        return all(isinstance(entrant, str) for entrant in self.known.values())

    def seat(self, name: str, copy: int, seed: int, time_limit: float) -> Player:
        """A bot for one game; a program goes on running from game to game."""
        entrant = self.known[name]
        if not isinstance(entrant, str):
            return entrant
        kind, _, rest = entrant.partition(":")
        if kind == CLAIRVOYANT:
            return clairvoyant(rest, seed)
        if kind != "program":
            return bot(entrant, seed)
        if (name, copy) not in self.programs:
            seconds = {} if math.isinf(time_limit) else {"seconds": time_limit}
            self.programs[name, copy] = ProgramBot(rest, **seconds)
        return self.programs[name, copy]

    def close(self) -> None:
        for program in self.programs.values():
            program.close()
        self.programs.clear()


def _named(bots: Sequence[str | Player]) -> _Entrants:
    entrants = _Entrants()
    for one in bots:
        name = one if isinstance(one, str) else str(getattr(one, "name", type(one).__name__))
        first, number = name, 1
        while not isinstance(one, str) and entrants.known.get(name, one) is not one:
            number += 1
            name = f"{first} {number}"
        entrants.names.append(name)
        entrants.known[name] = one
    for name, entrant in entrants.known.items():
        if isinstance(entrant, str):
            entrants.seat(name, 0, 0, math.inf)  # raises what is wrong with it
    entrants.close()
    return entrants


# --- Playing --------------------------------------------------------------------------------------


@dataclass
class _Contest:
    """All that decides how the games of a tournament go."""

    game: Game[Any]
    entrants: _Entrants
    line_ups: list[list[str]]
    template: Array
    seed: int
    time_limit: float

    def rotations(self, line_up: int) -> list[list[str]]:
        """The different ways to turn the line-up around the table."""
        seats = self.line_ups[line_up]
        turned = [tuple(seats[first:] + seats[:first]) for first in range(len(seats))]
        return [list(seating) for seating in dict.fromkeys(turned)]

    @property
    def games_a_deal(self) -> int:
        return sum(len(self.rotations(line_up)) for line_up in range(len(self.line_ups)))

    def play(self, task: Task) -> list[Row]:
        """One deal with one line-up, in all its rotations."""
        line_up, deal = task
        rows = []
        for rotation, seating in enumerate(self.rotations(line_up)):
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
                self.game,
                self.template,
                players,
                self.seed,
                deal,
                seconds_a_move=self.time_limit,
            )
            for seat, name in enumerate(seating):
                faults = [fault.reason for fault in played.faults if fault.seat == seat + 1]
                rows.append(
                    Row(
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
                    )
                )
        return rows

    def play_all(self, tasks: Sequence[Task], jobs: int | None) -> Iterator[list[Row]]:
        """Play the tasks, on several cores if the bots can be made anew there."""
        jobs = min(jobs or os.cpu_count() or 1, len(tasks))
        if jobs <= 1 or not self.entrants.are_names:
            try:
                yield from map(self.play, tasks)
            finally:
                self.entrants.close()
            return
        self._compile()
        pool = ProcessPoolExecutor(
            jobs, mp_context=get_context("spawn"), initializer=_start_worker, initargs=(self,)
        )
        try:
            for finished in as_completed([pool.submit(_play_task, task) for task in tasks]):
                yield finished.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _compile(self) -> None:
        """Fill the cache before many processes would all compile the same."""
        kinds = {str(entrant).partition(":")[0] for entrant in self.entrants.known.values()}
        if kinds - {"random", "program"}:
            prepare(self.game)


def _seed_of(*numbers: int) -> int:
    """A seed for one bot in one game, unrelated to that of any other."""
    digest = hashlib.blake2b(repr(numbers).encode(), digest_size=6).digest()
    return int.from_bytes(digest, "little")


_contest: _Contest  # of this worker process


def _start_worker(contest: _Contest) -> None:
    global _contest  # noqa: PLW0603  # a worker process has one contest
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides when to stop
    _contest = contest


def _play_task(task: Task) -> list[Row]:
    return _contest.play(task)


# --- The file of results --------------------------------------------------------------------------


class _Book:
    """A folder with the settings of a tournament and a CSV file of its games."""

    def __init__(self, folder: Path, contest: _Contest) -> None:
        if not contest.entrants.are_names:
            raise BadOption("only a tournament of bots with names can be written to a folder")
        self.path = folder / "games.csv"
        self.rows: list[Row] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._check_settings(folder / "settings.json", _settings(contest))
        if self.path.exists():
            self.rows = list(self._read(contest))
        self._write(self.rows, "w")  # without a deal that was cut short

    def append(self, rows: Sequence[Row]) -> None:
        """Write one deal at once, so that an interruption leaves whole deals."""
        self._write(rows, "a")

    def _check_settings(self, path: Path, mine: dict[str, Any]) -> None:
        if not path.exists():
            path.write_text(json.dumps(mine, indent=2) + "\n", "utf-8")
            return
        try:
            theirs = json.loads(path.read_text("utf-8"))
            different = [name for name in mine if mine[name] != theirs.get(name)]
        except (ValueError, AttributeError):
            different = ["everything"]
        if different:
            raise BadOption(
                f"{path.parent} holds another tournament (other: {', '.join(different)}); "
                "choose another folder with --out, or remove that one"
            )

    def _read(self, contest: _Contest) -> Iterator[Row]:
        deals: dict[Task, list[Row]] = {}
        try:
            with self.path.open(newline="", encoding="utf-8") as file:
                for cells in itertools.islice(csv.reader(file), 1, None):
                    if len(cells) == len(Row._fields):
                        row = _row(cells)
                        deals.setdefault((row.line_up, row.deal), []).append(row)
        except ValueError:
            raise BadOption(f"{self.path} cannot be read; remove it to start anew") from None
        for (line_up, _), rows in deals.items():
            rotations = contest.rotations(line_up)
            if len(rows) == len(rotations) * len(rotations[0]):
                yield from rows

    def _write(self, rows: Sequence[Row], mode: str) -> None:
        with self.path.open(mode, newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            if mode == "w":
                writer.writerow(Row._fields)
            writer.writerows(rows)


def _row(cells: Sequence[str]) -> Row:
    read = Row.__annotations__.values()
    return Row(*(kind(cell) for kind, cell in zip(read, cells, strict=True)))


def _settings(contest: _Contest) -> dict[str, Any]:
    """What must be the same for games to belong to the same tournament."""
    state = contest.template[0]
    deck = contest.game.custom_deck
    return {
        "game": contest.game.name,
        "rules": contest.game.rules_version,
        "players": int(state.players),
        "options": contest.game.read_options(state),
        "deck": None if deck is None else json.loads(json.dumps(deck, default=str)),
        "bots": contest.entrants.names,
        "seed": contest.seed,
        "time_limit": None if math.isinf(contest.time_limit) else contest.time_limit,
        "code": _code_hash(),
    }


def _code_hash() -> str:
    """A hash of the rules and the bots: games of other versions do not belong together."""
    ours = Path(str(sidings.bots.__file__)).parent
    digest = hashlib.sha256()
    kernels = {path for path in PACKAGE.rglob("*.py") if has_kernels(path)}
    for path in sorted({*kernels, *ours.glob("*.py")}):
        digest.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]
