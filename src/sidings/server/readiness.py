"""Whether this server can be played at, and if not, why."""

import asyncio
import time

from sidings.server.games import Games
from sidings.store import Store, Unavailable

CHECK_AGAIN_SECONDS = 1.0  # a check writes, so it is not made more often
ANSWER_SECONDS = 5.0  # that a database has to answer


class Readiness:
    def __init__(self, store: Store, games: Games) -> None:
        self._store = store
        self._games = games
        self._checking: asyncio.Task[str] | None = None
        self._checked = 0.0

    async def problem(self) -> str:
        """What is wrong; empty if nothing is."""
        now = time.monotonic()
        if self._checking is None or (
            self._checking.done() and now - self._checked > CHECK_AGAIN_SECONDS
        ):
            self._checked = now
            self._checking = asyncio.create_task(self._check())
        return await asyncio.shield(self._checking) or self._games.problem

    async def _check(self) -> str:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._store.check()
        except TimeoutError:
            return f"the database has not answered for {ANSWER_SECONDS:.0f} s"
        except Unavailable as unavailable:
            return f"the database cannot be written to: {unavailable}"
        return ""
