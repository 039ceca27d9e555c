"""Several servers on one database: they agree, with and without a bus."""

import asyncio
from typing import Any

import pytest

from server.running import GAME, Running, next_move, play, serving, set_up
from sidings.client import Client
from sidings.testing import contention


def test_two_servers_one_table(postgresql: str) -> None:
    async def work(running: Running) -> None:
        async with (
            serving(postgresql) as other,
            Client.open(running.url, "Ann") as ann,
            Client.open(other.url, "Bob") as bob,
        ):
            table = await set_up(ann, bob)
            for _ in range(20):
                mover, move = await next_move((ann, bob), table)
                await mover.play(table, move)
            await ann.until(table, lambda v: v.presence == [True, True])
            await bob.ask("say", table, phrase="thanks")
            await ann.until(table, lambda _: bool(ann.said))
            assert len(await running.services.store.log(table)) == 23

    play(postgresql, work)


def test_a_dead_bus_only_delays(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deaf(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("sidings.store.postgresql.PostgresBus.listen", deaf)
    monkeypatch.setattr("sidings.server.services.SWEEP_SECONDS", 0.02)

    async def work(running: Running) -> None:
        async with (
            serving(postgresql) as other,
            Client.open(running.url, "Ann") as ann,
            Client.open(other.url, "Bob") as bob,
        ):
            table = await set_up(ann, bob)
            for _ in range(6):
                mover, move = await next_move((ann, bob), table)
                await mover.play(table, move)
            await next_move((ann, bob), table)

    play(postgresql, work)


def test_one_winner_for_each_version(postgresql: str) -> None:
    """8 writers on 2 server processes, as in ``benchmarks/contention.py``."""
    report = asyncio.run(contention.run(GAME, postgresql, appends=200, tables=1))
    assert report.clean
    assert report.stale > 0
