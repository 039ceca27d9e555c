"""Claimed names."""

import re

import httpx

from server.running import Running, play
from sidings.client import Client


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
