"""uvicorn's server, which says when it can be reached."""

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn

STARTUP_FAILURE = 3  # the exit status, as of uvicorn


class ListeningServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._listening()

    def run_to_end(self) -> None:
        """Run until it is stopped, as ``uvicorn.run`` does."""
        with suppress(KeyboardInterrupt):  # raised again when all has been seen to
            self.run()
        if not self.started:
            sys.exit(STARTUP_FAILURE)
