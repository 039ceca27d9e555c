"""A client that reads slowly is sent snapshots instead of every change."""

import pytest

from server.running import Running, next_move, play, two_players


def test_a_slow_client_is_set_back_to_a_snapshot(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidings.server.connection.MOST_UNSENT", 2)

    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            room = running.services.rooms.get(table)
            assert room is not None
            slow = next(c for c in room.watchers if c.person.name == "Bob")
            for _ in range(4):  # changes that pile up before the writer can run
                slow.push(b'{"type":"presence","table":"x","seats":[]}', table)
            assert slow._lagging
            assert (await bob.ask("say", table, phrase="hello"))["type"] == "done"
            mover, move = await next_move((ann, bob), table)
            await mover.play(table, move)
            await next_move((ann, bob), table)

    play(database, work)
