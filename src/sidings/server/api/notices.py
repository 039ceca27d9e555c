"""Where somebody wants to be told of their turns."""

from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from litestar import Controller, delete, get, post
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
from sidings.server.clock import now_ms
from sidings.server.ids import new_id
from sidings.server.notices import KINDS
from sidings.server.outgoing import Forbidden, Undelivered, check_url
from sidings.server.services import Services
from sidings.store import Channel

MOST_CHANNELS = 5  # of one person


class BrowserKeysRequest(msgspec.Struct, forbid_unknown_fields=True):
    p256dh: Annotated[str, msgspec.Meta(max_length=120)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class NewChannel(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    url: Annotated[str, msgspec.Meta(min_length=8, max_length=1000)]
    #: By default the address tells it; ``push`` needs ``keys``.
    kind: Literal["discord", "slack", "json", "push"] | None = None
    keys: BrowserKeysRequest | None = None
    language: Literal["en", "fr", "pl"] = "en"
    remind: Annotated[int, msgspec.Meta(ge=0, le=24 * 30)] = 24  # hours; 0 for never


class ChannelInfo(msgspec.Struct):
    id: str
    kind: str
    host: str  # of the address; the rest of it is a secret
    remind: int
    working: bool


class Channels(msgspec.Struct):
    channels: list[ChannelInfo]
    push_key: str | None  # what a browser subscribes with; None if the server has no Web Push


class NoticeController(Controller):
    path = "/api/notices"
    tags = ("notices",)

    @get("/", summary="Where one is told of one's turns", raises=[NotAuthorizedException])
    async def list_channels(self, services: NamedServices, account: NamedAccount) -> Channels:
        return await _channels(services, require(account).person.id)

    @post(
        "/",
        summary="Be told of one's turns at an address or in a browser; it is tried at once",
        raises=[ClientException, NotAuthorizedException, PermissionDeniedException,
                TooManyRequestsException],
    )  # fmt: skip
    async def add_channel(
        self,
        request: AnyRequest,
        services: NamedServices,
        account: NamedAccount,
        data: JSONBody[NewChannel],
    ) -> Channels:
        me = require(account).person
        throttle(services.people.throttle_new(address(request)))
        await add_channel(services, me.id, me.name, data)
        return await _channels(services, me.id)

    @delete(
        "/{channel:str}",
        summary="Be told there no more",
        status_code=200,
        raises=[NotAuthorizedException, NotFoundException, PermissionDeniedException],
    )
    async def drop_channel(
        self, services: NamedServices, account: NamedAccount, channel: FromPath[str]
    ) -> Channels:
        me = require(account).person.id
        if channel not in {one.id for one in await services.store.channels_of(me)}:
            raise NotFoundException("there is no such channel")
        await services.store.delete_channel(channel)
        return await _channels(services, me)


async def add_channel(services: Services, owner: str, name: str, data: NewChannel) -> None:
    """Try a channel and keep it, or ClientException."""
    if len(await services.store.channels_of(owner)) >= MOST_CHANNELS:
        raise ClientException(f"at most {MOST_CHANNELS}: remove one first", status_code=400)
    try:
        check_url(data.url, private=bool(services.settings.private_webhooks))
        channel = await _read(services, owner, data)
        await services.notices.test(channel, name)
    except (Forbidden, ValueError) as error:
        raise ClientException(str(error), status_code=400) from None
    except Undelivered as error:
        raise ClientException(f"the test message failed: {error}", status_code=400) from None
    await services.store.add_channel(channel)


async def _read(services: Services, owner: str, data: NewChannel) -> Channel:
    """The channel that a request asks for, or ValueError."""
    kind = data.kind or KINDS.get(urlsplit(data.url).hostname or "", "json")
    keys = ""
    if kind == "push":
        if data.keys is None or await services.notices.push() is None:
            raise ValueError("this server or this browser has no Web Push")
        from sidings.server.push import BrowserKeys, check_keys

        browser = BrowserKeys(data.keys.p256dh, data.keys.auth)
        check_keys(browser)
        keys = msgspec.json.encode(browser).decode()
    return Channel(new_id(), owner, kind, data.url, keys, data.language, data.remind, now_ms())


async def _channels(services: Services, owner: str) -> Channels:
    push = await services.notices.push()
    found = [
        ChannelInfo(one.id, one.kind, urlsplit(one.target).hostname or "", one.remind,
                    one.is_working)
        for one in await services.store.channels_of(owner)
    ]  # fmt: skip
    return Channels(found, None if push is None else push.public_key)
