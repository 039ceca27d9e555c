"""What a network learns to foretell, compiled."""

from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import rank, score


@kernel
def reward(s: Record, lead: float, before: Array, places: Array, rewards: Array) -> None:
    """What each seat has reached: its share of the win, or its lead in the round."""
    if lead == 0.0:
        rank(s, places)
        for seat in range(s.players):
            rewards[seat] = share_of_win(places, s.players, seat)
        return
    score(s, places)
    total = 0.0
    for seat in range(s.players):
        total += places[seat] - before[seat]
    for seat in range(s.players):
        mine = float(places[seat] - before[seat])
        rewards[seat] = ((total - mine) / (s.players - 1) - mine) / lead
