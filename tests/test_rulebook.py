"""Every numbered rule has a test that names it, and no test names a rule that is not there."""

import re
from pathlib import Path

import pytest

from sidings.books import LANGUAGES, rule_book
from sidings.games.catalogue import game

ROOT = Path(__file__).parents[1]
RULE_BOOKS = sorted((ROOT / "docs" / "rules" / "en").glob("*.md"))
NUMBERED = re.compile(r"^- \*\*([A-Z]{2}-\d+)|, \*\*([A-Z]{2}-\d+)", re.MULTILINE)
NAMED = re.compile(r"\brule\(([^)]*)\)")


def numbered_rules(book: Path) -> set[str]:
    return {one or two for one, two in NUMBERED.findall(book.read_text("utf-8"))}


def named_rules() -> set[str]:
    """The numbers in the ``rule`` marks of the tests of the games."""
    sources = (path.read_text("utf-8") for path in (ROOT / "tests" / "games").rglob("test_*.py"))
    marks = (mark for source in sources for mark in NAMED.findall(source))
    return {number for mark in marks for number in re.findall(r"[A-Z]{2}-\d+", mark)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_of_mexican_train_lists_the_presets(language: str) -> None:
    book = rule_book("mexican-train", language)
    assert book is not None
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| [^|]+ \| ([^|]+) \|$", book, re.MULTILINE)
    listed = {name: re.findall(r"`(\w+)=([^`]+)`", options) for name, options in rows}
    presets = game("mexican-train").presets
    expected = {
        name: [(option, str(value)) for option, value in options.items()]
        for name, options in presets.items()
    }
    assert {name: listed.get(name) for name in presets} == expected


@pytest.mark.parametrize("book", RULE_BOOKS, ids=lambda book: book.stem)
def test_rules_are_numbered_without_a_gap(book: Path) -> None:
    numbers = sorted(int(rule.partition("-")[2]) for rule in numbered_rules(book))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 20


def test_every_rule_has_a_test_and_every_test_a_rule() -> None:
    rules = set().union(*(numbered_rules(book) for book in RULE_BOOKS))
    assert len(RULE_BOOKS) == 3
    assert named_rules() == rules
