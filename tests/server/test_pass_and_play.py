"""One device with several hands, and a big screen with none, over a real socket."""

from server.running import GAME, Running, play, serving, two_players
from sidings.client import Client

NAMES = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Leo"}]
RULES = {"pass_and_play": True}


def test_a_device_plays_for_the_hand_that_it_asked_for(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Tablet") as tablet:
            table = await tablet.create(GAME, NAMES, rules=RULES, start=True)
            view = tablet.views[table]
            assert (view.seat, tablet.links[table]["seats"]) == (0, [1, 2])
            assert [seat["name"] for seat in view.state["seats"]] == ["Ann", "Leo"]
            assert view.presence == [True, True]
            assert not view.screen
            seen: dict[int, str] = {}
            for _ in range(4):  # two moves each, or what a turn takes
                turn = view.state["turn"]
                assert not view.choices
                view = await tablet.watch(table, seat=turn)
                assert view.choices
                before = view.version
                await tablet.play(table, view.moves[0])
                view = await tablet.until(table, lambda view, v=before: view.version > v)
                assert view.seat == turn
                seen[turn] = repr(view.view)
                view = await tablet.watch(table)
                assert view.seat == 0
            await tablet.drop()
            await tablet.until(table, lambda view: view.presence == [True, True])
            mine = (await tablet.http.get("/api/me/tables")).json()["tables"]
            assert [(one["table"], one["your_seat"], one["your_turn"]) for one in mine] == [
                (table, 1, True)
            ]

    play(database, work)


def test_it_does_not_ask_for_the_hands_of_others(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, _, table):
            assert (await ann.watch(table, seat=2)).seat == 0
            assert (await ann.watch(table, seat=1)).seat == 1
            assert (await ann.watch(table)).seat == 1

    play(database, work)


def test_a_device_that_asks_again_is_shown_the_hand_as_it_is_now(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Tablet") as tablet:
            table = await tablet.create(GAME, NAMES, rules=RULES, start=True)
            first = tablet.views[table].state["turn"]
            choices = list((await tablet.watch(table, seat=first)).choices)
            view = await tablet.watch(table, seat=3 - first)
            assert not view.choices
            view = await tablet.watch(table, seat=first)
            assert view.choices == choices
            await tablet.play(table, view.moves[0])
            await tablet.watch(table, seat=3 - first)
            view = await tablet.watch(table, seat=first)
            assert view.version == tablet.views[table].version
            assert view.choices != choices

    play(database, work)


def test_everybody_is_told_of_a_big_screen(database: str) -> None:
    async def work(running: Running) -> None:
        async with (
            two_players(running, listed=True) as (ann, bob, table),
            Client.open(running.url, "Screen") as screen,
        ):
            assert not (await screen.watch(table, seat=0)).screen  # a stranger, who may only look
            view = await screen.watch(table, ann.links[table]["invitation"], seat=0)
            assert (view.seat, view.screen) == (0, True)
            await bob.until(table, lambda view: view.screen)
            await screen.ask("unwatch", table)
            await bob.until(table, lambda view: not view.screen)

    play(database, work)


def test_screens_are_told_of_from_server_to_server(postgresql: str) -> None:
    async def work(running: Running) -> None:
        async with (
            serving(postgresql) as other,
            two_players(running) as (ann, _, table),
            Client.open(other.url, "Screen") as screen,
        ):
            await screen.watch(table, ann.links[table]["invitation"], seat=0)
            await ann.until(table, lambda view: view.screen)

    play(postgresql, work)
