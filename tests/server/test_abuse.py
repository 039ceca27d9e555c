"""What strangers, broken clients and thieves try: never a crash, never a leak, always an answer."""

import asyncio
import json
import re
import subprocess
import sys
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from server.running import GAME, Running, next_move, play, two_players
from sidings.client import Client, ServerRefused
from sidings.server import protocol
from sidings.server.limits import Bucket, Buckets
from sidings.server.people import clean_name
from sidings.server.settings import Settings

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


# --- The decoder


@given(st.binary() | st.text())
def test_any_bytes_are_a_command_or_a_typed_error(frame: bytes | str) -> None:
    try:
        protocol.decode(frame)
    except (msgspec.MsgspecError, UnicodeError):
        protocol.id_of(frame)


@given(st.dictionaries(st.sampled_from(["do", "id", "table", "move", "version", "seat"]), JSON))
def test_any_object_is_a_command_or_a_typed_error(fields: dict[str, Any]) -> None:
    frame = msgspec.json.encode(fields)
    try:
        command = protocol.decode(frame)
    except (msgspec.MsgspecError, UnicodeError):
        protocol.id_of(frame)
    else:
        assert command.id == fields["id"]


@given(st.text())
def test_a_name_is_short_printable_and_never_empty(name: str) -> None:
    cleaned = clean_name(name)
    assert cleaned
    assert cleaned.isprintable()
    assert len(cleaned) <= 24


# --- The socket


async def raw(running: Running, client: Client) -> ClientConnection:
    return await knock(running.url, client.http.cookies)


async def knock(url: str, cookies: Any, origin: str | None = "same") -> ClientConnection:
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    return await connect(
        url.replace("http", "ws") + "/socket",
        origin=url if origin == "same" else origin,  # type: ignore[arg-type]
        subprotocols=["sidings.1"],  # type: ignore[list-item]
        additional_headers=headers,
        proxy=None,
    )


async def error_of(socket: ClientConnection) -> dict[str, Any]:
    while True:
        frame = json.loads(await socket.recv())
        for message in frame if isinstance(frame, list) else [frame]:
            if message["type"] == "error":
                found: dict[str, Any] = message
                return found


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
                await knock(running.url, ann.http.cookies, origin)
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
                    await knock(running.url, cookies)
                assert refused.value.response.status_code == 401
            await ann.http.post("/api/sessions/end")
            with pytest.raises(InvalidStatus) as refused:
                await knock(running.url, stolen)  # a replayed token
            assert refused.value.response.status_code == 401

    play(database, work)


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
            assert (await eve.http.get(f"/api/tables/{table}/positions")).status_code == 404
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


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(2.0, 2.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [0.0, 0.0, 0.5]
    assert bucket.take(0.5) == 0.0
    many = Buckets(1.0, 1.0, kept=2)
    assert [many.take(key, 0.0) for key in "abca"] == [0.0] * 4  # a was forgotten


# --- HTTP


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


def test_on_https_the_cookie_is_held_to_the_host(database: str) -> None:
    from sidings.server.app import Application
    from sidings.server.pages import security_headers
    from sidings.server.people import People

    application = Application(Settings(database=database, public_url="https://trains.example"))
    people = People(None, application.settings)  # type: ignore[arg-type]  # no store is needed
    cookie = people.set_cookie("x")
    assert cookie.startswith("__Host-sidings=")
    assert "Secure" in cookie
    assert "Path=/;" in cookie
    headers = dict(security_headers("https://trains.example"))
    assert b"default-src 'none'" in headers[b"content-security-policy"]
    assert b"wss://trains.example" in headers[b"content-security-policy"]


def test_every_answer_has_the_security_headers(database: str) -> None:
    async def work(running: Running) -> None:
        async with httpx.AsyncClient(base_url=running.url) as http:
            for path in ("/", "/t/abc", "/api/games", "/nothing.js", "/api/docs"):
                answer = await http.get(path)
                assert "default-src 'none'" in answer.headers["content-security-policy"]
                assert answer.headers["x-content-type-options"] == "nosniff"
            assert (await http.get("/nothing.js")).status_code == 404
            tag = (await http.get("/")).headers["etag"]
            again = await http.get("/", headers={"if-none-match": tag})
            assert again.status_code == 304
            metrics = (await http.get("/metrics")).text
            for name in ("tables", "sockets", "moves_total", "move_seconds_bucket", "conflicts"):
                assert f"sidings_{name}" in metrics or f"sidings_append_{name}" in metrics

    play(database, work)


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


def test_schemathesis_finds_no_server_error(database: str) -> None:
    """The whole HTTP API, from its own OpenAPI description."""

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            cookie = f"sidings={ann.http.cookies['sidings']}"
            command = [
                sys.executable, "-c", "from schemathesis.cli import schemathesis as s; s()",
                "run", f"{running.url}/api/schema/openapi.json",
                "--header", f"Origin: {running.url}", "--header", f"Cookie: {cookie}",
                "--checks", "not_a_server_error,status_code_conformance",
                "--max-examples", "8", "--phases", "examples,fuzzing", "--seed", "1",
                "--suppress-health-check", "all",
            ]  # fmt: skip
            done = await asyncio.to_thread(
                subprocess.run, command, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]

    play(database, work)
