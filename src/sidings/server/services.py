"""Everything that serves tables, put together for one store."""

import asyncio
import time

from sidings.server.analyses import Analyses
from sidings.server.archive import Archive
from sidings.server.clock import now_ms
from sidings.server.commands import Commands
from sidings.server.games import Games
from sidings.server.ladder import Ladder
from sidings.server.metrics import Metrics
from sidings.server.notices import Notices
from sidings.server.people import People
from sidings.server.presence import Presence
from sidings.server.protocol import Said
from sidings.server.questions import Questions
from sidings.server.quotas import Quotas
from sidings.server.readiness import Readiness
from sidings.server.robots import Robots
from sidings.server.room import Room
from sidings.server.rooms import Rooms
from sidings.server.settings import Settings
from sidings.server.sync import Sync
from sidings.server.tasks import Tasks
from sidings.server.tournaments import Tournaments
from sidings.server.upkeep import delete_person
from sidings.store import Hint, Store
from sidings.store.upkeep import NOBODY
from sidings.tables import Person

SWEEP_SECONDS = 5.0
SWEEPS_PER_LOOK = 6  # at what others wrote to a database that we serve alone
COMPILE_AGAIN_SECONDS = 30.0  # after it failed, such as for want of room in the cache


class Services:
    def __init__(self, store: Store, settings: Settings, *, warm_up: bool = True) -> None:
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.people = People(store, settings)
        self.games = Games(settings.games)
        self.readiness = Readiness(store, self.games)
        self.quotas = Quotas(store, settings)
        self.archive = Archive(store)
        self.rooms = Rooms(store, self.games, self.archive, self.metrics)
        self.tasks = Tasks()
        self.sync = Sync(store, self.rooms, self.tasks)
        self.commands = Commands(
            store, self.rooms, self.sync, self.tasks, self.metrics, self.quotas
        )
        self.presence = Presence(store, self.rooms, self.sync, self.commands, self.tasks)
        self.robots = Robots(store, settings, self.commands, self.sync, self.tasks, self.metrics)
        self.analyses = Analyses(self.archive, self.robots)
        self.questions = Questions(store, self.rooms, self.robots)
        self.notices = Notices(store, settings, self.rooms, self.tasks)
        self.tournaments = Tournaments(store, self.games, self.rooms, self.sync)
        self.ladder = Ladder(store)
        self.rooms.on_change = self._attend
        self._warm_up = warm_up

    def start(self) -> None:
        """Compile the games, listen to the other servers and sweep up, until closed."""
        self.tasks.keep("the bus", self._listen)
        self.tasks.keep("the sweeper", self._sweep)
        self.tasks.keep("the notices", self.notices.run)
        self.tasks.keep("the tournaments", self.tournaments.run)
        self.tasks.keep("the compiler", self._compile, COMPILE_AGAIN_SECONDS)

    async def close(self) -> None:
        self.robots.close(self.rooms)
        await self.tasks.close()
        await self.notices.close()
        self.archive.close()
        self.games.close()

    def _attend(self, room: Room) -> None:
        """See to what follows from a change at a table."""
        self.robots.attend(room)
        self.notices.attend(room)
        if room.state.status == "over" and not room.is_settled:
            room.is_settled = True
            self.tasks.keep("a result", lambda: self._settle(room))

    async def _settle(self, room: Room) -> None:
        await self.ladder.count(room.state)
        await self.tournaments.settle(room)

    async def _listen(self) -> None:
        await self.store.bus.listen(self._heard, self.sync.catch_up_all)

    async def _compile(self) -> None:
        await self.games.compile_all(with_bots=self._warm_up)

    async def end_session(self, token_hash: str) -> None:
        """Forget a device, and close its sockets wherever they are."""
        await self.store.drop_token(token_hash)
        self.presence.close_session(token_hash)
        self.store.tell(Hint(self.store.origin, "", ended=token_hash))

    async def forget(self, person: Person) -> None:
        """Forget a person: at the tables of others they become a guest without a name."""
        await self.show_name(Person(person.id, NOBODY))
        for token_hash in await self.store.tokens_of(person.id):
            await self.end_session(token_hash)
        await delete_person(self.store, person.id, now_ms())

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
            await self._sweep_once(number)

    async def _sweep_once(self, number: int) -> None:
        for room in self.rooms.forget_idle(time.monotonic()):
            self.robots.rest(room)
        self.metrics.commits.set(self.store.commits)
        # What others write to an SQLite file is the host's doing, and rare: ``sidings admin``.
        if self.store.is_shared or number % SWEEPS_PER_LOOK == 0:
            await self.sync.catch_up_quiet(SWEEP_SECONDS)
        await self.presence.sweep(number)
