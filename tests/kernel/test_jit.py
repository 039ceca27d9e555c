"""The cache of compiled kernels: it is used, and it can never be stale."""

import ast
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numba
import numpy as np
import pytest

from sidings.kernel import jit
from sidings.kernel.fast import next_word

PROBE = """
import numpy as np
from sidings.kernel.fast import next_word
from sidings.kernel.jit import kernel

@kernel
def probe(rng):
    return next_word(rng)

print(probe(np.array([1, 2, 3, 4], np.int64)), sum(probe.stats.cache_hits.values()))
"""


class Copy:
    """A copy of the package that a test may edit, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "sidings"
        self.environment = {
            **os.environ, "PYTHONPATH": str(folder), "SIDINGS_CACHE": str(folder / "cache"),
            "NUMBA_DISABLE_JIT": "0", "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        (self.package / "kernel").mkdir(parents=True)
        for path in jit.PACKAGE.glob("kernel/*.py"):
            shutil.copy(path, self.package / "kernel")
        (self.package / "__init__.py").touch()
        (self.package / "kernel" / "__init__.py").write_text("")
        (self.package / "probe.py").write_text(PROBE)

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.package / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def run(self) -> tuple[int, int]:
        """The probe's answer, and how often it came from the cache."""
        command = [sys.executable, "-m", "sidings.probe"]
        output = subprocess.run(command, env=self.environment, capture_output=True, check=True)
        answer, hits = output.stdout.split()
        return int(answer), int(hits)


OLD_SUM, NEW_SUM = "word: int = (a + b + rng[3])", "word: int = (a + b + rng[3] + 1000)"


@pytest.mark.compiled
def test_a_kernel_is_compiled_once_and_then_found_in_the_cache(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    assert [copy.run(), copy.run()] == [(7, 0), (7, 1)]


@pytest.mark.compiled
def test_editing_a_kernel_that_another_file_calls_cannot_use_a_stale_cache(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    assert copy.run() == (7, 0)
    copy.edit("kernel/fast.py", OLD_SUM, NEW_SUM)
    assert copy.run() == (1007, 0)


@pytest.mark.compiled
def test_without_the_hash_the_cache_would_be_stale(tmp_path: Path) -> None:
    """The danger is real: with one directory for all versions the old answer comes back."""
    copy = Copy(tmp_path)
    copy.edit("kernel/jit.py", "    return digest.hexdigest()[:16]", '    return "one for all"')
    assert copy.run() == (7, 0)
    copy.edit("kernel/fast.py", OLD_SUM, NEW_SUM)
    assert copy.run() == (7, 1)


def test_files_with_kernels_import_only_files_with_kernels() -> None:
    """Else a constant that a kernel has frozen could change without changing the hash."""
    files = set(jit.kernel_files())
    assert jit.PACKAGE / "games" / "game_of_trains" / "rules.py" in files
    checked_by_numba = {jit.PACKAGE / "testing.py"}  # its kernels take all constants from itself
    for path in files - checked_by_numba:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("sidings"):
                source = Path(str(import_module(str(node.module)).__file__))
                assert source in files, f"{path.name} imports {node.module}"


def test_the_cache_directory_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIDINGS_CACHE", "/somewhere")
    assert jit.cache_directory().parent == Path("/somewhere/kernels")
    monkeypatch.delenv("SIDINGS_CACHE")
    assert "sidings" in str(jit.cache_directory())


def test_old_caches_are_dropped(tmp_path: Path) -> None:
    for age in range(6):
        (tmp_path / str(age)).mkdir()
        os.utime(tmp_path / str(age), (1000 - age, 1000 - age))
    jit.prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2", "3"]
    jit.prune(tmp_path / "none")


def test_other_users_of_numba_keep_their_cache_directory() -> None:
    before = numba.config.CACHE_DIR
    jit.kernel(lambda x: x)
    assert before == numba.config.CACHE_DIR


@pytest.mark.parametrize("plain", [0, 1])
def test_compiling_is_announced_once(
    plain: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jit, "CACHE", tmp_path / "new")
    monkeypatch.setattr(jit.config, "DISABLE_JIT", plain)
    for _ in range(2):
        with jit.progress_of_compiling("some-game"):
            next_word(np.array([1, 2, 3, 4], np.int64))
    assert capsys.readouterr().err.count("Compiling some-game") == 1 - plain
    assert (tmp_path / "new" / "some-game.compiled").exists() == (not plain)
