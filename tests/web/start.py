"""The server that the tests of the page and the gallery look at."""

from pathlib import Path

from sidings.testing.browser import PAGE
from sidings.testing.server_process import ServerProcess

PROGRAM = Path(__file__).parent / "served.py"


def start_server(folder: Path, games: str = "") -> ServerProcess:
    """A server with its database in a folder, as soon as it can be played at."""
    database = f"sqlite:///{folder / 'tables.db'}"
    server = ServerProcess(database, [str(PROGRAM)], page=PAGE.parent, pace=0, games=games)
    return server.start().wait()
