"""The decks that the games bring with them: a module ``deck`` beside the rules, and its file."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from sidings.errors import BadOption
from sidings.games.contract import Game


@cache
def own_deck(game: type[Game[Any]]) -> Mapping[str, Any] | None:
    """The deck that a game is played with when none is given; None for one with a fixed set."""
    made = game()
    if not made.has_part("deck"):
        return None
    part = made.part("deck")
    data: Mapping[str, Any] = part.as_data(part.load_deck(None))
    return data


def deck_file(game: Game[Any]) -> str:
    """The text of the game's own deck file.

    >>> import sidings
    >>> deck_file(sidings.game("game-of-trains")).splitlines()[:2]
    ['number,ability', '1,move-right']
    """
    if game.has_part("deck"):
        for path in files(game.part("deck").__package__ or "").iterdir():
            if path.name.startswith("deck.") and not path.name.endswith(".py"):
                return path.read_text("utf-8")
    raise BadOption(f"{game.title} is played with a fixed set, not with a deck")
