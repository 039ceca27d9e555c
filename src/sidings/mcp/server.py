"""The tools of ``sidings mcp``. Each is handed what one seat may see, and nothing else."""

import itertools
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
from anyio.to_thread import run_sync
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import sidings
from sidings.books import find_rule, rule_book
from sidings.client import Client, ServerRefused
from sidings.errors import SidingsError, shown
from sidings.mcp.seats import Hint, Look, OwnSeat, Seat, ServerSeat

INSTRUCTIONS = """\
Play train table games. Begin with new_table (against bots) or join_table (a person's table, by \
its link). look shows what your seat sees and the legal moves; play one of them exactly as it is \
written, until status is "over". rules explains a game; hint judges your moves. You never see \
what your seat may not know, so do not speak of other hands as if you knew them."""

MOST_TABLES = 50
LONGEST_WAIT = 60.0  # seconds
LONGEST_THOUGHT = 10.0
Answer = TypeVar("Answer")


class Tools:
    """The tables of one assistant."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}
        self._numbers = itertools.count(1)
        self._stack = AsyncExitStack()

    @asynccontextmanager
    async def lifespan(self, server: MCPServer[None]) -> AsyncIterator[None]:
        """While the assistant is there, so are the connections to servers."""
        async with self._stack:
            yield

    async def games(self) -> list[dict[str, Any]]:
        """The games: name, title, numbers of players, options (default first), presets."""
        return [
            {
                "game": name,
                "title": (game := sidings.game(name)).title,
                "players": list(game.players),
                "options": {option.name: list(option.values) for option in game.options},
                "presets": list(game.presets),
            }
            for name in sidings.game_names()
        ]

    async def rules(self, game: str, number: str = "", language: str = "en") -> str:
        """The rule book of a game (en, fr or pl), or one rule by its number, such as MT-14."""
        book = await _told(run_sync(rule_book, sidings.game(game).name, language))
        if book is None:
            raise ToolError(f"{game} has no rule book; play asks only for legal moves")
        if not number:
            return book
        found = find_rule(book, number)
        if found is None:
            raise ToolError(f"the book has no rule {shown(number)}")
        return found

    async def new_table(
        self,
        game: str,
        players: int | None = None,
        level: str = "club",
        options: dict[str, int | str] | None = None,
        seed: str | None = None,
    ) -> Look:
        """Set up a table: you have seat 1, bots the others.

        Levels of bots: random, novice, casual, club, expert, master; with a style: blocker, saver,
        gambler. The same seed deals the same game again.
        """
        self._check_room()
        name = f"table-{next(self._numbers)}"
        made = run_sync(OwnSeat, name, game, players, level, options or {}, seed)
        return await self._seated(name, await _told(made))

    async def join_table(self, link: str, name: str = "Assistant", seat: int | None = None) -> Look:
        """Sit down at a person's table on a server, by the link with which they invite you."""
        self._check_room()
        address = urlsplit(link)
        table = address.path.rpartition("/t/")[2]
        if address.scheme not in ("http", "https") or not table or "/" in table:
            raise ToolError("expected a link such as https://example.org/t/ID#INVITATION")
        if table in self._seats:
            return await self.look(table)
        async with AsyncExitStack() as stack:
            opening = Client.open(f"{address.scheme}://{address.netloc}", name)
            joined = ServerSeat(await _told(stack.enter_async_context(opening)), table)
            await _told(joined.sit_down(address.fragment, seat))
            self._stack.push_async_exit(stack.pop_all())
        return await self._seated(table, joined)

    async def look(self, table: str, wait: float = 0) -> Look:
        """What your seat sees now; with wait, when it is your turn, within so many seconds."""
        return await _told(self._find(table).look(min(wait, LONGEST_WAIT)))

    async def legal_moves(self, table: str) -> list[str]:
        """The moves that you may play now; none when it is not your turn."""
        return (await self.look(table)).moves

    async def play(self, table: str, move: str) -> Look:
        """Play one of the legal moves. Bots answer at once; people take their time."""
        await _told(self._find(table).play(move))
        return await self.look(table)

    async def hint(self, table: str, seconds: float = 1) -> list[Hint]:
        """Your best moves with their chance to win, from what your seat knows, and why."""
        return await _told(self._find(table).hint(min(seconds, LONGEST_THOUGHT)))

    def _check_room(self) -> None:
        if len(self._seats) >= MOST_TABLES:
            raise ToolError(f"there are {MOST_TABLES} tables already: start another server")

    async def _seated(self, name: str, seat: Seat) -> Look:
        self._seats[name] = seat
        return await self.look(name)

    def _find(self, table: str) -> Seat:
        if table not in self._seats:
            known = ", ".join(self._seats) or "none yet"
            raise ToolError(f"you have no table {shown(table)}; your tables: {known}")
        return self._seats[table]


async def _told(answer: Awaitable[Answer]) -> Answer:
    """What was asked for; what is wrong with it is said to the assistant."""
    try:
        return await answer
    except (SidingsError, ServerRefused) as error:
        raise ToolError(str(error)) from None
    except (OSError, httpx.HTTPError) as error:
        raise ToolError(f"the server cannot be reached: {error}") from None


def make_server() -> MCPServer[None]:
    """A server for one assistant, with no table yet."""
    tools = Tools()
    server: MCPServer[None] = MCPServer(
        "sidings",
        title="Sidings",
        instructions=INSTRUCTIONS,
        version=sidings.__version__,
        log_level="WARNING",
        lifespan=tools.lifespan,
    )
    for tool in (tools.games, tools.rules, tools.new_table, tools.join_table, tools.look,
                 tools.legal_moves, tools.play, tools.hint):  # fmt: skip
        server.tool()(tool)
    return server


def serve_stdio() -> None:
    """Serve one assistant over standard input and output, until it is gone."""
    make_server().run("stdio")
