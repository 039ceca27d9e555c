"""What the places at the end of a game are worth: equals share a win."""

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array


@kernel
def share_of_win(places: Array, players: int, seat: int) -> float:
    """The part of the win that a seat has: 1, a fraction if several are first, or 0."""
    winners = 0
    for other in range(players):
        winners += places[other] == 1
    return 1.0 / winners if places[seat] == 1 else 0.0
