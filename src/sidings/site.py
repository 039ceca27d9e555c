"""The page as a folder of files: the whole product without a server, for any static host."""

import re
import shutil
from pathlib import Path

import msgspec

from sidings.errors import BadOption

PAGE = Path(__file__).parent / "page"
LIST = "api/games"  # where the page asks a server for the games
BASE = re.compile(r"/(?:[\w.~-]+/)*")


def write_site(out: Path, base: str = "/") -> None:
    """Write the site into a folder, in place of one that was written there before.

    ``base`` is the path at which the host will serve it.
    """
    if not BASE.fullmatch(base):
        raise BadOption(f"a base path begins and ends with a slash, as /trains/ does, not {base!r}")
    if not (PAGE / "index.html").is_file():
        raise BadOption("the page has not been built: python hatch_build.py")
    if out.exists() and any(out.iterdir()):
        if not (out / LIST).is_file():
            raise BadOption(f"{out} has other files in it")
        shutil.rmtree(out)
    shutil.copytree(PAGE, out, dirs_exist_ok=True)
    index = _index((PAGE / "index.html").read_text("utf-8"), base)
    # Hosts show 404.html for addresses such as /t/…, which the page itself knows.
    for name in ("index.html", "404.html"):
        (out / name).write_text(index, "utf-8")
    (out / LIST).parent.mkdir()
    (out / LIST).write_bytes(_games())


def _index(html: str, base: str) -> str:
    """The page, told where it lies and that there is no server."""
    return html.replace('="/', f'="{base}').replace("<html ", '<html data-server="none" ', 1)


def _games() -> bytes:
    from sidings.server.api.operation import catalogue_of
    from sidings.server.games import Games

    return msgspec.json.encode(catalogue_of(Games("")))
