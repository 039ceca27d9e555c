"""Requests of the server to addresses that people gave it.

Such an address must not lead into the host's own network. So the name is resolved here, every
address that it leads to is looked at, and the connection goes to one of those: a name that leads
elsewhere a moment later changes nothing. Redirects are not followed, and answers are not read.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpcore

TIMEOUTS = {"connect": 5.0, "read": 5.0, "write": 5.0, "pool": 5.0}
TOTAL_SECONDS = 15.0
LONGEST_URL = 1000


class Forbidden(Exception):
    """An address that the server does not send to."""


class Undelivered(Exception):
    """The receiver did not take it. ``is_final``: it will not take it later either."""

    def __init__(self, message: str, *, is_final: bool = False) -> None:
        super().__init__(message)
        self.is_final = is_final


FINAL = (401, 403, 404, 410)  # the webhook or the browser's subscription has been removed


def check_url(url: str, *, private: bool) -> None:
    """Raise Forbidden unless the server may send there, as far as the text tells."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Forbidden("this is not an address") from None
    if len(url) > LONGEST_URL or not parts.hostname or not url.isascii() or not url.isprintable():
        raise Forbidden("this is not an address")
    if parts.username is not None or parts.password is not None:
        raise Forbidden("an address must not contain a password")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise Forbidden("an address begins with https://")
    if port not in (None, 443) and not private:
        raise Forbidden("an address must not name a port")


class _GuardedBackend(httpcore.AnyIOBackend):
    """Connects to public addresses alone, unless the host allows others."""

    def __init__(self, *, private: bool) -> None:
        self._private = private

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from None
        addresses = [str(one[4][0]) for one in found]
        if not self._private and not all(is_public(one) for one in addresses):
            raise Forbidden("this address is in a private network")
        return await super().connect_tcp(addresses[0], port, timeout, local_address, socket_options)


def is_public(address: str) -> bool:
    """Whether an IP address is one of the internet's, and of a single machine."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo or (None, None))[1]
        if inner is not None:
            return is_public(str(inner))
        if ip in ipaddress.ip_network("64:ff9b::/96"):  # NAT64 leads to an IPv4 address
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    return ip.is_global and not ip.is_multicast


class Outgoing:
    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=8,
            max_keepalive_connections=0,
            network_backend=_GuardedBackend(private=private),
        )

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        """Send a request; raises Forbidden, or Undelivered unless it is answered with success."""
        check_url(url, private=self._private)
        try:
            async with asyncio.timeout(TOTAL_SECONDS):
                async with self._pool.stream(
                    "POST",
                    url,
                    headers=[(name.encode(), value.encode()) for name, value in headers.items()],
                    content=body,
                    extensions={"timeout": TIMEOUTS},
                ) as answer:
                    status = answer.status
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError,
                TimeoutError, OSError) as error:  # fmt: skip
            raise Undelivered(type(error).__name__) from None
        if not 200 <= status < 300:
            raise Undelivered(f"the receiver answered {status}", is_final=status in FINAL)

    async def close(self) -> None:
        await self._pool.aclose()
