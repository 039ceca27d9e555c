"""High Card drawn for a terminal."""

from collections.abc import Sequence

from rich.text import Text

from high_card.rules import HIDDEN, NONE, State


def draw(s: State, seat: int, names: Sequence[str]) -> Text:
    lines = []
    for player in range(s.players):
        hand = [card for card in s.hands[player].tolist() if card != NONE]
        shown = " ".join("?" if card == HIDDEN else str(card) for card in hand)
        lines.append(f"{names[player]}: {s.played[player] or '-'}  ({shown})")
    return Text("\n".join(lines))
