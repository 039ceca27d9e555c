"""The server of the tests. Its dealer has no secret, so the words of a player choose the deal."""

from typing import Any

import msgspec
from sidings.server.hub import Hub

from sidings.server.command import serve
from sidings.tables.fairness import SECRET_BYTES, hash_of_secret
from sidings.tables.header import Header

SECRET = bytes(SECRET_BYTES)
_prepare = Hub.prepare


def prepare(hub: Hub, **fields: Any) -> tuple[Header, bytes]:
    header, _ = _prepare(hub, **fields)
    return msgspec.structs.replace(header, dealer=hash_of_secret(SECRET)), SECRET


if __name__ == "__main__":
    Hub.prepare = prepare  # type: ignore[method-assign]  # what chance decides is given
    serve()
