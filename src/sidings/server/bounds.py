"""What one client may take up: the numbers, and the counts of each address."""

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from sidings.server.limits import Bucket, Buckets

GUARD = "sidings.guard"  # of the state that the application and its connections share
IPV6_NETWORK_BITS = 64  # what one customer of a provider is given


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a connection, the same for HTTP and WebSocket."""

    header_bytes: int = 32_768  # of a request
    header_count: int = 100
    request_seconds: float = 20.0  # until a request is complete, and a flood must have ended
    waiting_requests: int = 16  # pipelined on one connection
    connections_per_address: int = 256  # 0: any
    messages_per_second: float = 1000.0  # requests, frames, kilobytes of an address; 0: any
    message_parts: int = 64  # frames of one WebSocket message
    unread_seconds: float = 30.0  # in which a client must read something of what was sent


class Guard:
    """The connections and messages of each address, in one server process."""

    def __init__(
        self, bounds: Bounds, proxies: str, refused: Callable[[str], None] = lambda _: None
    ) -> None:
        self.bounds = bounds
        self.refused = refused  # told why, for the metrics
        names = proxies.replace(",", " ").split()
        self._trusts_all = names == ["*"]
        self._proxies = [
            ipaddress.ip_network(name, strict=False) for name in names if not self._trusts_all
        ]
        rate = bounds.messages_per_second
        self._messages = Buckets(rate, 2 * rate)
        self._connections: Counter[str] = Counter()
        self.open: set[asyncio.Transport] = set()  # also those that are refused

    def is_proxy(self, address: str) -> bool:
        """Whether many people come from this address, and it tells them apart."""
        if self._trusts_all:
            return True
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self._proxies)

    def admit(self, address: str) -> bool:
        """Count a connection of this address; False if it has too many."""
        key = network_of(address)
        most = self.bounds.connections_per_address
        if most and self._connections[key] >= most:
            self.refused("connections")
            return False
        self._connections[key] += 1
        return True

    def leave(self, address: str) -> None:
        key = network_of(address)
        self._connections[key] -= 1
        if not self._connections[key]:
            del self._connections[key]

    def messages_of(self, address: str) -> Bucket:
        return self._messages.of(network_of(address), time.monotonic())


def network_of(address: str) -> str:
    """The address that is counted: of IPv6 the network, which has more addresses than one."""
    if ":" not in address:
        return address
    try:
        ip = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, IPV6_NETWORK_BITS), strict=False))
