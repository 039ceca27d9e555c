"""Game of Trains: a position as one seat sees it becomes a whole one (docs/notation.md)."""

from sidings.games.game_of_trains.rules import CARDS, PHASES, SETUP, State
from sidings.games.game_of_trains.text import PLACE_NAMES
from sidings.games.reading import Position, Unseen, leaves


def complete(position: Position, s: State) -> Position:
    """GT-22: a position as one seat sees it, with every card in some place."""
    whole: Position = {
        "phase": "turn",
        "locks": [dict.fromkeys(PLACE_NAMES) for _ in range(s.players)],
        "row": [],
        "discard": 0,
        "deck": None,
        "drawn": None,
        **position,
    }
    drawn = whole["drawn"]
    places = [whole.get(key) for key in ("trains", "locks", "row", "deck", "discard")]
    shown = set(leaves([drawn], *places))
    unseen = Unseen(card for card in range(1, CARDS + 1) if card not in shown)
    if whole["phase"] == PHASES[SETUP] and isinstance(drawn, list):
        whole["drawn"] = [unseen.pile(cards, "drawn") for cards in drawn]
    else:
        whole["drawn"] = unseen.card(drawn, "drawn")
    whole["discard"] = unseen.pile(whole["discard"], "discard")
    whole["deck"] = unseen.rest(whole["deck"], "deck")
    return whole
