"""Guests, claimed names and sessions."""

from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.exceptions import (
    ClientException,
    NotAuthorizedException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.params import JSONBody

from sidings.server.api.access import (
    AnyRequest,
    NamedAccount,
    NamedServices,
    address,
    cookie_of,
    require,
    throttle,
)
from sidings.server.people import Account, clean_name, hash_of
from sidings.server.services import Services
from sidings.tables import Person
from sidings.tables.commands import Name

Passphrase = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    handle: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\x00]+$")]
    passphrase: Passphrase


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    passphrase: Passphrase
    current: Passphrase | None = None  # the passphrase so far, of a name that was claimed before


class Goodbye(msgspec.Struct, forbid_unknown_fields=True):
    passphrase: Passphrase | None = None  # of a claimed name


class Me(msgspec.Struct):
    name: str | None
    handle: str | None = None


class PeopleController(Controller):
    path = "/api"
    tags = ("people",)

    @post(
        "/guests",
        summary="Become a guest, or change one's name; sets the cookie",
        raises=[ClientException, PermissionDeniedException, TooManyRequestsException],
    )
    async def add_guest(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        data: JSONBody[NewGuest],
    ) -> Response[Me]:
        people = services.people
        if account is not None:
            name = clean_name(data.name)
            throttle(services.quotas.throttle_name(account.person.id))
            await services.store.rename(account.person.id, name)
            await services.show_name(Person(account.person.id, name))
            return Response(Me(name, account.handle))
        throttle(people.throttle_new(address(request)))
        person, token = await people.add_guest(data.name)
        return Response(Me(person.name), headers={"set-cookie": people.set_cookie(token)})

    @get("/me", summary="Whose cookie this is")
    async def who_am_i(self, account: NamedAccount) -> Me:
        return Me(None) if account is None else Me(account.person.name, account.handle)

    @post(
        "/names",
        summary="Keep one's name with a passphrase; the answer has the handle to come back with",
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def claim_name(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        data: JSONBody[Claim],
    ) -> Me:
        wrong = "give the passphrase of your name so far as `current`"
        person = await _proved(request, services, account, data.current, wrong)
        handle = await services.people.claim(person, data.name, data.passphrase)
        name = handle.rpartition("#")[0]
        await services.show_name(Person(person.id, name))
        return Me(name, handle)

    @post(
        "/sessions",
        summary="Come back with a handle and its passphrase; sets the cookie",
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def come_back(
        self, request: AnyRequest, services: NamedServices, data: JSONBody[Credentials]
    ) -> Response[Me]:
        people = services.people
        throttle(people.throttle_passphrase(data.handle, address(request)))
        found = await people.return_as(data.handle, data.passphrase)
        if found is None:
            raise NotAuthorizedException("wrong name or passphrase")
        person, token = found
        return Response(
            Me(person.name, data.handle), headers={"set-cookie": people.set_cookie(token)}
        )

    @post(
        "/me/forget",
        summary="Be forgotten, with all one's devices and the tables where nobody else sat",
        status_code=200,
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def forget_me(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        data: JSONBody[Goodbye],
    ) -> Response[Me]:
        person = await _proved(request, services, account, data.passphrase, "wrong passphrase")
        await services.forget(person)
        return Response(Me(None), headers={"set-cookie": services.people.set_cookie("")})

    @post("/sessions/end", summary="Forget this device", raises=[PermissionDeniedException])
    async def end_session(
        self, request: AnyRequest, services: NamedServices, account: NamedAccount
    ) -> Response[Me]:
        if account is not None:
            await services.end_session(hash_of(services.people.token(cookie_of(request))))
        return Response(Me(None), headers={"set-cookie": services.people.set_cookie("")})


async def _proved(
    request: AnyRequest,
    services: Services,
    account: Account | None,
    passphrase: str | None,
    wrong: str,
) -> Person:
    """The person who asks; one with a claimed name must know its passphrase."""
    found = require(account)
    throttle(services.people.throttle_passphrase(found.person.id, address(request)))
    if found.handle is not None and not await services.people.knows(found.handle, passphrase or ""):
        raise NotAuthorizedException(wrong)
    return found.person
