"""Small positions of Continental Express, to be overridden key by key."""

import tomllib
from importlib.resources import files
from typing import Any

import sidings

DECK_FILE = files("sidings.games.continental_express").joinpath("deck.toml").read_text("utf-8")

WAGONS = ("boxcar", "coach", "tanker", "cattle", "diner", "locomotive")
COLOURS = ("blue", "yellow", "black", "red", "green")
CONTRACTS = ("blue", "yellow", "black", "red")
NO_CARD: list[str | None] = [None, None, None]
EMPTY: dict[str, Any] = {
    "lines": {"a": NO_CARD, "b": NO_CARD, "c": NO_CARD},
    "piles": {"a": [], "b": [], "c": []},
}


def position(players: int = 2, **given: Any) -> dict[str, Any]:
    """Seat 1 is to take a card; counts and lines may be given in part.

    Objectives 7 (three coaches), 17 (two tankers) and 5 (cattle, diner) are visible.
    """
    start: dict[str, Any] = {
        "game": "continental-express", "players": players, "options": {},
        "turn": 1, "phase": "take", "lines": {}, "piles": {}, "objectives": [7, 17, 5],
        "wagons": [], "tickets": [0] * players, "tokens": [], "validated": [[]] * players,
        "contracts": list(CONTRACTS[:players]), "offered": None, "idle": 0, "last_turns": None,
    }  # fmt: skip
    start |= given
    lines = {
        "a": ["boxcar", "coach", "tanker"],
        "b": ["cattle", "diner", "ticket"],
        "c": ["boxcar", "coach", "boxcar"],
    }
    start["lines"] = lines | start["lines"]
    start["piles"] = {"a": ["cattle"], "b": ["diner"], "c": ["tanker"]} | start["piles"]
    start["wagons"] = counts(start["wagons"], players, WAGONS)
    start["tokens"] = counts(start["tokens"], players, COLOURS)
    bank = {colour: 4 - sum(own[colour] for own in start["tokens"]) for colour in COLOURS}
    used = {*start["objectives"], *(n for own in start["validated"] for n in own)}
    pile = start.get("objective_pile", [])
    rest = [n for n in range(1, 21) if n not in used and n not in pile]
    return {"bank": bank} | start | {"objective_pile": pile + rest}


def counts(given: list[dict[str, int]], players: int, names: tuple[str, ...]) -> list[Any]:
    """Each seat's counts, with zeros for what is not mentioned."""
    return [dict.fromkeys(names, 0) | own for own in [*given, *[{}] * (players - len(given))]]


def loaded(players: int = 2, **given: Any) -> sidings.Table:
    return sidings.load(position(players, **given))


def laid_out(players: int = 2, seed: int = 0) -> sidings.Table:
    """A game in which everybody has chosen their first contract."""
    table = sidings.deal("continental-express", players=players, seed=seed)
    for _ in range(players):
        table.play("contract 1")
    return table


def after(*moves: str, players: int = 2, **given: Any) -> dict[str, Any]:
    """The position after some moves."""
    table = loaded(players, **given)
    for move in moves:
        table.play(move)
    return table.dump()


def effect(phase: str, line: str = "a", **given: Any) -> dict[str, Any]:
    """A position in which the character of ``phase`` was just taken from column 1 of a line."""
    cards = position()["lines"][line]
    return {"phase": phase, "lines": {line: [None, *cards[1:]]}} | given


def own_deck(**changes: Any) -> dict[str, Any]:
    """Our deck as data, with some of its tables replaced."""
    return tomllib.loads(DECK_FILE) | changes
