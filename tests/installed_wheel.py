"""Install a built wheel into an empty environment, as a stranger would, and open the tables.

``python tests/installed_wheel.py dist`` needs nothing but Python. It prints how long each step
took; nothing may be compiled before the page is there.
"""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 60


@contextmanager
def timed(what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - start:.1f} s", flush=True)


def main(folder: Path) -> None:
    wheel = max(folder.glob("sidings-*.whl"), key=lambda path: path.stat().st_mtime)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as empty:
        home = Path(empty)
        with timed("an empty environment"):
            venv.create(home / "venv", with_pip=True)
        scripts = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
        with timed("installing, downloads included"):
            subprocess.run([scripts / "python", "-m", "pip", "install", "-q", wheel], check=True)
        with timed("sidings --version"):
            subprocess.run([scripts / "sidings", "--version"], check=True)
        cache = home / "cache"
        environment = os.environ | {"SIDINGS_CACHE": str(cache), "XDG_DATA_HOME": str(home)}
        environment.pop("PYTHONPATH", None)
        with timed("from the command to the page"):
            open_tables(scripts / "sidings", environment)


def open_tables(command: Path, environment: dict[str, str]) -> None:
    """Start the tables, and fetch the page from the address that is printed."""
    process = subprocess.Popen(
        [command, "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    try:
        address = next(word for word in words(process.stdout) if word.startswith("http"))
        page = urllib.request.urlopen(address, timeout=START_SECONDS).read().decode()
        assert "<title>" in page, page[:200]
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def words(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield from line.split()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
