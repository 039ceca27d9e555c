"""The table of the day, and people's own records."""

import datetime
from typing import Any

from server.running import GAME, Running, play
from sidings.bots.daily import DailyBot, daily
from sidings.client import Client
from sidings.play.observation import observe
from sidings.server.upkeep import delete_person


def game_of(day: datetime.date, choice: int = 0) -> list[str]:
    """A whole game of a day, in which the person plays the first or the last legal move."""
    table = daily(GAME, day)
    bots = DailyBot(table)
    while table.turn is not None:
        table.play(table.moves()[choice] if table.turn == 1 else bots.choose(observe(table)))
    return table.history


def test_a_result_of_the_day_is_checked_and_listed_once(database: str) -> None:
    today = datetime.datetime.now(datetime.UTC).date()
    moves = game_of(today)

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:

            async def enter(client: Client, day: Any, played: list[str]) -> Any:
                body = {"day": str(day), "moves": played}
                return await client.http.post(f"/api/daily/{GAME}", json=body)

            assert (await ann.http.get(f"/api/daily/{GAME}")).json()["results"] == []
            for told in (moves[:-1], ["draw", *moves], [*moves, "draw"], []):
                assert (await enter(ann, today, told)).status_code == 400
            for day in (today - datetime.timedelta(days=5), "2026-13-01"):
                assert (await enter(ann, day, moves)).status_code == 400
            for _ in range(2):
                answer = await enter(ann, today, moves)
                assert answer.status_code == 200
                [row] = answer.json()["results"]
                assert (row["name"], row["moves"], row["you"]) == ("Ann", len(moves), True)
            await enter(bob, today, moves)
            seen = (await bob.http.get(f"/api/daily/{GAME}?day={today}")).json()["results"]
            assert [(one["name"], one["you"]) for one in seen] == [("Ann", False), ("Bob", True)]
            assert (await bob.http.get("/api/daily/chess")).status_code == 404
            store = running.services.store
            [(_, mine), _] = await store.results_of_day(str(today), GAME, 9)
            await delete_person(store, mine.person, 0)
            assert len(await store.results_of_day(str(today), GAME, 9)) == 1
            await store.forget_days("9999-01-01")
            assert await store.results_of_day(str(today), GAME, 9) == []

    play(database, work)


def test_ones_own_record_is_kept_for_a_name_with_a_passphrase(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            url, record = "/api/me/record", {"format": 1, "games": []}
            assert (await ann.http.get(url)).status_code == 401
            await ann.http.post(
                "/api/names", json={"name": "Ann", "passphrase": "a long passphrase"}
            )
            assert (await ann.http.get(url)).json() == {"version": 0, "record": None}
            first = await ann.http.put(url, json={"version": 0, "record": record})
            assert first.json() == {"version": 1, "record": None}
            for stale in (0, 7):
                answer = await ann.http.put(url, json={"version": stale, "record": record})
                assert answer.status_code == 409
            longer = {"format": 1, "games": ["x" * 61_000]}
            answer = await ann.http.put(url, json={"version": 1, "record": longer})
            assert answer.status_code == 413
            second = await ann.http.put(
                url, json={"version": 1, "record": {"format": 1, "games": [1]}}
            )
            assert second.json() == {"version": 2, "record": None}
            kept = {"version": 2, "record": {"format": 1, "games": [1]}}
            assert (await ann.http.get(url)).json() == kept
            assert (await ann.http.delete(url)).status_code == 204
            assert (await ann.http.get(url)).json()["version"] == 0

    play(database, work)
