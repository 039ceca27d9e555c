"""What strangers, broken clients and thieves try: always an answer, never a crash or a leak."""

import json
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.running import GAME, Running, connect_raw, error_of, next_move, play, raw, two_players
from sidings.client import Client, ServerRefused
from sidings.server import protocol


def test_broken_frames_are_answered_and_the_connection_stays(database: str) -> None:
    frames: list[str | bytes] = [
        "", "{", "[]", "null", "1e999", '"x"', b"\xff\xfe", "{}", '{"do":"fly","id":"a"}',
        '{"do":"ping"}', '{"do":"play","id":"a","table":"x"}', "[" * 10_000,
        '{"do":"ping","id":"' + "a" * 500 + '"}', '{"do":"ping","id":"a","more":1}',
    ]  # fmt: skip

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            socket = await raw(running, ann)
            for frame in frames:
                await socket.send(frame)
                assert (await error_of(socket))["code"] == "bad-command"
            await socket.send('{"do":"ping","id":"alive"}')
            assert json.loads(await socket.recv())["type"] == "pong"
            await socket.close()

    play(database, work)


def test_a_frame_that_is_too_long_closes_the_connection(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            socket = await raw(running, ann)
            await socket.send(" " * (protocol.FRAME_BYTES + 1))
            await socket.wait_closed()
            assert socket.close_code == 1009
            await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])  # others play on

    play(database, work)


@pytest.mark.parametrize("origin", ["https://evil.example", None, "null"])
def test_a_foreign_or_absent_origin_is_refused(database: str, origin: str | None) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, httpx.AsyncClient() as http:
            with pytest.raises(InvalidStatus) as refused:
                await connect_raw(running.url, ann.http.cookies, origin)
            assert refused.value.response.status_code == 403
            headers = {} if origin is None else {"origin": origin}
            for path in ("/api/guests", "/api/tables", "/api/sessions/end", "/nothing"):
                answer = await http.post(running.url + path, json={"name": "x"}, headers=headers)
                assert answer.status_code == 403

    play(database, work)


