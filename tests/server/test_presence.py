"""Who is at a table, and who has left it."""

import pytest

from server.running import GAME, Running, play, serving, set_up, two_players
from sidings.client import Client, ServerRefused


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
