"""Telling people that it is their turn, where they asked to be told: webhooks and browsers.

What is to be told is in the database before anything is sent, and goes when it was received or its
turn has passed. So after a kill nothing is missing, and at worst something is told twice.
"""

import asyncio
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from sidings.extras import is_installed
from sidings.server.clock import now_ms
from sidings.server.limits import Buckets
from sidings.server.outgoing import Forbidden, Outgoing, Undelivered
from sidings.server.room import Room
from sidings.server.rooms import Rooms
from sidings.server.settings import Settings
from sidings.server.tasks import Tasks
from sidings.server.wording import Occasion, word
from sidings.store import NEVER, Channel, DueNotice, Store
from sidings.store.notices import MOST_FAILURES, MS_PER_HOUR
from sidings.tables import Refused, TableState

if TYPE_CHECKING:
    from sidings.server.push import Push

log = logging.getLogger("sidings.notices")

DELAY_MS = 15_000  # in which somebody who only reloads the page is back
LOOK_SECONDS = 5.0
LEASE_MS = 60_000  # for one attempt; then another server may try
AT_ONCE = 50
FILED_AT_ONCE = 4
RETRY_MS = 30_000  # and twice as long after each failure
MOST_ATTEMPTS = 6  # for one notice
MOST_REMINDERS = 3  # for one turn
PER_MINUTE = 20  # on one channel
PUSH_KEY = "push"

KINDS = {"discord.com": "discord", "discordapp.com": "discord", "hooks.slack.com": "slack"}


class Message(msgspec.Struct):
    """What is told; a plain webhook gets it as it is."""

    event: Occasion
    text: str
    url: str
    table: str = ""
    game: str = ""
    player: str = ""
    players: list[str] = []
    deadline: int | None = None  # ms since 1970


