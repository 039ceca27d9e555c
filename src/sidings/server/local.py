"""Play on one's own machine: a server on a free port, and the page in the browser."""

import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress
from urllib.error import URLError

from sidings.server.command import run
from sidings.server.settings import Settings
from sidings.store import InUse

PORT = 8417  # the same each time if it is free: a browser keeps its guest by address and port
OPEN_BROWSER_AFTER_SECONDS = 60.0  # even if the server has not answered


def play_locally(*, open_browser: bool = True, lan: bool = False) -> None:
    """Serve tables for this machine, or for all in its network, until Ctrl-C."""
    port = free_port(PORT)
    host = "0.0.0.0" if lan else "127.0.0.1"
    settings = Settings(host=host, port=port, log_level="warning").checked()
    if open_browser:
        # Not the address for others: the browser has its cookie for this one.
        here = f"http://127.0.0.1:{port}"
        threading.Thread(target=_open_when_ready, args=(here,), daemon=True).start()
    print("Press Ctrl-C to stop; your tables are kept.", flush=True)
    try:
        with suppress(KeyboardInterrupt):
            run(settings)
    except InUse as error:
        sys.exit(f"sidings: {error}")
    print("Goodbye.", flush=True)
    os._exit(0)  # every move is on disk; a compilation still under way must not delay the end


def free_port(wanted: int) -> int:
    """``wanted`` if nothing listens there, else any free port."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OSError("no port is free")


def _open_when_ready(url: str) -> None:
    end = time.monotonic() + OPEN_BROWSER_AFTER_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=1):
                break
        except (URLError, OSError):
            time.sleep(0.1)
    webbrowser.open(url)
