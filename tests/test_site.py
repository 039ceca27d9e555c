"""The folder that a static host serves."""

import json
from pathlib import Path

import pytest

import sidings
from sidings import site
from sidings.errors import BadOption

INDEX = (
    '<!doctype html><html lang="en"><script src="/assets/a.js"></script><a href="/x"></a></html>'
)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built page, as far as the site looks at it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, "utf-8")
    (folder / "assets" / "a.js").write_text("// the page", "utf-8")
    monkeypatch.setattr(site, "PAGE", folder)
    return folder


def test_a_site_knows_its_base_and_its_games(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for base in ("/", "/club/trains/"):  # the second takes the place of the first
        site.write_site(out, base)
        index = (out / "index.html").read_text("utf-8")
        assert f'src="{base}assets/a.js"' in index
        assert f'href="{base}x"' in index
        assert '<html data-server="none" lang="en">' in index
        assert (out / "404.html").read_text("utf-8") == index
    assert (out / "assets" / "a.js").is_file()
    games = json.loads((out / "api" / "games").read_bytes())["games"]
    assert {game["name"] for game in games} == set(sidings.game_names())


@pytest.mark.parametrize("base", ["", "trains", "/trains", "trains/", '/"/', "//"])
def test_a_base_is_a_path(page: Path, tmp_path: Path, base: str) -> None:
    with pytest.raises(BadOption, match="begins and ends with a slash"):
        site.write_site(tmp_path / "out", base)


def test_nothing_else_is_overwritten(page: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(BadOption, match="has other files in it"):
        site.write_site(tmp_path)
    (page / "index.html").unlink()
    with pytest.raises(BadOption, match="has not been built"):
        site.write_site(tmp_path / "out")
