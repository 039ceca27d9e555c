"""Bots and stand-ins move by themselves."""

from typing import Any

import pytest

from server.running import GAME, Running, play, two_players
from sidings.bots import bot, bots, observe
from sidings.bots.kernels import compare, rate_at, thumb_at
from sidings.bots.levels import CHARACTERS
from sidings.client import Client
from sidings.games.catalogue import game as game_of_name
from sidings.play.table import deal
from sidings.server.games import warm_up_bots


def test_bots_play_on_by_themselves_and_a_person_takes_over(database: str) -> None:
    async def work(running: Running) -> None:
        async with (
            Client.open(running.url, "Ann") as ann,
            Client.open(running.url, "Bob") as bob,
        ):
            seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 2]
            table = await ann.create(GAME, seats, start=True)
            for _ in range(3):
                view = await ann.until(table, lambda v: bool(v.moves))
                await ann.play(table, view.moves[0])
            view = await ann.until(table, lambda v: bool(v.moves))
            assert {made["by"] for made in view.history} == {"person", "bot"}
            token = ann.links[table]["free_seats"]["2"]
            await bob.watch(table, token)
            await bob.ask("sit", table, seat=2, token=token)
            while (view := ann.views[table]).moves:
                version = (await ann.play(table, view.moves[0]))["version"]
                await ann.until(table, lambda v, n=version: v.version >= n)  # type: ignore[misc]
            await bob.until(table, lambda v: bool(v.moves))
            await bob.ask("bot", table, seat=2, level="random")
            await ann.until(table, lambda v: bool(v.moves))

    play(database, work)


def test_a_stand_in_moves_for_a_player_whose_time_has_run_out(database: str) -> None:
    async def work(running: Running) -> None:
        rules = {"absence": "bot", "clock": {"kind": "move", "seconds": 0}, "stand_in": "random"}
        running.services.robots.started = 0  # as if the server had been up for long
        async with two_players(running, **rules) as (ann, _, table):
            await ann.until(table, lambda v: any(made["by"] == "stand-in" for made in v.history))
            assert any(seat.get("away") for seat in ann.views[table].state["seats"])

    play(database, work)


@pytest.mark.compiled
def test_after_the_warm_up_no_level_has_to_compile() -> None:
    game = game_of_name(GAME)
    warm_up_bots(game)
    kernels: list[Any] = [thumb_at, rate_at, compare]
    compiled = [len(kernel.signatures) for kernel in kernels]
    table = deal(game, 2)
    for level in (*bots()[:-1], *CHARACTERS):  # the last one differs in nothing but its time
        bot(level).choose(observe(table))
    assert [len(kernel.signatures) for kernel in kernels] == compiled
