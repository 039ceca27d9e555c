"""The levels: their names here, how each plays a game in the game's ``bot``."""

from collections.abc import Mapping
from typing import Any

from sidings.games.contract import Game
from sidings.games.parts import Level

LEVELS = ("novice", "casual", "club", "expert", "master")  # weakest first


def levels_of(game: Game[Any]) -> Mapping[str, Level]:
    """How each level plays the game."""
    levels: Mapping[str, Level] = game.part("bot").LEVELS
    return levels
