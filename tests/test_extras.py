"""Optional packages: each is declared, and a missing one is named with its extra at once."""

import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sidings
from sidings import envs, lab
from sidings.extras import EXTRAS, MissingExtra, is_installed, needs
from sidings.lab.arena import arena
from sidings.lab.arena.command import run_arena
from sidings.lab.balance.command import run_report

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
DISTRIBUTIONS = {
    "http_ece": "http-ece",
    "numba_cuda": "numba-cuda",
    "py_vapid": "py-vapid",
    "pyspiel": "open_spiel",
}
GAME = "game-of-trains"


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def remove(*packages: str) -> None:
        for package in packages:
            monkeypatch.setitem(sys.modules, package, None)

    return remove


def test_every_package_is_in_its_extra() -> None:
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    for package, extra in EXTRAS.items():
        name = DISTRIBUTIONS.get(package, package)
        assert any(line.startswith(name) for line in declared[extra]), package
    everything = declared["all"][0]
    # OpenEnv holds back the MCP that ours needs.
    assert all(extra in everything for extra in EXTRAS.values() if extra != "openenv")


def test_what_is_missing_is_named(without: Callable[..., None]) -> None:
    without("openskill")
    assert not is_installed("openskill")
    assert is_installed("numpy")
    with pytest.raises(MissingExtra, match=r"a game needs openskill: .*\[lab\]"):
        needs("a game", "numpy", "openskill")


def run_a_tournament(out: Path) -> None:
    run_arena(
        sidings.game(GAME), ["random"], games=1, players=2, options={}, seed=1, time_limit=None,
        luck=False, luck_playouts=0, jobs=1, out=out,
    )  # fmt: skip


def run_a_report(out: Path) -> None:
    run_report(
        sidings.game(GAME), players=None, options={}, policy="club", games=100, seed=1, out=out
    )


NEEDED: list[tuple[str, Callable[[Path], Any]]] = [
    ("openskill", lambda out: arena(GAME, ["random"], games=1, out=out)),
    ("openskill", run_a_tournament),
    ("matplotlib", run_a_tournament),
    ("matplotlib", run_a_report),
    ("jinja2", run_a_report),
    ("gymnasium", lambda out: envs.__getattr__("AgainstBots")),
    ("pettingzoo", lambda out: envs.__getattr__("aec")),
    ("pyspiel", lambda out: envs.__getattr__("spiel")),
    ("ray", lambda out: lab.play(GAME, "random", games=1, on="ray")),
    ("numba_cuda", lambda out: lab.play(GAME, "random", games=1, on="gpu")),
]


@pytest.mark.parametrize(("package", "use"), NEEDED)
def test_a_missing_package_is_named_before_anything_is_played(
    package: str, use: Callable[[Path], Any], without: Callable[..., None], tmp_path: Path
) -> None:
    without(package)
    with pytest.raises(MissingExtra, match=rf"needs {package}: pip install 'sidings\["):
        use(tmp_path / "out")
    assert not (tmp_path / "out").exists()
