"""What can be set, by flags of ``sidings serve`` or in the environment (``SIDINGS_…``)."""

import os
import socket
from dataclasses import dataclass, fields, replace
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

from sidings.server.bounds import Bounds, Guard

PREFIX = "SIDINGS_"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
USUAL_PORTS = {"http": 80, "https": 443}
EVERYWHERE = ("0.0.0.0", "::")


def own_address() -> str:
    """The machine's address in its own network; the loopback where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))  # nothing is sent
        except OSError:
            return LOOPBACK[0]
        return str(probe.getsockname()[0])


def as_browsers_write(address: str) -> str:
    """An address of the web as browsers name it in ``Origin``: lower case, no usual port.

    Without a scheme it is https, since only then a name is of use to others.
    """
    try:
        parts = urlsplit(address if "://" in address else f"https://{address}")
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port
    except ValueError:
        host = ""
    if not host or parts.scheme not in USUAL_PORTS:
        raise ValueError(f"{address} is not an address such as https://trains.example")
    host = f"[{host}]" if ":" in host else host
    if port is not None and port != USUAL_PORTS[parts.scheme]:
        host = f"{host}:{port}"
    return f"{parts.scheme}://{host}{parts.path.rstrip('/')}"


def default_database() -> str:
    folder = user_data_path("sidings")
    folder.mkdir(0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


@dataclass(frozen=True, slots=True)
class Settings(Bounds):
    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    workers: int = 1
    public_url: str = ""  # as browsers see it; by default http://host:port
    origins: str = ""  # further origins that may use the server, separated by spaces
    proxies: str = ""  # addresses of proxies whose X-Forwarded-For is believed
    log_level: str = "info"
    page: str = ""  # folder of the built page; by default the one in the package
    person_rate: float = 20.0  # commands per second of one person, twice that at once; 0: any
    address_rate: float = 100.0  # the same for one address
    guest_rate: float = 0.5  # new guests and tables per second of one address, 60 at once
    tables_per_person: int = 50
    listed_per_person: int = 5  # tables of one host that the lobby shows
    sockets_per_person: int = 16
    bot_threads: int = 2
    pace: float = 1.0  # factor of the time that a table gives its bots
    private_webhooks: int = 0  # 1: notices may go to addresses in the server's own network
    games: str = ""  # the games that are offered, separated by spaces; by default all

    @property
    def url(self) -> str:
        if self.public_url:
            return as_browsers_write(self.public_url)
        host = own_address() if self.host in EVERYWHERE else self.host
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.port}"

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")

    def allowed_origins(self) -> frozenset[str]:
        parts = urlsplit(self.url)
        further = (as_browsers_write(one) for one in self.origins.split())
        allowed = {f"{parts.scheme}://{parts.netloc}", *further}
        if not self.public_url and self.host in LOOPBACK + EVERYWHERE:
            allowed |= {f"http://{name}:{self.port}" for name in ("localhost", "127.0.0.1")}
        if not self.public_url and self.host in EVERYWHERE:
            name = socket.gethostname()
            allowed |= {f"http://{name}:{self.port}", f"http://{name}.local:{self.port}"}
        return frozenset(allowed)

    def page_folder(self) -> Path:
        return Path(self.page) if self.page else Path(__file__).parents[1] / "page"

    def checked(self) -> "Settings":
        """These settings with a database, or ValueError that says what to change."""
        if not 1 <= self.port <= 65_535:
            raise ValueError(f"a port is a number from 1 to 65535, not {self.port}")
        self.allowed_origins()
        Guard(self, self.proxies)
        settings = self if self.database else replace(self, database=default_database())
        if settings.workers > 1 and settings.database.startswith("sqlite"):
            raise ValueError("several workers need PostgreSQL: give --database postgresql://…")
        return settings

    def to_environment(self) -> dict[str, str]:
        """The settings as worker processes find them."""
        return {PREFIX + f.name.upper(): str(getattr(self, f.name)) for f in fields(self)}


def from_environment() -> Settings:
    values: dict[str, str | int | float] = {}
    for f in fields(Settings):
        text = os.environ.get(PREFIX + f.name.upper())
        if text is not None:
            default = getattr(Settings(), f.name)
            values[f.name] = type(default)(text)
    return Settings(**values)  # type: ignore[arg-type]  # each has the type of its default
