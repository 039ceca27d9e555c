"""The deck of Game of Trains: 84 numbers, each with an ability."""

import csv
import os
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from sidings.errors import BadDeck, shown
from sidings.games.contract import Deck
from sidings.games.game_of_trains.rules import ABILITIES, CARDS

HEADER = ["number", "ability"]


def load_deck(deck: Deck | None) -> dict[int, int]:
    """The ability of each number, from a file, from ``{number: ability}`` or by default ours."""
    if isinstance(deck, Mapping):
        rows = [(0, key if isinstance(key, str) else shown(key), deck[key]) for key in deck]
        return _check(rows, "deck")
    if deck is None:
        text, source = files(__package__).joinpath("deck.csv").read_text("utf-8"), "deck.csv"
    elif isinstance(deck, str | os.PathLike):
        text, source = _read(Path(deck)), str(deck)
    else:
        raise BadDeck("deck", 0, f"expected a file or its content, not {shown(deck)}")
    return _check(_rows(text, source), source)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise BadDeck(str(path), 0, f"cannot be read: {error}") from None


def _rows(text: str, source: str) -> list[tuple[int, str, str]]:
    try:
        lines = list(csv.reader(text.splitlines()))
    except csv.Error as error:
        raise BadDeck(source, 0, f"this is not CSV: {error}") from None
    if not lines or lines[0] != HEADER:
        raise BadDeck(source, 1, f"the first line must be {','.join(HEADER)}")
    rows = []
    for number, cells in enumerate(lines[1:], start=2):
        if len(cells) != len(HEADER):
            raise BadDeck(source, number, "expected a number and an ability")
        rows.append((number, cells[0], cells[1]))
    return rows


def _check(rows: Sequence[tuple[int, str, object]], source: str) -> dict[int, int]:
    """GT-1: every number once, each with one of the eight abilities."""
    abilities: dict[int, int] = {}
    for line, number, name in rows:
        card = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else 0
        if not 1 <= card <= CARDS:
            raise BadDeck(source, line, f"expected a number from 1 to {CARDS}, not {shown(number)}")
        if card in abilities:
            raise BadDeck(source, line, f"card {card} is there twice")
        if not isinstance(name, str) or name not in ABILITIES:
            raise BadDeck(
                source, line, f"{shown(name)} is no ability; they are {', '.join(ABILITIES)}"
            )
        abilities[card] = ABILITIES.index(name)
    missing = [card for card in range(1, CARDS + 1) if card not in abilities]
    if missing:
        raise BadDeck(source, 0, f"card {missing[0]} is missing")
    return abilities


def as_data(abilities: Mapping[int, int]) -> dict[str, Any]:
    """The deck as plain data, for a record."""
    return {str(card): ABILITIES[ability] for card, ability in sorted(abilities.items())}
