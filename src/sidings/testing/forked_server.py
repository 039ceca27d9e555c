"""A server in a process of its own that is there at once, for what starts many of them.

It is a copy of a process in which everything has been loaded and the game compiled, which takes a
server seconds; apart from that it is started, reached and killed as any other.
"""

import multiprocessing
import os
import subprocess
from multiprocessing.context import ForkServerProcess
from typing import Self

from sidings.testing.server_process import ServerProcess

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["sidings.testing.loaded"])


class ForkedServer(ServerProcess):
    def start(self) -> Self:
        process = _forks.Process(target=_serve, args=(self._settings, self._log), daemon=True)
        process.start()
        self.process = _Handle(process)
        return self


class _Handle:
    """What is asked of a ``subprocess.Popen``."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process
        self.kill = process.kill
        self.terminate = process.terminate

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("the server", timeout or 0)
        return code


def _serve(settings: dict[str, str], log: str) -> None:
    handle = os.open(log, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(handle, stream)
    os.environ.update(settings)
    from sidings.server.command import serve

    serve()
