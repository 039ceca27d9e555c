"""The record of a game, as text, as data, and position by position."""

import unicodedata
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from sidings.server.api.access import NamedAccount, NamedServices, visible_room
from sidings.server.people import Account
from sidings.server.protocol import Analysed
from sidings.tables import Entry, TableState
from sidings.tables.records import Step, json_record, record_name, steps, train_record


class AnalysisRequest(msgspec.Struct, forbid_unknown_fields=True):
    deep: bool = False  # with ten times as many playouts


class RecordController(Controller):
    path = "/api/tables/{table:str}"
    tags = ("records",)

    @get(
        "/record.train",
        summary="The record as text; while the game is on, without the seed",
        raises=[NotFoundException],
        media_type=MediaType.TEXT,
    )
    async def get_record(
        self,
        services: NamedServices,
        account: NamedAccount,
        table: FromPath[str],
        token: FromQuery[str | None] = None,
    ) -> Response[str]:
        room, _ = await visible_room(services, account, table, token)
        state = room.state
        if not state.commitment:
            raise NotFoundException("the game has not begun")
        text = await services.archive.export(_who(account), state, train_record)
        headers = {"content-disposition": _attachment(record_name(state))}
        return Response(text, media_type=MediaType.TEXT, headers=headers)

    @get(
        "/record.json",
        summary="The record as data; while the game is on, without the secret",
        raises=[NotFoundException],
    )
    async def get_json_record(
        self,
        services: NamedServices,
        account: NamedAccount,
        table: FromPath[str],
        token: FromQuery[str | None] = None,
    ) -> Response[dict[str, Any]]:
        room, _ = await visible_room(services, account, table, token)

        def write(state: TableState, log: list[Entry]) -> bytes:
            return msgspec.json.encode(json_record(state, log))

        body = await services.archive.export(_who(account), room.state, write)
        return Response(msgspec.Raw(body), media_type=MediaType.JSON)  # type: ignore[arg-type]

    @get(
        "/views",
        summary="A finished game move by move, for a replay",
        raises=[NotFoundException, ClientException],
    )
    async def get_views(
        self,
        services: NamedServices,
        account: NamedAccount,
        table: FromPath[str],
        seat: Annotated[int | None, QueryParameter(ge=0, le=16)] = None,
    ) -> Response[list[Step]]:
        room, _ = await visible_room(services, account, table, None)
        state = room.state
        if state.status != "over" or not state.commitment:
            raise NotFoundException("there is no finished game")
        if seat is not None and seat > state.header.players:
            raise ClientException("there is no such seat", status_code=400)

        def write(state: TableState, log: list[Entry]) -> bytes:
            # One by one: to encode them all at once would hold everybody up.
            encoded = [msgspec.json.encode(step) for step in steps(state, log, seat)]
            return b"[%b]" % b",".join(encoded)

        body = await services.archive.export(_who(account), state, write)
        return Response(msgspec.Raw(body), media_type=MediaType.JSON)  # type: ignore[arg-type]

    @post(
        "/analysis",
        summary="What decided a finished game: ask until it is there",
        status_code=200,
        raises=[NotFoundException, ClientException],
    )
    async def analyse(
        self,
        services: NamedServices,
        account: NamedAccount,
        table: FromPath[str],
        data: JSONBody[AnalysisRequest],
    ) -> Response[Analysed]:
        room, _ = await visible_room(services, account, table, None)
        body = await services.analyses.ask(room.state, _who(account), deep=data.deep)
        return Response(msgspec.Raw(body), media_type=MediaType.JSON)  # type: ignore[arg-type]


def _who(account: Account | None) -> str:
    """Whose turn it takes; those who have no name here share one."""
    return "" if account is None else account.person.id


def _attachment(name: str) -> str:
    """A header that names a file (RFC 6266), for old programs without accents."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
