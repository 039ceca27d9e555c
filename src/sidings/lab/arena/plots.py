"""The picture of a tournament: the ladder of ratings and the matrix of wins."""

from pathlib import Path

import numpy as np

from sidings.extras import needs
from sidings.lab.arena.standings import Standings
from sidings.lab.statistics import SIGMAS

NAME_SHOWN = 24


def plot_standings(standings: Standings, path: Path | str, title: str) -> None:
    """Draw the rating ladder and the win matrix side by side into a PNG file."""
    needs("a picture", "matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    ladder = standings.ladder
    names = [_short(one.bot) for one in ladder]
    figure = Figure(figsize=(11, 2.2 + 0.55 * len(ladder)), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title)
    left, right = figure.subplots(1, 2)

    errors = [SIGMAS * one.uncertainty for one in ladder]
    ratings = [one.rating for one in ladder]
    left.errorbar(ratings, names, xerr=errors, fmt="o", color="#1b6ca8", capsize=4)
    left.set(title="Rating, 95 %", xlabel="OpenSkill", ylim=(len(names) - 0.5, -0.5))
    left.grid(axis="x", alpha=0.3)

    rates = [[standings.beats(one.bot, other.bot) for other in ladder] for one in ladder]
    shares = np.array([[np.nan if rate is None else rate.rate for rate in row] for row in rates])
    right.imshow(shares, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto")
    right.set(title="How often the row comes in before the column")
    right.set_xticks(range(len(names)), names, rotation=30, ha="right")
    right.set_yticks(range(len(names)), names)
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            right.text(column, row, f"{share:.0%}", ha="center", va="center")
    figure.savefig(path, dpi=120)


def _short(name: str) -> str:
    return name if len(name) <= NAME_SHOWN else name[: NAME_SHOWN - 1] + "…"
