"""Phrases, explanations, previews and hints."""

import pytest

from server.running import Running, next_move, play, two_players
from sidings.client import ServerRefused


def test_questions_are_answered_to_the_one_in_turn(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running) as (ann, bob, table):
            mover, move = await next_move((ann, bob), table)
            other = bob if mover is ann else ann
            why = (await mover.ask("why", table, move="remove left"))["answer"]
            assert (why["legal"], why["rule"]) == (False, "GT-4")
            assert (await mover.ask("why", table, move=move))["answer"]["legal"]
            preview = (await mover.ask("preview", table, move=move))["answer"]
            assert preview["view"]["turn"] == 3 - mover.views[table].seat
            hint = (await mover.ask("hint", table))["answer"]
            assert hint["moves"][0]["move"] == hint["move"]
            assert len(hint["moves"]) == 3
            assert {one["move"] for one in hint["moves"]} <= set(mover.views[table].moves)
            assert all(0 <= one["chance"] <= 1 and one["margin"] for one in hint["moves"])
            for question in ("why", "preview"):
                with pytest.raises(ServerRefused, match="not-your-turn"):
                    await other.ask(question, table, move=move)
            with pytest.raises(ServerRefused, match="not-your-turn"):
                await other.ask("hint", table)
            await other.ask("say", table, phrase="hello")
            await mover.until(table, lambda _: bool(mover.said))
            assert mover.said[0]["seat"] == other.views[table].seat

    play(database, work)


def test_a_table_may_do_without_hints(database: str) -> None:
    async def work(running: Running) -> None:
        async with two_players(running, hints=False) as (ann, bob, table):
            mover, _ = await next_move((ann, bob), table)
            with pytest.raises(ServerRefused, match="not-allowed"):
                await mover.ask("hint", table)

    play(database, work)
