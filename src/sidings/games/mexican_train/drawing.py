"""Mexican Train drawn for the terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sidings.games.mexican_train.doubles import waits
from sidings.games.mexican_train.state import (
    DOMINOES,
    DRAW,
    HIDDEN,
    HIGH,
    LOW,
    MEXICAN,
    NONE,
    OVER,
    State,
    open_trains,
)
from sidings.games.mexican_train.text import hand, laid, legal

SHOWN = 5  # dominoes of a train; older ones are folded
HAND_WIDTH = 70
LOCOMOTIVE = "▟█▙▖"
OPEN_END, LIFTED, ALARM, MARKER = "bold reverse", "bold", "bold red", "bold yellow"
DIM, TITLE = "dim", "bold"

# One colour for each locomotive, the Mexican train's last; and for the pips of each number.
TRAIN_COLOURS = (
    "red", "blue", "green", "yellow", "magenta", "cyan", "bright_red", "bright_blue", "white",
)  # fmt: skip
PIP_COLOURS = (
    "white", "cyan", "green", "red", "yellow", "blue", "magenta", "bright_cyan", "bright_green",
    "bright_red", "bright_yellow", "bright_blue", "bright_magenta", "cyan", "green", "red",
    "yellow", "blue", "magenta",
)  # fmt: skip


def draw(s: State, seat: int, names: Sequence[str]) -> RenderableType:
    return Group(_station(s), Text(), _trains(s, seat, names), Text(), _hands(s, seat, names))


def _station(s: State) -> Text:
    return Text.assemble(
        ("Station ", TITLE),
        _domino(s.engine, s.engine),
        f"   Round {s.round_number} of {s.rounds}   Boneyard ",
        (str(s.boneyard_size), TITLE if s.boneyard_size else ALARM),
    )


def _trains(s: State, seat: int, names: Sequence[str]) -> RenderableType:
    """The Mexican train, opponents in turn order, then the viewer's own train at the bottom."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(width=16, no_wrap=True)
    grid.add_column(justify="right", width=4)
    grid.add_column(justify="right", width=6)
    grid.add_row("", "", Text("hand", DIM), Text("points", DIM))
    grid.add_row(_signal(s, MEXICAN), "m Mexican train", "", "", *_train(s, MEXICAN))
    for order in range(1, s.players + 1):
        other = (max(seat, 0) + order) % int(s.players)
        hand_size, points = str(s.hand_sizes[other]), str(s.scores[other])
        name = _name(s, other, seat, names)
        grid.add_row(_signal(s, other), name, hand_size, points, *_train(s, other))
    return grid


def _signal(s: State, train: int) -> Text:
    """Is the train open to the player in turn?"""
    if s.phase != OVER and open_trains(s) >> train & 1:
        return Text("●", "green")
    return Text("○", DIM)


def _name(s: State, seat: int, viewer: int, names: Sequence[str]) -> Text:
    name = Text(f"{seat + 1} {names[seat]}", TITLE if seat == viewer else "")
    if seat == s.turn and s.phase != OVER:
        name.append(" ◀")
    return name


def _train(s: State, train: int) -> tuple[Text, Text]:
    """The locomotive; the last dominoes, the open end highlighted, and what lies there."""
    text = Text(no_wrap=True)
    dominoes = laid(s, train)
    if not dominoes:
        text.append(f" {s.end[train]} ", OPEN_END).append(" not begun", DIM)
    if len(dominoes) > SHOWN:
        text.append(f"+{len(dominoes) - SHOWN}… ", DIM)
    for inner, outer in dominoes[-SHOWN:]:
        text.append(_domino(inner, outer))
    if dominoes:
        text.stylize(OPEN_END, len(text) - 1 - len(str(s.end[train])), len(text) - 1)
    if waits(s, train):
        text.append(f" confirm {s.end[train]}!", ALARM)
    if s.markers >> train & 1:
        text.append(" ⚑ marked", MARKER)
    return Text(LOCOMOTIVE, TRAIN_COLOURS[train]), text


def _hands(s: State, seat: int, names: Sequence[str]) -> RenderableType:
    """The viewer's hand, at the end everybody's; what can be played is lifted."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=17, no_wrap=True)
    grid.add_column(width=HAND_WIDTH)
    playable = _playable(s) if seat == s.turn and s.phase != OVER else set()
    for other in range(s.players):
        dominoes = Text(" ").join(_in_hand(domino, domino in playable) for domino in hand(s, other))
        if dominoes:
            grid.add_row(Text("Your hand" if other == seat else names[other], TITLE), dominoes)
    if s.drawn == HIDDEN:
        grid.add_row(Text(names[s.turn], TITLE), Text("drew a domino", MARKER))
    elif s.drawn != NONE:
        grid.add_row(Text("You drew", TITLE), _in_hand(int(s.drawn), s.drawn in playable))
    return grid


def _playable(s: State) -> set[int]:
    return {action % DOMINOES for action in legal(s) if action < DRAW}


def _in_hand(domino: int, playable: bool) -> Text:
    if not playable:
        return Text(f"{LOW[domino]}|{HIGH[domino]}", DIM)
    lifted = _domino(LOW[domino], HIGH[domino])
    lifted.stylize(LIFTED)
    return lifted


def _domino(inner: int, outer: int) -> Text:
    return Text.assemble(
        "[", (str(inner), PIP_COLOURS[inner]), "|", (str(outer), PIP_COLOURS[outer]), "]"
    )
