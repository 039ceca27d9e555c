"""What is installed has the page in it."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory, built_page: None) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=ROOT, check=True)
    return folder


def test_wheel_has_the_page(packages: Path) -> None:
    with zipfile.ZipFile(next(packages.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    assert "sidings/page/index.html" in names
    assert any(name.startswith("sidings/page/assets/") for name in names)


def test_sdist_has_the_page_and_what_it_is_made_of(packages: Path) -> None:
    with tarfile.open(next(packages.glob("*.tar.gz"))) as sdist:
        names = ["/".join(name.split("/")[1:]) for name in sdist.getnames()]
    assert "src/sidings/page/index.html" in names
    assert "web/src/main.ts" in names
    assert not [name for name in names if "node_modules" in name]
