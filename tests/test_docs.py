"""The documentation shows code that is really there."""

import importlib.util
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidings.testing.contents import VERBS

ROOT = Path(__file__).parents[1]
TUTORIAL = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
EXCERPTS = re.findall(r"```python\n# (tests/\S+)\n(.*?)```", TUTORIAL, re.DOTALL)


def test_the_tutorial_shows_every_file_with_kernels() -> None:
    assert {Path(name).name for name, _ in EXCERPTS} >= {"rules.py", "view.py", "bot.py"}


@pytest.mark.parametrize(("name", "excerpt"), EXCERPTS)
def test_an_excerpt_is_in_its_file(name: str, excerpt: str) -> None:
    assert excerpt in (ROOT / name).read_text("utf-8")


def test_the_tutorial_has_a_table_of_the_verbs() -> None:
    assert tuple(re.findall(r"^\| `(\w+)\(s", TUTORIAL, re.MULTILINE)) == VERBS


def test_the_tutorial_names_every_part() -> None:
    for path in (ROOT / "tests" / "high_card").glob("*.py"):
        assert f"`{path.name}`" in TUTORIAL


# --- The site -------------------------------------------------------------------------------------

DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
NAV = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"]
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def pages_in(nav: object) -> Iterator[str]:
    """The pages that a part of the navigation lists."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, list):
        for part in nav:
            yield from pages_in(part)
    elif isinstance(nav, dict):
        for part in nav.values():
            yield from pages_in(part)


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as the site and GitHub make them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()).strip() for heading in headings]
    return {heading.replace(" ", "-") for heading in plain}


def test_the_site_leads_to_every_page() -> None:
    made = {"gallery.md", "contributing.md", "changelog.md"}  # by docs_site/build.py
    assert set(pages_in(NAV)) - made == {
        path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_within_the_project_hold(page: Path) -> None:
    text = FENCE.sub("", page.read_text("utf-8"))
    for target, anchor in re.findall(r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)", text):
        if "://" in target:
            continue
        linked = (page.parent / target).resolve() if target else page
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors_of(linked), f"{target}#{anchor}"


def test_links_between_the_plain_pages_of_the_site_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("build", ROOT / "docs_site" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    monkeypatch.setattr(build, "STAGE", tmp_path / "stage")
    monkeypatch.setattr(build, "SITE", tmp_path / "site")
    build.stage()
    build.write_llms()
    pages = [tmp_path / "site" / "llms.txt", *(tmp_path / "site").rglob("*.md")]
    for page in pages:
        for target, _ in build.links_of(page):
            if target.endswith(".md"):
                assert (page.parent / target).is_file(), f"{page.name}: {target}"
    assert "SIDINGS_DATABASE" in (tmp_path / "site/source/deploy/sidings.service.md").read_text()


# --- Code without prompts -------------------------------------------------------------------------

# What another test shows (add-a-game), or what needs an extra that is not installed (OpenEnv).
ELSEWHERE = ("# tests/", "from sidings.testing import check_game", "from openenv")
BLOCKS = [
    (page.name, code)
    for page in PAGES
    for code in re.findall(
        r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    if not code.startswith((">>> ", *ELSEWHERE))
]


@pytest.mark.compiled
@pytest.mark.parametrize(("page", "code"), BLOCKS)
def test_code_without_prompts_runs(page: str, code: str) -> None:
    exec(compile(code, page, "exec"), {"__name__": "__main__"})
