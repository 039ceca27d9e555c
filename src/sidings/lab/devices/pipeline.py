"""A batch in parts that workers play: several under way at a time, their rows in order."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeVar

Job = TypeVar("Job")
Part = TypeVar("Part")

MOST_GAMES_PER_PART = 1024
PARTS_PER_WORKER = 8  # at least, so that all workers end at about the same time
AHEAD_PER_WORKER = 3  # parts under way or not yet fetched: memory stays bounded


def in_order(
    games: int,
    workers: int,
    begin: Callable[[int, int], Job],
    fetch: Callable[[Job], Part],
    most: int = MOST_GAMES_PER_PART,
) -> Iterator[Part]:
    """Let workers ``begin`` parts, by first game and number of games; yield what they bring.

    >>> list(in_order(5, 1, lambda first, games: (first, games), list))
    [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1]]
    """
    size = max(1, min(most, games // (workers * PARTS_PER_WORKER)))
    starts = iter(range(0, games, size))
    waiting: deque[Job] = deque()
    while True:
        while (
            len(waiting) < AHEAD_PER_WORKER * workers and (start := next(starts, None)) is not None
        ):
            waiting.append(begin(start, min(size, games - start)))
        if not waiting:
            return
        yield fetch(waiting.popleft())
