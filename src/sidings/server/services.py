"""Everything that serves tables, put together for one store."""

import asyncio
import logging
import time

from sidings.server.commands import Commands
from sidings.server.games import Games
from sidings.server.metrics import Metrics
from sidings.server.people import People
from sidings.server.presence import Presence
from sidings.server.protocol import Said
from sidings.server.questions import Questions
from sidings.server.robots import Robots
from sidings.server.rooms import Rooms
from sidings.server.settings import Settings
from sidings.server.sync import Sync
from sidings.server.tasks import Tasks
from sidings.store import Hint, Store, Unavailable
from sidings.tables import Person

log = logging.getLogger("sidings.services")

SWEEP_SECONDS = 5.0


class Services:
    def __init__(self, store: Store, settings: Settings, *, warm_up: bool = True) -> None:
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.people = People(store, settings)
        self.games = Games(settings.games)
        self.rooms = Rooms(store, self.games, self.metrics)
        self._tasks = Tasks()
        self.sync = Sync(store, self.rooms, self._tasks)
        self.commands = Commands(store, self.rooms, self.sync, self._tasks, self.metrics)
        self.presence = Presence(store, self.rooms, self.sync, self.commands, self._tasks)
        self.robots = Robots(store, settings, self.commands, self.sync, self._tasks, self.metrics)
        self.questions = Questions(store, self.rooms, self.robots)
        self.rooms.on_change = self.robots.attend
        self._warm_up = warm_up

    async def run(self) -> None:
        """Listen to the other servers and sweep up, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.store.bus.listen(self._heard, self.sync.catch_up_all))
            group.create_task(self._sweep())
            group.create_task(self.games.compile_all(with_bots=self._warm_up))

    def close(self) -> None:
        self.robots.close(self.rooms)
        self._tasks.cancel()
        self.games.close()

    async def end_session(self, token_hash: str) -> None:
        """Forget a device, and close its sockets wherever they are."""
        await self.store.drop_token(token_hash)
        self.presence.close_session(token_hash)
        self.store.tell(Hint(self.store.origin, "", ended=token_hash))

    async def show_name(self, person: Person) -> None:
        """Show a person's new name at the tables where they sit."""
        await self.commands.rename(person, self.settings.tables_per_person)

    async def _heard(self, hints: list[Hint]) -> None:
        for hint in hints:
            if hint.ended:
                self.presence.close_session(hint.ended)
            room = self.rooms.get(hint.table)
            if hint.origin == self.store.origin or room is None:
                continue
            if hint.phrase:
                room.tell(Said(hint.table, hint.seat, hint.phrase))
            elif hint.tells_presence:
                self.presence.heard(room, hint)
            else:
                self.sync.heard(room, hint)

    async def _sweep(self) -> None:
        """Forget idle tables; look for lost notifications; tell who is here."""
        number = 0
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            number += 1
            try:
                await self._sweep_once(number)
            except Unavailable:
                log.warning("the database does not answer")

    async def _sweep_once(self, number: int) -> None:
        for room in self.rooms.forget_idle(time.monotonic()):
            self.robots.rest(room)
        self.metrics.commits.set(self.store.commits)
        if self.store.is_shared:
            await self.sync.catch_up_quiet(SWEEP_SECONDS)
        await self.presence.sweep(number)
