"""The deck of Continental Express: small cards, objectives and tokens, from a TOML file."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from sidings.errors import BadDeck, shown
from sidings.games.continental_express.rules import (
    COLOURS,
    OBJECTIVES,
    TOKENS_OF_COLOUR,
    WAGON_KINDS,
)
from sidings.games.contract import Deck

# CE-1
WAGONS_IN_ALL, TICKETS, CHARACTERS_IN_ALL = 58, 12, 10
OTHERS = ("ticket", "derailment", "fire")
CHARACTERS = ("investor", "pickpocket", "pointsman", "director")
RESERVED = ("locomotive", *OTHERS, *CHARACTERS)

MOST_WAGONS, MOST_POINTS, LONGEST_NAME = 6, 99, 16


@dataclass(frozen=True)
class Objective:
    colour: int
    wagons: tuple[int, ...]  # how many of each of the five kinds
    points: int


@dataclass(frozen=True)
class CardList:
    """A checked deck. ``kinds`` names each kind of small card by its code; code 0 is no card."""

    kinds: tuple[str, ...]
    copies: tuple[int, ...]
    objectives: tuple[Objective, ...]
    reconstructed: bool


def load_deck(deck: Deck | None) -> CardList:
    """The deck from a file, from the same content as a mapping, or by default ours."""
    if isinstance(deck, Mapping):
        return _Check("deck", "", deck).card_list()
    if deck is None:
        text, source = files(__package__).joinpath("deck.toml").read_text("utf-8"), "deck.toml"
    elif isinstance(deck, str | os.PathLike):
        text, source = _read(Path(deck)), str(deck)
    else:
        raise BadDeck("deck", 0, f"expected a file or its content, not {shown(deck)}")
    return _Check(source, text, _parse(text, source)).card_list()


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise BadDeck(str(path), 0, f"cannot be read: {error}") from None


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = re.search(r" \(at line (\d+), column \d+\)", str(error))
        line = int(place[1]) if place else len(text.splitlines())
        reason = str(error).replace(place[0], "") if place else str(error)
        raise BadDeck(source, line, f"this is not TOML: {reason}") from None


class _Check:
    """CE-1: the content of a deck, held against the totals. Errors name the line."""

    def __init__(self, source: str, text: str, data: Mapping[str, Any]) -> None:
        self._source = source
        self._text = text
        self._data = data

    def card_list(self) -> CardList:
        known = ("reconstructed", "wagons", "others", "characters", "tokens", "objectives")
        for key in self._data:
            if key not in known:
                raise self._bad(f"{shown(key)} has no place in a deck", key)
        reconstructed = self._data.get("reconstructed", False)
        if not isinstance(reconstructed, bool):
            raise self._bad("reconstructed is true or false", "reconstructed")
        wagons = self._wagons()
        others = self._counts("others", OTHERS)
        for name, copies in zip(OTHERS, (TICKETS, 1, 1), strict=True):
            if others[name] != copies:
                raise self._bad(f"{name} is {others[name]}, not {copies} (CE-1)", "others", name)
        characters = self._counts("characters", CHARACTERS)
        self._check_sum("characters", characters, CHARACTERS_IN_ALL)
        tokens = self._counts("tokens", COLOURS)
        for name, count in tokens.items():
            if count != TOKENS_OF_COLOUR:
                raise self._bad(f"{name} is {count}, not {TOKENS_OF_COLOUR} (CE-1)", "tokens", name)
        kinds = wagons | others | characters
        return CardList(
            kinds=("", *kinds),
            copies=(0, *kinds.values()),
            objectives=self._objectives(list(wagons)[:WAGON_KINDS]),
            reconstructed=reconstructed,
        )

    def _wagons(self) -> dict[str, int]:
        """The commonest kind first, so that the same deck deals alike in whatever order it came."""
        wagons = self._counts("wagons", None)
        for name in wagons:
            if name in RESERVED and name != "locomotive":
                raise self._bad(f"{name} is no name for a kind of wagon", "wagons", name)
            if not (name.isalpha() and name.islower() and len(name) <= LONGEST_NAME):
                expected = f"a word of at most {LONGEST_NAME} lower-case letters"
                raise self._bad(f"expected {expected}, not {shown(name)}", "wagons", name)
        if "locomotive" not in wagons or len(wagons) != WAGON_KINDS + 1:
            raise self._bad("expected five kinds of wagons and locomotive (CE-1)", "wagons")
        self._check_sum("wagons", wagons, WAGONS_IN_ALL)
        names = sorted(wagons, key=lambda name: (name == "locomotive", -wagons[name], name))
        return {name: wagons[name] for name in names}

    def _counts(self, table: str, names: tuple[str, ...] | None) -> dict[str, int]:
        """A table of positive numbers; with exactly these names, if any are given."""
        counts = self._data.get(table)
        if not isinstance(counts, Mapping):
            raise self._bad(f"expected a table [{table}]", table)
        for name, count in counts.items():
            if not isinstance(name, str) or (names and name not in names):
                raise self._bad(f"{shown(name)} has no place in [{table}]", table, name)
            if type(count) is not int or not 0 < count <= WAGONS_IN_ALL:
                expected = f"a number from 1 to {WAGONS_IN_ALL}"
                raise self._bad(f"{name} is {expected}, not {shown(count)}", table, name)
        for name in names or ():
            if name not in counts:
                raise self._bad(f"{name} is missing from [{table}]", table)
        return {name: counts[name] for name in names or counts}

    def _check_sum(self, table: str, counts: Mapping[str, int], expected: int) -> None:
        found = sum(counts.values())
        if found != expected:
            raise self._bad(f"the {table} are {found} in all, not {expected} (CE-1)", table)

    def _objectives(self, kinds: list[str]) -> tuple[Objective, ...]:
        objectives = self._data.get("objectives")
        if not isinstance(objectives, list | tuple) or len(objectives) != OBJECTIVES:
            found = len(objectives) if isinstance(objectives, list | tuple) else "none"
            raise self._bad(f"expected {OBJECTIVES} objectives, found {found}", "objectives")
        return tuple(self._objective(entry, i, kinds) for i, entry in enumerate(objectives))

    def _objective(self, entry: object, index: int, kinds: list[str]) -> Objective:
        where = f"objective {index + 1}"
        if not isinstance(entry, Mapping) or set(entry) != {"colour", "wagons", "points"}:
            reason = f"{where} has exactly a colour, wagons and points"
            raise self._bad(reason, "objectives", index=index)
        colour, wagons, points = entry["colour"], entry["wagons"], entry["points"]
        if not isinstance(colour, str) or colour not in COLOURS:
            reason = f"the colour of {where} is one of {', '.join(COLOURS)}, not {shown(colour)}"
            raise self._bad(reason, "objectives", "colour", index)
        if not isinstance(wagons, list | tuple) or not 1 <= len(wagons) <= MOST_WAGONS:
            reason = f"{where} shows 1 to {MOST_WAGONS} wagons, not {shown(wagons)}"
            raise self._bad(reason, "objectives", "wagons", index)
        for wagon in wagons:
            if not isinstance(wagon, str) or wagon not in kinds:
                reason = f"a wagon of {where} is one of {', '.join(kinds)}, not {shown(wagon)}"
                raise self._bad(reason, "objectives", "wagons", index)
        if type(points) is not int or not 1 <= points <= MOST_POINTS:
            reason = f"{where} is worth 1 to {MOST_POINTS} points, not {shown(points)}"
            raise self._bad(reason, "objectives", "points", index)
        return Objective(COLOURS.index(colour), tuple(map(wagons.count, kinds)), points)

    def _bad(self, reason: str, table: object, key: object = "", index: int = 0) -> BadDeck:
        """The nearest line there is: the key's, its table's, or (0) the file as a whole."""
        lines: Mapping[Any, int] = _lines(self._text)
        places = ((table, index, key), (table, index, ""), ("", 0, table))
        line = next((lines[place] for place in places if place in lines), 0)
        return BadDeck(self._source, line, reason)


HEADER = re.compile(r"\s*\[+\s*([^\[\]]+?)\s*\]+\s*(#.*)?")
ENTRY = re.compile(r"\s*[\"']?([^\"'=]+?)[\"']?\s*=.*")


def _lines(text: str) -> dict[tuple[str, int, str], int]:
    """The line of each table and key as one usually writes them, for tomllib does not tell.

    Tables of the same name are counted from 0; a table's own line has the key "".
    """
    lines: dict[tuple[str, int, str], int] = {}
    table, index = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := HEADER.fullmatch(line):
            table = header[1]
            index = sum(1 for name, _, key in lines if name == table and key == "")
            lines[table, index, ""] = number
        elif entry := ENTRY.fullmatch(line):
            lines.setdefault((table, index, entry[1]), number)
    return lines


def as_data(cards: CardList) -> dict[str, Any]:
    """The deck as plain data, for a record."""
    copies = dict(zip(cards.kinds, cards.copies, strict=True))
    wagons = cards.kinds[1 : WAGON_KINDS + 1]
    return {
        "reconstructed": cards.reconstructed,
        "wagons": {name: copies[name] for name in (*wagons, "locomotive")},
        "others": {name: copies[name] for name in OTHERS},
        "characters": {name: copies[name] for name in CHARACTERS},
        "tokens": dict.fromkeys(COLOURS, TOKENS_OF_COLOUR),
        "objectives": [
            {
                "colour": COLOURS[objective.colour],
                "wagons": [
                    name
                    for name, count in zip(wagons, objective.wagons, strict=True)
                    for _ in range(count)
                ],
                "points": objective.points,
            }
            for objective in cards.objectives
        ],
    }
