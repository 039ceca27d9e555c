"""What a judge is told of a game that has none: nothing."""

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record


@kernel
def see_all(s: Record, seat: int, scratch: Array, out: Array) -> None:
    pass
