"""Playing over real sockets: from the link to the result, with drops, bots and two servers."""

import asyncio
import itertools
import random
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.running import GAME, Running, next_move, play, serving, set_up, two_players

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import chaos
import contention
from server_parts import Postgres, ServerProcess
from sidings.cli.verify import verify
from sidings.client import Client, ServerRefused, View
from sidings.tables import decode_entry
from sidings.tables import entries as e


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
            for ending in ("train", "json"):
                record = (await ann.http.get(f"/api/tables/{table}/record.{ending}")).text
                assert verify(record).moves == 30
                assert verify(record).dealer
            steps = (await ann.http.get(f"/api/tables/{table}/positions")).json()
            assert len(steps) == 31
            assert isinstance(steps[-1]["position"]["deck"], list)
            seen = (await ann.http.get(f"/api/tables/{table}/positions?seat=2")).json()
            assert isinstance(seen[-1]["position"]["deck"], int)

    play(database, work)


def test_a_new_name_shows_at_the_table_and_costs_nothing(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            mover, move = await next_move((ann, bob), table)
            turn = mover.views[table].view["turn"]
            await ann.http.post("/api/guests", json={"name": "Annette"})
            for one in (ann, bob):
                view = await one.until(
                    table, lambda view: view.view["seats"][0]["name"] == "Annette"
                )
                assert view.view["turn"] == turn
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
            assert [seat["name"] for seat in view.view["seats"]] == ["Bob", "Ann"]
            mine = (await ann.http.get("/api/me/tables")).json()["tables"]
            assert [(t["table"], t["your_seat"]) for t in mine] == [(first, 2)]

    play(database, work)


def test_every_command_three_times_and_connections_dropped(database: str) -> None:
    """Applied once, and each view is the server's at every version."""

    async def work(running: Running) -> None:
        chance = random.Random(4)
        async with two_players(running) as (ann, bob, table):
            snapshots: dict[int, dict[int, Any]] = {1: {}, 2: {}}
            remember(running, table, snapshots)
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
            rows = await running.hub.store.log(table)
            moves = [entry for row in rows if isinstance(entry := decode_entry(row.body), e.Move)]
            assert len(moves) == 60
            assert ann.drops + bob.drops > 5

    play(database, work)


def remember(running: Running, table: str, snapshots: dict[int, dict[int, Any]]) -> None:
    """Keep the server's own view of each version."""
    room = running.hub.rooms[table]
    follow = type(room).follow

    def keep() -> None:
        for seat, kept in snapshots.items():
            parts = msgspec.json.decode(room.snapshot(seat, 0.0))
            kept[parts["version"]] = (parts["view"], parts["position"], parts["history"])

    def followed(self: Any, log: Any, now: float) -> None:
        follow(self, log, now)
        if self is room:
            keep()

    keep()
    type(room).follow = followed
    running.application.undo = lambda: setattr(type(room), "follow", follow)  # type: ignore[attr-defined]


def checker(client: Client, table: str, kept: dict[int, Any]) -> Any:
    def check(message: dict[str, Any]) -> None:
        if message["type"] in ("table", "change"):
            view = client.views[table]
            assert (view.view, view.position, view.history) == kept[view.version]

    return check


def repeat(client: Client) -> None:
    send = client._send

    async def thrice(frame: bytes) -> None:
        for _ in range(3):
            await send(frame)

    client._send = thrice  # type: ignore[method-assign]


def test_take_back_over_the_wire(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            for _ in itertools.count():
                mover, move = await next_move((ann, bob), table)
                safe = [m for m in mover.views[table].moves if m.startswith(("swap", "protect"))]
                if safe:
                    break
                await mover.play(table, move)
            before = mover.views[table].position
            await mover.play(table, safe[0])
            view = await mover.until(table, lambda v: v.view["turn"] != v.seat or v.over)
            if view.over:
                return
            assert view.view["takeback"]
            other = bob if mover is ann else ann
            with pytest.raises(ServerRefused):
                await other.ask("takeback", table, version=view.version)
            await mover.ask("takeback", table, version=view.version)
            view = await mover.until(table, lambda v: bool(v.moves))
            assert view.position == before

    play(database, work)


def test_questions_are_answered_to_the_one_in_turn(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            mover, move = await next_move((ann, bob), table)
            other = bob if mover is ann else ann
            why = (await mover.ask("why", table, move="remove left"))["answer"]
            assert (why["legal"], why["rule"]) == (False, "GT-4")
            assert (await mover.ask("why", table, move=move))["answer"]["legal"]
            preview = (await mover.ask("preview", table, move=move))["answer"]
            assert preview["position"]["turn"] == 3 - mover.views[table].seat
            hint = (await mover.ask("hint", table))["answer"]
            assert hint["move"] in mover.views[table].moves
            for question in ("why", "preview"):
                with pytest.raises(ServerRefused, match="not-your-turn"):
                    await other.ask(question, table, move=move)
            with pytest.raises(ServerRefused, match="not-your-turn"):
                await other.ask("hint", table)
            await other.ask("say", table, phrase="hello")
            await mover.until(table, lambda _: bool(mover.said))
            assert mover.said[0]["seat"] == other.views[table].seat

    play(database, work)


def test_bots_play_on_by_themselves_and_a_person_takes_over(database: str) -> None:
    async def work(running: Running) -> None:
        async with (
            Client.open(running.url, "Ann") as ann,
            Client.open(running.url, "Bob") as bob,
        ):
            seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 2]
            table = await ann.create(GAME, seats, start=True)
            for _ in range(3):
                view = await ann.until(table, lambda v: bool(v.moves))
                await ann.play(table, view.moves[0])
            view = await ann.until(table, lambda v: bool(v.moves))
            assert {by for _, _, _, by in view.history} == {"person", "bot"}
            token = ann.links[table]["invitation"]
            await bob.watch(table, token)
            await bob.ask("sit", table, seat=2, token=token)
            while (view := ann.views[table]).moves:
                version = (await ann.play(table, view.moves[0]))["version"]
                await ann.until(table, lambda v, n=version: v.version >= n)  # type: ignore[misc]
            await bob.until(table, lambda v: bool(v.moves))
            await bob.ask("bot", table, seat=2, level="random")
            await ann.until(table, lambda v: bool(v.moves))

    play(database, work)


def test_a_stand_in_moves_for_who_ran_out_of_time_until_he_is_back(database: str) -> None:
    async def work(running: Running) -> None:
        rules = {"absence": "bot", "clock": {"kind": "move", "seconds": 0}, "stand_in": "random"}
        running.hub.started = 0  # as if the server had been up for long
        async with two_players(running, **rules) as (ann, _, table):
            await ann.until(table, lambda v: any(by == "stand-in" for *_, by in v.history))
            assert any(seat.get("away") for seat in ann.views[table].view["seats"])

    play(database, work)


def test_two_servers_one_table(postgresql: str) -> None:
    async def work(running: Running) -> None:
        async with (
            serving(postgresql) as other,
            Client.open(running.url, "Ann") as ann,
            Client.open(other.url, "Bob") as bob,
        ):
            table = await set_up(ann, bob)
            for _ in range(20):
                mover, move = await next_move((ann, bob), table)
                await mover.play(table, move)
            await ann.until(table, lambda v: v.presence == [True, True])
            await bob.ask("say", table, phrase="thanks")
            await ann.until(table, lambda _: bool(ann.said))
            assert len(await running.hub.store.log(table)) == 23

    play(postgresql, work)


def test_a_dead_bus_only_delays(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deaf(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("sidings.store.postgresql.PostgresBus.listen", deaf)
    monkeypatch.setattr("sidings.server.hub.SWEEP", 0.02)

    async def work(running: Running) -> None:
        async with (
            serving(postgresql) as other,
            Client.open(running.url, "Ann") as ann,
            Client.open(other.url, "Bob") as bob,
        ):
            table = await set_up(ann, bob)
            for _ in range(6):
                mover, move = await next_move((ann, bob), table)
                await mover.play(table, move)
            await next_move((ann, bob), table)

    play(postgresql, work)


def test_a_slow_client_is_set_back_to_a_snapshot(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidings.server.socket.OUTBOX", 2)

    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            room = running.hub.rooms[table]
            slow = next(c for c in room.watchers if c.person.name == "Bob")
            for _ in range(4):  # news that pile up before the writer can run
                slow.push(b'{"type":"presence","table":"x","seats":[]}', table)
            assert slow._lagging
            assert (await bob.ask("say", table, phrase="hello"))["type"] == "done"
            mover, move = await next_move((ann, bob), table)
            await mover.play(table, move)
            await next_move((ann, bob), table)

    play(database, work)


def test_a_server_that_stops_tells_its_clients_and_they_come_back(database: str) -> None:
    async def run() -> None:
        server = await ServerProcess(database, games=GAME).start().ready()
        codes: list[int] = []
        async with Client.open(server.url, "Ann") as ann:
            table = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])
            socket = ann._socket
            assert socket is not None
            assert server.stop() == 0
            await socket.wait_closed()
            codes.append(socket.close_code or 0)
            await server.start().ready()
            await ann.ask("bot", table, seat=2, level="random")
        server.stop()
        assert codes == [1012]
        assert "Traceback" not in server.output()

    asyncio.run(run())


def test_a_stop_does_not_wait_for_a_compilation(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", games=GAME, cache=tmp_path)
    server.start()
    while "Compiling" not in server.output():
        assert server.process is not None
        assert server.process.poll() is None
        time.sleep(0.05)
    assert server.stop() == 0
    assert not list(tmp_path.rglob("*.compiled"))


def test_nothing_acknowledged_is_lost(database: str) -> None:
    """``benchmarks/chaos.py`` with 3 kills; with PostgreSQL there are 2 more."""
    report = asyncio.run(chaos.run(3, database, tables=2, most_between=40))
    assert report.clean
    assert report.acknowledged > 20


def test_nothing_acknowledged_is_lost_with_the_database_killed_too() -> None:
    postgres = Postgres()
    try:
        report = asyncio.run(
            chaos.run(2, postgres.database("chaos"), postgres, tables=2, most_between=40)
        )
    finally:
        postgres.stop()
    assert report.clean
    assert report.database_kills == 1


def test_one_winner_for_each_version(postgresql: str) -> None:
    """``benchmarks/contention.py``, small: 8 writers on 2 server processes."""
    report = asyncio.run(contention.run(postgresql, appends=400, tables=1))
    assert report.clean
    assert report.stale > 0


def test_views_are_plain_data() -> None:
    view = View("t")
    assert not view.change({"version": 5, "since": 4})
    assert view.change({"version": -1, "since": -1})
