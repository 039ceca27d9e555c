"""What decided a finished game, asked of a server."""

import asyncio
from typing import Any

import pytest

from server.running import Running, next_move, play, two_players
from sidings.server import analyses
from sidings.server.analyses import Analyses


async def ask(client: Any, table: str, **more: bool) -> dict[str, Any]:
    """Ask until the analysis is there."""
    while True:
        answer = await client.http.post(f"/api/tables/{table}/analysis", json=more)
        assert answer.status_code == 200
        found: dict[str, Any] = answer.json()
        if found["analysis"] is not None:
            return found


def test_a_game_is_analysed_when_it_is_over_and_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "PLAYOUTS", 8)
    begun = []
    go_on = Analyses._go_on

    async def noted(self: Analyses, *given: Any) -> bytes:
        begun.append(given[0].work is None)
        return await go_on(self, *given)

    monkeypatch.setattr(Analyses, "_go_on", noted)

    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            for _ in range(6):
                mover, move = await next_move((ann, bob), table)
                await mover.play(table, move)
            refused = await ann.http.post(f"/api/tables/{table}/analysis", json={})
            assert refused.status_code == 403
            await bob.ask("resign", table)
            await ann.until(table, lambda view: view.over)
            first, second = await asyncio.gather(ask(ann, table), ask(bob, table))
            assert first == second == await ask(bob, table)
            assert sum(begun) == 1
            found = first["analysis"]
            assert found["names"] == ["Ann", "Bob"]
            assert (first["done"], first["moves"], len(found["moments"])) == (6, 6, 6)
            assert not found["finished"]
            assert found["playouts"] == 8
            for seat in found["seats"]:
                total = sum(seat[part] for part in ("start", "skill", "luck", "rest"))
                assert total == pytest.approx(seat["result"])

    play(database, work)


def test_an_analysis_that_nobody_asks_for_goes_no_further_and_goes_on_later(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "DEEP_PLAYOUTS", 8)
    monkeypatch.setattr(analyses, "PIECE_SECONDS", -1.0)  # no piece is done

    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            mover, move = await next_move((ann, bob), table)
            await mover.play(table, move)
            await ann.ask("resign", table)
            for _ in range(2):
                answer = await bob.http.post(f"/api/tables/{table}/analysis", json={"deep": True})
                assert answer.json() == {"done": 0, "moves": 1, "analysis": None}
            monkeypatch.setattr(analyses, "PIECE_SECONDS", 60.0)
            assert (await ask(bob, table, deep=True))["analysis"]["playouts"] == 8

    play(database, work)


def test_few_analyses_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "KEPT", 2)
    kept = Analyses(None, None)  # type: ignore[arg-type]  # neither is asked
    first = kept._job("a", False)
    assert kept._job("b", False) is not first
    assert kept._job("a", False) is first  # now the last asked for
    kept._job("c", False)
    assert kept._job("a", False) is first
    assert ("b", False) not in kept._jobs
