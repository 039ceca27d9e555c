"""Who asks, how often they may, and what they may see."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.exceptions import (
    InternalServerException,
    NotAuthorizedException,
    TooManyRequestsException,
)
from litestar.params import SkipValidation

from sidings.server.logs import report
from sidings.server.people import Account
from sidings.server.room import Room
from sidings.server.services import Services
from sidings.store import Unavailable
from sidings.tables import Refused
from sidings.tables.access import may_watch

log = logging.getLogger("sidings.api")

DISCONNECTED = "client disconnected prematurely"  # Litestar's words; nobody reads the answer

AnyRequest = Request[Any, Any, Any]
NamedServices = NamedDependency[SkipValidation[Services]]
NamedAccount = NamedDependency[SkipValidation[Account | None]]

STATUS_OF = {
    "no-such-table": 404,
    "not-allowed": 403,
    "not-seated": 403,
    "other-rules": 409,
    "too-many": 409,
    "slow-down": 429,
}


async def provide_account(request: AnyRequest, services: NamedServices) -> Account | None:
    """Whose cookie it is; None without a valid one."""
    people = services.people
    return await people.account(people.token(cookie_of(request)))


def cookie_of(request: AnyRequest) -> str:
    return request.headers.get("cookie", "")


def require(account: Account | None) -> Account:
    if account is None:
        raise NotAuthorizedException("become a guest first: POST /api/guests")
    return account


def address(request: AnyRequest) -> str:
    return request.client.host if request.client else "?"


def throttle(wait: float) -> None:
    if wait:
        raise TooManyRequestsException(
            f"too many requests; wait {wait:.0f} s", headers={"retry-after": f"{wait:.0f}"}
        )


async def visible_room(
    services: Services, account: Account | None, table: str, token: str | None
) -> tuple[Room, int]:
    """The room and one's seat, if one may look; anybody may look at a finished game."""
    person = "" if account is None else account.person.id
    room = await services.rooms.find(table, person)
    if room.is_behind:
        await services.sync.catch_up(room)
    if room.state.status != "over" and not may_watch(room.state, person, token):
        raise Refused("no-such-table", "there is no such table")
    return room, room.state.seat_of(person)


def answer_refused(_: AnyRequest, refused: Refused) -> Response[dict[str, Any]]:
    status = STATUS_OF.get(refused.code, 400)
    body = {"status_code": status, "detail": refused.message, "extra": {"code": refused.code}}
    return Response(body, status_code=status)


def answer_failed(_: AnyRequest, error: Exception) -> Response[dict[str, Any]]:
    """An error of ours: the answer names the line of the log that tells more."""
    if isinstance(error, InternalServerException) and error.detail == DISCONNECTED:
        return Response({"status_code": 400, "detail": error.detail}, status_code=400)
    incident = report(log, "a request failed", error)
    detail = f"something went wrong; the server's log has more under {incident}"
    body = {"status_code": 500, "detail": detail, "extra": {"incident": incident}}
    return Response(body, status_code=500)


def answer_unavailable(_: AnyRequest, __: Unavailable) -> Response[dict[str, Any]]:
    body = {"status_code": 503, "detail": "the database does not answer; try again soon"}
    return Response(body, status_code=503, headers={"retry-after": "1"})


def answer_malformed(_: AnyRequest, __: Exception) -> Response[dict[str, Any]]:
    """For what the JSON decoder raises besides its own errors."""
    body = {"status_code": 400, "detail": "the body is not UTF-8, or is nested too deeply"}
    return Response(body, status_code=400)
