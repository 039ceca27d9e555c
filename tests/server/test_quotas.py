"""Limits hold wherever one asks: new tables, rematches, the lobby, names, the moves of bots."""

import time

import pytest

from server.running import GAME, Running, play, two_players
from sidings.client import Client, ServerRefused

SEATS = [{"kind": "me"}, {"kind": "free"}]
SLOW = 1e-6  # per second: what is taken does not come back during a test


def test_a_rematch_is_a_new_table(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidings.server.quotas.BURST_OF_TABLES", 3)

    async def work(running: Running) -> None:
        async with two_players(running) as (_, bob, table):
            for _ in range(3):
                await bob.ask("resign", table)
                table = (await bob.ask("rematch", table))["answer"]["table"]
                await bob.watch(table)
                await bob.ask("start", table)
            await bob.ask("resign", table)
            with pytest.raises(ServerRefused, match="too many new tables"):
                await bob.ask("rematch", table)

    play(database, work, guest_rate=SLOW)


def test_a_rematch_counts_among_ones_tables(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            await bob.ask("resign", table)
            await bob.create(GAME, SEATS)
            with pytest.raises(ServerRefused, match="too-many"):
                await bob.ask("rematch", table)
            assert (await ann.ask("rematch", table))["answer"]["table"]

    play(database, work, tables_per_person=1)


def test_the_lobby_shows_few_tables_of_one_host(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            table = {"game": GAME, "seats": SEATS, "rules": {"listed": True}}
            answers = [await ann.http.post("/api/tables", json=table) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [201, 201, 409]
            await ann.create(GAME, SEATS)

    play(database, work, listed_per_person=2)


def test_names_are_not_changed_again_and_again(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            answers = [
                await ann.http.post("/api/guests", json={"name": f"Ann {number}"})
                for number in range(6)
            ]
            assert [answer.status_code for answer in answers] == [201] * 5 + [429]

    play(database, work, guest_rate=SLOW)


def test_bots_move_as_often_as_their_host_may(database: str) -> None:
    """Ten moves at once and then five a second, at however many tables."""

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            began = time.monotonic()
            bots = [{"kind": "bot", "level": "random"}] * 2
            tables = [await ann.create(GAME, bots, start=True) for _ in range(2)]
            for table in tables:
                await ann.until(table, lambda view: len(view.history) >= 7)
            assert time.monotonic() - began > 0.5

    play(database, work, person_rate=5.0)
