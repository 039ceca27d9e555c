"""The JSON API: games, people, tables, records; health, readiness and metrics."""

import html
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from litestar import HttpMethod, MediaType, Request, Response, get, post, route
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    ServiceUnavailableException,
    TooManyRequestsException,
)
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from sidings import __version__
from sidings.bots import bots
from sidings.errors import SidingsError
from sidings.server.hub import Hub, now_ms
from sidings.server.pages import File
from sidings.server.people import Known, People, clean_name, hash_of
from sidings.server.protocol import PHRASES, PROTOCOL
from sidings.server.room import Room
from sidings.store import Unavailable
from sidings.tables import Refused, decode_entry
from sidings.tables import entries as e
from sidings.tables.commands import Level, StartGame, Words
from sidings.tables.entries import Entry
from sidings.tables.fair import invitation
from sidings.tables.header import Clock, Rules
from sidings.tables.live import Ending, LiveTable, Person
from sidings.tables.records import json_record, positions, train_record
from sidings.tables.views import sight, snapshot

LISTED_AT_ONCE = 50
MOST_DECK_BYTES = 20_000

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Passphrase = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


# --- What is sent and answered --------------------------------------------------------------------


class OptionInfo(msgspec.Struct):
    name: str
    rule: str
    values: list[int | str]


class GameInfo(msgspec.Struct):
    name: str
    title: str
    rules_version: int
    least_players: int
    most_players: int
    options: list[OptionInfo]


class Catalogue(msgspec.Struct):
    games: list[GameInfo]
    bots: list[str]
    phrases: tuple[str, ...]
    protocol: int
    version: str


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    handle: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    passphrase: Passphrase


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    passphrase: Passphrase


class Me(msgspec.Struct):
    name: str | None
    handle: str | None = None


class SeatPlan(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["me", "free", "bot"] = "free"
    level: Level | None = None


class NewTableRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    game: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=1, max_length=16)]
    options: dict[str, int | str] = {}
    deck: dict[str, Any] | None = None
    rules: Rules = Rules()
    words: Words | None = None
    start: bool = False


class NewTableAnswer(msgspec.Struct):
    table: str
    invitation: str
    link: str


class SeatInfo(msgspec.Struct):
    kind: Literal["free", "person", "bot"]
    name: str  # of a bot its level


class TableInfo(msgspec.Struct):
    table: str
    game: str
    status: Literal["open", "playing", "over"]
    players: int
    seats: list[SeatInfo]
    clock: Clock
    options: Mapping[str, int | str]
    changed: int
    your_seat: int
    your_turn: bool
    result: Ending | None


class TableList(msgspec.Struct):
    tables: list[TableInfo]


class Health(msgspec.Struct):
    status: str


STATUS_OF = {
    "no-such-table": 404,
    "not-allowed": 403,
    "not-seated": 403,
    "other-rules": 409,
    "too-many": 409,
    "slow-down": 429,
}


