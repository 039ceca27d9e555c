"""What the sources may not do: list the games, or borrow from tests and benchmarks."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import sidings

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "sidings"
PAGE = ROOT / "web" / "src"
GAMES = [name for name in sidings.game_names() if (PAGE / "games" / name).is_dir()]


# --- Nothing lists the games ----------------------------------------------------------------------


def spellings(name: str) -> set[str]:
    """A game's name as a name, a module, a title and a class."""
    title = sidings.game(name).title
    return {name, name.replace("-", "_"), title, title.replace(" ", "")}


NAMES = re.compile("|".join(sorted(set().union(*(spellings(name) for name in GAMES)))))


def outside_the_games(folder: Path, *endings: str) -> list[Path]:
    """The sources of a folder that no single game owns."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix in endings and not NAMES.search(str(path.relative_to(folder).parent))
    ]


def code_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a Python file without comments and docstrings, where examples may stand."""
    source = path.read_text("utf-8")
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        node.body[0].lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, documented) and ast.get_docstring(node) is not None
    }
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_text = token.type == tokenize.STRING and token.start[0] in docstrings
        if token.type != tokenize.COMMENT and not is_text:
            yield token.start[0], token.string


def test_three_games_have_a_board() -> None:
    assert len(GAMES) == 3


@pytest.mark.parametrize(
    "path", outside_the_games(SOURCES, ".py"), ids=lambda path: str(path.relative_to(SOURCES))
)
def test_no_module_names_a_game(path: Path) -> None:
    named = [(line, text) for line, text in code_of(path) if NAMES.search(text)]
    assert not named


@pytest.mark.parametrize(
    "path",
    outside_the_games(PAGE, ".ts", ".svelte", ".css", ".js"),
    ids=lambda path: str(path.relative_to(PAGE)),
)
def test_no_part_of_the_page_names_a_game(path: Path) -> None:
    assert not NAMES.findall(path.read_text("utf-8"))


# --- Tests, benchmarks and the package ------------------------------------------------------------


def modules_imported_by(path: Path) -> set[str]:
    """The top-level names of what a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def modules_in(folder: str) -> set[str]:
    """What can be imported when a folder is on the path."""
    return {path.stem for path in (ROOT / folder).iterdir() if path.name != "conftest.py"}


@pytest.mark.parametrize(
    ("importer", "imported"), [("tests", "benchmarks"), ("benchmarks", "tests"), ("src", "tests")]
)
def test_neither_imports_the_other(importer: str, imported: str) -> None:
    own = modules_in(importer)
    for path in (ROOT / importer).rglob("*.py"):
        assert not modules_imported_by(path) & (modules_in(imported) - own), path
