"""Commands over real sockets: from the link to the result, sent once or three times."""

import asyncio
import random
import re
from typing import Any

import msgspec
import pytest

from server.running import GAME, Running, next_move, play, two_players
from sidings.cli.verify import verify
from sidings.client import Client, ServerRefused
from sidings.server.room import Room
from sidings.store import Unavailable
from sidings.tables import decode_entry, entries
from sidings.tables.views import Viewer

MOST_MOVES = 500  # a game of trains has a swap long before


def test_a_game_from_the_link_to_the_record(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            for _ in range(30):
                mover, move = await next_move((ann, bob), table)
                await mover.play(table, move)
            record = (await ann.http.get(f"/api/tables/{table}/record.train")).text
            assert "seed" not in record
            await bob.ask("resign", table)
            await ann.until(table, lambda view: view.over)
            answer = await bob.http.get(f"/api/tables/{table}/record.train")
            assert re.fullmatch(
                r"attachment; filename=\"game-of-trains [\d-]{10} Ann, Bob\.train\"; "
                r"filename\*=UTF-8''game-of-trains%20[\d-]{10}%20Ann%2C%20Bob\.train",
                answer.headers["content-disposition"],
            )
            for ending in ("train", "json"):
                record = (await ann.http.get(f"/api/tables/{table}/record.{ending}")).text
                assert verify(record).moves == 30
                assert verify(record).dealer
            steps = (await ann.http.get(f"/api/tables/{table}/views")).json()
            assert len(steps) == 31
            assert steps[-1]["events"]
            seen = (await ann.http.get(f"/api/tables/{table}/views?seat=2")).json()
            assert isinstance(seen[-1]["view"]["deck"], int)

    play(database, work)


def test_a_new_name_shows_at_the_table_and_costs_nothing(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            mover, move = await next_move((ann, bob), table)
            turn = mover.views[table].state["turn"]
            await ann.http.post("/api/guests", json={"name": "Annette"})
            for one in (ann, bob):
                view = await one.until(
                    table, lambda view: view.state["seats"][0]["name"] == "Annette"
                )
                assert view.state["turn"] == turn
            await mover.play(table, move)
            record = (await ann.http.get(f"/api/tables/{table}/record.json")).json()
            assert record["players"] == [{"name": "Annette"}, {"name": "Bob"}]

    play(database, work)


def test_a_rematch_is_one_table_with_rotated_seats(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            await bob.ask("resign", table)
            first = (await ann.ask("rematch", table))["answer"]["table"]
            second = (await bob.ask("rematch", table))["answer"]["table"]
            assert first == second
            view = await ann.watch(first)
            assert [seat["name"] for seat in view.state["seats"]] == ["Bob", "Ann"]
            mine = (await ann.http.get("/api/me/tables")).json()["tables"]
            assert [(t["table"], t["your_seat"]) for t in mine] == [(first, 2)]

    play(database, work)


def test_a_rematch_against_bots_begins_at_once(database: str) -> None:
    """The bots keep their levels and colours, and the seats move on."""

    async def work(running: Running) -> None:
        bots = [{"kind": "bot", "level": level} for level in ("casual", "novice")]
        async with Client.open(running.url, "Ann") as ann:
            table = await ann.create(GAME, [{"kind": "me"}, *bots], start=True)
            for turned in ([1, 2, 3], [2, 3, 1], [3, 1, 2]):
                view = await ann.watch(table)
                assert view.state["status"] == "playing"
                assert [seat["colour"] for seat in view.state["seats"]] == turned
                levels = [seat.get("level") for seat in view.state["seats"]]
                assert levels == [[None, "casual", "novice"][colour - 1] for colour in turned]
                await ann.until(table, lambda view: bool(view.moves))
                await ann.ask("resign", table)
                table = (await ann.ask("rematch", table))["answer"]["table"]

    play(database, work)


def test_every_command_three_times_and_connections_dropped(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Applied once, and each view is the server's at every version."""

    async def work(running: Running) -> None:
        chance = random.Random(4)
        async with two_players(running) as (ann, bob, table):
            snapshots: dict[int, dict[int, Any]] = {1: {}, 2: {}}
            remember(running, table, snapshots, monkeypatch)
            for client, seat in ((ann, 1), (bob, 2)):
                client.on_message = checker(client, table, snapshots[seat])
                repeat(client)
            for _ in range(60):
                mover, _ = await next_move((ann, bob), table)
                move = chance.choice(mover.views[table].moves)
                answer = asyncio.create_task(mover.play(table, move))
                if chance.random() < 0.3:
                    await asyncio.sleep(0)
                    await chance.choice((ann, bob)).drop()
                await answer
            rows = await running.services.store.log(table)
            moves = [
                entry for row in rows if isinstance(entry := decode_entry(row.body), entries.Move)
            ]
            assert len(moves) == 60
            assert ann.drops + bob.drops > 5

    play(database, work)


def remember(
    running: Running,
    table: str,
    snapshots: dict[int, dict[int, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Keep the server's own view of each version."""
    room = running.services.rooms.get(table)
    assert room is not None
    advance = Room.advance

    def keep() -> None:
        for seat, kept in snapshots.items():
            parts = msgspec.json.decode(room.snapshot(Viewer(seat), 0.0))
            kept[parts["version"]] = (parts["state"], parts["view"], parts["history"])

    def advance_and_keep(self: Room, *arguments: Any) -> None:
        advance(self, *arguments)
        if self is room:
            keep()

    keep()
    monkeypatch.setattr(Room, "advance", advance_and_keep)


def checker(client: Client, table: str, kept: dict[int, Any]) -> Any:
    def check(message: dict[str, Any]) -> None:
        if message["type"] in ("table", "change"):
            view = client.views[table]
            assert (view.state, view.view, view.history) == kept[view.version]

    return check


def repeat(client: Client) -> None:
    send = client._send

    async def thrice(frame: bytes) -> None:
        for _ in range(3):
            await send(frame)

    client._send = thrice  # type: ignore[method-assign]


def test_take_back_over_the_wire(database: str) -> None:
    """A swap in a train that lies open tells nobody anything."""

    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            for _ in range(MOST_MOVES):
                mover, move = await next_move((ann, bob), table)
                safe = [m for m in mover.views[table].moves if m.startswith(("swap", "protect"))]
                if safe:
                    break
                await mover.play(table, move)
            before = mover.views[table].view
            await mover.play(table, safe[0])
            view = await mover.until(table, lambda v: v.state["turn"] != v.seat)
            assert not view.over, "the game ended with a move that was to be taken back"
            assert view.state["takeback"]
            other = bob if mover is ann else ann
            with pytest.raises(ServerRefused):
                await other.ask("takeback", table, version=view.version)
            await mover.ask("takeback", table, version=view.version)
            view = await mover.until(table, lambda v: bool(v.moves))
            assert view.view == before

    play(database, work)


def test_the_acknowledgement_comes_before_the_change(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            mover, move = await next_move((ann, bob), table)
            heard: list[str] = []
            mover.on_message = lambda message: heard.append(message["type"])
            version = (await mover.play(table, move))["version"]
            await mover.until(table, lambda view: view.version == version)
            assert heard == ["done", "change"]

    play(database, work)


def test_what_is_not_committed_changes_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server tries twice; then the client sends the command again by itself."""

    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            mover, move = await next_move((ann, bob), table)
            room = running.services.rooms.get(table)
            assert room is not None
            version, append = room.state.version, running.services.store.append
            failures = 0

            def fail(*arguments: Any) -> Any:
                nonlocal failures
                failures += 1
                if failures == 2:
                    monkeypatch.setattr(running.services.store, "append", append)
                failed = asyncio.get_running_loop().create_future()
                failed.set_exception(Unavailable("broken"))
                return failed

            monkeypatch.setattr(running.services.store, "append", fail)
            errors: list[dict[str, Any]] = []
            mover.on_message = lambda m: errors.append(m) if m["type"] == "error" else None
            assert (await mover.play(table, move))["version"] == version + 1
            assert [error["code"] for error in errors] == ["unavailable"]
            assert not room.is_behind
            assert len(await running.services.store.log(table)) == version + 1

    play(database, work)


def test_watching_is_resumed_when_the_database_answers_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            rooms = running.services.rooms
            find = rooms.find

            async def fail(*arguments: Any) -> Any:
                monkeypatch.setattr(rooms, "find", find)
                raise Unavailable("broken")

            monkeypatch.setattr(rooms, "find", fail)
            refused: list[str] = []
            ann.on_message = lambda m: refused.append(m["code"]) if m["type"] == "error" else None
            await ann.drop()
            mover, move = await next_move((ann, bob), table)
            played = await mover.play(table, move)
            await ann.until(table, lambda view: view.version >= played["version"])
            assert refused == ["unavailable"]

    play(database, work)
