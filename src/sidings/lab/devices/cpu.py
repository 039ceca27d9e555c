"""A batch on the cores of this machine: threads, each in the kernel without the lock of Python."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np

from sidings.bots.kernels import buffers
from sidings.kernel.record import Array
from sidings.lab.batch import Batch
from sidings.lab.devices.pipeline import in_order
from sidings.lab.kernels import play_games
from sidings.lab.policies import all_at_random


def play_parts(batch: Batch, threads: int) -> Iterator[Array]:
    """The rows of the batch, in order, part by part."""
    compile_batch(batch)
    return _play_parts(batch, threads)


def _play_parts(batch: Batch, threads: int) -> Iterator[Array]:
    with ThreadPoolExecutor(threads) as pool:

        def begin(start: int, games: int) -> Future[Array]:
            return pool.submit(play_part, batch, start, games)

        try:
            yield from in_order(batch.games, threads, begin, Future.result)
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
