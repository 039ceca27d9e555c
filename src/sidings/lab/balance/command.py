"""``sidings lab report`` as the command line runs it: progress, a page, tables."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from sidings.errors import BadOption
from sidings.extras import needs
from sidings.games.contract import Game
from sidings.lab.balance.study import Study, study
from sidings.lab.batch import columns, prepare_batch
from sidings.lab.folders import folder_name
from sidings.lab.policies import usual_policy
from sidings.lab.progress import progress_bar


def run_report(
    game: Game[Any],
    *,
    players: int | None,
    options: Mapping[str, Any],
    policy: str | None,
    games: int,
    seed: int,
    out: Path | None,
    console: Console | None = None,
) -> Path:
    """Play what the report needs and write it to a folder; returns the page."""
    needs("a report", "matplotlib", "jinja2")
    from sidings.lab.balance.page import write_page  # it imports both

    console = console or Console()
    policy = policy or usual_policy(game)
    batch = prepare_batch(game, policy, games=games, seed=seed, players=players, options=options)
    folder = out or Path("report") / folder_name(game.name, batch.players, [policy])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(f"{folder} cannot be a folder for the report: {error.strerror}") from None
    with progress_bar("games", console) as report:
        found = study(
            game, players=players, options=options, policy=policy, games=games, seed=seed,
            progress=report,
        )  # fmt: skip
    write_tables(found, folder)
    page = write_page(found, folder)
    console.print(f"Written: {page}, and its pictures and tables beside it.", soft_wrap=True)
    return page


def write_tables(found: Study, folder: Path) -> None:
    """The numbers of a report as CSV files: every game, what decides, what changes."""
    flat = columns(found.rows)
    games = zip(*(column.tolist() for column in flat.values()), strict=True)
    _write(folder / "games.csv", list(flat), games)
    _write(
        folder / "decides.csv",
        ["group", "name", "wins", "low", "high", "games", "mean"],
        ([f.group, f.name, *f.wins, f.games, f.mean] for f in found.factors),
    )
    _write(
        folder / "effects.csv",
        ["change", "measure", "before", "after", "difference", "error", "games_needed"],
        ([e.variant, e.measure, e.before, e.after, e.change, e.error, e.needed]
         for e in found.effects),
    )  # fmt: skip


def _write(path: Path, head: Sequence[str], lines: Iterable[Sequence[Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(lines)
