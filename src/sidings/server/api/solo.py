"""What people play alone: the table of the day, and their own records."""

import datetime
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.exceptions import (
    ClientException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import FromPath, JSONBody, QueryParameter

from sidings.bots.daily import MOST_MOVES, SEAT, check_daily, daily
from sidings.errors import SidingsError
from sidings.games.contract import Game
from sidings.play.table import Result
from sidings.server.api.access import (
    AnyRequest,
    NamedAccount,
    NamedServices,
    address,
    require,
    throttle,
)
from sidings.server.clock import now_ms
from sidings.server.people import Account
from sidings.server.services import Services
from sidings.store.solo import DayResult
from sidings.tables.commands import MoveText

RESULTS_PER_DAY = 100
DAYS_KEPT = 60
MOST_RECORD_BYTES = 60_000  # a request may have 64 kB

DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
Day = Annotated[str, msgspec.Meta(pattern=DATE)]


class PlayedDay(msgspec.Struct, forbid_unknown_fields=True):
    """A whole game of the deal of the day, by the person at seat 1."""

    day: Day
    moves: Annotated[list[MoveText], msgspec.Meta(max_length=MOST_MOVES)]


class DayRow(msgspec.Struct):
    name: str
    place: int
    margin: int
    moves: int
    you: bool


class DayTable(msgspec.Struct):
    """The best results of a day, the best first."""

    day: str
    game: str
    results: list[DayRow]


class OwnRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A person's own record, as their devices write it."""

    version: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 2)]  # that it comes after; 0: none yet
    record: dict[str, Any] | None


class DailyController(Controller):
    path = "/api/daily"
    tags = ("alone",)

    @get("/{game:str}", summary="The table of a day", raises=[NotFoundException])
    async def table_of_day(
        self,
        services: NamedServices,
        account: NamedAccount,
        game: FromPath[str],
        day: Annotated[str | None, QueryParameter(pattern=DATE)] = None,
    ) -> DayTable:
        offered = _offered(services, game)
        return await _table(services, account, offered, day or _today().isoformat())

    @post(
        "/{game:str}",
        summary="Enter one's game of the day, which is played again to check it; the first counts",
        raises=[ClientException, NotAuthorizedException, NotFoundException,
                PermissionDeniedException, TooManyRequestsException],
    )  # fmt: skip
    async def enter_day(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        game: FromPath[str],
        data: JSONBody[PlayedDay],
    ) -> Response[DayTable]:
        me = require(account).person
        offered = _offered(services, game)
        day = _near(data.day)
        throttle(services.people.throttle_new(address(request)))
        await services.games.runtime(game)  # compiled
        try:
            result = await services.archive.run(me.id, lambda: _replayed(offered, day, data.moves))
        except SidingsError as error:
            raise ClientException(str(error), status_code=400) from None
        entry = DayResult(
            data.day, game, me.id, result.ranking[SEAT - 1], _margin(result), len(data.moves),
            now_ms(),
        )  # fmt: skip
        if await services.store.add_day(entry):
            old = day - datetime.timedelta(days=DAYS_KEPT)
            await services.store.forget_days(old.isoformat())
        return Response(await _table(services, account, offered, data.day), status_code=200)


class OwnRecordController(Controller):
    path = "/api/me/record"
    tags = ("alone",)

    @get("/", summary="One's own record; only with a passphrase", raises=[NotAuthorizedException])
    async def own_record(self, services: NamedServices, account: NamedAccount) -> OwnRecord:
        found = await services.store.notebook(_named(account).person.id)
        if found is None:
            return OwnRecord(0, None)
        return OwnRecord(found[0], msgspec.json.decode(found[1]))

    @put(
        "/",
        summary="Write the next version of one's own record",
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def write_record(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        data: JSONBody[OwnRecord],
    ) -> OwnRecord:
        me = _named(account).person
        throttle(services.people.throttle_new(address(request)))
        body = msgspec.json.encode(data.record).decode()
        if len(body) > MOST_RECORD_BYTES:
            raise ClientException("this record is too large", status_code=413)
        if not await services.store.keep_notebook(me.id, data.version, body, now_ms()):
            raise ClientException("another device has written since", status_code=409)
        return OwnRecord(data.version + 1, None)

    @delete("/", summary="Remove one's own record", raises=[NotAuthorizedException])
    async def remove_record(self, services: NamedServices, account: NamedAccount) -> None:
        await services.store.drop_notebook(_named(account).person.id)


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def _near(text: str) -> datetime.date:
    """The day of an entry: today or the day before, when a game was begun then."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        raise ClientException(f"there is no day {text}", status_code=400) from None
    if not 0 <= (_today() - day).days <= 1:
        raise ClientException("only the deal of today is entered", status_code=400)
    return day


def _offered(services: Services, game: str) -> Game[Any]:
    if game not in services.games.offered:
        raise NotFoundException("there is no such game")
    return services.games.offered[game]


def _named(account: Account | None) -> Account:
    found = require(account)
    if found.handle is None:
        raise NotAuthorizedException("keep your name with a passphrase first: POST /api/names")
    return found


def _replayed(game: Game[Any], day: datetime.date, moves: list[str]) -> Result:
    """How a game of the day ended, played again move by move."""
    table = daily(game, day)
    check_daily(table, moves)
    assert table.result is not None  # it was checked
    return table.result


def _margin(result: Result) -> int:
    """By how many points the person was ahead of the best other seat; negative behind it."""
    mine, others = result.scores[SEAT - 1], [*result.scores[: SEAT - 1], *result.scores[SEAT:]]
    first, last = (result.ranking.index(place(result.ranking)) for place in (min, max))
    least = result.scores[first] < result.scores[last]
    return min(others) - mine if least else mine - max(others)


async def _table(
    services: Services, account: Account | None, game: Game[Any], day: str
) -> DayTable:
    me = "" if account is None else account.person.id
    rows = await services.store.results_of_day(day, game.name, RESULTS_PER_DAY)
    results = [
        DayRow(name, row.place, row.margin, row.moves, row.person == me) for name, row in rows
    ]
    return DayTable(day, game.name, results)
