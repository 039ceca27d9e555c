"""Work that nobody waits for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from sidings.store import Unavailable, keep_running

log = logging.getLogger("sidings.tasks")


class Tasks:
    """Background tasks; what goes wrong in them is logged."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """Do something once."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def keep(
        self, what: str, work: Callable[[], Awaitable[None]], pause: float | None = None
    ) -> asyncio.Task[Any]:
        """Do something until it is done; after a fault it is begun again, with a pause."""
        return self.spawn(keep_running(what, work, pause))

    async def close(self) -> None:
        """End all of them."""
        running = list(self._running)
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Unavailable):
            log.error("a task failed", exc_info=error)
