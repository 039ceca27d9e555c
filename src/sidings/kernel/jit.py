"""Compilation: one decorator for every kernel, and a cache that cannot go stale.

Numba keys its cache by the file of the function itself; it does not notice a change in a function
that another file defines. So compiled kernels lie in a directory that is named by a hash of the
shared sources, and those of a game in one that is named by a hash of the game's own sources as
well. What is generic but specialised for a game is told apart by the game's record type, which
carries the same hash (``record_dtype``). Edit a rule, and this game alone is compiled anew. A file
with kernels imports only such files (a test checks it), so nothing that a kernel freezes lies
outside the hashes.
"""

import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.event import Listener, register
from platformdirs import user_cache_path

from sidings.kernel.linked import (
    OPTIONS,
    KernelCompiler,
    KernelDispatcher,
    LinkedCache,
    LinkedKernel,
)

config: Any = numba.config  # its settings are made at run time

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parents[1]
GAMES = PACKAGE / "games"
MARKS = (b"\n@kernel\n", b"\n@verb\n")
CACHES_KEPT = 4
LINKED = "linked"  # where the kernels are kept as other kernels call them
BROWSER = "browser"  # where games are compiled for browsers


def has_kernels(path: Path) -> bool:
    """Whether compiled code is made of this file: it is of this folder, or has kernels or verbs."""
    return path.parent.name == "kernel" or any(mark in path.read_bytes() for mark in MARKS)


def shared_files(package: Path = PACKAGE) -> list[Path]:
    """The files with kernels that no single game owns."""
    return [
        path
        for path in sorted(package.rglob("*.py"))
        if not _is_of_a_game(path.parent, package) and has_kernels(path)
    ]


def game_files(folder: Path) -> list[Path]:
    """The files with kernels in a game's folder."""
    return [path for path in sorted(folder.glob("*.py")) if has_kernels(path)]


def _is_of_a_game(folder: Path, package: Path = PACKAGE) -> bool:
    """A game has a folder below ``games``, or is at home in another package."""
    return not folder.is_relative_to(package) or (folder / "rules.py").is_file()


def _hash(files: Iterable[Path], root: Path, *more: str) -> str:
    digest = hashlib.sha256(" ".join(more).encode())
    for path in files:
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def source_hash(package: Path = PACKAGE) -> str:
    """A hash of the shared sources and of the compiler's version."""
    return _hash(shared_files(package), package, numba.__version__, np.__version__)


@cache
def game_hash(folder: Path) -> str:
    """A hash of a game's own sources."""
    return _hash(game_files(folder), folder)


def cache_root() -> Path:
    """Where all is kept that was compiled; ``SIDINGS_CACHE`` overrides the user's directory."""
    root = os.environ.get("SIDINGS_CACHE")
    return Path(root) if root else user_cache_path("sidings")


CACHE = cache_root() / "kernels" / source_hash()


def caches_for_browsers() -> list[Path]:
    """Where games were compiled for browsers (``sidings.offline``), each in a cache of its own."""
    return sorted((cache_root() / BROWSER).glob(f"*/kernels/{CACHE.name}"))


def cache_of(folder: Path, cache: Path | None = None) -> Path:
    """Where the kernels of the files in a folder are kept, in our cache or another."""
    own = f"{folder.name}/{game_hash(folder)}" if _is_of_a_game(folder) else ""
    return (cache or CACHE) / own


def prune(cache: Path = CACHE) -> None:
    """Drop the compiled kernels of all but the last few versions of the sources."""
    games = [path for path in cache.glob("*") if path.is_dir() and path.name != LINKED]
    for versions in [cache.parent, *games]:
        if versions.is_dir():
            by_age = sorted(versions.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
            for stale in [path for path in by_age if path.is_dir()][CACHES_KEPT:]:
                shutil.rmtree(stale, ignore_errors=True)


@contextmanager
def _our_cache(
    function: Callable[..., Any], part: str = "", cache: Path | None = None
) -> Iterator[None]:
    """Numba reads its cache directory when a function is decorated; other users keep theirs."""
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(cache_of(Path(function.__code__.co_filename).parent, cache) / part)
    try:
        yield
    finally:
        config.CACHE_DIR = theirs


class Kernel(KernelDispatcher):
    """A kernel. Python calls it as any compiled function; other kernels call its ``linked``."""

    def __init__(self, function: Callable[..., Any], *_: Any) -> None:
        """Numba gives locals and options as well when it unpickles a kernel: the same as here."""
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=KernelCompiler)
        self.linked = LinkedKernel(function)
        with _our_cache(function):
            self.enable_caching()
        with _our_cache(function, LINKED):
            self.linked.enable_caching(self._compiled_for_browsers)

    def _compiled_for_browsers(self) -> Iterator[LinkedCache]:
        """What browsers run is compiled in the same way as far as this."""
        for their_cache in caches_for_browsers():
            with _our_cache(self.py_func, LINKED, their_cache):
                other = LinkedCache(self.py_func)
            yield other

    def get_call_template(self, args: Sequence[Any], kws: Any) -> Any:
        return self.linked.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.linked.get_overload(sig)

    def add_overload(self, cres: Any) -> None:
        """What is linked in has environments of its own, which only this code has places for."""
        super().add_overload(cres)
        for environment in cres._find_referenced_environments():
            cres.codegen.set_env(environment.env_name, environment)


def kernel(function: Function) -> Function:
    """Compile ``function`` on first use; with ``NUMBA_DISABLE_JIT=1`` leave it plain Python."""
    made: Any = function if config.DISABLE_JIT else Kernel(function)
    return cast("Function", made)


class _Notice(Listener):
    """Prints one line when a kernel of ours is compiled because the cache does not have it."""

    def __init__(self) -> None:
        self.printed = False

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if not self.printed and (function.__module__ or "").startswith(PACKAGE.name):
            self.printed = True
            prune()
            print("Compiling for this machine (only the first time) …", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing to print."""


register("numba:compile", _Notice())  # type: ignore[no-untyped-call]  # Numba has no types
