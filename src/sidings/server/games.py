"""The games that this server offers, compiled in a thread of their own."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sidings.bots import bot, observe
from sidings.bots.levels import levels_of
from sidings.games.catalogue import game as game_of_name
from sidings.games.catalogue import game_names
from sidings.games.contract import Game
from sidings.play.table import deal
from sidings.tables.runtime import Runtime, runtime_of

log = logging.getLogger("sidings.games")

#: Together they run all code that the levels run, with as little thought as possible.
WARM_UP_BOTS = ("thumb", "search:playouts=1,candidates=2")
WARM_UP_NETWORK = "net:playouts=1,candidates=2"


class Games:
    def __init__(self, names: str) -> None:
        found: list[Game[Any]] = []
        for name in names.split() or game_names():
            try:
                found.append(game_of_name(name))
            except ImportError:
                log.warning("%s is not installed", name)
        if not names.split():
            found.sort(key=lambda game: (game.home_order, game.title))
        self.offered = {game.name: game for game in found}
        self.ready = False  # all games and bots are compiled
        self.problem = "the games are being compiled"  # empty when they are
        self._runtimes: dict[str, Runtime] = {}
        self._thread = ThreadPoolExecutor(1, "compile")

    async def runtime(self, game: str, deck: Mapping[str, Any] | None = None) -> Runtime:
        """The runtime of a game, compiled in a thread if this is its first table."""
        if deck is None and game in self._runtimes:
            return self._runtimes[game]
        loop = asyncio.get_running_loop()
        runtime = await loop.run_in_executor(self._thread, runtime_of, game, deck)
        if deck is None:
            self._runtimes[game] = runtime
        return runtime

    async def compile_all(self, *, with_bots: bool) -> None:
        """Compile everything before anybody has to wait for it."""
        loop = asyncio.get_running_loop()
        try:
            for name in self.offered:
                await self.runtime(name)
            if with_bots:
                for game in self.offered.values():
                    await loop.run_in_executor(self._thread, warm_up_bots, game)
        except Exception as error:
            self.problem = f"the games cannot be compiled: {type(error).__name__}: {error}"
            raise
        self.ready = True
        self.problem = ""

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def warm_up_bots(game: Game[Any]) -> None:
    """Compile what the bots of a game need."""
    table = deal(game, game.players[0])
    asks_network = any(level.net for level in levels_of(game).values())
    for spec in (*WARM_UP_BOTS, WARM_UP_NETWORK) if asks_network else WARM_UP_BOTS:
        bot(spec).choose(observe(table))
