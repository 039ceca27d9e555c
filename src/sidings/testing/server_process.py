"""A server in a process of its own, for tests and benchmarks."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, Self

import httpx

START_SECONDS = 400  # a first start compiles the games, perhaps on a busy machine
SERVE = ("-m", "sidings.server.command", "serve")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Handle(Protocol):
    """What is asked of a process."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...


class ServerProcess:
    """``sidings serve`` as a process of its own, or another program that serves as it does."""

    def __init__(
        self,
        database: str,
        program: Sequence[str] = SERVE,
        port: int | None = None,
        **settings: Any,
    ) -> None:
        self.program = program
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._settings = {
            "SIDINGS_PORT": str(self.port),
            "SIDINGS_DATABASE": database,
            "SIDINGS_PERSON_RATE": "0",
            "SIDINGS_ADDRESS_RATE": "0",
            "SIDINGS_GUEST_RATE": "0",
            "SIDINGS_CONNECTIONS_PER_ADDRESS": "0",
            "SIDINGS_MESSAGES_PER_SECOND": "0",
            "SIDINGS_TABLES_PER_PERSON": "100000",
            "SIDINGS_SOCKETS_PER_PERSON": "1000",
            "SIDINGS_LOG_LEVEL": "warning",
            **{f"SIDINGS_{name.upper()}": str(value) for name, value in settings.items()},
        }
        self.process: Handle | None = None
        handle, self._log = tempfile.mkstemp(prefix="sidings-log-")
        os.close(handle)

    def start(self) -> Self:
        with Path(self._log).open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program],
                env=os.environ | self._settings,
                stdout=log,
                stderr=log,
            )
        return self

    def wait(self) -> Self:
        """Wait until it can be played at."""
        assert self.process is not None
        deadline = time.monotonic() + START_SECONDS
        with httpx.Client(timeout=5) as client:  # to make one takes longer than to ask
            while time.monotonic() < deadline:
                with suppress(httpx.HTTPError):
                    if client.get(self.url + "/ready").status_code == 200:
                        return self
                # A server can only be asked whether it is ready, but its end can be waited for.
                with suppress(subprocess.TimeoutExpired):
                    self.process.wait(0.05)
                    raise RuntimeError(f"the server ended: {self.output()}")
        raise TimeoutError(f"the server did not start: {self.output()}")

    async def ready(self) -> Self:
        """Wait in a thread, so that this process's clients go on meanwhile."""
        return await asyncio.to_thread(self.wait)

    def kill(self) -> None:
        """As a power cut does."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """As an operator does; answers the exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)

    def output(self) -> str:
        return Path(self._log).read_text("utf-8", "replace")

    @property
    def memory(self) -> int:
        """Resident bytes."""
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
