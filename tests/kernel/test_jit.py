"""The cache of compiled kernels: it is used, and it can never be stale."""

import ast
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numba
import pytest

import sidings
from sidings.kernel import jit

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
        self.notices = output.stderr.decode().count("Compiling")
        answer, hits = output.stdout.split()
        return int(answer), int(hits)

    def run_printing(self) -> int:
        """How often the probe said that it compiles."""
        self.run()
        return self.notices


OLD_SUM, NEW_SUM = "word: int = (a + b + rng[3])", "word: int = (a + b + rng[3] + 1000)"


@pytest.mark.compiled
def test_files_with_kernels_import_only_files_with_kernels() -> None:
    """Else a constant that a kernel has frozen could change without changing the hash."""
    shared = set(jit.shared_files())
    assert jit.PACKAGE / "bots" / "kernels.py" in shared
    for path in shared:
        assert _sources_imported_by(path) <= shared, path
    for rules in jit.PACKAGE.glob("games/*/rules.py"):
        own = set(jit.game_files(rules.parent))
        assert rules in own
        for path in own:
            assert _sources_imported_by(path) <= shared | own, path


def _sources_imported_by(path: Path) -> set[Path]:
    return {
        Path(str(import_module(str(node.module)).__file__))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("sidings")
    }


def test_a_record_type_is_named_after_its_game_s_sources(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("\n@kernel\ndef deal(s): ...\n")
    before = jit.game_hash.__wrapped__(tmp_path)
    (tmp_path / "notes.py").write_text("# not compiled\n")
    assert jit.game_hash.__wrapped__(tmp_path) == before
    (tmp_path / "rules.py").write_text("\n@kernel\ndef deal(s): 1\n")
    assert jit.game_hash.__wrapped__(tmp_path) != before


def test_the_cache_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIDINGS_CACHE", "/somewhere")
    assert jit.cache_root() == Path("/somewhere")
    monkeypatch.delenv("SIDINGS_CACHE")
    assert "sidings" in str(jit.cache_root())


def test_old_caches_are_dropped(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "0" / "some_game", tmp_path / "0" / jit.LINKED):
        for age in range(6):
            (place / str(age)).mkdir(parents=True, exist_ok=True)
            os.utime(place / str(age), (1000 - age, 1000 - age))
    os.utime(tmp_path / "0", (1000, 1000))
    jit.prune(tmp_path / "0")
    assert len(list((tmp_path / "0" / jit.LINKED).iterdir())) == 6  # these are no versions
    for place in (tmp_path, tmp_path / "0" / "some_game"):
        assert sorted(path.name for path in place.iterdir()) == ["0", "1", "2", "3"]
    jit.prune(tmp_path / "none" / "none")


def test_other_users_of_numba_keep_their_cache_directory() -> None:
    before = numba.config.CACHE_DIR
    jit.kernel(lambda x: x)
    assert before == numba.config.CACHE_DIR


@pytest.mark.compiled
def test_compiling_is_announced_once_and_only_when_it_happens(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    assert [copy.run_printing() for _ in range(2)] == [1, 0]


def test_the_notice_is_for_kernels_of_ours(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "prune", lambda: None)
    notice = jit._Notice()
    for function in (os.path.join, jit.kernel, jit.kernel):
        event = SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)})
        notice.on_start(event)
        notice.on_end(event)
    assert capsys.readouterr().err.count("Compiling") == 1


def test_a_game_has_a_cache_of_its_own() -> None:
    """So that editing one game compiles that game alone."""
    module = sys.modules[type(sidings.game("game-of-trains")).__module__]
    folder = Path(str(module.__file__)).parent
    assert jit.cache_of(folder) == jit.CACHE / folder.name / jit.game_hash(folder)
    assert jit.cache_of(Path(jit.__file__).parent) == jit.CACHE
