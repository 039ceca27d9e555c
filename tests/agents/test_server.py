"""An assistant at the table, with the protocol's own client."""

import asyncio
import os
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import sidings
from server.running import Running, play
from sidings.client import Client as Person
from sidings.mcp import server as tools
from sidings.mcp.server import make_server

GAME = "game-of-trains"


def assist(work: Callable[[Client], Awaitable[None]]) -> None:
    """Run ``work`` with an assistant's client, connected to a server of its own."""

    async def run() -> None:
        async with Client(make_server()) as client:
            await work(client)

    asyncio.run(run())


async def ask(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool answers."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    assert answer.structured_content is not None
    content = answer.structured_content
    return content["result"] if set(content) == {"result"} else content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says that was asked for something impossible."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(answer.content[0].text)  # type: ignore[union-attr]  # an error is a text


@pytest.mark.parametrize("game", sidings.game_names())
def test_an_assistant_plays_a_whole_game(game: str) -> None:
    async def work(client: Client) -> None:
        options = {"rounds": 1} if sidings.game(game).options else {}
        chance = random.Random(1)
        look = await ask(client, "new_table", game=game, options=options, seed="one")
        assert look["your_turn"]
        assert look["seat"] == 1
        while look["status"] != "over":
            assert look["moves"]
            assert_nothing_hidden_is_told(look)
            move = chance.choice(look["moves"])
            look = await ask(client, "play", table=look["table"], move=move)
        assert look["result"]["winners"]
        assert look["moves"] == []
        assert "to play" not in look["drawing"]

    assist(work)


def assert_nothing_hidden_is_told(look: dict[str, Any]) -> None:
    """What is told is what the seat observes, in which all that it may not know is hidden."""
    observation = sidings.observe(look["position"])
    assert observation.position == look["position"]
    assert observation.moves == look["moves"]


def test_rules_and_games_and_hints() -> None:
    async def work(client: Client) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} == {
            "games", "rules", "new_table", "join_table", "look", "legal_moves", "play", "hint",
        }  # fmt: skip
        assert [one["game"] for one in await ask(client, "games")] == sidings.game_names()
        assert (await ask(client, "rules", game=GAME)).startswith("# Game of Trains")
        assert (await ask(client, "rules", game=GAME, language="pl")).startswith("# ")
        assert (await ask(client, "rules", game=GAME, number="gt-2")).startswith("**GT-2** A train")
        look = await ask(client, "new_table", game=GAME, players=3, seed="x", level="random")
        moves = await ask(client, "legal_moves", table=look["table"])
        assert moves == look["moves"]
        hints = await ask(client, "hint", table=look["table"], seconds=0.001)
        assert {hint["move"] for hint in hints} <= set(moves)
        look = await ask(client, "play", table=look["table"], move=moves[0])
        assert {news.split(":")[0] for news in look["news"]} == {"seat 2", "seat 3"}
        again = await ask(client, "look", table=look["table"])
        assert again["news"] == []

    assist(work)


def test_what_is_wrong_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(client: Client) -> None:
        assert "there is no game 'chess'" in await refused(client, "new_table", game="chess")
        assert "for 2 to 4" in await refused(client, "new_table", game=GAME, players=9)
        assert "no level" in await refused(client, "new_table", game=GAME, level="god")
        assert "your tables: none yet" in await refused(client, "look", table="table-1")
        assert "no rule 'GT-99'" in await refused(client, "rules", game=GAME, number="GT-99")
        assert "not in 'de'" in await refused(client, "rules", game=GAME, language="de")
        table = (await ask(client, "new_table", game=GAME, seed="x"))["table"]
        illegal = await refused(client, "play", table=table, move="draw")
        assert "GT-4: first keep one of the cards you drew" in illegal
        assert "expected a link" in await refused(client, "join_table", link="ftp://x/t/1")
        gone = await refused(client, "join_table", link="http://127.0.0.1:9/t/1#x")
        assert "cannot be reached" in gone
        monkeypatch.setattr(tools, "MOST_TABLES", 1)
        assert "1 tables already" in await refused(client, "new_table", game=GAME)

    assist(work)


def test_a_game_without_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(client: Client) -> None:
        monkeypatch.setattr(tools, "rule_book", lambda game, language: None)
        assert "has no rule book" in await refused(client, "rules", game=GAME)

    assist(work)


# --- At a person's table --------------------------------------------------------------------------


def test_a_person_plays_against_their_assistant(tmp_path: Path) -> None:
    async def work(running: Running) -> None:
        async with Person.open(running.url, "Ann") as ann, Client(make_server()) as client:
            table = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])
            link = f"{running.url}/t/{table}#{ann.links[table]['invitation']}"
            look = await ask(client, "join_table", link=link, name="Robin")
            assert (look["status"], look["seat"]) == ("waiting", 2)
            assert await ask(client, "join_table", link=link) == look
            await ann.ask("start", table)
            view = await ann.until(table, lambda now: now.state["turn"] is not None)
            if view.moves:
                await ann.play(table, view.moves[0])
            look = await ask(client, "look", table=table, wait=60)
            assert look["your_turn"]
            assert_nothing_hidden_is_told(look)
            hints = await ask(client, "hint", table=table)
            assert {hint["move"] for hint in hints} <= set(look["moves"])
            assert "illegal" in await refused(client, "play", table=table, move="draw")
            look = await ask(client, "play", table=table, move=look["moves"][0])
            view = await ann.until(table, lambda now: bool(now.moves))
            assert view.history[-1]["seat"] == 2
            answer = view.moves[0]
            await ann.play(table, answer)
            await ann.ask("resign", table)
            look = await ask(client, "look", table=table, wait=60)
            assert look["status"] == "over"
            assert look["result"]["how"] == "resigned"
            assert look["news"] == [f"seat 1: {answer}"]
            await check_refusals(running, ann, client)

    play(f"sqlite:///{tmp_path / 'tables.db'}", work)


async def check_refusals(running: Running, ann: Person, client: Client) -> None:
    table = await ann.create(GAME, [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    link = f"{running.url}/t/{table}#{ann.links[table]['invitation']}"
    assert "no seat is free" in await refused(client, "join_table", link=link)
    nowhere = f"{running.url}/t/{'x' * 22}"
    assert "no-such-table" in await refused(client, "join_table", link=nowhere)


# --- As assistants start it -----------------------------------------------------------------------


def test_the_command_speaks_the_protocol() -> None:
    async def run() -> None:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "sidings", "mcp"], env=dict(os.environ)
        )
        async with Client(command) as client:
            assert client.instructions is not None
            assert "new_table" in client.instructions
            assert [one["game"] for one in await ask(client, "games")] == sidings.game_names()

    asyncio.run(run())
