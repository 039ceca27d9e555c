"""What decided games that were written down: one in full, or many as an array.

>>> import sidings
>>> from sidings.lab.analysis import analyse_game
>>> table = sidings.deal("game-of-trains", players=2, seed=7)
>>> for _ in range(4):
...     table.play(table.moves()[0])
>>> found = analyse_game(table.record(), playouts=50)
>>> len(found.moments), abs(sum(seat.skill for seat in found.seats)) < 1e-9
(4, True)
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from sidings.bots.analysis import PLAYOUTS, Analysis
from sidings.bots.analyst import Analyst
from sidings.bots.search import finish
from sidings.kernel.record import Array
from sidings.play.record import replay


def analyse_game(
    record: str | Path,
    *,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    report: Callable[[int, int], None] = lambda done, moves: None,
) -> Analysis:
    """Analyse a record. The same seed and number of playouts find the same."""
    analyst = Analyst(replay(record), playouts=playouts, seed=seed)
    total = len(analyst.moves)
    return finish(analyst.work(), lambda: report(len(analyst.moments), total))


def analyse(records: Iterable[str | Path], **more: Any) -> Array:
    """A row for each seat of each record, as a structured array."""
    return np.array(list(_rows(records, **more)), ROW)


SUMS = ("start", "skill", "luck", "rest", "result", "decisions", "error", "accuracy")
ROW = np.dtype(
    [("record", np.int64), ("seat", np.int64)]
    + [(name, np.int64 if name == "decisions" else np.float64) for name in SUMS]
)


def _rows(records: Iterable[str | Path], **more: Any) -> Iterator[tuple[float, ...]]:
    for number, record in enumerate(records):
        for seat, sums in enumerate(analyse_game(record, **more).seats, start=1):
            yield (number, seat, *(getattr(sums, name) for name in SUMS))
