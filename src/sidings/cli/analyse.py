"""``sidings analyse``: what decided a game, in the terminal."""

from pathlib import Path

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sidings.bots.advice import why
from sidings.bots.analysis import Analysis, Moment
from sidings.lab.analysis import analyse_game
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
    told = [found.moments[number - 1] for number in found.turning_points]
    return Group(
        _sums(found),
        _curves(found),
        Text(),
        Text(luckiest(found), "bold"),
        _moments(found, told) if told else Text("No move was clearly wrong, no card decisive."),
    )


def luckiest(found: Analysis) -> str:
    """One honest sentence about the luck of the game."""
    if not found.luckiest:
        return "The cards favoured nobody."
    first, last = (found.names[seat - 1] for seat in (found.luckiest, found.unluckiest))
    than = "" if len(found.names) == 2 else f" than {last}"
    points = "one point" if found.luckier == 1 else f"{found.luckier} points"
    return f"{first} was {points} luckier{than}."


def _sums(found: Analysis) -> Grid:
    end = "result" if found.finished else "so far"
    columns = ("", "start", "skill", "luck", "rest", end, "decisions", "error of each", "accuracy")
    grid = Grid(*columns, "plays like", box=box.SIMPLE)
    for column in grid.columns[1:-1]:
        column.justify = "right"
    for name, one in zip(found.names, found.seats, strict=True):
        points = [f"{100 * value:+.0f}" for value in (one.skill, one.luck, one.rest)]
        grid.add_row(
            Text(name), f"{100 * one.start:.0f}", *points, f"{100 * one.result:.0f}",
            str(one.decisions), f"{100 * max(one.error, 0.0):.1f}", f"{one.accuracy:.0%}",
            one.rating,
        )  # fmt: skip
    return grid


def _curves(found: Analysis) -> Grid:
    """Each seat's chance to win, from the deal to the end."""
    grid = Grid.grid(padding=(0, 1))
    curves = [one.chances for one in found.moments]
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
        marks, better, reason = [], "", ""
        if one.decision is not None and one.mark != "good":
            marks.append(f"{one.mark}, {100 * one.decision.error:.0f} points")
            better, reason = one.decision.better, why(one.decision.why, one.decision.despite)
        if one.fortune:
            marks.append(f"very {one.fortune}, {100 * one.luck[one.seat - 1]:+.0f} points")
        grid.add_row(
            str(one.number), Text(found.names[one.seat - 1]), Text(one.move),
            Text("; ".join(marks), COLOURS.get(one.mark, "")), Text(better), Text(reason),
        )  # fmt: skip
    return grid
