"""The address is told when the server can be reached there."""

import asyncio
import signal
import socket
from collections.abc import Iterator

import pytest
import uvicorn
from uvicorn.supervisors.multiprocess import SIGNALS

from sidings.server.listening import ListeningServer, ListeningWorkers
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


@pytest.fixture
def kept_signals() -> Iterator[None]:
    """The handlers of signals as they were, which uvicorn's supervisor replaces."""
    kept = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("kept_signals")
def test_of_several_processes_it_is_told_once() -> None:
    port = free_port()
    reached = []

    def connect() -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            reached.append(port)

    class Workers(ListeningWorkers):
        def keep_subprocess_alive(self) -> None:
            super().keep_subprocess_alive()
            if all(process.is_ready() for process in self.processes):
                super().keep_subprocess_alive()  # once more, when both are there
                self.should_exit.set()

    options = {"workers": 2, "lifespan": "off", "log_config": None}
    Workers(uvicorn.Config("server.test_listening:nothing", port=port, **options), connect).run()
    assert reached == [port]
