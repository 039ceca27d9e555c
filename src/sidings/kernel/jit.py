"""Compilation: one decorator for every kernel, and a cache that cannot go stale.

Numba keys its cache by the file of the function itself; it does not notice a change in a function
that another file defines. So the cache directory is named by a hash of all kernel sources: edit a
rule, and every kernel compiles anew into a directory of its own. A file with kernels imports only
such files (a test sees to it), so that nothing a kernel freezes lies outside the hash.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from platformdirs import user_cache_path
from rich.console import Console

config: Any = numba.config  # its settings are made at run time

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parents[1]
MARKS = (b"\n@kernel\n", b"from numba.extending import overload")
CACHES_KEPT = 4


def kernel_files(package: Path = PACKAGE) -> list[Path]:
    """The files that compiled code is made of: this folder, every file with a kernel or verbs."""
    here = package / "kernel"
    return [
        path
        for path in sorted(package.rglob("*.py"))
        if path.parent == here or any(mark in path.read_bytes() for mark in MARKS)
    ]


def source_hash(package: Path = PACKAGE) -> str:
    """A hash of the kernels' sources and of the compiler's version."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in kernel_files(package):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_directory() -> Path:
    """Where compiled kernels are kept; ``SIDINGS_CACHE`` overrides the user's cache directory."""
    root = os.environ.get("SIDINGS_CACHE")
    base = Path(root) if root else user_cache_path("sidings")
    return base / "kernels" / source_hash()


CACHE = cache_directory()


def prune(caches: Path = CACHE.parent) -> None:
    """Drop the compiled kernels of all but the last few versions of the sources."""
    if caches.is_dir():
        by_age = sorted(caches.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for stale in by_age[CACHES_KEPT:]:
            shutil.rmtree(stale, ignore_errors=True)


@contextmanager
def _our_cache() -> Iterator[None]:
    """Numba reads its cache directory when a function is decorated; other users keep theirs."""
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE)
    try:
        yield
    finally:
        config.CACHE_DIR = theirs


def kernel(function: Function) -> Function:
    """Compile ``function`` on first use; with ``NUMBA_DISABLE_JIT=1`` leave it plain Python."""
    with _our_cache():
        compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast("Function", compiled)


@contextmanager
def progress_of_compiling(name: str) -> Iterator[None]:
    """Say what takes so long the first time, and only then."""
    done = CACHE / f"{name}.compiled"
    if config.DISABLE_JIT or done.exists():
        yield
        return
    prune()
    Console(stderr=True).print(f"Compiling {name}, this once (about 10 seconds) …", style="dim")
    yield
    done.parent.mkdir(parents=True, exist_ok=True)
    done.touch()
