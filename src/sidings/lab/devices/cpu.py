"""A batch on the cores of this machine: threads, each in the kernel without the lock of Python."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import numpy as np

from sidings.bots.kernels import buffers
from sidings.kernel.record import Array
from sidings.lab.batch import Batch
from sidings.lab.devices.pipeline import MOST_GAMES_PER_PART, Part, in_order
from sidings.lab.kernels import play_games
from sidings.lab.policies import all_at_random


def play_parts(batch: Batch, threads: int) -> Iterator[Array]:
    """The rows of the batch, in order, part by part."""
    compile_batch(batch)
    return in_threads(batch.games, threads, partial(play_part, batch))


def in_threads(
    games: int, threads: int, play: Callable[[int, int], Part], most: int = MOST_GAMES_PER_PART
) -> Iterator[Part]:
    """What ``play`` returns for each part, by first game and number of games, in order."""
    with ThreadPoolExecutor(threads) as pool:

        def begin(start: int, games: int) -> Future[Part]:
            return pool.submit(play, start, games)

        try:
            yield from in_order(games, threads, begin, Future.result, most)
        finally:
            pool.shutdown(cancel_futures=True)


def play_part(batch: Batch, start: int, games: int) -> Array:
    """The rows of ``games`` games from number ``start`` on."""
    outcomes, counts = batch.blanks(games)
    actions, terms = buffers(batch.game.actions)
    play_games(
        batch.template.copy(),
        batch.template,
        batch.line_ups,
        batch.seed,
        start,
        batch.most_moves,
        actions,
        None if all_at_random(batch.line_ups) else terms,
        batch.network(),
        np.zeros(4, np.int64),
        outcomes,
        counts,
    )
    return batch.rows(start, outcomes, counts)


def compile_batch(batch: Batch) -> None:
    """Bind and compile what the batch needs, before the threads start."""
    batch.game.part("counters")
    if not all_at_random(batch.line_ups):
        batch.game.part("bot")
    play_part(batch, 0, 0)
