"""Upgrades: from every revision of the schema on, with rows in it, nothing is lost."""

import gzip
import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from sidings.store.backup import dump, restore
from sidings.store.migrate import known_revisions
from sidings.store.schema import metadata
from store.stores import on

#: The tables of each revision, with their columns: what a backup of that time has.
FIRST = {
    "people": ["id", "name", "handle", "passphrase", "created", "seen"],
    "tokens": ["hash", "person", "created"],
    "tables": ["id", "header", "secret", "links", "host", "status", "listed", "changed", "summary"],
    "entries": ["table", "seq", "command", "body"],
    "seats": ["table", "seat", "person"],
}
SECOND = FIRST | {
    "channels": ["id", "owner", "kind", "target", "keys", "language", "remind", "created",
                 "failures"],
    "notices": ["channel", "table", "version", "due", "sent", "attempts"],
    "keys": ["name", "value"],
}  # fmt: skip
THIRD = SECOND | {
    "tournaments": ["id", "host", "name", "plan", "listed", "status", "round", "created",
                    "changed"],
    "entrants": ["tournament", "number", "person", "name", "level"],
    "pairings": ["tournament", "round", "board", "part", "first", "second", "table", "points",
                 "margin"],
    "ratings": ["game", "member", "name", "rating", "games"],
    "rated": ["table"],
}  # fmt: skip
FOURTH = THIRD | {
    "days": ["day", "game", "person", "place", "margin", "moves", "at"],
    "notebooks": ["person", "version", "body", "changed"],
}
ROWS = {"0001": FIRST, "0002": SECOND, "0003": THIRD, "0004": FOURTH}


def value_of(kind: object) -> bool | int | str:
    """Something that a column of this type can hold."""
    match kind:
        case sa.Boolean():
            return True
        case sa.Integer() | sa.Float():
            return 7
        case sa.LargeBinary():
            return "c2Vl"  # in Base64
    return "us"


def old_backup(revision: str, file: Path) -> int:
    """A backup as it was written at a revision, with a row in each table."""
    tables = dict(sorted(ROWS[revision].items()))
    rows = []
    for name, columns in tables.items():
        rows.append([name, *(value_of(metadata.tables[name].c[column].type) for column in columns)])
    header = {"sidings": 1, "revision": revision, "tables": tables}
    lines = [header, *rows, {"rows": len(rows)}]
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    return len(rows)


def test_every_revision_is_tried() -> None:
    assert list(ROWS) == known_revisions()


@pytest.mark.parametrize("revision", ROWS)
def test_an_upgrade_keeps_every_row(revision: str, database: str, tmp_path: Path) -> None:
    file = tmp_path / "old.gz"
    count = old_backup(revision, file)
    assert restore(file, database) == count
    kept = [json.loads(line) for line in dump(database)]
    assert kept[0]["revision"] == known_revisions()[-1]
    for name, columns in ROWS[revision].items():
        (row,) = (line for line in kept[1:-1] if line[0] == name)
        now = dict(zip(kept[0]["tables"][name], row[1:], strict=True))
        assert all(now[column] in (7, True, "c2Vl", "us") for column in columns)
    on(database, lambda store: store.database.check())
