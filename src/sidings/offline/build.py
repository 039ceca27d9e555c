"""Writes the module and the script of each game, unless they are there and nothing has changed."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from sidings.kernel.jit import BROWSER, cache_root
from sidings.offline.sources import GAMES, PACKAGE, fingerprint

HEAP_BYTES = 1 << 20  # for what kernels and JavaScript hand each other
RANDOM = "play_random"  # calls the rules alone, which a search calls most; for benchmarks
BUSY = ("compare", "compare_ahead", "thumb", "learned", "judge")  # how bots choose
# Of the networks, in the compiler's spelling.
LOOPS = (
    "7network14_exchange_rows", "7network13_exchange_row", "7network7_signal", "7network6_layer",
)  # fmt: skip


def build(folder: Path, *more: str) -> None:
    """Write the files of all games of the package into a folder, each game in its own process.

    ``more`` are entries that only benchmarks call.
    """
    folder.mkdir(parents=True, exist_ok=True)
    games = [rules.parent.name.replace("_", "-") for rules in sorted(GAMES.glob("*/rules.py"))]
    for path in folder.iterdir():
        if path.stem not in games:
            path.unlink()
    stale = [name for name in games if _found(folder, name) != _wanted(name)]
    if not stale:
        return
    print(f"Compiling for browsers: {', '.join(stale)} ...", file=sys.stderr)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda name: _run(folder, name, *more), stale))


def _run(folder: Path, name: str, *more: str) -> None:
    command = [sys.executable, "-m", "sidings.offline", str(folder), name, "--", *more]
    path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
    # A cache of its own: kernels that two processes compile at once would be in the module twice.
    own = str(cache_root() / BROWSER / name)
    settings = {"PYTHONPATH": path, "NUMBA_OPT": "0", "SIDINGS_CACHE": own}
    subprocess.run(command, env=os.environ | settings, check=True)


def build_game(folder: Path, name: str, *more: str) -> None:
    """Write the files of one game, with ``more`` entries than the page calls."""
    from sidings.games.catalogue import game as game_of_name
    from sidings.offline.emit import emit
    from sidings.offline.entries import entries_of
    from sidings.offline.link import link
    from sidings.offline.script import write_script
    from sidings.offline.target import write_object

    wanted = _wanted(name)
    game = game_of_name(name)
    text, script = write_script(game)
    entries = entries_of(game, list(script.kernels.values()))
    exports = [*(entry for entry in entries if entry != RANDOM), "allocate", *more]
    module = link(write_object(emit(entries), exports, (RANDOM,), BUSY, LOOPS), exports, HEAP_BYTES)
    (folder / f"{name}.js").write_text(text, "utf-8")
    (folder / f"{name}.wasm").write_bytes(module)
    (folder / f"{name}.txt").write_text(wanted, "utf-8")


def _wanted(name: str) -> str:
    """What the files of a game are made of: the sources, and the compiler."""
    return f"{fingerprint(name)} numba {version('numba')} numpy {version('numpy')}"


def _found(folder: Path, name: str) -> str | None:
    files = [folder / f"{name}.{ending}" for ending in ("js", "wasm", "txt")]
    return files[-1].read_text("utf-8") if all(file.is_file() for file in files) else None
