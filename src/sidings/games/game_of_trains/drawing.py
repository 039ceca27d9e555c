"""Game of Trains drawn for the terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sidings.games.game_of_trains.rules import (
    ABILITIES,
    HIDDEN,
    NONE,
    PLACE_OF_POSITION,
    SETUP,
    WAGONS,
    State,
)

SIGNS = {
    "swap-adjacent": ("⇄", "swap two neighbours"),
    "swap-over-one": ("⤮", "swap over one"),
    "move-right": ("»", "move one two places right"),
    "move-left": ("«", "move one two places left"),
    "remove-left": ("✕··", "everybody loses the left wagon"),
    "remove-middle": ("·✕·", "everybody loses the middle wagon"),
    "remove-right": ("··✕", "everybody loses the right wagon"),
    "protect": ("⚿", "protect left, middle or right"),
}
RECONSTRUCTION = "Which card has which ability is a reconstruction: the booklets do not say."
ASCENDS, LOCKED, DIM, TITLE = "bold green", "bold yellow", "dim", "bold"


def draw(s: State, seat: int, names: Sequence[str]) -> RenderableType:
    return Group(_shared(s), Text(), *(_train(s, other, seat, names) for other in _order(s, seat)))


def _order(s: State, seat: int) -> list[int]:
    """Opponents in turn order, then the viewer's own train at the bottom."""
    first = max(seat, 0)
    return [(first + 1 + i) % s.players for i in range(s.players)]


def _shared(s: State) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_row(
        Text("Draw pile", TITLE), Text(f"{s.deck_size} cards, {s.discard_size} discarded", DIM)
    )
    for i in range(s.row_size):
        card = int(s.row[i])
        sign, words = SIGNS[ABILITIES[s.ability[card]]]
        head = Text("Row", TITLE) if i == 0 else Text()
        grid.add_row(head, Text.assemble((f"{sign:^5}", "cyan"), f"{words} ", (f"({card})", DIM)))
    if s.row_size == 0:
        grid.add_row(Text("Row", TITLE), Text("empty", DIM))
    return grid


def _train(s: State, seat: int, viewer: int, names: Sequence[str]) -> RenderableType:
    name = Text(f"{seat + 1} {names[seat]}", TITLE if seat == viewer else "")
    if seat == s.turn:
        name.append(" ◀")
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=18, no_wrap=True)
    grid.add_row(name, Text("▟█▙▖", "red"), *(_wagon(s, seat, i) for i in range(WAGONS)))
    below = [Text(_under(s, seat, i), LOCKED) for i in range(WAGONS)]
    grid.add_row(_held(s, seat), Text("ooo", DIM), *below)
    return grid


def _wagon(s: State, seat: int, position: int) -> Text:
    """A number; green where it ascends from its left neighbour."""
    card = int(s.trains[seat, position])
    if card == NONE:
        return Text("[  ]", DIM)
    ascends = position == 0 or s.trains[seat, position - 1] < card
    return Text(f"[{card:2}]", ASCENDS if ascends else "")


def _under(s: State, seat: int, position: int) -> str:
    place = PLACE_OF_POSITION[position]
    return f" {position + 1}{'⚿' if place >= 0 and s.locks[seat, place] != NONE else ' '}"


def _held(s: State, seat: int) -> Text:
    cards = [int(card) for card in s.drawn[seat] if card != NONE]
    if not cards or (s.phase == SETUP and cards[0] == HIDDEN):
        return Text()
    return Text("drew " + " ".join("?" if card == HIDDEN else str(card) for card in cards), LOCKED)
