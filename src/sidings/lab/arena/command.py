"""``sidings arena`` as the command line runs it: progress, standings, a picture."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from sidings.extras import needs
from sidings.games.contract import Game
from sidings.lab.arena.contest import arena
from sidings.lab.arena.plots import plot_standings
from sidings.lab.folders import folder_name
from sidings.lab.progress import progress_bar


def run_arena(
    game: Game[Any],
    bots: Sequence[str],
    *,
    games: int,
    players: int,
    options: Mapping[str, Any],
    seed: int,
    time_limit: float | None,
    luck: bool,
    luck_playouts: int,
    jobs: int | None,
    out: Path | None,
    console: Console | None = None,
) -> None:
    """Play the tournament, print its standings and write them to a folder."""
    needs("a tournament", "openskill", "matplotlib")
    console = console or Console()
    folder = out or Path("arena") / folder_name(game.name, players, bots)
    try:
        with progress_bar("games", console) as report:
            standings = arena(
                game,
                bots,
                games=games,
                players=players,
                options=options,
                seed=seed,
                time_limit=math.inf if time_limit is None else time_limit,
                luck=luck,
                luck_playouts=luck_playouts,
                jobs=jobs,
                out=folder,
                progress=report,
            )
    except KeyboardInterrupt:
        console.print(f"Interrupted; the same command continues from {folder}.")
        raise SystemExit(130) from None
    console.print(standings)
    title = f"{game.title}, {players} players, {len(standings.games):,} games"
    plot_standings(standings, folder / "standings.png", title)
    console.print(f"Written to {folder}: games.csv, settings.json, standings.png", style="dim")
