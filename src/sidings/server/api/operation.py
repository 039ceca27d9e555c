"""What the server offers, and how it is doing."""

import html
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Controller, MediaType, Response, get
from litestar.exceptions import ServiceUnavailableException

from sidings import __version__
from sidings.bots import bots
from sidings.bots.levels import characters_of
from sidings.games.contract import Game
from sidings.server.api.access import AnyRequest, NamedServices
from sidings.server.games import Games
from sidings.server.protocol import PHRASES, PROTOCOL


class OptionInfo(msgspec.Struct):
    name: str
    rule: str
    values: list[int | str]


class PresetInfo(msgspec.Struct):
    name: str
    options: Mapping[str, int | str]  # every option of the game
    players: list[int]  # the numbers of players it is for


class GameInfo(msgspec.Struct):
    name: str
    title: str
    rules_version: int
    least_players: int
    most_players: int
    options: list[OptionInfo]
    presets: list[PresetInfo]
    characters: list[str]  # bots with a style, beside those of all games


class Catalogue(msgspec.Struct):
    games: list[GameInfo]
    bots: list[str]
    phrases: tuple[str, ...]
    protocol: int
    version: str


class Health(msgspec.Struct):
    status: str


class Operation(Controller):
    path = "/"

    @get("/api/games", summary="The games, the bots and the phrases", tags=["games"])
    async def list_games(self, services: NamedServices) -> Catalogue:
        return catalogue_of(services.games)

    @get("/health", summary="The process answers", tags=["operation"])
    async def health(self) -> Health:
        return Health("ok")

    @get(
        "/ready",
        summary="The database keeps what is written, and the games are compiled; if not, why",
        tags=["operation"],
        raises=[ServiceUnavailableException],
    )
    async def ready(self, services: NamedServices) -> Health:
        problem = await services.readiness.problem()
        if problem:
            raise ServiceUnavailableException(problem)
        return Health("ok")

    @get("/metrics", media_type=MediaType.TEXT, summary="For Prometheus", tags=["operation"])
    async def metrics(self, services: NamedServices) -> Response[bytes]:
        text = services.metrics.recent_text(time.monotonic())
        return Response(text, media_type="text/plain; version=0.0.4")

    @get("/api/docs", media_type=MediaType.HTML, include_in_schema=False)
    async def docs(self, request: AnyRequest) -> str:
        return _docs(request.app.openapi_schema.to_schema())


def catalogue_of(games: Games) -> Catalogue:
    """What is offered, as the page lists it."""
    found = [_game_info(game) for game in games.offered.values()]
    return Catalogue(found, bots(), PHRASES, PROTOCOL, __version__)


def _game_info(game: Game[Any]) -> GameInfo:
    options = [OptionInfo(one.name, one.rule, list(one.values)) for one in game.options]
    presets = []
    for name in game.presets:
        players = [count for count in game.players if name in game.presets_for(count)]
        chosen = game.check_options({"preset": name}, players[0])
        presets.append(PresetInfo(name, chosen, players))
    least, most = game.players[0], game.players[-1]
    return GameInfo(
        game.name, game.title, game.rules_version, least, most, options, presets,
        list(characters_of(game)),
    )  # fmt: skip


def _docs(schema: Mapping[str, Any]) -> str:
    """The API on one page, without a script from anywhere."""
    rows = []
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            names = ", ".join(p["name"] for p in operation.get("parameters", []))
            rows.append(
                f"<tr><td>{method.upper()}</td><td><code>{html.escape(path)}</code></td>"
                f"<td>{html.escape(operation.get('summary', ''))}</td>"
                f"<td>{html.escape(names)}</td>"
                f"<td>{', '.join(sorted(operation['responses']))}</td></tr>"
            )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sidings: the API</title>'
        "<h1>The API of Sidings</h1><p>As a file for tools: "
        '<a href="/api/schema/openapi.json">openapi.json</a>. Requests that change something need '
        "an allowed <code>Origin</code>. The WebSocket is at <code>/socket</code>.</p><table>"
        "<tr><th>Method<th>Path<th>What it does<th>Parameters<th>Answers</tr>"
        f"{''.join(rows)}</table></html>"
    )