def routes(hub: Hub, people: People, page: dict[str, File]) -> list[Any]:  # noqa: PLR0915  # one handler after the other
    """All handlers, bound to one hub."""
    # --- Who is asking

    async def known(request: Request[Any, Any, Any]) -> Known | None:
        return await people.known(people.token(request.headers.get("cookie", "")))

    async def somebody(request: Request[Any, Any, Any]) -> Known:
        found = await known(request)
        if found is None:
            raise NotAuthorizedException("become a guest first: POST /api/guests")
        return found

    def address(request: Request[Any, Any, Any]) -> str:
        return request.client.host if request.client else "?"

    def throttle(wait: float) -> None:
        if wait:
            raise TooManyRequestsException(
                f"too many requests; wait {wait:.0f} s", headers={"retry-after": f"{wait:.0f}"}
            )

    # --- Games and people

    @get("/api/games", summary="The games, the bots and the phrases", tags=["games"])
    async def list_games() -> Catalogue:
        found = []
        for name, game in hub.games.items():
            options = [OptionInfo(o.name, o.rule, list(o.values)) for o in game.options]
            found.append(
                GameInfo(
                    name, game.title, game.rules_version, game.players[0], game.players[-1],
                    options,
                )
            )  # fmt: skip
        return Catalogue(found, bots(), PHRASES, PROTOCOL, __version__)

    @post(
        "/api/guests",
        summary="Become a guest, or change one's name; sets the cookie",
        tags=["people"],
        raises=[ClientException, PermissionDeniedException, TooManyRequestsException],
    )
    async def add_guest(request: Request[Any, Any, Any], data: JSONBody[NewGuest]) -> Response[Me]:
        found = await known(request)
        if found is not None:
            name = clean_name(data.name)
            await hub.store.rename(found.person.id, name)
            await hub.rename(Person(found.person.id, name))
            return Response(Me(name, found.handle))
        throttle(people.throttle_new(address(request)))
        person, token = await people.add_guest(data.name)
        return Response(Me(person.name), headers={"set-cookie": people.set_cookie(token)})

    @get("/api/me", summary="Who the cookie says one is", tags=["people"])
    async def who_am_i(request: Request[Any, Any, Any]) -> Me:
        found = await known(request)
        return Me(None) if found is None else Me(found.person.name, found.handle)

    @post(
        "/api/names",
        summary="Keep one's name with a passphrase; the answer has the handle to come back with",
        tags=["people"],
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def claim_name(request: Request[Any, Any, Any], data: JSONBody[Claim]) -> Me:
        found = await somebody(request)
        throttle(people.throttle_passphrase(found.person.id, address(request)))
        handle = await people.claim(found.person, data.name, data.passphrase)
        name = handle.rpartition("#")[0]
        await hub.rename(Person(found.person.id, name))
        return Me(name, handle)

    @post(
        "/api/sessions",
        summary="Come back with a handle and its passphrase; sets the cookie",
        tags=["people"],
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def come_back(
        request: Request[Any, Any, Any], data: JSONBody[Credentials]
    ) -> Response[Me]:
        throttle(people.throttle_passphrase(data.handle, address(request)))
        found = await people.return_as(data.handle, data.passphrase)
        if found is None:
            raise NotAuthorizedException("this name and this passphrase do not go together")
        person, token = found
        return Response(
            Me(person.name, data.handle), headers={"set-cookie": people.set_cookie(token)}
        )

    @post(
        "/api/sessions/end",
        summary="Forget this device",
        tags=["people"],
        raises=[PermissionDeniedException],
    )
    async def end_session(request: Request[Any, Any, Any]) -> Response[Me]:
        token = people.token(request.headers.get("cookie", ""))
        if token:
            await hub.store.drop_token(hash_of(token))
        return Response(Me(None), headers={"set-cookie": people.set_cookie("")})

    # --- Tables

    @post(
        "/api/tables",
        summary="Set up a table",
        tags=["tables"],
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def add_table(
        request: Request[Any, Any, Any], data: JSONBody[NewTableRequest]
    ) -> Response[NewTableAnswer]:
        me = (await somebody(request)).person
        throttle(people.throttle_new(address(request)))
        mine = await hub.store.tables_of(me.id, hub.settings.tables_per_person, running=True)
        if len(mine) >= hub.settings.tables_per_person:
            raise HTTPException(
                f"you have {len(mine)} tables; finish or leave one first", status_code=409
            )
        live, first = await _plan(hub, me, data)
        await hub.create(live.header, live.secret, first, hub.listing(live, live.header.created))
        room = await hub.find(live.header.id)
        token = invitation(room.live.links)
        link = f"{hub.settings.url}/t/{live.header.id}#{token}"
        return Response(NewTableAnswer(live.header.id, token, link))

    async def see(
        request: Request[Any, Any, Any], table: str, token: str | None
    ) -> tuple[Room, int]:
        """The room and one's seat, if one may look; a finished game may be seen by its address."""
        room = await hub.find(table)
        if room.dirty:
            await hub.catch_up(room)
        found = await known(request)
        person = "" if found is None else found.person.id
        if room.live.status != "over" and not room.live.may_watch(person, token):
            raise Refused("no-such-table", "there is no such table")
        return room, room.live.seat_of(person)

    def info(room: Room, person: str) -> TableInfo:
        live = room.live
        seat = live.seat_of(person)
        return TableInfo(
            live.header.id,
            live.header.game,
            live.status,
            live.header.players,
            [SeatInfo(s.kind, s.name or s.level) for s in live.seats],
            live.header.rules.clock,
            live.header.options,
            live.since or live.header.created,
            seat,
            bool(seat) and seat == live.turn,
            live.ending,
        )

    async def infos(ids: list[str], person: str) -> TableList:
        found = []
        for table in ids:
            try:
                found.append(info(await hub.find(table), person))
            except Refused:
                continue
        return TableList(found)

    @get("/api/tables", summary="Listed tables that one can join or watch", tags=["tables"])
    async def list_tables(
        request: Request[Any, Any, Any],
        status: FromQuery[Literal["open", "playing"]] = "open",
        before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
    ) -> TableList:
        found = await known(request)
        ids = await hub.store.listed([status], LISTED_AT_ONCE, before or now_ms() + 1000)
        listed = await infos(ids, "" if found is None else found.person.id)
        listed.tables = [table for table in listed.tables if table.status == status]
        return listed

    @get(
        "/api/me/tables",
        summary="One's own tables, the last used first",
        tags=["tables"],
        raises=[NotAuthorizedException],
    )
    async def my_tables(
        request: Request[Any, Any, Any],
        over: FromQuery[bool] = False,
        most: Annotated[int, QueryParameter(ge=1, le=LISTED_AT_ONCE)] = LISTED_AT_ONCE,
    ) -> TableList:
        me = (await somebody(request)).person
        ids = await hub.store.tables_of(me.id, most, running=not over)
        return await infos(ids, me.id)

    @get(
        "/api/tables/{table:str}",
        summary="The table as one may see it (the snapshot of the protocol)",
        tags=["tables"],
        raises=[NotFoundException],
    )
    async def get_table(
        request: Request[Any, Any, Any], table: FromPath[str], token: FromQuery[str | None] = None
    ) -> Response[dict[str, Any]]:
        room, seat = await see(request, table, token)
        body = snapshot(room.live, seat, room.shared, sight(room.live, seat), [])
        return Response(msgspec.Raw(body), media_type=MediaType.JSON)  # type: ignore[arg-type]

    async def log_of(live: LiveTable) -> list[Entry]:
        rows = await hub.store.log(live.header.id)
        return [decode_entry(row.body) for row in rows[: live.version]]

    @get(
        "/api/tables/{table:str}/record.train",
        summary="The record as text; while the game is on, without the seed",
        tags=["records"],
        raises=[NotFoundException],
        media_type=MediaType.TEXT,
    )
    async def get_record(
        request: Request[Any, Any, Any], table: FromPath[str], token: FromQuery[str | None] = None
    ) -> Response[str]:
        room, _ = await see(request, table, token)
        if not room.live.commitment:
            raise NotFoundException("the game has not begun")
        text = train_record(room.live, await log_of(room.live))
        name = f'attachment; filename="{room.live.header.game}.train"'
        return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": name})

    @get(
        "/api/tables/{table:str}/record.json",
        summary="The record as data; while the game is on, without the secret",
        tags=["records"],
        raises=[NotFoundException],
    )
    async def get_json_record(
        request: Request[Any, Any, Any], table: FromPath[str], token: FromQuery[str | None] = None
    ) -> dict[str, Any]:
        room, _ = await see(request, table, token)
        return json_record(room.live, await log_of(room.live))

    @get(
        "/api/tables/{table:str}/positions",
        summary="A finished game position by position, for a replay",
        tags=["records"],
        raises=[NotFoundException, ClientException],
    )
    async def get_positions(
        request: Request[Any, Any, Any],
        table: FromPath[str],
        seat: Annotated[int | None, QueryParameter(ge=0, le=16)] = None,
    ) -> list[dict[str, Any]]:
        room, _ = await see(request, table, None)
        live = room.live
        if live.status != "over" or not live.commitment:
            raise NotFoundException("there is no finished game")
        if seat is not None and seat > live.header.players:
            raise ClientException("there is no such seat", status_code=400)
        return positions(live, await log_of(live), seat)

    # --- Operation

    @get("/health", summary="The process answers", tags=["operation"])
    async def health() -> Health:
        return Health("ok")

    @get(
        "/ready",
        summary="The database answers and the games are compiled",
        tags=["operation"],
        raises=[ServiceUnavailableException],
    )
    async def ready() -> Health:
        await hub.store.ping()
        if not hub.ready:
            raise ServiceUnavailableException("the games are being compiled")
        return Health("ok")

    @get("/metrics", media_type=MediaType.TEXT, summary="For Prometheus", tags=["operation"])
    async def metrics() -> Response[bytes]:
        return Response(hub.metrics.text(), media_type="text/plain; version=0.0.4")

    @get("/api/docs", media_type=MediaType.HTML, include_in_schema=False)
    async def docs(request: Request[Any, Any, Any]) -> str:
        return _docs(request.app.openapi_schema.to_schema())

    # --- The page

    @route(
        ["/", "/{path:path}"],
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        include_in_schema=False,
        name="page",
    )
    async def get_page(
        request: Request[Any, Any, Any], path: FromPath[str] = ""
    ) -> Response[bytes]:
        name = path.strip("/")
        file = page.get(name)
        if file is None:
            if name.startswith(("api/", "assets/")) or "." in name.rpartition("/")[2]:
                raise NotFoundException("there is nothing at this address")
            file = page["index.html"]
        headers = {"cache-control": file.caching, "etag": file.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(b"", status_code=304, headers=headers)
        body = file.body
        if file.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = file.squeezed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=file.kind, headers=headers)

    return [
        list_games, add_guest, who_am_i, claim_name, come_back, end_session, add_table,
        list_tables, my_tables, get_table, get_record, get_json_record, get_positions,
        health, ready, metrics, docs, get_page,
    ]  # fmt: skip


async def _plan(hub: Hub, me: Person, data: NewTableRequest) -> tuple[LiveTable, list[Entry]]:
    """A table as asked for, and the entries it begins with."""
    if data.deck is not None and len(msgspec.json.encode(data.deck)) > MOST_DECK_BYTES:
        raise ClientException("this deck is too large", status_code=400)
    if data.game not in hub.games:
        raise ClientException(f"the games are {', '.join(hub.games)}", status_code=400)
    try:
        kit = await hub.kit(data.game, data.deck)
        players = kit.game.check_players(len(data.seats))
        options = kit.game.check_options(data.options, players)
    except SidingsError as error:
        raise ClientException(str(error), status_code=400) from None
    levels = [plan.level for plan in data.seats if plan.kind == "bot"]
    if not all(level in bots() for level in levels):
        raise ClientException(f"the bots are {', '.join(bots())}", status_code=400)
    if sum(plan.kind == "me" for plan in data.seats) > 1:
        raise ClientException("one person has one seat", status_code=400)
    header, secret = hub.prepare(
        game=data.game,
        rules_version=kit.game.rules_version,
        players=players,
        options=options,
        deck=kit.game.custom_deck,
        rules=data.rules,
        host=me.id,
    )
    live = LiveTable(header, secret, b"", kit)
    first: list[Entry] = []

    def add(entry: Entry) -> None:
        live.apply(entry)
        first.append(entry)

    at = header.created
    for number, plan in enumerate(data.seats, start=1):
        if plan.kind == "me":
            add(e.Sit(seat=number, person=me.id, name=me.name, at=at))
            if data.words is not None:
                add(e.Contribute(seat=number, words=data.words, at=at))
        elif plan.kind == "bot" and plan.level is not None:
            add(e.PutBot(seat=number, level=plan.level, at=at))
    if data.start:
        add(live.decide(StartGame(id="start", table=header.id), me, at))
    return live, first


def answer_refused(_: Request[Any, Any, Any], refused: Refused) -> Response[dict[str, Any]]:
    status = STATUS_OF.get(refused.code, 400)
    body = {"status_code": status, "detail": refused.message, "extra": {"code": refused.code}}
    return Response(body, status_code=status)


def answer_unavailable(_: Request[Any, Any, Any], __: Unavailable) -> Response[dict[str, Any]]:
    body = {"status_code": 503, "detail": "the database does not answer; try again soon"}
    return Response(body, status_code=503, headers={"retry-after": "1"})


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
        '<a href="/api/schema/openapi.json">openapi.json</a>. State-changing requests need an '
        "allowed <code>Origin</code>. The WebSocket is at <code>/socket</code>.</p><table>"
        "<tr><th>Method<th>Path<th>What it does<th>Parameters<th>Answers</tr>"
        f"{''.join(rows)}</table></html>"
    )
