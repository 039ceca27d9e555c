"""Builds the docs site into src/sidings/docs, where a server finds it: ``make docs``.

Pages are staged in build/docs first: those of docs/, the changelog, what the pages link to outside
of docs/ (as pages with the source), and a gallery. Beside the site goes ``llms.txt``, a table of
contents for language models, with the plain pages that it names.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
STAGE = ROOT / "build" / "docs"
SITE = ROOT / "src" / "sidings" / "docs"

OWN_PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
PICTURE = re.compile(r"```picture\n# ([^\n]*)\n(.*?)```", re.DOTALL)
SHOWN = ("desk-day", "phone-day")  # of the pictures, which also show tablets and nights
LANGUAGES = {"python": ".py", "toml": ".toml", "js": ".js", "yaml": ".yaml", "ini": ".service"}


def links_of(page: Path) -> list[tuple[str, str]]:
    """The targets and anchors of the relative links of a page."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    return [(target, anchor) for target, anchor in LINK.findall(text) if ":" not in target]


def stage() -> None:
    """Put every page where the site generator finds it, with links that hold there."""
    shutil.rmtree(STAGE, ignore_errors=True)
    for path in DOCS.rglob("*.md"):
        put(path, STAGE / path.relative_to(DOCS))
    for name, page in OWN_PAGES.items():
        put(ROOT / name, STAGE / page)
    stage_gallery()


def put(source: Path, page: Path) -> None:
    """Stage one page; what it links to outside of docs/ becomes a page too."""
    text = PICTURE.sub(r"*\1*\n\n```text\n\2```", source.read_text("utf-8"))

    def moved(link: re.Match[str]) -> str:
        target, anchor = link[1], link[2] or ""
        if ":" in target:
            return link[0]
        place = os.path.relpath(stage_of((source.parent / target).resolve()), page.parent)
        return f"]({Path(place).as_posix()}{anchor})"

    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(LINK.sub(moved, text), "utf-8")


def stage_of(target: Path) -> Path:
    """Where a linked file is in the site; a file or folder of source code becomes a page."""
    if target.is_relative_to(DOCS):
        inside = target.relative_to(DOCS)
        return STAGE / ("gallery.md" if inside.parts[0] == "gallery" else inside)
    name = target.relative_to(ROOT).as_posix()
    if name in OWN_PAGES:
        return STAGE / OWN_PAGES[name]
    page = STAGE / "source" / f"{name}.md"
    files = sorted(target.glob("*.py")) if target.is_dir() else [target]
    parts = [f"# {name}\n"]
    for file in files:
        language = next((one for one, end in LANGUAGES.items() if file.suffix == end), "text")
        code = file.read_text("utf-8")
        parts.append(f"## {file.name}\n\n````{language}\n{code}````\n")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join(parts), "utf-8")
    return page


def stage_gallery() -> None:
    """One page with the pictures by day, on a desk and on a phone."""
    (STAGE / "gallery").mkdir(parents=True)
    parts = ["# Gallery\n", "Pictures of the page by day; `make gallery` takes them.\n"]
    for path in sorted((DOCS / "gallery").glob("*.png")):
        if path.stem.endswith(SHOWN):
            shutil.copy(path, STAGE / "gallery")
            words = path.stem.replace("-", " ").removesuffix(" day")
            parts.append(f"## {words.capitalize()}\n\n![{words}](gallery/{path.name})\n")
    (STAGE / "gallery.md").write_text("\n".join(parts), "utf-8")


def write_llms() -> None:
    """A table of contents for language models, and the plain pages beside it."""
    lines = [
        "# Sidings\n",
        "> Train table games (Mexican Train, Game of Trains, Continental Express): rules, bots, "
        "server and page, as a Python library.\n",
        "## Docs\n",
    ]
    for page in sorted(DOCS.rglob("*.md")):
        name = page.relative_to(DOCS)
        if name.parts[0] == "rules" and name.parts[1] != "en":
            continue
        text = page.read_text("utf-8")
        title = text.partition("\n")[0].lstrip("# ")
        first = " ".join(text.split("\n\n")[1].split()).partition(". ")[0]
        lines.append(f"- [{title}]({name.as_posix()}): {first.rstrip(':.')}")
    for page in STAGE.rglob("*.md"):  # all of them, since the pages link to each other
        target = SITE / page.relative_to(STAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(page, target)
    (SITE / "llms.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    stage()
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    subprocess.run(command, cwd=ROOT, check=True)
    write_llms()
