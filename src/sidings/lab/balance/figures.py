"""The pictures of a balance report, in the colours of the house."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sidings.kernel.record import Array
from sidings.lab.balance.measures import Difference, Factor
from sidings.lab.balance.study import Ahead, Skill
from sidings.lab.statistics import Rate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER, INK, MUTED, LINE = "#fffaf0", "#14284b", "#47526e", "#c3b48f"
RED, BLUE, PINE, BRASS = "#a9211a", "#1f3f77", "#1d5a43", "#85600f"

WIDTH = 4.4  # inches; narrow, so that letters are legible on a phone
ROW = 0.32  # inches for each line of an interval plot
LONGEST_LABEL = 34
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def draw(height: float, paint: "Callable[[Axes], None]") -> "Figure":
    """A figure with one set of axes, painted by a function."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.set_facecolor(PAPER)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(LINE)
    axes.tick_params(colors=INK, labelsize=12)
    axes.xaxis.label.set_fontsize(12)
    axes.xaxis.label.set_color(INK)
    paint(axes)
    return figure


def intervals(names: Sequence[str], rates: Sequence[Rate], expected: float, label: str) -> "Figure":
    """Shares with their 95 % intervals, beside what an equal share would be."""

    def paint(axes: "Axes") -> None:
        places = range(len(names))
        shares = np.array([rate.rate for rate in rates])
        errors = np.array([[r.rate - r.low for r in rates], [r.high - r.rate for r in rates]])
        colours = [
            PINE if rate.low > expected else RED if rate.high < expected else MUTED
            for rate in rates
        ]
        axes.axvline(100 * expected, color=BRASS, linewidth=1.5, linestyle="--")
        axes.hlines(places, 100 * (shares - errors[0]), 100 * (shares + errors[1]), colours, lw=3)
        axes.scatter(100 * shares, places, s=60, c=colours, zorder=3)
        axes.set_yticks(places, [_short(name) for name in names])
        axes.set(xlabel=label, ylim=(len(names) - 0.5, -0.5))
        axes.grid(axis="x", color=LINE, alpha=0.4)

    return draw(0.9 + ROW * len(names), paint)


def seats(rates: Sequence[Rate]) -> "Figure":
    names = [f"{ORDINALS[order]} player" for order in range(len(rates))]
    return intervals(names, rates, 1 / len(rates), "wins, %")


def decided(factors: Sequence[Factor], players: int) -> "Figure":
    names = [factor.name for factor in factors]
    return intervals(names, [factor.wins for factor in factors], 1 / players, "wins, %")


def ahead(moments: Sequence[Ahead], players: int) -> "Figure":
    names = [f"after {100 * one.moment:.0f} %" for one in moments]
    return intervals(names, [one.wins for one in moments], 1 / players, "the seat ahead wins, %")


def skills(found: Sequence[Skill], policy: str, players: int) -> "Figure":
    names = [f"against {one.weaker}" for one in found]
    return intervals(names, [one.wins for one in found], 1 / players, f"{policy} wins, %")


def lengths(moves: Array) -> "Figure":
    """How many moves a game takes."""

    def paint(axes: "Axes") -> None:
        axes.hist(moves, bins=_bins(moves), color=BLUE)
        axes.axvline(float(np.median(moves)), color=BRASS, linewidth=2, linestyle="--")
        axes.set(xlabel="moves (dashed: the median)", yticks=[])
        axes.spines["left"].set_visible(False)

    return draw(2.6, paint)


def scores(winners: Array, others: Array) -> "Figure":
    """What winners and others have at the end."""

    def paint(axes: "Axes") -> None:
        bins = _bins(np.concatenate([winners, others]))
        axes.hist(others, bins=bins, color=MUTED, alpha=0.55, density=True, label="the others")
        axes.hist(winners, bins=bins, color=RED, alpha=0.75, density=True, label="winners")
        axes.set(xlabel="points at the end", yticks=[])
        axes.spines["left"].set_visible(False)
        axes.legend(frameon=False, fontsize=12, labelcolor=INK)

    return draw(2.6, paint)


def lucks(kinds: Sequence[str], spreads: Sequence[float]) -> "Figure":
    """How much luck each kind of event brings."""

    def paint(axes: "Axes") -> None:
        axes.barh(range(len(kinds)), spreads, color=BRASS)
        axes.set_yticks(range(len(kinds)), [_short(kind) for kind in kinds])
        axes.set(xlabel="spread of luck, points per game", ylim=(len(kinds) - 0.5, -0.5))

    return draw(0.9 + ROW * len(kinds), paint)


def effects(found: Sequence[Difference]) -> "Figure":
    """One measure: how much each change moves it, with 95 % intervals."""

    def paint(axes: "Axes") -> None:
        scale = 100 if found[0].unit == "%" else 1
        places = range(len(found))
        changes = np.array([scale * one.change for one in found])
        errors = np.array([scale * one.error for one in found])
        colours = [(PINE if one.change > 0 else RED) if one.seen else MUTED for one in found]
        axes.axvline(0, color=BRASS, linewidth=1.5, linestyle="--")
        axes.hlines(places, changes - errors, changes + errors, colours, lw=3)
        axes.scatter(changes, places, s=60, c=colours, zorder=3)
        axes.set_yticks(places, [_short(one.variant) for one in found])
        axes.set(ylim=(len(found) - 0.5, -0.5))
        axes.grid(axis="x", color=LINE, alpha=0.4)

    figure = draw(0.9 + ROW * len(found), paint)
    unit = " (percentage points)" if found[0].unit == "%" else ""
    figure.supxlabel(f"{found[0].measure}{unit}", fontsize=12, color=INK)
    return figure


def save(figure: "Figure", path: Path) -> str:
    """Write a PNG file, and return the same picture as SVG for the page."""
    figure.savefig(path, dpi=160)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def _bins(values: Array) -> list[float]:
    """At most forty bins of whole numbers."""
    low, high = int(values.min()), int(values.max())
    step = max(1, -(-(high - low + 1) // 40))
    return [edge - 0.5 for edge in range(low, high + step + 1, step)]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1] + "…"
