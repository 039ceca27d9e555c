"""What is installed is locked with hashes, fits what is asked for, and names no registry."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
OWN = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKED = {
    "build": PROJECT["build-system"]["requires"],
    "run": [*OWN, *EXTRAS["postgresql"], *EXTRAS["push"]],
    "docs": PROJECT["dependency-groups"]["docs"],
    "dev": [
        *OWN,
        *(one for name in EXTRAS if name not in ("all", "gpu", "openenv") for one in EXTRAS[name]),
    ],
}


def locked(name: str) -> list[Requirement]:
    """The requirements of a lock file; every one has a hash."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "://" not in text
    entries = text.replace("\\\n", " ").splitlines()
    assert all(re.search(r" --hash=sha256:[0-9a-f]{64}( |$)", entry) for entry in entries)
    return [Requirement(entry.partition(" --hash")[0]) for entry in entries]


@pytest.mark.parametrize("name", LOCKED)
def test_what_is_asked_for_is_locked_in_a_version_that_fits(name: str) -> None:
    pins = locked(name)
    for asked in map(Requirement, LOCKED[name]):
        if asked.name == "sidings":  # its own extras
            continue
        found = [pin for pin in pins if _same(pin.name, asked.name)]
        assert found, f"make lock: {asked.name} is not in requirements/{name}.txt"
        for pin in found:
            version = str(pin.specifier).removeprefix("==")
            assert asked.specifier.contains(version), f"make lock: {pin} is not {asked}"


def _same(one: str, other: str) -> bool:
    return re.sub("[-_.]+", "-", one).lower() == re.sub("[-_.]+", "-", other).lower()


def test_the_parts_are_locked_as_the_whole_is() -> None:
    whole = {(pin.name, str(pin.specifier)) for pin in locked("dev")}
    for name in ("build", "run"):
        assert {(pin.name, str(pin.specifier)) for pin in locked(name)} <= whole


@pytest.mark.parametrize("folder", ["web", "tests/web"])
def test_the_locks_of_npm_are_complete_for_every_system(folder: str) -> None:
    asked = json.loads((ROOT / folder / "package.json").read_text())
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    root = packages.pop("")
    for kind in ("dependencies", "devDependencies"):
        assert root.get(kind, {}) == asked.get(kind, {})
    there = {path.rpartition("node_modules/")[2] for path in packages}
    for path, package in packages.items():
        assert package["integrity"].startswith("sha512-"), path
        assert "resolved" not in package, path
        assert set(package.get("optionalDependencies", {})) <= there, path
