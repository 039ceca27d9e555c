"""A seat at a table as an assistant has it: at a table of its own against bots, or on a server."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import anyio
from anyio.to_thread import run_sync

import sidings
from sidings.bots.advice import Advice
from sidings.bots.company import Company
from sidings.client import Client, View
from sidings.errors import BadOption

MOST_HINTS = 5  # moves that a hint names


@dataclass
class Look:
    """A table as the assistant's seat may see it."""

    table: str
    game: str
    seat: int
    status: str  # waiting, playing or over
    your_turn: bool
    moves: list[str]  # the legal ones, when it is your turn
    news: list[str]  # what was played since the last look
    position: dict[str, Any] = field(default_factory=dict)
    drawing: str = ""
    result: dict[str, Any] | None = None


@dataclass
class Hint:
    """A move with its chance to win, 0 to 1, half the width of its 95 % interval, and why."""

    move: str
    chance: float
    margin: float | None
    why: str


class Seat(ABC):
    """What the tools ask of a seat."""

    @abstractmethod
    async def look(self, wait: float) -> Look:
        """The table now, or when it is the seat's turn, within so many seconds."""

    @abstractmethod
    async def play(self, move: str) -> None:
        """Play a move, or raise SidingsError or ServerRefused and change nothing."""

    @abstractmethod
    async def hint(self, seconds: float) -> list[Hint]:
        """The best moves, best first."""


# --- Against bots ---------------------------------------------------------------------------------


class OwnSeat(Seat):
    """A seat at a table in this process; bots have the others."""

    def __init__(
        self,
        name: str,
        game: str,
        players: int | None,
        level: str,
        options: Mapping[str, Any],
        seed: str | None,
    ) -> None:
        chosen = sidings.game(game)
        count = chosen.players[0] if players is None else players
        self._name = name
        self._table = sidings.deal(chosen, count, seed, options=options)
        self._company = Company(self._table, level)
        self._lock = anyio.Lock()

    async def look(self, wait: float) -> Look:
        async with self._lock:
            await run_sync(self._company.let_bots_play)
            return self._look()

    async def play(self, move: str) -> None:
        async with self._lock:
            await run_sync(self._company.let_bots_play)
            self._table.play(move)

    async def hint(self, seconds: float) -> list[Hint]:
        async with self._lock:
            await run_sync(self._company.let_bots_play)
            return hints_of(await run_sync(self._table.advise, 1000 * seconds))

    def _look(self) -> Look:
        table, seat = self._table, self._company.seat
        result = table.result
        return Look(
            table=self._name,
            game=table.game.name,
            seat=seat,
            status="playing" if result is None else "over",
            your_turn=table.turn == seat,
            moves=table.moves(),
            news=self._company.news(),
            position=table.dump(seat=seat),
            drawing=str(table),
            result=None
            if result is None
            else {
                "scores": result.scores,
                "ranking": result.ranking,
                "winners": result.winners,
            },
        )


def hints_of(advice: Advice) -> list[Hint]:
    """The best of an advice."""
    return [Hint(one.move, one.chance, one.margin, one.why) for one in advice[:MOST_HINTS]]


# --- On a server ----------------------------------------------------------------------------------


class ServerSeat(Seat):
    """A seat at a table of a server, among people and bots."""

    def __init__(self, client: Client, table: str) -> None:
        self._client = client
        self._table = table
        self._seen = -1  # the version of the last look

    async def sit_down(self, token: str, seat: int | None) -> None:
        """Take the seat that is asked for, or the first free one."""
        view = await self._client.watch(self._table, token=token or None)
        if view.seat:
            return
        free = [i for i, one in enumerate(view.state["seats"], start=1) if one["kind"] == "free"]
        if seat is None and not free:
            raise BadOption("no seat is free at this table; ask the host for one")
        command: dict[str, Any] = {"seat": free[0] if seat is None else seat}
        await self._client.ask("sit", self._table, **command, **({"token": token} if token else {}))
        await self._client.until(self._table, lambda now: now.seat > 0)

    async def look(self, wait: float) -> Look:
        with anyio.move_on_after(wait):
            await self._client.until(self._table, lambda now: bool(now.moves) or now.over)
        return self._look(self._client.views[self._table])

    async def play(self, move: str) -> None:
        await self._client.play(self._table, move)

    async def hint(self, seconds: float) -> list[Hint]:
        """The table's own, which its rules may forbid."""
        answer = (await self._client.ask("hint", self._table))["answer"]
        return [
            Hint(one["move"], one["chance"], one["margin"], one["why"])
            for one in answer["moves"][:MOST_HINTS]
        ]

    def _look(self, view: View) -> Look:
        news = [one for one in view.history if one["version"] > self._seen]
        self._seen = view.version
        status = "waiting" if view.state["status"] == "open" else view.state["status"]
        return Look(
            table=self._table,
            game=view.header["game"],
            seat=view.seat,
            status=status,
            your_turn=bool(view.moves),
            moves=view.moves,
            news=[f"seat {one['seat']}: {one['move']}" for one in news if one["seat"] != view.seat],
            position=self._position(view),
            result=view.state.get("result"),
        )

    @staticmethod
    def _position(view: View) -> dict[str, Any]:
        """The position as the seat sees it, without what follows from it."""
        game = sidings.game(view.header["game"], view.header.get("deck"))
        shown = view.view or {}
        return {
            "game": game.name,
            "players": view.header["players"],
            "options": view.header["options"],
            **{key: shown[key] for key in game.keys if key in shown},
        }
