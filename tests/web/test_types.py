"""The page's types are made from the server's."""

from pathlib import Path

import pytest

from sidings.server.typescript import FILES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", FILES)
def test_generated_file_is_current(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert text == FILES[name](), "run: python -m sidings.server.typescript"
