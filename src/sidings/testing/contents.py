"""Whether a game has all that generic code asks it for: its verbs, and what its parts must have."""

from collections.abc import Callable
from typing import Any

import numpy as np

from sidings.bots.levels import CHARACTERS, LEVELS, characters_of
from sidings.games.contract import Game
from sidings.kernel.verbs import bind_compiler
from sidings.testing.violation import BrokenContract

VERBS = ("deal", "actor", "legal", "apply", "score", "rank", "hide", "guess")
CONTENTS = {
    "text": ("write_move", "read_move", "object_to", "dump", "load", "cards"),
    "completing": ("complete",),
    "drawing": ("draw",),
    "view": ("view", "choices", "tell", "follow"),
    "bot": ("TERMS", "LEVELS", "rate", "settled", "worth"),
    "luck": ("chances", "cut"),
    "puzzles": ("SETTINGS", "theme"),
    "observation": ("FEATURES", "encode"),
    "counters": ("COUNTERS", "note", "conclude", "labels"),
    "gpu": ("DEEPEST", "AT_RANDOM", "WITH_THUMBS"),
}


def check_contents(game: Game[Any]) -> None:
    """Raise BrokenContract with the name of what is missing."""
    bound = _bound_verbs(game.dtype)
    missing = [f"rules.py has no {verb}" for verb in VERBS if verb not in bound]
    for part, names in CONTENTS.items():
        if part == "text" or game.has_part(part):
            missing += [f"{part}.py has no {name}" for name in names if _lacks(game, part, name)]
    if not missing and game.has_part("bot"):
        levels = game.part("bot").LEVELS
        missing += [f"LEVELS in bot.py has no {level}" for level in LEVELS if level not in levels]
        missing += [
            f"CHARACTERS in bot.py has {name}, which is none of {', '.join(CHARACTERS)}"
            for name in characters_of(game)
            if name not in CHARACTERS
        ]
    if missing:
        raise BrokenContract(f"{game.name}: {'; '.join(missing)}")


def _lacks(game: Game[Any], part: str, name: str) -> bool:
    """A function of a part may also be a method of the game."""
    if getattr(type(game), name, None) is not getattr(Game, name, None):
        return False
    return not (game.has_part(part) and hasattr(game.part(part), name))


def _bound_verbs(dtype: np.dtype[np.void]) -> set[str]:
    """The verbs that a game's modules have bound to its record type."""
    names: set[str] = set()

    def note(verb: Callable[..., Any]) -> Callable[..., None]:
        names.add(verb.__name__)
        return lambda _: None

    bind_compiler(dtype, note)
    return names
