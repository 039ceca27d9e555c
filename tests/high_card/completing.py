"""A position of High Card as one seat sees it becomes a whole one."""

from high_card.rules import CARDS, State
from sidings.games.reading import Position, Unseen, leaves, listed


def complete(position: Position, s: State) -> Position:
    """The cards that are shown nowhere lie in the hands that are not shown, and in the deck."""
    hands = listed(position.get("hands"), "hands", s.players)
    shown = set(leaves(hands, position.get("played"), position.get("deck")))
    unseen = Unseen(card for card in range(1, CARDS + 1) if card not in shown)
    filled = [unseen.pile(hand, "hands") for hand in hands]
    return {**position, "hands": filled, "deck": unseen.rest(position.get("deck"), "deck")}
