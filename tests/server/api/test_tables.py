"""Setting up tables, and the lists of them."""

from typing import Any

import pytest

from server.running import GAME, Running, next_move, play, set_up
from sidings.bots.levels import CHARACTERS
from sidings.client import Client
from sidings.play.keys import mix
from sidings.play.table import deal
from sidings.tables.fairness import hash_of_key


def test_bad_requests_are_answered_with_what_is_wrong(database: str) -> None:
    bodies: list[Any] = [
        {}, [], None, {"game": "chess", "seats": [{}, {}]}, {"game": GAME, "seats": []},
        {"game": GAME, "seats": [{}] * 9}, {"game": GAME, "seats": [{"kind": "me"}] * 2},
        {"game": GAME, "seats": [{"kind": "bot", "level": "genius"}, {}]},
        {"game": GAME, "seats": [{"kind": "bot"}, {}]},
        {"game": GAME, "seats": [{}, {}], "options": {"rounds": 3}},
        {"game": GAME, "seats": [{}, {}], "deck": {"1": "fly"}},
        {"game": GAME, "seats": [{}, {}], "rules": {"clock": {"kind": "sun"}}},
        {"game": GAME, "seats": [{"kind": "me"}, {}], "start": True},
        {"game": GAME, "seats": [{}, {}], "surprise": 1},
    ]  # fmt: skip

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            for body in bodies:
                answer = await ann.http.post("/api/tables", json=body)
                assert 400 <= answer.status_code < 500, body
                assert answer.json()["detail"]
            huge = {"name": "x" * 100_000}
            assert (await ann.http.post("/api/guests", json=huge)).status_code in (400, 413)

    play(database, work)


def test_a_character_sits_down_where_its_game_is_played(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            games = (await ann.http.get("/api/games")).json()["games"]
            (info,) = [game for game in games if game["name"] == GAME]
            assert info["characters"] == list(CHARACTERS)
            seats = [{"kind": "me"}, {"kind": "bot", "level": "blocker"}, {"kind": "free"}]
            table = await ann.create(GAME, seats)
            await ann.ask("bot", table, seat=3, level="saver")
            view = await ann.watch(table)
            assert [seat.get("level") for seat in view.state["seats"][1:]] == ["blocker", "saver"]

    play(database, work)


def test_options_that_do_not_go_together_are_named(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            for players, problem in ((2, None), (9, "Game of Trains is for 2 to 4 players, not 9")):
                asked = {"game": GAME, "players": players}
                answer = await ann.http.post("/api/options", json=asked)
                assert (answer.status_code, answer.json()) == (200, {"problem": problem})
            answer = await ann.http.post("/api/options", json={"game": "chess", "players": 2})
            assert answer.status_code == 400

    play(database, work)


def test_a_list_shows_seats_without_loading_tables(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "casual"}, {"kind": "free"}]
            table = await ann.create(GAME, seats, rules={"listed": True})
            await ann.http.post("/api/guests", json={"name": "Annette"})

            def fail(*_: Any) -> None:
                raise AssertionError("a table was loaded")

            with monkeypatch.context() as patch:
                patch.setattr(running.services.rooms, "find", fail)
                (listed,) = (await bob.http.get("/api/tables")).json()["tables"]
                assert (await bob.http.get("/api/tables?status=playing")).json() == {"tables": []}
            assert (listed["table"], listed["your_seat"]) == (table, 0)
            assert [(seat["kind"], seat["name"]) for seat in listed["seats"]] == [
                ("person", "Annette"),
                ("bot", "casual"),
                ("free", ""),
            ]
            await bob.watch(table)
            await bob.ask("sit", table, seat=3)
            (listed,) = (await bob.http.get("/api/tables")).json()["tables"]
            assert (listed["your_seat"], listed["seats"][2]["name"]) == (3, "Bob")
            await ann.ask("start", table)
            assert (await bob.http.get("/api/tables")).json() == {"tables": []}
            (listed,) = (await bob.http.get("/api/tables?status=playing")).json()["tables"]
            assert listed["status"] == "playing"

    play(database, work)


def test_ones_own_tables_with_whose_turn_it_is_and_the_result(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:
            table = await set_up(ann, bob)
            mover, _ = await next_move((ann, bob), table)
            for client in (ann, bob):
                (mine,) = (await client.http.get("/api/me/tables")).json()["tables"]
                assert mine["your_seat"] == client.views[table].seat
                assert mine["your_turn"] == (client is mover)
            await bob.ask("resign", table)
            assert (await ann.http.get("/api/me/tables")).json() == {"tables": []}
            (mine,) = (await ann.http.get("/api/me/tables?over=true")).json()["tables"]
            assert (mine["status"], mine["result"]["ranking"]) == ("over", [1, 2])

    play(database, work)


def test_a_game_of_ones_own_device_is_taken_here(database: str) -> None:
    """It goes on from where it was, for whoever has its link; a forged one is refused."""
    secret = "00" * 32
    key = mix(bytes(32), {})
    log: list[Any] = [
        {"do": "sit", "seat": 1, "name": " Ann\n"}, {"do": "sit", "seat": 2, "name": "Leo"},
        {"do": "start", "commitment": hash_of_key(key)},
    ]  # fmt: skip
    dealt = deal(GAME, 2, key.hex())
    log.append(dealt.moves()[0])
    game = {
        "game": GAME, "rules_version": dealt.game.rules_version, "players": 2, "options": {},
        "rules": {"pass_and_play": True, "listed": True}, "created": 1, "secret": secret,
        "log": log,
    }  # fmt: skip

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            answer = await ann.http.post("/api/tables/taken", json=game)
            assert answer.status_code == 201
            found = (await ann.http.get(f"/api/tables/{answer.json()['table']}")).json()
            assert [seat["name"] for seat in found["state"]["seats"]] == ["Ann", "Leo"]
            assert [move["move"] for move in found["history"]] == log[-1:]
            assert not found["header"]["rules"]["listed"]
            for changes, status in (
                ({"log": [*log, "fly"]}, 400), ({"secret": "11" * 32}, 403), ({"players": 9}, 400),
                ({"rules_version": 0}, 409), ({"secret": "1"}, 400), ({"game": "chess"}, 400),
            ):  # fmt: skip
                answer = await ann.http.post("/api/tables/taken", json=game | changes)
                assert answer.status_code == status, changes

    play(database, work)
