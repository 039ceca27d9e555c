"""The luck of a move, compiled: each way the piles can be cut is played and valued."""

from sidings.bots.lookahead import UNIT, best_action
from sidings.bots.network import WINS, Room, Weights
from sidings.games.parts import chances, cut, hope
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, rank


@kernel
def add_prospects(
    s: Record, weight: float, w: Weights, room: Room, actions: Array, places: Array, out: Array
) -> None:
    """Add each seat's chance to win, so many times: the others share what the mover leaves them."""
    mover, players = actor(s), int(s.players)
    if mover < 0:
        rank(s, places)
        for seat in range(players):
            out[seat] += weight * share_of_win(places, players, seat)
        return
    _, value = best_action(s, w, room, actions)
    chance = 1.0 if value == WINS else hope(s, value * UNIT, mover)
    for seat in range(players):
        out[seat] += weight * (chance if seat == mover else (1.0 - chance) / (players - 1))


@kernel
def add_luck(
    states: Array,
    action: int,
    work: Array,
    w: Weights,
    room: Room,
    actions: Array,
    places: Array,
    out: Array,
) -> int:
    """Add the luck of an action in ``states[0]`` to ``out``; returns in how many ways it can go."""
    n = chances(states[0], action)
    for cards in range(n):
        work[0] = states[0]
        cut(work[0], cards)
        apply(work[0], action)
        weight = (1.0 if cards == 0 else 0.0) - 1.0 / n
        add_prospects(work[0], weight, w, room, actions, places, out)
    return n