def test_without_a_valid_token_nobody_gets_in(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            stolen = dict(ann.http.cookies)
            for cookies in ({}, {"sidings": "x"}, {"sidings": "a" * 43}, {"sidings": '";'}):
                with pytest.raises(InvalidStatus) as refused:
                    await connect_raw(running.url, cookies)
                assert refused.value.response.status_code == 401
            await ann.http.post("/api/sessions/end")
            with pytest.raises(InvalidStatus) as refused:
                await connect_raw(running.url, stolen)  # a replayed token
            assert refused.value.response.status_code == 401

    play(database, work)


def test_a_session_ends_with_its_sockets(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:
            hers, his = await raw(running, ann), await raw(running, bob)
            await ann.http.post("/api/sessions/end")
            await hers.wait_closed()
            assert hers.close_code == 1008
            await his.recv()  # hello
            await his.send('{"do":"ping","id":"here"}')
            assert json.loads(await his.recv())["type"] == "pong"
            await his.close()

    play(database, work)


def test_cookies_of_others_do_no_harm(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann, httpx.AsyncClient() as http:
            token = ann.http.cookies["sidings"]
            for others in ('a="b', "c[]=d", 'e="' + '\\"' * 10_000, "sidings2=x", "="):
                cookie = {"cookie": f"{others}; sidings={token}"}
                me = await http.get(running.url + "/api/me", headers=cookie)
                assert me.json()["name"] == "Ann"
                assert me.headers["cache-control"] == "no-store"

    play(database, work)


def test_bodies_that_are_not_json(postgresql: str) -> None:
    bodies = [
        ("guests", b'{"name":"\xff"}'), ("guests", b'{"name":' + b"[" * 50_000),
        ("guests", b'{"name":"\\ud800"}'), ("guests", b"\x00"),
        ("sessions", b'{"handle":"a\\u0000","passphrase":"12345678"}'),
    ]  # fmt: skip

    async def work(running: Running) -> None:
        async with httpx.AsyncClient(headers={"origin": running.url}) as http:
            for path, body in bodies:
                answer = await http.post(f"{running.url}/api/{path}", content=body)
                assert answer.status_code == 400, body[:40]

    play(postgresql, work)


def test_the_protocol_version_must_be_known(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            with pytest.raises(InvalidStatus) as refused:
                await connect(
                    running.url.replace("http", "ws") + "/socket",
                    origin=running.url,  # type: ignore[arg-type]
                    additional_headers={"Cookie": f"sidings={ann.http.cookies['sidings']}"},
                    proxy=None,
                )
            assert refused.value.response.status_code == 400

    play(database, work)


def test_other_peoples_seats_and_tables(database: str) -> None:
    async def work(running: Running) -> None:
        async with (
            two_players(running) as (ann, bob, table),
            Client.open(running.url, "Eve") as eve,
        ):
            with pytest.raises(ServerRefused, match="not-allowed"):
                await eve.watch(table)
            assert (await eve.http.get(f"/api/tables/{table}")).status_code == 404
            for ending in ("train", "json"):
                answer = await eve.http.get(f"/api/tables/{table}/record.{ending}")
                assert answer.status_code == 404
            assert (await eve.http.get(f"/api/tables/{table}/views")).status_code == 404
            mover, move = await next_move((ann, bob), table)
            version = mover.views[table].version
            attempts: list[tuple[str, dict[str, Any]]] = [
                ("play", {"move": move, "version": version}),
                ("takeback", {"version": version}),
                ("sit", {"seat": 1}),
                ("sit", {"seat": 1, "token": "0" * 32}),
                ("sit", {"seat": 1, "token": ann.links[table]["invitation"]}),
                ("leave", {}), ("resign", {}), ("abandon", {}), ("back", {}), ("start", {}),
                ("free", {"seat": 1}), ("bot", {"seat": 1, "level": "random"}),
                ("contribute", {"words": "x"}), ("rematch", {}),
                ("say", {"phrase": "hello"}), ("why", {"move": move}),
                ("preview", {"move": move}), ("hint", {}),
            ]  # fmt: skip
            for do, fields in attempts:
                with pytest.raises(ServerRefused):
                    await eve.ask(do, table, **fields)
            assert ann.views[table].version == version
            with pytest.raises(ServerRefused, match="no-such-table"):
                await eve.watch("x" * 22)

    play(database, work)


def test_who_asks_too_fast_is_told_to_wait(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            socket = await raw(running, ann)
            for number in range(20):
                await socket.send(f'{{"do":"ping","id":"{number}"}}')
            error = await error_of(socket)
            assert error["code"] == "slow-down"
            assert error["retry"] > 0
            await socket.close()

    play(database, work, person_rate=0.5)


def test_too_many_requests_tables_and_sockets(database: str) -> None:
    async def work(running: Running) -> None:
        seats = [{"kind": "me"}, {"kind": "free"}]
        async with Client.open(running.url, "Ann") as ann:
            for _ in range(2):
                await ann.create(GAME, seats)
            body = {"game": GAME, "seats": seats}
            assert (await ann.http.post("/api/tables", json=body)).status_code == 409
            one = await raw(running, ann)
            with pytest.raises(InvalidStatus) as refused:
                await raw(running, ann)
            assert refused.value.response.status_code == 429
            await one.close()

    play(database, work, tables_per_person=2, sockets_per_person=2)


def test_an_address_that_asks_too_much_is_answered_429(database: str) -> None:
    async def work(running: Running) -> None:
        async with httpx.AsyncClient(base_url=running.url) as http:
            answers = [await http.get("/api/games") for _ in range(8)]
            assert answers[0].status_code == 200
            assert answers[-1].status_code == 429
            assert int(answers[-1].headers["retry-after"]) >= 1
            assert (await http.get("/health")).status_code == 200

    play(database, work, address_rate=0.01 * 200)


def test_what_an_address_asks_over_a_socket_counts_too(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            socket = await raw(running, ann)
            for number in range(100):
                await socket.send(f'{{"do":"ping","id":"{number}"}}')
            assert (await error_of(socket))["code"] == "slow-down"
            assert (await ann.http.get("/api/games")).status_code == 429
            await socket.close()

    play(database, work, person_rate=0, address_rate=10)
