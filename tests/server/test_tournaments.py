"""Tournaments that the server runs: pairing, tables, bots, results and the ladder."""

import asyncio
from typing import Any

import pytest

from server.running import GAME, Running, play, serving
from sidings.client import Client
from sidings.server import tournaments
from sidings.server.tournaments import match_of, result_of
from sidings.store.clubs import Pairing
from sidings.tables.state import Ending

PLAN = {"game": GAME, "format": "round-robin", "level": "novice"}


async def call(client: Client, path: str = "", method: str = "POST", **body: Any) -> dict[str, Any]:
    answer = await client.http.request(method, f"/api/tournaments{path}", json=body or None)
    assert answer.status_code < 300, answer.text
    found: dict[str, Any] = answer.json() if answer.content else {}
    return found


async def announce(client: Client, *, join: bool = False, **plan: Any) -> dict[str, Any]:
    return await call(client, name="Friday club", plan=PLAN | plan, join=join)


async def until_over(client: Client, tournament: str) -> dict[str, Any]:
    while True:
        info = await call(client, f"/{tournament}", "GET")
        if info["status"] == "over":
            return info
        await asyncio.sleep(0.02)


async def resign_all(client: Client, tournament: str) -> None:
    """Give up every game of one's own, as long as there are any."""
    while (info := await call(client, f"/{tournament}", "GET"))["status"] == "playing":
        for match in info["matches"][-1]:
            for game in match["games"]:
                link = game["link"] or ""
                if info["you"] in (match["first"], match["second"]) and link.startswith("/t/"):
                    table, _, token = link.removeprefix("/t/").partition("#")
                    if table not in client.views:
                        await client.watch(table, token)
                        await client.ask("resign", table)
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "knockout", "duplicate"])
def test_bots_fill_up_and_play_to_the_end(database: str, kind: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            made = await announce(ann, join=True, format=kind, fill=4)
            assert [one["name"] for one in made["entrants"]] == ["Ann"]
            begun = await call(ann, f"/{made['id']}/start")
            assert len(begun["entrants"]) == 4
            await resign_all(ann, made["id"])
            info = await until_over(ann, made["id"])
            assert info["round"] == info["rounds"] == {"round-robin": 3}.get(kind, 2)
            assert all(match["points"] is not None for one in info["matches"] for match in one)
            placed = {row["player"]: row for row in info["standings"]}
            assert placed[info["you"]]["points"] <= 0.5 * info["round"]
            table = info["matches"][0][0]["games"][0]["link"].removeprefix("/replay/")
            record = (await ann.http.get(f"/api/tables/{table}/record.json")).json()
            assert record["result"]["ranking"]
            exported = await call(ann, f"/{made['id']}/export.json", "GET")
            assert record in exported["records"].values()

    play(database, work)


def test_people_play_a_duplicated_deal_apart(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:
            made = await announce(ann, join=True, format="duplicate")
            await call(bob, f"/{made['id']}/join")
            await call(ann, f"/{made['id']}/start")
            secrets = []
            for client in (ann, bob):
                info = await call(client, f"/{made['id']}", "GET")
                (match,) = info["matches"][0]
                (mine,) = [
                    game["link"] for game in match["games"] if game["link"]
                ]  # not the other's
                view = await client.watch(mine.split("/")[2].partition("#")[0])
                assert [seat["kind"] for seat in view.state["seats"]] == ["person", "bot"]
                secrets.append(view.state["dealer"])
            assert secrets[0] == secrets[1]
            for client in (ann, bob):
                (table,) = client.views
                await client.ask("resign", table)
            info = await until_over(bob, made["id"])
            assert info["matches"][0][0]["points"] == 0.5
            assert all(game["link"] for game in info["matches"][0][0]["games"])

    play(database, work)


def test_a_tournament_goes_on_with_the_next_server(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with serving(database) as running, Client.open(running.url, "Ann") as ann:
            made = await announce(ann, fill=3)
            cookies = ann.http.cookies
            # The first server is stopped before it has looked at any result.
            monkeypatch.setattr(
                running.services.tournaments, "settle", lambda room: asyncio.sleep(0)
            )
            await call(ann, f"/{made['id']}/start")
        async with serving(database) as running, Client.open_as(running.url, cookies) as ann:
            info = await until_over(ann, made["id"])
            assert sum(row["points"] for row in info["standings"]) == 6  # each round has a bye

    asyncio.run(asyncio.wait_for(work(), 120))


def test_only_the_host_rules_and_everything_can_be_removed(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:
            made = (await announce(ann, join=True))["id"]
            assert (await bob.http.post(f"/api/tournaments/{made}/start")).status_code == 403
            assert (await ann.http.post(f"/api/tournaments/{made}/start")).status_code == 403
            await call(bob, f"/{made}/join")
            await call(bob, f"/{made}/leave")
            await call(bob, f"/{made}/join")
            assert (await bob.http.post(f"/api/tournaments/{made}/dance")).status_code == 404
            begun = await call(ann, f"/{made}/start")
            assert (await bob.http.post(f"/api/tournaments/{made}/leave")).status_code == 403
            link = begun["matches"][0][0]["games"][0]["link"]
            table = link.removeprefix("/t/").partition("#")[0]
            await bob.watch(table)
            over = await call(ann, f"/{made}/result", round=1, board=1, points=1)
            assert over["status"] == "over"
            assert over["standings"][0]["points"] == 1
            assert (await bob.until(table, lambda view: view.over)).state["result"][
                "how"
            ] == "closed"
            listed = (await bob.http.get("/api/tournaments")).json()["tournaments"]
            assert [one["name"] for one in listed] == ["Friday club"]
            await call(ann, f"/{made}", "DELETE")
            assert (await bob.http.get(f"/api/tournaments/{made}")).status_code == 404
            assert (await bob.http.get("/api/me/tables?over=true")).json() == {"tables": []}
            closed = (await announce(ann, fill=2))["id"]
            assert (await call(ann, f"/{closed}/close"))["status"] == "over"
            wrong = await ann.http.post(
                "/api/tournaments", json={"name": "x", "plan": PLAN | {"options": {"no": 1}}}
            )
            assert wrong.status_code == 400

    play(database, work)


def test_a_club_ladder_counts_games_without_help(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            path = f"/api/ladder/{GAME}"
            assert (await ann.http.post(path)).json()["joined"]
            for rules in ({}, {"takebacks": False, "hints": False}):
                seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
                table = await ann.create(GAME, seats, rules=rules, start=True)
                await ann.ask("resign", table)
            while len(places := (await ann.http.get(path)).json()["places"]) < 2:
                await asyncio.sleep(0.02)
            assert [(one["name"], one["rating"], one["games"]) for one in places] == [
                ("random", 1516, 1), ("Ann", 1484, 1),
            ]  # fmt: skip
            left = (await ann.http.delete(path)).json()
            assert [one["name"] for one in left["places"]] == ["random"]
            assert (await ann.http.post("/api/ladder/none")).status_code == 404

    play(database, work)


@pytest.mark.parametrize(("results", "points"), [
    ([(1.0, 5), (0.0, -3)], 1.0), ([(1.0, 5), (1.0, 9)], 0.0), ([(0.5, 0), (0.5, 0)], 0.5),
    ([(0.0, -2), (0.0, -9)], 1.0), ([(1.0, 5), (None, None)], None),
])  # fmt: skip
def test_of_a_duplicated_deal_the_better_result_counts(results: Any, points: float | None) -> None:
    parts = [Pairing(1, 1, part, 3, 4, "t", *one) for part, one in enumerate(results, start=1)]
    match = match_of(parts)
    assert (None if match is None else match.points) == points


def test_giving_up_is_worse_than_losing_by_a_lot() -> None:
    lost = result_of(Ending("finished", [2, 1], [0, 900]))
    given_up = result_of(Ending("resigned", [2, 1], seat=1))
    assert lost == (0.0, -900) > given_up
    assert result_of(Ending("resigned", [1, 2], seat=2)) == (1.0, 0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "PACE_MS", 0)
