"""The command ``sidings serve``."""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import fields
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

if TYPE_CHECKING:
    from sidings.server.settings import Settings

WORKER_START_SECONDS = 60  # until a process answers its supervisor, on a busy machine

app = App(name="server", help="Serve tables, and check their records.")


@app.command
def serve(
    *,
    host: Annotated[str | None, Parameter(env_var="SIDINGS_HOST")] = None,
    port: Annotated[int | None, Parameter(env_var="SIDINGS_PORT")] = None,
    database: Annotated[str | None, Parameter(env_var="SIDINGS_DATABASE")] = None,
    workers: Annotated[int | None, Parameter(env_var="SIDINGS_WORKERS")] = None,
    public_url: Annotated[str | None, Parameter(env_var="SIDINGS_PUBLIC_URL")] = None,
    origins: Annotated[str | None, Parameter(env_var="SIDINGS_ORIGINS")] = None,
    proxies: Annotated[str | None, Parameter(env_var="SIDINGS_PROXIES")] = None,
    log_level: Annotated[str | None, Parameter(env_var="SIDINGS_LOG_LEVEL")] = None,
) -> None:
    """Serve tables over HTTP and WebSocket.

    Parameters
    ----------
    host
        The address to listen at (127.0.0.1; 0.0.0.0 for everybody).
    port
        The port to listen at (8000).
    database
        sqlite:///FILE (by default in the user's data folder) or postgresql://…
    workers
        Processes; more than one needs PostgreSQL (1).
    public_url
        The server's address as browsers see it, such as https://trains.example.
    origins
        Further origins that may use it, separated by spaces.
    proxies
        Addresses of proxies whose X-Forwarded-For is believed.
    log_level
        debug, info, warning or error (info).
    """
    from sidings.server.settings import from_environment

    given = {
        name: value for name, value in locals().items() if name in _NAMES and value is not None
    }
    settings = from_environment()
    settings = type(settings)(
        **{f.name: given.get(f.name, getattr(settings, f.name)) for f in fields(settings)}
    )
    from sidings.store import InUse

    try:
        run(settings.checked())
    except (ValueError, InUse) as error:
        sys.exit(f"sidings serve: {error}")


_NAMES = ("host", "port", "database", "workers", "public_url", "origins", "proxies", "log_level")


def run(settings: "Settings", listening: Callable[[], None] | None = None) -> None:
    """Run the server until it is stopped; ``listening`` is called when it can be reached."""
    import uvicorn

    from sidings.server.app import Application, tune_for_one_loop
    from sidings.server.listening import ListeningServer, ListeningWorkers
    from sidings.store import check_not_in_use

    check_not_in_use(settings.database)
    several = settings.workers > 1
    if several:
        os.environ.update(settings.to_environment())
    options = server_options(settings)
    # uvicorn raises the signal again when it has stopped. Then all is written, and a compilation
    # still under way must not delay the end.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))

    def announce() -> None:
        print(f"Sidings is at {settings.url}", file=sys.stderr, flush=True)
        if listening is not None:
            listening()

    if several:
        config = uvicorn.Config("sidings.server.app:create", **options)
        ListeningWorkers(config, announce).run()
    else:
        tune_for_one_loop()
        ListeningServer(uvicorn.Config(Application(settings), **options), announce).run_to_end()


def server_options(settings: "Settings") -> dict[str, Any]:
    """The options of uvicorn."""
    from sidings.server.front import Front
    from sidings.server.logs import configuration

    several = settings.workers > 1
    return {
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop" if find_spec("uvloop") else "asyncio",
        "http": Front,
        "ws": Front,  # which does both
        "timeout_graceful_shutdown": 10,
        "timeout_keep_alive": 30,
        "backlog": 4096,
        "log_config": configuration(settings.log_level),
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies.replace(",", " ").split() or None,
        "factory": several,
        "workers": settings.workers if several else None,
        "timeout_worker_healthcheck": WORKER_START_SECONDS,
    }


if __name__ == "__main__":
    app()
