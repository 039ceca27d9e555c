"""Continental Express: a position as one seat sees it becomes a whole one (docs/notation.md)."""

from collections.abc import Sequence
from copy import copy
from typing import Any

from sidings.errors import BadPosition
from sidings.games.continental_express.loading import Supply, load_depots, load_lines
from sidings.games.continental_express.rules import (
    COLOURS,
    CONTRACT_NAMES,
    DIRECTING,
    INVESTING,
    INVESTOR,
    LOCOMOTIVE,
    OBJECTIVES,
    PHASES,
    SMALL_CARDS,
    TAKING,
    TOKENS_OF_COLOUR,
    WAGON_KINDS,
    State,
)
from sidings.games.continental_express.text import LINE_NAMES, Names
from sidings.games.reading import (
    Position,
    Unseen,
    choice,
    integer,
    leaves,
    listed,
    mapped,
)


def complete(position: Position, s: State, kinds: Names) -> Position:
    """CE-29: a position as one seat sees it, with every card in some place."""
    seats = range(s.players)
    whole: Position = {
        "phase": PHASES[TAKING],
        "wagons": [{} for _ in seats],
        "tickets": [0 for _ in seats],
        "tokens": [{} for _ in seats],
        "validated": [[] for _ in seats],
        "objective_pile": None,
        "offered": None,
        "idle": 0,
        "last_turns": None,
        **position,
    }
    whole["wagons"] = _counts(whole["wagons"], kinds[1 : LOCOMOTIVE + 1])
    whole["tokens"] = _counts(whole["tokens"], COLOURS)
    whole.setdefault("bank", _bank(whole["tokens"]))
    _complete_objectives(whole)
    _complete_contracts(whole)
    if "lines" in whole and "piles" in whole:
        whole["piles"] = _piles(whole, s, kinds)
    return whole


def _counts(values: Any, names: Sequence[str]) -> Any:
    """For each seat a count of everything; what is not named is 0."""
    zeros = dict.fromkeys(names, 0)
    if not isinstance(values, list):
        return values
    return [{**zeros, **one} if isinstance(one, dict) else one for one in values]


def _bank(tokens: Any) -> dict[str, int]:
    """The tokens that nobody has."""
    left = dict.fromkeys(COLOURS, TOKENS_OF_COLOUR)
    for counts in listed(tokens, "tokens"):
        for colour, value in zip(COLOURS, mapped(counts, "tokens", COLOURS), strict=True):
            left[colour] -= integer(value, "tokens", 0, TOKENS_OF_COLOUR)
    return left


def _complete_objectives(whole: Position) -> None:
    pile = whole["objective_pile"]
    shown = set(leaves(whole.get("objectives"), whole["validated"], pile))
    unseen = Unseen(number for number in range(1, OBJECTIVES + 1) if number not in shown)
    whole["objective_pile"] = unseen.rest(pile, "objective_pile")


def _complete_contracts(whole: Position) -> None:
    shown = set(leaves(whole.get("contracts"), whole["offered"]))
    unseen = Unseen(name for name in CONTRACT_NAMES if name not in shown)
    if "contracts" in whole:
        whole["contracts"] = unseen.pile(whole["contracts"], "contracts")
    if isinstance(whole["offered"], list):
        whole["offered"] = [unseen.pile(two, "offered") for two in whole["offered"]]


# --- Small cards


def _piles(whole: Position, s: State, kinds: Names) -> dict[str, Any]:
    """The piles with the cards that are shown nowhere, less those that have left the game."""
    scratch = copy(s)
    scratch.phase = choice(whole["phase"], "phase", PHASES)
    supply = Supply(scratch, kinds)
    load_lines(whole, scratch, supply)
    load_depots(whole, scratch, kinds, supply)
    piles = mapped(whole["piles"], "piles", LINE_NAMES)
    for value in leaves(*piles):
        if value in kinds[1:]:
            supply.card(value, "piles")
    counted = [integer(pile, "piles", 0, SMALL_CARDS) for pile in piles if type(pile) is int]
    unknown = sum(counted) + sum(value == "?" for value in leaves(*piles))
    left: list[int] = supply.left.tolist()
    if unknown > sum(left):
        raise BadPosition("piles", f"only {sum(left)} cards are not shown elsewhere, not {unknown}")
    _leave(left, sum(left) - unknown, whole, scratch)
    unseen = Unseen(kinds[kind] for kind, number in enumerate(left) for _ in range(number))
    return {line: unseen.pile(pile, "piles") for line, pile in zip(LINE_NAMES, piles, strict=True)}


def _leave(left: list[int], gone: int, whole: Position, s: State) -> None:
    """Take so many cards out of ``left``: the likeliest to have left the game.

    A position does not tell which they are, but the character that acts has left, and so have the
    wagons of the objectives that were validated (CE-11, CE-12). The rest go in proportion.
    """
    likely = [INVESTOR + s.phase - INVESTING] if INVESTING <= s.phase <= DIRECTING else []
    for objective in leaves(whole["validated"]):
        if type(objective) is int and 1 <= objective <= OBJECTIVES:
            for kind in range(1, WAGON_KINDS + 1):
                likely += [kind] * int(s.needs[objective, kind - 1])
    for kind in likely:
        spent = kind if left[kind] > 0 else LOCOMOTIVE
        if gone > 0 and left[spent] > 0:
            left[spent] -= 1
            gone -= 1
    total = sum(left)
    shares = [number * gone / total if total else 0.0 for number in left]
    for kind, share in enumerate(shares):
        left[kind] -= int(share)
    by_remainder = sorted(range(len(left)), key=lambda kind: int(shares[kind]) - shares[kind])
    for kind in by_remainder[: gone - sum(map(int, shares))]:
        left[kind] -= 1
