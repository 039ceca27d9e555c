"""Names for the folders that the lab writes."""

import re
from collections.abc import Sequence

LONGEST_NAME = 80


def folder_name(game: str, players: int, bots: Sequence[str]) -> str:
    """A folder's name from what is played and who plays.

    >>> folder_name("game-of-trains", 2, ["thumb", "search:ms=50"])
    'game-of-trains-2-thumb-search-ms-50'
    """
    return re.sub(r"[^a-z0-9]+", "-", f"{game} {players} {' '.join(bots)}".lower())[:LONGEST_NAME]
