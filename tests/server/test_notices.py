"""People are told of their turns where they asked for it, once and even after a stop."""

import asyncio
import base64
import json
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from server.receiver import Receiver, receiving
from server.running import Running, next_move, play, serving, set_up
from sidings.client import Client
from sidings.server import notices
from sidings.server.clock import now_ms
from sidings.server.outgoing import Forbidden, Outgoing, Undelivered, check_url, is_public

ALLOWED: dict[str, Any] = {"private_webhooks": 1}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting, and an hour takes a millisecond."""
    for name, value in {
        "DELAY_MS": 0, "LOOK_SECONDS": 0.02, "RETRY_MS": 1, "MS_PER_HOUR": 1,
    }.items():  # fmt: skip
        monkeypatch.setattr(notices, name, value)


async def tell(client: Client, **channel: Any) -> dict[str, Any]:
    answer = await client.http.post("/api/notices", json=channel)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def until_away(ann: Client, bob: Client, table: str) -> None:
    """Bob leaves, and it comes to be his turn."""
    await bob.ask("unwatch", table)
    while ann.views[table].state["turn"] != 2:
        version = (await ann.play(table, ann.views[table].moves[0]))["version"]
        await ann.until(table, lambda view, least=version: view.version >= least)  # type: ignore[misc]


async def until_anns_turn(ann: Client, bob: Client, table: str) -> None:
    while ann.views[table].state["turn"] != 1:
        mover, move = await next_move((ann, bob), table)
        await mover.play(table, move)
        await next_move((ann, bob), table)


async def bobs_turn(running: Running, **channel: Any) -> str:
    """A table where it is Bob's turn, who wants to be told and has left."""
    async with Client.open(running.url, "Ann") as ann, Client.open(running.url, "Bob") as bob:
        table = await set_up(ann, bob)
        await until_anns_turn(ann, bob, table)
        await tell(bob, **channel)
        await until_away(ann, bob, table)
        return table


def test_somebody_away_is_told_of_their_turn_and_reminded(database: str) -> None:
    async def work(running: Running) -> None:
        async with receiving() as receiver:
            url = f"{receiver.url}/hook"
            table = await bobs_turn(running, url=url, remind=1, language="fr")
            test, turn, *reminders = [
                json.loads((await receiver.next()).body) for _ in range(2 + notices.MOST_REMINDERS)
            ]
            assert test["event"] == "test"
            assert turn == {
                "event": "turn", "table": table, "url": f"{running.url}/t/{table}",
                "game": "game-of-trains", "player": "Bob", "players": ["Ann"], "deadline": None,
                "text": "Bob, c’est à vous de jouer\u202f: Game of Trains avec Ann",
            }  # fmt: skip
            assert {one["event"] for one in reminders} == {"reminder"}
            assert receiver.requests.empty()

    play(database, work, **ALLOWED)


async def fail_then_stop(database: str, receiver: Receiver) -> None:
    """A server that cannot deliver a notice, and is stopped."""
    async with (
        serving(database, **ALLOWED) as running,
        Client.open(running.url, "Ann") as ann,
        Client.open(running.url, "Bob") as bob,
    ):
        table = await set_up(ann, bob)
        await until_anns_turn(ann, bob, table)
        await tell(bob, url=f"{receiver.url}/discord", kind="discord", remind=0)
        await receiver.next()  # the test
        receiver.status = 500
        await until_away(ann, bob, table)
        await receiver.next()


def test_a_notice_outlives_its_server(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "RETRY_MS", 60_000)

    async def work() -> None:
        async with receiving() as receiver:
            await fail_then_stop(database, receiver)
            assert receiver.requests.empty()
            receiver.status = 204
            monkeypatch.setattr(notices, "now_ms", lambda: now_ms() + 3_600_000)  # an hour later
            async with serving(database, **ALLOWED):
                told = json.loads((await receiver.next()).body)
            assert told["content"].startswith("Bob, it is your turn: Game of Trains with Ann\nhttp")
            assert told["allowed_mentions"] == {"parse": []}

    asyncio.run(asyncio.wait_for(work(), 120))


