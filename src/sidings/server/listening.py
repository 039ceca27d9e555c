"""uvicorn's server, in one process or several, which says when it can be reached."""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from sidings.server.bounds import GUARD

STARTUP_FAILURE = 3  # the exit status, as of uvicorn


class ListeningServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._listening()

    async def shutdown(self, sockets: Any = None) -> None:
        """End as uvicorn does, and cut off whoever is still connected then."""
        await super().shutdown(sockets)
        if guard := self.lifespan.state.get(GUARD):
            for transport in guard.open:
                transport.abort()
            await asyncio.sleep(0)  # in which they are closed

    def run_to_end(self) -> None:
        """Run until it is stopped, as ``uvicorn.run`` does."""
        with suppress(KeyboardInterrupt):  # raised again when all has been seen to
            self.run()
        if not self.started:
            sys.exit(STARTUP_FAILURE)


class ListeningWorkers(Multiprocess):
    """Several processes at one address; it is told when the first of them can be reached."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config, [config.bind_socket()])
        self._listening = listening
        self._is_told = False

    def run(self) -> None:
        try:
            super().run()
        finally:
            for one in self.sockets:
                one.close()

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        if not self._is_told and any(process.is_ready() for process in self.processes):
            self._is_told = True
            self._listening()
