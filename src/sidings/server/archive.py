"""Long logs: read in pieces and replayed in a thread, so that nobody waits for another's game."""

from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

from sidings.server.turns import Threads
from sidings.store import Row, Store
from sidings.store.log import Stored
from sidings.tables import Entry, Header, TableState, decode_entry, rebuild
from sidings.tables.runtime import Runtime

SHORT = 200  # entries that are followed in less time than a thread takes to begin

Result = TypeVar("Result")


class Archive:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._threads = Threads(1, "archive")
        # A runtime has buffers for one thread only, so the thread has its own.
        self._runtimes: WeakKeyDictionary[Runtime, Runtime] = WeakKeyDictionary()

    async def load(self, who: str, header: Header, stored: Stored, runtime: Runtime) -> TableState:
        """The table that its log leads to; ``who`` wants it."""
        rows = await self._store.log(header.id)
        secret, links = stored.secret, stored.links
        if len(rows) <= SHORT:
            return rebuild(header, secret, links, runtime, _decode(rows))

        def follow() -> TableState:
            return rebuild(header, secret, links, self._own(runtime), _decode(rows))

        state = await self._threads.run(who, follow)
        state.runtime = runtime
        return state

    async def follow(
        self, who: str, state: TableState, work: Callable[[TableState], Result]
    ) -> Result:
        """What ``work`` makes of a table that is not in use yet, in the thread."""
        runtime = state.runtime

        def follow() -> Result:
            state.runtime = self._own(runtime)
            return work(state)

        try:
            return await self._threads.run(who, follow)
        finally:
            state.runtime = runtime

    async def run(self, who: str, work: Callable[[], Result]) -> Result:
        """What some work leads to, in the thread."""
        return await self._threads.run(who, work)

    async def export(
        self, who: str, state: TableState, write: Callable[[TableState, list[Entry]], Result]
    ) -> Result:
        """What ``write`` makes of a table and its log, in the thread."""
        twin = state.copy()  # ours: the table goes on meanwhile
        rows = await self._store.log(state.header.id)

        def work() -> Result:
            twin.runtime = self._own(state.runtime)
            return write(twin, _decode(rows[: twin.version]))

        return await self._threads.run(who, work)

    def close(self) -> None:
        self._threads.close()

    def _own(self, runtime: Runtime) -> Runtime:
        """The thread's own runtime of the same game."""
        if runtime not in self._runtimes:
            self._runtimes[runtime] = Runtime(runtime.game)
        return self._runtimes[runtime]


def _decode(rows: list[Row]) -> list[Entry]:
    return [decode_entry(row.body) for row in rows]
