"""A tournament as the command line shows it: progress, standings, and a picture."""

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from sidings.games.contract import Game
from sidings.lab.arena import arena
from sidings.lab.plots import plot_standings

LONGEST_NAME = 80  # of a folder


def run_arena(
    game: Game[Any],
    bots: Sequence[str],
    *,
    games: int,
    players: int,
    options: Mapping[str, Any],
    seed: int,
    time_limit: float | None,
    jobs: int | None,
    out: Path | None,
    console: Console | None = None,
) -> None:
    """Play the tournament, print its standings and write them to a folder."""
    console = console or Console()
    folder = out or Path("arena") / folder_name(game.name, players, bots)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("games", total=None)
        try:
            standings = arena(
                game,
                bots,
                games=games,
                players=players,
                options=options,
                seed=seed,
                time_limit=math.inf if time_limit is None else time_limit,
                jobs=jobs,
                out=folder,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
        except KeyboardInterrupt:
            bar.stop()
            console.print(f"Interrupted; the same command continues from {folder}.")
            raise SystemExit(130) from None
    console.print(standings)
    title = f"{game.title}, {players} players, {len(standings.games):,} games"
    plot_standings(standings, folder / "standings.png", title)
    console.print(f"Written to {folder}: games.csv, settings.json, standings.png", style="dim")


def folder_name(game: str, players: int, bots: Sequence[str]) -> str:
    """A folder for a tournament by what is played and who plays.

    >>> folder_name("game-of-trains", 2, ["thumb", "search:ms=50"])
    'game-of-trains-2-thumb-search-ms-50'
    """
    return re.sub(r"[^a-z0-9]+", "-", f"{game} {players} {' '.join(bots)}".lower())[:LONGEST_NAME]
