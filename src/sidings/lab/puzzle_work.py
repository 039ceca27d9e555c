"""Makes and checks many puzzles, on several cores; what was found is kept as it comes."""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.console import Console

from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.lab.progress import Report, progress_bar
from sidings.lab.puzzles import DEEPER, PLAYOUTS, Collection, Puzzle, PuzzleMaker, read

CHUNK = 4  # deals that a process is given at once
MOST_OF_A_THEME = 0.5  # of all puzzles
CHECK_SEED = 10**6  # of the independent check: no puzzle was found with it


def make_puzzles(game: Game[Any], wanted: int, out: Path, jobs: int | None) -> None:
    """Find puzzles until the file has as many as wanted; it may have some already."""
    console = Console()
    collection = read(out, game)
    try:
        with progress_bar("puzzles", Console(stderr=True)) as report:
            collect(game, collection, wanted, out, jobs, report)
    except KeyboardInterrupt:
        console.print(f"Interrupted; the same command continues with {out}.")
        raise SystemExit(130) from None
    console.print(f"{len(collection.puzzles)} puzzles from {collection.deals} deals are in {out}.")


def collect(
    game: Game[Any],
    collection: Collection,
    wanted: int,
    out: Path,
    jobs: int | None,
    report: Report,
) -> None:
    """Go through the deals in their order, on from where the collection ends."""
    if wanted < 1:
        raise BadOption(f"a number of puzzles is at least 1, not {wanted}")
    report(len(collection.puzzles), wanted)
    if len(collection.puzzles) >= wanted:
        return
    most = max(1, round(MOST_OF_A_THEME * wanted))
    for found in _found(game, collection.deals, jobs):
        collection.deals += 1
        if found is None or _has_enough(collection, found.theme, most):
            continue
        collection.puzzles.append(found)
        collection.write(out)
        report(len(collection.puzzles), wanted)
        if len(collection.puzzles) >= wanted:
            return


def _has_enough(collection: Collection, theme: str, most: int) -> bool:
    return sum(puzzle.theme == theme for puzzle in collection.puzzles) >= most


def _found(game: Game[Any], first: int, jobs: int | None) -> Iterator[Puzzle | None]:
    """What each deal yields, in the order of the deals."""
    maker = PuzzleMaker(game)  # it also fills the cache before many processes compile the same
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        yield from map(maker.find, count(first))
        return
    pool = _pool(game, jobs)
    try:
        for start in count(first, jobs * CHUNK):
            yield from pool.map(_find, range(start, start + jobs * CHUNK))
    finally:
        pool.shutdown(cancel_futures=True)


def check_puzzles(game: Game[Any], puzzles: Sequence[Puzzle], jobs: int | None) -> list[Puzzle]:
    """The puzzles whose solution a search ten times as deep does not confirm; prints them."""
    console = Console()
    jobs = min(jobs or os.cpu_count() or 1, len(puzzles))
    maker = PuzzleMaker(game)
    pool = _pool(game, jobs) if jobs > 1 else None
    answers = pool.map(_agrees, puzzles) if pool else (_ask(maker, one) for one in puzzles)
    failed = []
    with progress_bar("puzzles", Console(stderr=True)) as report:
        for done, (puzzle, agrees) in enumerate(zip(puzzles, answers, strict=True), start=1):
            report(done, len(puzzles))
            if not agrees:
                failed.append(puzzle)
                console.print(f"deal {puzzle.deal}: {puzzle.solution} is doubtful", style="red")
    if pool:
        pool.shutdown()
    agreed, playouts = len(puzzles) - len(failed), DEEPER * PLAYOUTS
    share = agreed / len(puzzles)
    console.print(f"{agreed} of {len(puzzles)} ({share:.1%}) agree, with {playouts:,} playouts.")
    return failed


def drop(out: Path, game: Game[Any], failed: Sequence[Puzzle]) -> None:
    """Write a file again without some of its puzzles."""
    collection = read(out, game)
    collection.puzzles = [puzzle for puzzle in collection.puzzles if puzzle not in failed]
    collection.write(out)
    Console().print(f"{len(collection.puzzles)} puzzles are left in {out}.")


def _ask(maker: PuzzleMaker, puzzle: Puzzle) -> bool:
    return maker.agrees(puzzle, CHECK_SEED + puzzle.deal)


def _pool(game: Game[Any], jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_start_worker, initargs=(game,)
    )


_maker: PuzzleMaker  # of this worker process


def _start_worker(game: Game[Any]) -> None:
    global _maker  # noqa: PLW0603  # a worker process has one maker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process decides when to stop
    _maker = PuzzleMaker(game)


def _find(number: int) -> Puzzle | None:
    return _maker.find(number)


def _agrees(puzzle: Puzzle) -> bool:
    return _ask(_maker, puzzle)
