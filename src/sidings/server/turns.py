"""Shares in what there is little of: people take turns, however much each of them asks for."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

Result = TypeVar("Result")


class Turns:
    """So many may work at a time, and so many for one person.

    Whoever waits is served one turn each, round and round; the turns of one person are served in
    the order they were asked for.
    """

    def __init__(self, places: int, per_person: int) -> None:
        self._free = places
        self._per_person = per_person
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # the next person first
        self._working: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait for a turn of this person, and give the place back at the end."""
        granted = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(granted)
        self._serve()
        try:
            await granted
            yield
        finally:
            if granted.done() and not granted.cancelled():
                self._leave(person)
            else:
                granted.cancel()

    def _leave(self, person: str) -> None:
        self._free += 1
        self._working[person] -= 1
        if not self._working[person]:
            del self._working[person]
        self._serve()

    def _serve(self) -> None:
        while self._free:
            person = self._next()
            if person is None:
                return
            waiting = self._waiting.pop(person)
            granted = waiting.popleft()
            if waiting:
                self._waiting[person] = waiting  # behind the others
            if not granted.cancelled():
                self._free -= 1
                self._working[person] += 1
                granted.set_result(None)

    def _next(self) -> str | None:
        return next((one for one in self._waiting if self._working[one] < self._per_person), None)


class Threads:
    """Threads for long work, which people share by turns.

    With several threads one person never has them all.
    """

    def __init__(self, count: int, name: str) -> None:
        self._turns = Turns(count, max(1, count - 1))
        self._pool = ThreadPoolExecutor(count, name)

    async def run(self, person: str, work: Callable[[], Result]) -> Result:
        """Do some work in a thread when it is this person's turn."""
        async with self._turns.turn(person):
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