class Notices:
    def __init__(self, store: Store, settings: Settings, rooms: Rooms, tasks: Tasks) -> None:
        self._store = store
        self._settings = settings
        self._rooms = rooms
        self._tasks = tasks
        self._outgoing = Outgoing(private=bool(settings.private_webhooks))
        self._rates = Buckets(PER_MINUTE / 60, PER_MINUTE)
        self._push: Push | None = None
        self._filing = asyncio.Semaphore(FILED_AT_ONCE)  # thousands may lose their network at once

    # --- What is to be told

    def attend(self, room: Room) -> None:
        """Have the person in turn told of it, unless they are here."""
        state = room.state
        if state.mover != "person":
            return
        version = state.position_version
        if room.is_present(state.turn, time.monotonic()):
            room.turn_seen = version
            return
        if room.turn_filed == version:
            return
        room.turn_filed = version
        person, table = state.seats[state.turn - 1].person, state.header.id
        due, seen = now_ms() + DELAY_MS, room.turn_seen == version

        async def file() -> None:
            async with self._filing:
                await self._store.file_notices(person, table, version, due, seen=seen)

        self._tasks.keep("a notice", file)

    async def run(self) -> None:
        """Send what is due, for ever. Turns that passed before a kill are made good first."""
        await self._store.drop_old_notices()
        for table in await self._store.tables_with_channels():
            try:
                self.attend(await self._rooms.find(table, ""))
            except Refused:  # played by rules that this server does not have
                continue
        while True:
            due = await self._store.due_notices(now_ms(), AT_ONCE)
            if due:
                await asyncio.gather(*(self._send(notice) for notice in due))
            if len(due) < AT_ONCE:
                await asyncio.sleep(LOOK_SECONDS)

    async def close(self) -> None:
        await self._outgoing.close()

    # --- Sending

    async def _send(self, notice: DueNotice) -> None:
        channel = notice.channel
        wait = self._rates.take(channel.id, time.monotonic())
        lease = now_ms() + max(LEASE_MS, int(wait * 1000))
        if not await self._store.reschedule(notice, lease, attempts=notice.attempts) or wait:
            return
        leased = replace(notice, due=lease)
        message = await self._message(leased)
        if message is None:  # the turn has passed, or they are looking at it
            await self._store.reschedule(leased, NEVER)
            return
        try:
            await self.deliver(channel, message)
        except (Undelivered, Forbidden) as error:
            await self._failed(leased, error)
            return
        sent = notice.sent + 1
        again = bool(channel.remind) and sent <= MOST_REMINDERS
        next_due = now_ms() + channel.remind * MS_PER_HOUR if again else NEVER
        await self._store.reschedule(leased, next_due, sent)
        if channel.failures:
            await self._store.count_failure(channel.id, 0)

    async def _failed(self, notice: DueNotice, error: Exception) -> None:
        channel, attempts = notice.channel, notice.attempts + 1
        log.info("channel %s: %s", channel.id, error)
        is_final = isinstance(error, Forbidden) or getattr(error, "is_final", False)
        if is_final and channel.kind == "push":  # the browser has left
            await self._store.delete_channel(channel.id)
            return
        failures = MOST_FAILURES if is_final else channel.failures + 1
        await self._store.count_failure(channel.id, failures)
        due = now_ms() + RETRY_MS * 2**attempts if attempts < MOST_ATTEMPTS else NEVER
        await self._store.reschedule(notice, due, attempts=attempts)

    async def _message(self, notice: DueNotice) -> Message | None:
        """What to tell now; None if it is not the turn that the notice is for."""
        try:
            room = await self._rooms.find(notice.table, "")
        except Refused:
            return None
        state = room.state
        if state.mover != "person" or state.position_version != notice.version:
            return None
        if room.is_present(state.turn, time.monotonic()):
            return None
        occasion: Occasion = "reminder" if notice.sent else "turn"
        return self._word(state, occasion, notice.channel.language)

    def _word(self, state: TableState, occasion: Occasion, language: str) -> Message:
        names = [seat.name or seat.level for seat in state.seats]
        me = names.pop(state.turn - 1)
        title = state.runtime.game.title
        table = state.header.id
        return Message(
            occasion, word(occasion, language, me, title, names), f"{self._settings.url}/t/{table}",
            table, state.header.game, me, names, state.deadline,
        )  # fmt: skip

    async def test(self, channel: Channel, name: str) -> None:
        """Tell somebody that they will be told here; raises Forbidden or Undelivered."""
        text = word("test", channel.language, name, "", [])
        await self.deliver(channel, Message("test", text, self._settings.url, player=name))

    async def deliver(self, channel: Channel, message: Message) -> None:
        """Send a message; raises Forbidden or Undelivered."""
        headers = {"Content-Type": "application/json", "User-Agent": "Sidings"}
        body: Any = message
        match channel.kind:
            case "discord":
                body = {"content": _linked(message), "allowed_mentions": {"parse": []}}
            case "slack":
                body = {"text": _linked(message)}
            case "push":
                await self._deliver_push(channel, message)
                return
        await self._outgoing.post(channel.target, headers, msgspec.json.encode(body))

    # --- Browsers

    async def push(self) -> "Push | None":
        """Web Push with the key of this server; None if it is not installed."""
        if self._push is None and is_installed("http_ece") and is_installed("py_vapid"):
            from sidings.server.push import Push, draw_key

            key = await self._store.key(PUSH_KEY, draw_key())
            self._push = Push(key, self._settings.url)
        return self._push

    async def _deliver_push(self, channel: Channel, message: Message) -> None:
        from sidings.server.push import BrowserKeys, seal

        push = await self.push()
        if push is None:
            raise Undelivered("Web Push is not installed")
        keys = msgspec.json.decode(channel.keys, type=BrowserKeys)
        sealed = seal(msgspec.json.encode(message), keys)
        await self._outgoing.post(channel.target, push.headers(channel.target), sealed)


def _linked(message: Message) -> str:
    return f"{message.text}\n{message.url}"
