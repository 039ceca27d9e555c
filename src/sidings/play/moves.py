"""Reading a move that somebody typed: the action it names, or a typed error."""

import difflib
from collections.abc import Sequence
from typing import Any

from sidings.errors import IllegalMove, UnknownMove, shown
from sidings.games.contract import Game, Objection

NEAREST_SHOWN = 3
LONGEST_COMPARED = 80  # characters of a hostile text


def find_action(game: Game[Any], s: Any, legal: Sequence[int], move: object) -> int:
    """The legal action that ``move`` names in the state ``s``, or IllegalMove."""
    if not isinstance(move, str):
        raise UnknownMove(shown(move))
    found = game.read_move(s, move.split())
    if isinstance(found, int) and found in legal:
        return found
    written = [game.write_move(s, action) for action in legal]
    nearest = difflib.get_close_matches(move[:LONGEST_COMPARED], written, NEAREST_SHOWN, cutoff=0.3)
    if found is None:
        raise UnknownMove(shown(move).strip("'"), nearest)
    objection = found if isinstance(found, Objection) else game.object_to(s, found)
    raise IllegalMove(
        " ".join(move.split()),
        objection.rule,
        reason_of(game, objection),
        nearest,
        objection.code,
        objection.parameters,
    )


def reason_of(game: Game[Any], objection: Objection) -> str:
    """An objection in English."""
    words = game.objections.get(objection.code, objection.code)
    return words.format(**objection.parameters)
