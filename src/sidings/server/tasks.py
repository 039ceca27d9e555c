"""Work that nobody waits for."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

from sidings.store import Unavailable

log = logging.getLogger("sidings.tasks")


class Tasks:
    """Background tasks; what goes wrong in them is logged."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def cancel(self) -> None:
        for task in list(self._running):
            task.cancel()

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Unavailable):
            log.error("a task failed", exc_info=error)
