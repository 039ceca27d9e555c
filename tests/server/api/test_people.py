"""Claimed names."""

import re

import httpx

from server.running import GAME, Running, play, set_up
from sidings.client import Client
from sidings.server.people import People
from sidings.server.settings import Settings


def test_claimed_names_tell_nobody_who_exists(database: str) -> None:
    async def work(running: Running) -> None:
        async with (
            Client.open(running.url, "Ann") as ann,
            Client.open(running.url, "Ann") as twin,
            httpx.AsyncClient(base_url=running.url, headers={"origin": running.url}) as http,
        ):
            claim = {"name": "Ann", "passphrase": "a long passphrase"}
            handle = (await ann.http.post("/api/names", json=claim)).json()["handle"]
            other = (await twin.http.post("/api/names", json=claim)).json()["handle"]
            assert handle != other
            assert re.fullmatch(r"Ann#\d{6}", handle)
            right = {"handle": handle, "passphrase": "a long passphrase"}
            answer = await http.post("/api/sessions", json=right)
            assert answer.json() == {"name": "Ann", "handle": handle}
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert (await http.get("/api/me")).json()["handle"] == handle
            wrong = await http.post("/api/sessions", json=right | {"passphrase": "something else"})
            nobody = await http.post("/api/sessions", json=right | {"handle": "Zoe#000000"})
            assert (wrong.status_code, wrong.text) == (nobody.status_code, nobody.text)
            for _ in range(6):
                answer = await http.post("/api/sessions", json=right | {"passphrase": "guessing"})
            assert answer.status_code == 429

    play(database, work)


def test_a_claimed_name_is_changed_with_its_passphrase_only(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            first = {"name": "Ann", "passphrase": "a long passphrase"}
            handle = (await ann.http.post("/api/names", json=first)).json()["handle"]
            stolen = {"name": "Eve", "passphrase": "of whoever has the cookie"}
            for more in ({}, {"current": "something else"}):
                answer = await ann.http.post("/api/names", json=stolen | more)
                assert answer.status_code == 401
            assert (await ann.http.get("/api/me")).json()["handle"] == handle
            answer = await ann.http.post(
                "/api/names", json=first | {"current": "a long passphrase", "name": "Anna"}
            )
            assert answer.json()["handle"].startswith("Anna#")

    play(database, work)


def test_somebody_who_leaves_is_forgotten(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bo") as bo:
            alone = await ann.create(GAME, [{"kind": "me"}, {"kind": "bot", "level": "random"}])
            shared = await set_up(ann, bo)
            claim = {"name": "Ann", "passphrase": "a long passphrase"}
            await ann.http.post("/api/names", json=claim)
            for wrong in ({}, {"passphrase": "of whoever has the cookie"}):
                answer = await ann.http.post("/api/me/forget", json=wrong)
                assert answer.status_code == 401
            right = {"passphrase": "a long passphrase"}
            answer = await ann.http.post("/api/me/forget", json=right)
            assert answer.json()["name"] is None
            assert (await ann.http.get("/api/me")).json()["name"] is None
            view = await bo.until(shared, lambda view: view.state["seats"][0]["name"] == "Guest")
            assert view.state["seats"][1]["name"] == "Bo"
            kept = await running.services.store.kept_tables([alone, shared])
            assert [table.id for table in kept] == [shared]

    play(database, work)


def test_strangers_cannot_keep_the_owner_of_a_name_out(database: str) -> None:
    people = People(None, Settings(database=database))  # type: ignore[arg-type]  # no store is needed
    for _ in range(100):
        people.throttle_passphrase("Ann#123456", "203.0.113.9")
    assert people.throttle_passphrase("Ann#123456", "203.0.113.9")
    assert not people.throttle_passphrase("Ann#123456", "198.51.100.1")
