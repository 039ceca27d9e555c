"""The counters of a game that has none."""

from sidings.kernel import Array, Record, kernel
from sidings.lab.counters.verbs import Counter

COUNTERS: tuple[Counter, ...] = ()


@kernel
def note(s: Record, action: int, counts: Array) -> None:
    return


@kernel
def conclude(s: Record, counts: Array) -> None:
    return
