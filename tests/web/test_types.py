"""The page's types are made from Python's."""

import pytest

from sidings.typescript import ROOT, files

FILES = files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_generated_file_is_up_to_date(path: object) -> None:
    text = path.read_text("utf-8")  # type: ignore[attr-defined]  # a Path
    assert text == FILES[path], "run: python -m sidings.typescript"  # type: ignore[index]
