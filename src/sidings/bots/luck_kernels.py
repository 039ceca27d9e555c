"""The luck of a move, compiled: each way the piles can be cut or shuffled is played and valued."""

from sidings.bots.lookahead import UNIT, best_action
from sidings.bots.network import WINS, Room, Weights
from sidings.games.parts import chances, cut, hope
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, rank

SHUFFLES = 32  # that are compared, the true one among them


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
def _add_luck_of_shuffle(
    states: Array,
    action: int,
    work: Array,
    w: Weights,
    room: Room,
    actions: Array,
    places: Array,
    out: Array,
) -> None:
    """The value after an action less the average over other shuffles; nothing without a shuffle."""
    work[0] = states[0]
    apply(work[0], action)
    if work[0].shuffles == states[0].shuffles:
        return
    for number in range(SHUFFLES):
        work[0] = states[0]
        work[0].key[0] ^= number
        apply(work[0], action)
        work[0].key[0] ^= number  # the position is the same but for the shuffle
        weight = (1.0 if number == 0 else 0.0) - 1.0 / SHUFFLES
        add_prospects(work[0], weight, w, room, actions, places, out)


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
) -> None:
    """Add the luck of an action in ``states[0]`` to ``out``."""
    n = chances(states[0], action)
    if n == 0:
        _add_luck_of_shuffle(states, action, work, w, room, actions, places, out)
    for cards in range(n):
        work[0] = states[0]
        cut(work[0], cards)
        apply(work[0], action)
        weight = (1.0 if cards == 0 else 0.0) - 1.0 / n
        add_prospects(work[0], weight, w, room, actions, places, out)
