"""The rule books (docs/rules), which are installed with the package."""

import re
from pathlib import Path

from sidings.errors import BadOption, shown

PACKAGED = Path(__file__).parent / "books"
IN_CHECKOUT = Path(__file__).parents[2] / "docs" / "rules"
LANGUAGES = ("en", "fr", "pl")


def rule_book(game: str, language: str = "en") -> str | None:
    """The rule book of a game in Markdown, or None for a game that has none.

    >>> rule_book("game-of-trains").startswith("# Game of Trains")
    True
    """
    if language not in LANGUAGES:
        raise BadOption(f"there are books in {', '.join(LANGUAGES)}, not in {shown(language)}")
    folder = PACKAGED if PACKAGED.is_dir() else IN_CHECKOUT
    path = folder / language / f"{game}.md"
    return path.read_text("utf-8") if path.is_file() else None


def find_rule(book: str, number: str) -> str | None:
    """One rule of a book by its number.

    >>> find_rule(rule_book("game-of-trains"), "GT-2")[:30]
    '**GT-2** A train has seven wag'
    """
    found = re.search(
        rf"^- (\*\*{re.escape(number.upper())}\*\* .*(?:\n  .*)*)", book, re.MULTILINE
    )
    return " ".join(found[1].split()) if found else None
