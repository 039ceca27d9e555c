"""The sources that the games for browsers are made of, and their fingerprint."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
GAMES = PACKAGE / "games"
KERNELS = ("bots", "games", "kernel", "tables")  # where those are that browsers run
ALSO = (
    "errors.py",
    "bots/analysis.py",
    "bots/levels.py",
    "bots/weights.py",
    "games/*.py",
    "offline/*",
)
APART = ("puzzles.json", "solo.json")  # what the page reads itself


@cache
def fingerprint(name: str) -> str:
    """A hash of all that the files of a game are made of; empty for a game of another package.

    A page and a server that have the same one make the same views of the same record.
    """
    folder = GAMES / name.replace("-", "_")
    if not (folder / "rules.py").is_file():
        return ""
    digest = hashlib.sha256()
    for path in _sources(folder):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    from sidings.kernel.jit import shared_files

    for path in shared_files(PACKAGE):
        if path.relative_to(PACKAGE).parts[0] in KERNELS:
            yield path
    for pattern in ALSO:
        yield from (path for path in sorted(PACKAGE.glob(pattern)) if path.is_file())
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix != ".bin" and path.name not in APART:
            yield path
