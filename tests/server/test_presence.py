"""Who is at a table, and who has left it."""

import asyncio
import json
import time
from typing import Any

import pytest

from server.running import GAME, Running, play, raw, serving, set_up, two_players
from sidings.client import Client, ServerRefused
from sidings.games.game_of_trains.view import constants
from sidings.offline.sources import fingerprint
from sidings.server.rooms import IDLE_SECONDS

PRINTED = constants()["PRINTED"]


def test_others_see_a_player_go_and_come_back(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            await ann.until(table, lambda view: view.presence == [True, True])
            await bob.ask("unwatch", table)
            await ann.until(table, lambda view: view.presence == [True, False])
            await bob.watch(table)
            await ann.until(table, lambda view: view.presence == [True, True])

    play(database, work)


def test_a_lost_connection_is_absence(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            async with Client.open(running.url, "Bob") as bob:
                table = await set_up(ann, bob)
            await ann.until(table, lambda view: view.presence == [True, False])
            room = running.services.rooms.get(table)
            assert room is not None
            assert list(room.gone_since) == [2]

    play(database, work)


def test_presence_goes_from_server_to_server(postgresql: str) -> None:
    async def work(running: Running) -> None:
        async with serving(postgresql) as other, Client.open(running.url, "Ann") as ann:
            async with Client.open(other.url, "Bob") as bob:
                table = await set_up(ann, bob)
                await ann.until(table, lambda view: view.presence == [True, True])
            await ann.until(table, lambda view: view.presence == [True, False])

    play(postgresql, work)


def test_a_private_table_is_watched_by_invitation_only(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Eve") as eve:
            table = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])
            with pytest.raises(ServerRefused, match="not-allowed"):
                await eve.watch(table)
            assert (await eve.watch(table, ann.links[table]["invitation"])).seat == 0

    play(database, work)


def test_a_socket_that_is_lost_while_the_table_loads_watches_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(running: Running) -> None:
        store, rooms, presence = (
            running.services.store, running.services.rooms, running.services.presence,
        )  # fmt: skip
        loading, go, load = asyncio.Event(), asyncio.Event(), store.load

        async def slow_load(table: str) -> Any:
            loading.set()
            await go.wait()
            return await load(table)

        async with Client.open(running.url, "Ann") as ann:
            table = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])
            await ann.ask("unwatch", table)
            rooms.forget_idle(time.monotonic() + IDLE_SECONDS + 1)
            monkeypatch.setattr(store, "load", slow_load)
            socket = await raw(running, ann)
            await socket.send(json.dumps({"do": "watch", "id": "w", "table": table}))
            await loading.wait()
            await socket.close()
            (mine,) = presence.connections.values()
            while len(mine) > 1:  # the server has not noticed yet
                await asyncio.sleep(0.01)
            go.set()
            room = await rooms.find(table, "")
            await ann.http.get("/health")  # meanwhile the command that waited has gone on
            assert not room.watchers
            assert room.presence(time.monotonic()).seats == [False, False]

    play(database, work)


def test_records_are_sent_to_clients_with_the_same_rules(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, _, table), await raw(running, ann) as socket:

            async def sees_records(table: str, rules: str) -> bool:
                ask = {"do": "watch", "id": "w", "table": table, "record": rules}
                await socket.send(json.dumps(ask))
                while True:
                    told = json.loads(await socket.recv())
                    for one in told if isinstance(told, list) else [told]:
                        if one["type"] == "table":
                            return "record" in one and one["view"] is None

            assert await sees_records(table, fingerprint(GAME))
            assert not await sees_records(table, "")
            assert not await sees_records(table, "0" * 64)
            deck = {f"{card}": ability for card, ability in enumerate(PRINTED, start=1)}
            own = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}], deck=deck)
            assert not await sees_records(own, fingerprint(GAME))

    play(database, work)
