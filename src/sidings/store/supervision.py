"""Work that must go on: it comes back after any fault."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from sidings.store.database import Unavailable

log = logging.getLogger("sidings.supervision")

PAUSE_SECONDS = 1.0
QUIET_SECONDS = 60.0  # without a fault, after which the next one is logged again


async def keep_running(
    what: str, work: Callable[[], Awaitable[None]], pause: float | None = None
) -> None:
    """Do some work until it returns; after a fault it is begun again, with a pause.

    Of the same fault again and again only the first is logged.
    """
    logged, last = "", 0.0
    while True:
        try:
            await work()
        except Exception as error:
            fault, now = f"{type(error).__name__}: {error}", time.monotonic()
            if fault != logged or now - last > QUIET_SECONDS:
                _log(what, error)
            logged, last = fault, now
        else:
            return
        await asyncio.sleep(PAUSE_SECONDS if pause is None else pause)


def _log(what: str, error: Exception) -> None:
    if isinstance(error, Unavailable):
        log.warning("%s: the database does not answer (%s); trying again", what, error)
    else:
        log.error("%s failed; trying again", what, exc_info=error)
