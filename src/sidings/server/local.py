"""Play on one's own machine: a server on a free port, and the page in the browser."""

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

from sidings.server.command import run
from sidings.server.settings import Settings
from sidings.store import InUse

PORT = 8417  # the same each time if it is free: a browser keeps its guest by address and port


def play_locally(*, open_browser: bool = True, lan: bool = False) -> None:
    """Serve tables for this machine, or for all in its network, until Ctrl-C."""
    port = free_port(PORT)
    host = "0.0.0.0" if lan else "127.0.0.1"
    settings = Settings(host=host, port=port, log_level="warning").checked()

    def welcome() -> None:
        print("Press Ctrl-C to stop; your tables are kept.", flush=True)
        if open_browser:
            # Not the address for others: the browser has its cookie for this one. Some browsers
            # return only when they are closed.
            here = f"http://127.0.0.1:{port}"
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    try:
        with suppress(KeyboardInterrupt):
            run(settings, welcome)
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
