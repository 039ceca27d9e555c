"""``sidings analyse``: what decided a game, in the terminal."""

from pathlib import Path

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sidings.lab.analysis import Analysis, Moment, analyse_game
from sidings.lab.progress import progress_bar

BLOCKS = "▁▂▃▄▅▆▇█"
COLOURS = {"doubtful": "yellow", "mistake": "dark_orange", "blunder": "red"}
WIDEST_CURVE = 60


def show_analysis(record: Path, playouts: int, seed: int) -> None:
    """Analyse a record and print what was found."""
    console = Console()
    with progress_bar("moves", Console(stderr=True)) as report:
        found = analyse_game(record, playouts=playouts, seed=seed, report=report)
    console.print(drawn(found))


def drawn(found: Analysis) -> RenderableType:
    """The sums by seat, the course of the game, and the moments that mattered."""
    told = found.turning_points()
    return Group(
        _sums(found),
        _curves(found),
        Text(),
        Text(found.luckiest(), "bold"),
        _moments(found, told) if told else Text("No move was clearly wrong, no card decisive."),
    )


def _sums(found: Analysis) -> Grid:
    end = "result" if found.finished else "so far"
    grid = Grid(
        "", "start", "skill", "luck", "rest", end, "decisions", "error of each", box=box.SIMPLE
    )
    for column in grid.columns[1:]:
        column.justify = "right"
    for i, name in enumerate(found.names):
        sums = (found.start[i], found.skill[i], found.luck[i], found.rest[i], found.result[i])
        points = [f"{100 * value:+.0f}" for value in sums[1:4]]
        grid.add_row(
            Text(name), f"{100 * sums[0]:.0f}", *points, f"{100 * sums[4]:.0f}",
            str(len(found.decisions(i + 1))), f"{100 * found.error(i + 1):.1f}",
        )  # fmt: skip
    return grid


def _curves(found: Analysis) -> Grid:
    """Each seat's chance to win, from the deal to the end."""
    grid = Grid.grid(padding=(0, 1))
    curves = [one.chances for one in found.moments if one.chances]
    if not curves:
        return grid
    shown = min(WIDEST_CURVE, len(curves))
    picked = [curves[i * (len(curves) - 1) // max(shown - 1, 1)] for i in range(shown)]
    for i, name in enumerate(found.names):
        heights = [min(int(chances[i] * len(BLOCKS)), len(BLOCKS) - 1) for chances in picked]
        grid.add_row(Text(name), Text("".join(BLOCKS[height] for height in heights)))
    return grid


def _moments(found: Analysis, told: list[Moment]) -> Grid:
    grid = Grid("move", "", "played", "", "better", "why", box=box.SIMPLE)
    for one in told:
        marks = [] if one.mark == "good" else [f"{one.mark}, {100 * one.error:.0f} points"]
        if one.fortune:
            marks.append(f"{one.fortune}, {100 * one.luck[one.seat - 1]:+.0f} points")
        wrong = one.mark != "good"
        grid.add_row(
            str(one.number), Text(found.names[one.seat - 1]), Text(one.move),
            Text("; ".join(marks), COLOURS.get(one.mark, "")),
            Text(one.better if wrong else ""), Text(one.why if wrong else ""),
        )  # fmt: skip
    return grid
