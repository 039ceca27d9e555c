"""The counters of a game that has none."""

from typing import Any

from sidings.games.parts import Counter, Labels
from sidings.kernel import Array, Record, kernel

COUNTERS: tuple[Counter, ...] = ()


def labels(game: Any) -> Labels:
    """The headings and names that the report has for counters with several values."""
    return {}


@kernel
def note(s: Record, action: int, counts: Array) -> None:
    return


@kernel
def conclude(s: Record, counts: Array) -> None:
    return
