"""The search of the learned network, compiled.

In each of many worlds that fit what the seat knows, every candidate is played on by the network,
which plays for all seats, until the seat is to move again. The judgement is what the network then
thinks of the seat's best move. Few such playouts tell more than many by the rule of thumb.
"""

import math

from sidings.bots.kernels import WORTH_RESOLUTION
from sidings.bots.network import VALUE_BITS, WINS, Room, Weights, judge
from sidings.games.parts import chapter, hope, worth
from sidings.kernel.fast import seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, guess, legal

UNIT = 1.0 / (1 << VALUE_BITS)


@kernel
def best_action(s: Record, w: Weights, room: Room, actions: Array) -> tuple[int, int]:
    """The action of the highest value, and that value."""
    n = legal(s, actions)
    best, best_value = int(actions[0]), -WINS
    for k in range(n):
        value = judge(s, int(actions[k]), w, room)
        if value > best_value:
            best, best_value = int(actions[k]), value
    return best, best_value


@kernel
def look_ahead(
    s: Record, root: Record, seat: int, turns: int, w: Weights, room: Room, actions: Array
) -> float:
    """Play on until the seat's turn has come so often; returns its chance to win."""
    number, away, left = chapter(root), False, turns
    while actor(s) >= 0 and chapter(s) == number:
        if actor(s) != seat:
            away = True
        elif away:
            away = False
            left -= 1
        action, value = best_action(s, w, room, actions)
        if left == 0:
            return 1.0 if value == WINS else hope(s, value * UNIT, seat)
        apply(s, action)
    return worth(s, root, seat)


@kernel
def compare_ahead(
    work: Array,
    root: Array,
    seat: int,
    guessing: bool,
    candidates: Array,
    n: int,
    seed: int,
    worlds: tuple[int, int, int],
    turns: int,
    w: Weights,
    room: Room,
    totals: Array,
    squares: Array,
    actions: Array,
    rngs: Array,
) -> int:
    """Judge each of ``candidates[:n]`` in some worlds, as ``compare`` does; returns how often."""
    judged = 0
    for world in range(worlds[0], worlds[1], worlds[2]):
        seed_fast(rngs[0], seed, world)
        work[0] = root[0]
        if guessing:
            guess(work[0], seat, rngs[0])
        for k in range(n):
            work[1] = work[0]
            apply(work[1], candidates[k])
            chance = look_ahead(work[1], root[0], seat, turns, w, room, actions)
            value = math.floor(chance * WORTH_RESOLUTION + 0.5)
            totals[k] += value
            squares[k] += value * value
            judged += 1
    return judged
