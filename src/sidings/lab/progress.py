"""How far a long piece of work is: a function that is called, and a bar on the terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Report = Callable[[int, int], None]  # is told how many games of how many are done


@contextmanager
def progress_bar(description: str, console: Console, *, visible: bool = True) -> Iterator[Report]:
    """A bar that disappears at the end; use what it yields to move it."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not visible) as bar:
        task = bar.add_task(description, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
