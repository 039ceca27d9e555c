"""Tournaments and the ladder."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.exceptions import (
    ClientException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import FromPath, JSONBody

from sidings.server.api.access import (
    AnyRequest,
    NamedAccount,
    NamedServices,
    address,
    require,
    throttle,
)
from sidings.server.api.notices import NewChannel, add_channel
from sidings.server.people import Account
from sidings.server.services import Services
from sidings.server.tournaments import Plan, Tournament, match_of
from sidings.store.clubs import Pairing
from sidings.tables import Refused
from sidings.tables.fairness import invitation
from sidings.tables.records import json_record
from sidings.tournaments.pairing import BYE, count_rounds
from sidings.tournaments.standings import Standing, standings

TOURNAMENTS_PER_LIST = 50
MEMBERS_PER_LADDER = 100


class NewTournament(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    plan: Plan
    listed: bool = True
    join: bool = False  # the host plays too


class EntrantInfo(msgspec.Struct):
    number: int
    name: str  # empty for a bot
    level: str  # of a bot; else empty
    you: bool


class GameLink(msgspec.Struct):
    part: int  # 0: the two meet; 1, 2: the first or the second plays the same deal against a bot
    link: str | None  # None while it would tell somebody the deal
    points: float | None


class MatchInfo(msgspec.Struct):
    board: int
    first: int
    second: int  # 0 for a bye
    points: float | None  # of the first
    games: list[GameLink]


class TournamentSummary(msgspec.Struct):
    id: str
    name: str
    game: str
    format: str
    status: Literal["open", "playing", "over"]
    round: int
    changed: int


class TournamentList(msgspec.Struct):
    tournaments: list[TournamentSummary]


class TournamentInfo(msgspec.Struct):
    id: str
    name: str
    plan: Plan
    status: Literal["open", "playing", "over"]
    round: int
    rounds: int  # in all; 0 before the start
    host: bool  # whether who asks is
    you: int  # their number, or 0
    entrants: list[EntrantInfo]
    standings: list[Standing]
    matches: list[list[MatchInfo]]  # by round


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    round: int
    board: int
    points: float


class LadderPlace(msgspec.Struct):
    name: str
    bot: bool
    rating: int
    games: int
    you: bool


class LadderInfo(msgspec.Struct):
    places: list[LadderPlace]
    joined: bool


class TournamentController(Controller):
    path = "/api/tournaments"
    tags = ("clubs",)

    @get("/", summary="Tournaments that are listed, and one's own")
    async def list_tournaments(
        self, services: NamedServices, account: NamedAccount
    ) -> TournamentList:
        me = "" if account is None else account.person.id
        rows = await services.store.tournaments_for(me, TOURNAMENTS_PER_LIST)
        found = []
        for row in rows:
            plan = msgspec.json.decode(row.plan, type=Plan)
            found.append(TournamentSummary(
                row.id, row.name, plan.game, plan.format, row.status, row.round, row.changed,  # type: ignore[arg-type]  # it is one of these
            ))  # fmt: skip
        return TournamentList(found)

    @post(
        "/",
        summary="Announce a tournament",
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def add_tournament(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        data: JSONBody[NewTournament],
    ) -> TournamentInfo:
        me = require(account).person
        throttle(services.people.throttle_new(address(request)))
        name = " ".join("".join(ch if ch.isprintable() else " " for ch in data.name).split())
        made = await services.tournaments.create(me.id, name, data.plan, listed=data.listed)
        if data.join:
            await services.tournaments.join(made, me.id, me.name)
        return await _info(services, account, made)

    @get("/{tournament:str}", summary="Standings, rounds and tables", raises=[NotFoundException])
    async def get_tournament(
        self, services: NamedServices, account: NamedAccount, tournament: FromPath[str]
    ) -> TournamentInfo:
        return await _info(services, account, tournament)

    @post(
        "/{tournament:str}/{act:str}",
        summary="join or leave; for its host also start and close",
        status_code=200,
        raises=[ClientException, NotAuthorizedException, NotFoundException,
                PermissionDeniedException],
    )  # fmt: skip
    async def act(
        self,
        services: NamedServices,
        account: NamedAccount,
        tournament: FromPath[str],
        act: FromPath[str],
    ) -> TournamentInfo:
        me = require(account).person
        clubs = services.tournaments
        match act:
            case "join":
                await clubs.join(tournament, me.id, me.name)
            case "leave":
                await clubs.leave(tournament, me.id)
            case "start":
                await _require_host(services, account, tournament)
                await clubs.start(tournament)
            case "close":
                await _require_host(services, account, tournament)
                await clubs.close(tournament)
            case _:
                raise NotFoundException("join, leave, start or close")
        return await _info(services, account, tournament)

    @post(
        "/{tournament:str}/result",
        summary="For the host: decide a match that will not be played to its end",
        status_code=200,
        raises=[ClientException, NotAuthorizedException, NotFoundException,
                PermissionDeniedException],
    )  # fmt: skip
    async def decide(
        self,
        services: NamedServices,
        account: NamedAccount,
        tournament: FromPath[str],
        data: JSONBody[Decision],
    ) -> TournamentInfo:
        await _require_host(services, account, tournament)
        if data.points not in (0, 0.5, 1):
            raise ClientException("points are 0, 0.5 or 1", status_code=400)
        await services.tournaments.decide(tournament, data.round, data.board, float(data.points))
        return await _info(services, account, tournament)

    @post(
        "/{tournament:str}/notices",
        summary="For the host: tell of every turn at an address of the club",
        status_code=200,
        raises=[ClientException, NotAuthorizedException, NotFoundException,
                PermissionDeniedException, TooManyRequestsException],
    )  # fmt: skip
    async def add_notices(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        tournament: FromPath[str],
        data: JSONBody[NewChannel],
    ) -> TournamentInfo:
        found = await _require_host(services, account, tournament)
        throttle(services.people.throttle_new(address(request)))
        await add_channel(services, tournament, found.row.name, data)
        return await _info(services, account, tournament)

    @get(
        "/{tournament:str}/export.json",
        summary="For the host: everything, with the records of all finished games",
        raises=[NotAuthorizedException, NotFoundException],
    )
    async def export(
        self, services: NamedServices, account: NamedAccount, tournament: FromPath[str]
    ) -> Response[dict[str, Any]]:
        found = await _require_host(services, account, tournament)
        records = {}
        for pairing in found.pairings:
            if pairing.table is not None:
                room = await services.rooms.find(pairing.table, require(account).person.id)
                records[pairing.table] = await services.archive.export(
                    tournament, room.state, json_record
                )
        told = msgspec.to_builtins(await _info(services, account, tournament))
        headers = {"content-disposition": 'attachment; filename="tournament.json"'}
        return Response({**told, "records": records}, headers=headers)

    @delete(
        "/{tournament:str}",
        summary="For the host: remove it with its tables",
        raises=[NotAuthorizedException, NotFoundException, PermissionDeniedException],
    )
    async def remove(
        self, services: NamedServices, account: NamedAccount, tournament: FromPath[str]
    ) -> None:
        await _require_host(services, account, tournament)
        await services.tournaments.delete(tournament)


class LadderController(Controller):
    path = "/api/ladder/{game:str}"
    tags = ("clubs",)

    @get("/", summary="The ratings of a game")
    async def get_ladder(
        self, services: NamedServices, account: NamedAccount, game: FromPath[str]
    ) -> LadderInfo:
        return await _ladder(services, account, game)

    @post(
        "/",
        summary="Be rated from now on",
        status_code=200,
        raises=[NotAuthorizedException, NotFoundException, PermissionDeniedException],
    )
    async def join(
        self, services: NamedServices, account: NamedAccount, game: FromPath[str]
    ) -> LadderInfo:
        if game not in services.games.offered:
            raise NotFoundException("there is no such game")
        await services.ladder.join(game, require(account))
        return await _ladder(services, account, game)

    @delete(
        "/",
        summary="Leave the ladder; the rating is forgotten",
        status_code=200,
        raises=[NotAuthorizedException, PermissionDeniedException],
    )
    async def leave(
        self, services: NamedServices, account: NamedAccount, game: FromPath[str]
    ) -> LadderInfo:
        await services.store.leave_ladder(game, require(account).person.id)
        return await _ladder(services, account, game)


async def _require_host(services: Services, account: Account | None, tournament: str) -> Tournament:
    found = await services.tournaments.find(tournament)
    if found.row.host != require(account).person.id:
        raise Refused("not-allowed", "only the host of the tournament can do this")
    return found


async def _info(services: Services, account: Account | None, tournament: str) -> TournamentInfo:
    found = await services.tournaments.find(tournament)
    me = "" if account is None else account.person.id
    row, count = found.row, len(found.entrants)
    entrants = [
        EntrantInfo(one.number, one.name, one.level, one.person == me) for one in found.entrants
    ]
    you = next((one.number for one in entrants if one.you), 0)
    rounds = count_rounds(found.plan.format, count, found.plan.rounds) if row.round else 0
    return TournamentInfo(
        row.id, row.name, found.plan, row.status, row.round, rounds, row.host == me, you, entrants,  # type: ignore[arg-type]  # it is one of these
        standings(count, found.played()), await _matches(services, found, you),
    )  # fmt: skip


async def _matches(services: Services, found: Tournament, you: int) -> list[list[MatchInfo]]:
    rounds: list[list[MatchInfo]] = [[] for _ in range(found.row.round)]
    boards: dict[tuple[int, int], list[Pairing]] = {}
    for pairing in found.pairings:
        boards.setdefault((pairing.round, pairing.board), []).append(pairing)
    for (number, board), parts in boards.items():
        match = match_of(parts)
        first, second = parts[0].first, parts[0].second
        games = []
        for part in parts:
            player = second if part.part == 2 else first
            # Who plays the same deal later must not have seen it.
            hidden = part.part and match is None and player != you
            link = None if hidden or part.table is None else await _link(services, part)
            games.append(GameLink(part.part, link, None if hidden else part.points))
        points = None if match is None else match.points
        shown = games if second != BYE else []
        rounds[number - 1].append(MatchInfo(board, first, second, points, shown))
    return rounds


async def _link(services: Services, pairing: Pairing) -> str | None:
    """The address of a table; with its invitation anybody may watch."""
    assert pairing.table is not None
    if pairing.points is not None:
        return f"/replay/{pairing.table}"
    stored = await services.store.load(pairing.table)
    return None if stored is None else f"/t/{pairing.table}#{invitation(stored.links)}"


async def _ladder(services: Services, account: Account | None, game: str) -> LadderInfo:
    me = "" if account is None else account.person.id
    rows = await services.store.ladder(game, MEMBERS_PER_LADDER)
    places = [
        LadderPlace(
            one.name, one.member.startswith("bot:"), round(one.rating), one.games, one.member == me
        )
        for one in rows
    ]
    joined = bool(me) and bool(await services.store.ratings_of(game, [me]))
    return LadderInfo(places, joined)
