"""Tables in a state that one wants to look at, brought there by people who are programs.

Deals are chosen by words (see ``served``): games are tried in this process until one comes by a
position that is wanted, and the same moves are then made at a table of the server.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from sidings.bots import bot, observe
from sidings.client import Client
from sidings.play.keys import mix
from sidings.play.table import Table, deal
from web.served import SECRET
from web.steps import FREE, ME, NAMES, set_up

DEALS, MOVES = 400, 600  # tried at most
Wanted = Callable[[Table], bool]


@dataclass(frozen=True)
class Staged:
    path: str
    cookie: dict[str, str]  # of who sits at seat 1


@dataclass(frozen=True)
class Play:
    words: str
    moves: list[tuple[int, str]]  # seat and move


def find(title: str, players: int, wanted: Wanted, options: Mapping[str, int | str]) -> Play:
    """A game in which seat 1 gets to decide in a position that is wanted."""
    bots = [bot("casual", seed=seat) for seat in range(players)]
    for number in range(DEALS):
        words = f"scene {number}"
        key = mix(SECRET, {1: words}).hex()
        table = deal(NAMES[title], players, key, options=options)
        moves: list[tuple[int, str]] = []
        while table.turn is not None and len(moves) < MOVES:
            if table.turn == 1 and wanted(table):
                return Play(words, moves)
            moves.append((table.turn, bots[table.turn - 1].choose(observe(table))))
            table.play(moves[-1][1])
    raise LookupError(f"no game of {title} comes by what is wanted")


def find_end(title: str, players: int, options: Mapping[str, int | str]) -> Play:
    """A game that ends with a move of seat 1."""
    last = ""

    def ends(table: Table) -> bool:
        nonlocal last
        for last in table.moves():
            after = table.copy()
            after.play(last)
            if after.turn is None:
                return True
        return False

    found = find(title, players, ends, options)
    return Play(found.words, [*found.moves, (1, last)])


def visit(page: Page, title: str, players: int, wanted: Wanted, **options: int | str) -> None:
    """Open a table in a position that is wanted, where seat 1 decides, as they see it."""
    show(page, title, players, find(title, players, wanted, options), **options)
    expect(page.locator(".ask.mine")).to_be_visible()


def show(page: Page, title: str, players: int, play: Play, **options: int | str) -> None:
    """Open a table where the moves of a play were made."""
    url = re.sub(r"(//[^/]+)/.*", r"\1", page.url)
    staged = stage(url, title, players, play, options=options)
    cookies = [{"name": name, "value": text, "url": url} for name, text in staged.cookie.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]  # plain dictionaries
    page.goto(url + staged.path)
    expect(page.locator(".board, #result").first).to_be_visible()


def set_up_for_two(page: Page, title: str) -> str:
    """A table where another person has taken seat 2 and gone away; answers its address."""
    path = set_up(page, title, [ME, FREE])
    url = re.sub(r"(//[^/]+)/.*", r"\1", page.url)
    table, invitation = path.removeprefix("/t/").split("#")

    async def sit() -> None:
        async with Client.open(url, "Basia") as client:
            await client.watch(table, invitation)
            await client.ask("sit", table, seat=2, token=invitation)

    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, sit()).result()
    return path


def stage(url: str, title: str, players: int, play: Play, **more: Any) -> Staged:
    """Make the moves at a new table, and give the seats of all but the first to bots."""
    with ThreadPoolExecutor(1) as elsewhere:  # the browser's driver has a loop in this thread
        return elsewhere.submit(asyncio.run, _stage(url, title, players, play, **more)).result()


async def _stage(
    url: str, title: str, players: int, play: Play, options: Mapping[str, int | str]
) -> Staged:
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(Client.open(url, name))
            for name in ("Ania", *("Guest" for _ in range(players - 1)))
        ]
        seats = [{"kind": "me"}, *({"kind": "free"} for _ in people[1:])]
        host = people[0]
        table = await host.create(
            NAMES[title], seats, options=dict(options), words=play.words, rules={"pace": 0}
        )
        invitation = host.links[table]["invitation"]
        for number, client in enumerate(people[1:], start=2):
            await client.watch(table, invitation)
            await client.ask("sit", table, seat=number, token=invitation)
        await host.ask("start", table)
        # Bots take over when it is the turn of seat 1: at the end, or before a last move of theirs.
        last = len(play.moves) - (1 if play.moves and play.moves[-1][0] == 1 else 0)
        for index, (seat, move) in enumerate([*play.moves, (0, "")]):
            if index == last:
                await _hand_over(people, table)
            if seat:
                mover = people[seat - 1]
                await mover.until(table, lambda view: bool(view.moves))
                await mover.play(table, move)
        return Staged(f"/t/{table}", dict(host.http.cookies.items()))


async def _hand_over(people: list[Client], table: str) -> None:
    """Bots take the seats of all but the first: who was a program would look absent."""
    for number, client in enumerate(people[1:], start=2):
        await client.ask("bot", table, seat=number, level="casual")
