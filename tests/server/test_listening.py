"""The address is told when the server can be reached there."""

import asyncio
import socket

import pytest
import uvicorn

from sidings.server.listening import ListeningServer
from sidings.testing.server_process import free_port


async def nothing(scope: object, receive: object, send: object) -> None:
    """An application that answers nothing."""


def config(port: int) -> uvicorn.Config:
    return uvicorn.Config(nothing, port=port, lifespan="off", log_config=None)


def test_it_is_told_when_one_can_connect() -> None:
    port = free_port()
    reached = []

    def connect() -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            reached.append(port)
        server.should_exit = True

    server = ListeningServer(config(port), connect)
    asyncio.run(server._serve())
    assert reached == [port]


def test_it_is_not_told_where_another_server_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        server = ListeningServer(config(other.getsockname()[1]), lambda: pytest.fail("told"))
        with pytest.raises(SystemExit):
            server.run_to_end()
