"""Setting up tables, and the lists of them."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.exceptions import (
    ClientException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from sidings.bots import bots
from sidings.errors import SidingsError
from sidings.games.contract import Game
from sidings.server.api.access import (
    AnyRequest,
    NamedAccount,
    NamedServices,
    address,
    require,
    throttle,
    visible_room,
)
from sidings.server.clock import now_ms
from sidings.server.games import Games
from sidings.server.people import clean_name
from sidings.server.room import Room
from sidings.server.services import Services
from sidings.server.setup import Draft, draft
from sidings.store import ListedTable
from sidings.tables import Clock, Person, Refused, decide
from sidings.tables.commands import Level, Name, StartGame, Words
from sidings.tables.entries import Contribute, PutBot, Sit
from sidings.tables.fairness import invitation
from sidings.tables.header import Rules
from sidings.tables.listing import ListedSeat, Summary
from sidings.tables.state import Ending, Status
from sidings.tables.taken import Deed, TakenTable, follow
from sidings.tables.views import Viewer, own_view, snapshot

TABLES_PER_LIST = 50
MOST_DECK_BYTES = 20_000


class SeatPlan(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["me", "free", "bot"] = "free"
    level: Level | None = None
    name: Name | None = None  # of one of several people at this device


class NewTableRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    game: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=1, max_length=16)]
    options: dict[str, int | str] = {}
    deck: dict[str, Any] | None = None
    rules: Rules = Rules()
    words: Words | None = None
    start: bool = False


class OptionsRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    game: Annotated[str, msgspec.Meta(max_length=60)]
    players: int
    options: dict[str, int | str] = {}


class OptionsAnswer(msgspec.Struct):
    problem: str | None  # why so many players cannot play with these options


class NewTableAnswer(msgspec.Struct):
    table: str
    invitation: str
    link: str


class TableInfo(msgspec.Struct):
    table: str
    game: str
    status: Status
    players: int
    seats: list[ListedSeat]
    clock: Clock
    options: Mapping[str, int | str]
    changed: int
    your_seat: int
    your_turn: bool
    result: Ending | None


class TableList(msgspec.Struct):
    tables: list[TableInfo]


class TableController(Controller):
    path = "/api"
    tags = ("tables",)

    @post(
        "/tables",
        summary="Set up a table",
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def add_table(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        data: JSONBody[NewTableRequest],
    ) -> Response[NewTableAnswer]:
        me = require(account).person
        throttle(services.people.throttle_new(address(request)))
        await services.quotas.check_new_table(me.id, is_listed=data.rules.listed)
        planned = await plan(services.games, me, data)
        return _made(services, await services.rooms.create(planned))

    @post(
        "/tables/taken",
        summary="Take a game here that was begun on one's own device",
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def take_table(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        data: JSONBody[TakenTable],
    ) -> Response[NewTableAnswer]:
        me = require(account).person
        throttle(services.people.throttle_new(address(request)))
        await services.quotas.check_new_table(me.id, is_listed=False)
        planned = await plan_taken(services.games, me, data)
        log = [_named(deed) for deed in data.log]
        planned.entries = await services.archive.follow(
            me.id, planned.state, lambda state: follow(state, log, me, bots(state.runtime.game))
        )
        return _made(services, await services.rooms.create(planned))

    @post(
        "/options",
        summary="Whether options of a game go together",
        status_code=200,
        raises=[ClientException],
    )
    async def check_options(
        self, services: NamedServices, data: JSONBody[OptionsRequest]
    ) -> OptionsAnswer:
        game = _offered(services.games, data.game)
        try:
            game.check_options(data.options, game.check_players(data.players))
        except SidingsError as error:
            return OptionsAnswer(str(error))
        return OptionsAnswer(None)

    @get("/tables", summary="Listed tables that one can join or watch")
    async def list_tables(
        self,
        services: NamedServices,
        account: NamedAccount,
        status: FromQuery[Literal["open", "playing"]] = "open",
        before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
    ) -> TableList:
        person = "" if account is None else account.person.id
        before = before or now_ms() + 1000
        rows = await services.store.listed(status, TABLES_PER_LIST, before, person)
        return _infos(services, rows)

    @get(
        "/me/tables",
        summary="One's own tables, the last used first",
        raises=[NotAuthorizedException],
    )
    async def my_tables(
        self,
        services: NamedServices,
        account: NamedAccount,
        over: FromQuery[bool] = False,
        most: Annotated[int, QueryParameter(ge=1, le=TABLES_PER_LIST)] = TABLES_PER_LIST,
    ) -> TableList:
        me = require(account).person
        rows = await services.store.tables_of(me.id, most, running=not over)
        found = _infos(services, rows)
        for info in found.tables:
            if info.status == "playing":
                await _add_turn(services, me, info)
        return found

    @get(
        "/tables/{table:str}",
        summary="The table as one may see it (the snapshot of the protocol)",
        raises=[NotFoundException],
    )
    async def get_table(
        self,
        services: NamedServices,
        account: NamedAccount,
        table: FromPath[str],
        token: FromQuery[str | None] = None,
    ) -> Response[dict[str, Any]]:
        room, seat = await visible_room(services, account, table, token)
        viewer = Viewer(seat)
        body = snapshot(room.state, viewer, room.shared, own_view(room.state, viewer), [])
        return Response(msgspec.Raw(body), media_type=MediaType.JSON)  # type: ignore[arg-type]


def _made(services: Services, room: Room) -> Response[NewTableAnswer]:
    table, token = room.state.header.id, invitation(room.state.links)
    link = f"{services.settings.url}/t/{table}#{token}"
    return Response(NewTableAnswer(table, token, link))


def _offered(games: Games, name: str) -> Game[Any]:
    if name not in games.offered:
        raise ClientException(f"the games are {', '.join(games.offered)}", status_code=400)
    return games.offered[name]


async def plan(games: Games, host: Person, data: NewTableRequest) -> Draft:
    """The table that a request asks for, or ClientException."""
    if data.deck is not None and len(msgspec.json.encode(data.deck)) > MOST_DECK_BYTES:
        raise ClientException("this deck is too large", status_code=400)
    _offered(games, data.game)
    try:
        runtime = await games.runtime(data.game, data.deck)
        players = runtime.game.check_players(len(data.seats))
        options = runtime.game.check_options(data.options, players)
    except SidingsError as error:
        raise ClientException(str(error), status_code=400) from None
    levels = [seat.level for seat in data.seats if seat.kind == "bot"]
    known = bots(runtime.game)
    if not all(level in known for level in levels):
        raise ClientException(f"the bots are {', '.join(known)}", status_code=400)
    if sum(seat.kind == "me" for seat in data.seats) > 1 and not data.rules.pass_and_play:
        raise ClientException("one person has one seat, except in pass and play", status_code=400)
    planned = draft(runtime, players, options, data.rules, host.id)
    at = planned.state.header.created
    for number, seat in enumerate(data.seats, start=1):
        if seat.kind == "me":
            name = host.name if seat.name is None else clean_name(seat.name)
            planned.add(Sit(seat=number, person=host.id, name=name, at=at))
            if data.words is not None:
                planned.add(Contribute(seat=number, words=data.words, at=at))
        elif seat.kind == "bot" and seat.level is not None:
            planned.add(PutBot(seat=number, level=seat.level, at=at))
    if data.start:
        start = StartGame(id="start", table=planned.state.header.id)
        planned.add(decide(planned.state, start, host, at).entry)
    return planned


async def plan_taken(games: Games, host: Person, data: TakenTable) -> Draft:
    """The empty table of a game that is taken here, or ClientException."""
    game = _offered(games, data.game)
    if data.rules_version != game.rules_version:
        reason = f"these rules are version {game.rules_version} of {game.title}"
        raise ClientException(reason, status_code=409)
    runtime = await games.runtime(data.game)
    try:
        players = game.check_players(data.players)
        options = game.check_options(data.options, players)
    except SidingsError as error:
        raise ClientException(str(error), status_code=400) from None
    # Whoever dealt knows the cards: such a table is for its link only, and no clock has run.
    rules = msgspec.structs.replace(data.rules, listed=False, clock=Clock())
    secret, created = bytes.fromhex(data.secret), min(data.created, now_ms())
    rotation = data.rotation % players
    return draft(
        runtime, players, options, rules, host.id, rotation=rotation, secret=secret, created=created
    )


def _named(deed: str | Deed) -> str | Deed:
    """The same with a name that can be shown."""
    if isinstance(deed, str):
        return deed
    return msgspec.structs.replace(deed, name=clean_name(deed.name))


def _infos(services: Services, rows: list[ListedTable]) -> TableList:
    """The tables whose rules this server has, as they are listed."""
    found = []
    for row in rows:
        summary = msgspec.json.decode(row.summary, type=Summary)
        game = services.games.offered.get(summary.game)
        if game is None or game.rules_version != summary.rules_version:
            continue
        found.append(
            TableInfo(
                row.id, summary.game, row.status, summary.players, summary.seats, summary.clock,  # type: ignore[arg-type]  # it was a Status
                summary.options, row.changed, row.seat, False, summary.result,
            )
        )  # fmt: skip
    return TableList(found)


async def _add_turn(services: Services, me: Person, info: TableInfo) -> None:
    """Say of a running table whether one is to move and when it was last used."""
    try:
        room = await services.rooms.find(info.table, me.id)
    except Refused:  # it was finished by rules that this server does not have
        return
    info.changed = room.state.since
    info.your_turn = room.state.turn in room.state.seats_of(me.id)
