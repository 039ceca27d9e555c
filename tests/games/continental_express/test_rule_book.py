"""The pictures of the rule book of Continental Express show what the rules say."""

import re
from pathlib import Path

import pytest

from games.continental_express.positions import COLOURS, loaded
from rulebook import rule
from sidings.games.continental_express.rules import contract_points

BOOKS = Path(__file__).parents[3] / "docs" / "rules"
CONTRACT = re.compile(r"^contract (\S+) (.+) = (\d+)$", re.MULTILINE)


@rule("CE-22", "CE-24")
@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_what_a_contract_brings_in_the_book(language: str) -> None:
    book = (BOOKS / language / "continental-express.md").read_text("utf-8")
    shown = CONTRACT.findall(book)
    assert len(shown) == 2
    for contract, icons, points in shown:
        tokens = [{colour: icons.split().count(colour) for colour in COLOURS}, {}]
        table = loaded(contracts=[contract, "yellow"], tokens=tokens)
        assert contract_points(table.state, 0) == int(points)
