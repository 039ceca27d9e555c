"""How much one person may have and ask for, wherever they ask for it."""

import time

from sidings.server.limits import Buckets
from sidings.server.settings import Settings
from sidings.store import Store
from sidings.tables import Refused

BURST_OF_TABLES = 60
BURST_OF_NAMES = 5
NAMES_PER_GUEST = 5  # a new name is shown at every table, so it is as dear as some new guests


class Quotas:
    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._tables = Buckets(settings.guest_rate, BURST_OF_TABLES)
        self._names = Buckets(settings.guest_rate / NAMES_PER_GUEST, BURST_OF_NAMES)

    async def check_new_table(self, person: str, *, is_listed: bool) -> None:
        """Raise Refused unless this person may have one more table, by setting up or a rematch."""
        wait = self._tables.take(person, time.monotonic())
        if wait:
            raise Refused("too-many", f"too many new tables; wait {wait:.0f} s")
        tables, listed = await self._store.count_running(person)
        if tables >= self._settings.tables_per_person:
            raise Refused("too-many", f"you have {tables} tables; finish or leave one first")
        if is_listed and listed >= self._settings.listed_per_person:
            raise Refused("too-many", f"you have {listed} listed tables; finish or close one first")

    def throttle_name(self, person: str) -> float:
        """How many seconds to wait before the next new name."""
        return self._names.take(person, time.monotonic())
