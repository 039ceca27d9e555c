"""The privacy note names every table and every column that the database has, and no other."""

import re
from pathlib import Path

from sidings.store.schema import metadata

NOTE = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text("utf-8")


def test_the_note_is_true_to_what_is_stored() -> None:
    told: dict[str, set[str]] = {}
    for section in NOTE.split("\n### ")[1:]:
        name = re.match("`(.+?)`", section)
        assert name is not None
        rows = re.findall(r"^\| (`.+?) \|", section.partition("\n## ")[0], re.MULTILINE)
        told[name[1]] = set(re.findall("`(.+?)`", " ".join(rows)))
    kept = {name: set(table.c.keys()) for name, table in metadata.tables.items()}
    assert told == kept