def test_a_channel_that_is_gone_is_not_used_again(database: str) -> None:
    async def work(running: Running) -> None:
        async with (
            receiving() as receiver,
            Client.open(running.url, "Ann") as ann,
            Client.open(running.url, "Bob") as bob,
        ):
            table = await set_up(ann, bob)
            await until_anns_turn(ann, bob, table)
            kept = await tell(bob, url=f"{receiver.url}/x", kind="slack")
            await receiver.next()
            receiver.status = 410
            await until_away(ann, bob, table)
            await receiver.next()
            while (await bob.http.get("/api/notices")).json()["channels"][0]["working"]:
                await asyncio.sleep(0)
            dropped = await bob.http.delete(f"/api/notices/{kept['channels'][0]['id']}")
            assert dropped.json()["channels"] == []
            assert (await ann.http.delete("/api/notices/none")).status_code == 404

    play(database, work, **ALLOWED)


def test_a_browser_is_pushed_to_and_only_it_can_read(database: str) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = b"sixteen bytes ok"
    keys = {
        "p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="),
        "auth": base64.urlsafe_b64encode(secret).decode().rstrip("="),
    }

    async def work(running: Running) -> None:
        async with receiving() as receiver, Client.open(running.url, "Ann") as ann:
            url = f"{receiver.url}/device"
            kept = await tell(ann, url=url, kind="push", keys=keys)
            pushed = await receiver.next()
            read = http_ece.decrypt(pushed.body, private_key=key, auth_secret=secret)
            assert json.loads(read)["event"] == "test"
            signature = pushed.headers["authorization"]
            assert Vapid02.verify(signature)
            assert signature.endswith(f"k={kept['push_key']}")
            assert pushed.headers["content-encoding"] == "aes128gcm"
            for wrong in ({}, {"keys": keys | {"auth": "short"}}, {"keys": {"p256dh": "x"}}):
                answer = await ann.http.post(
                    "/api/notices", json={"url": url, "kind": "push"} | wrong
                )
                assert answer.status_code == 400

    play(database, work, **ALLOWED)


# --- Where a server does not send -----------------------------------------------------------------


@pytest.mark.parametrize("url", [
    "http://example.org/x", "https://user:word@example.org/", "https://example.org:8443/",
    "ftp://example.org/", "https:///x", "https://example.org/" + "x" * 1000, "https://exämple.org",
    "https://example.org:port/",
])  # fmt: skip
def test_an_address_is_public_https_without_more(url: str) -> None:
    with pytest.raises(Forbidden):
        check_url(url, private=False)


@pytest.mark.parametrize("address", [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "fe80::1%eth0", "fd00::1",
    "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1",
])  # fmt: skip
def test_private_addresses_are_known(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are_known() -> None:
    assert is_public("93.184.215.14")
    assert is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


def test_a_name_that_leads_to_a_private_address_is_refused() -> None:
    async def work() -> None:
        outgoing = Outgoing(private=False)
        with pytest.raises(Forbidden, match="private"):
            await outgoing.post("https://localhost/", {}, b"")
        with pytest.raises(Undelivered):
            await outgoing.post("https://no-such-name.invalid/", {}, b"")
        await outgoing.close()

    asyncio.run(work())


def test_a_stranger_cannot_make_the_server_ask_its_own_network(database: str) -> None:
    async def work(running: Running) -> None:
        async with receiving() as receiver, Client.open(running.url, "Ann") as ann:
            for url in (receiver.url, "https://127.0.0.1/", "https://localhost/"):
                answer = await ann.http.post("/api/notices", json={"url": url})
                assert answer.status_code == 400
            assert receiver.requests.empty()
            assert (await ann.http.get("/api/notices")).json()["channels"] == []

    play(database, work)
