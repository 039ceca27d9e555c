"""The documentation shows code that is really there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TUTORIAL = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
EXCERPTS = re.findall(r"```python\n# (tests/\S+)\n(.*?)```", TUTORIAL, re.DOTALL)


def test_the_tutorial_shows_every_file_with_kernels() -> None:
    assert {Path(name).name for name, _ in EXCERPTS} >= {"rules.py", "view.py", "bot.py"}


@pytest.mark.parametrize(("name", "excerpt"), EXCERPTS)
def test_an_excerpt_is_in_its_file(name: str, excerpt: str) -> None:
    assert excerpt in (ROOT / name).read_text("utf-8")


def test_the_tutorial_names_every_part() -> None:
    for path in (ROOT / "tests" / "high_card").glob("*.py"):
        assert f"`{path.name}`" in TUTORIAL
