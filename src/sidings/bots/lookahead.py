"""The search of the learned network, compiled.

In each of many worlds that fit what the seat knows, every candidate is played on for all seats
until the seat is to move again, by the network or, several times as fast, by the rule of thumb. The
judgement is what the network then thinks of the seat's best move, or of the rule of thumb's choice.
"""

import math

from sidings.bots.kernels import WORTH_RESOLUTION, thumb_choice
from sidings.bots.network import VALUE_BITS, WINS, Room, Weights, judge
from sidings.games.parts import chapter, hope, worth
from sidings.kernel.fast import next_word, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, guess, legal

UNIT = 1.0 / (1 << VALUE_BITS)
BY_NETWORK = -2  # for the depth of the rule of thumb: the network plays


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
def _next_action(
    s: Record, depth: int, w: Weights, room: Room, actions: Array, terms: Array, rng: Array
) -> int:
    if depth == BY_NETWORK:
        return best_action(s, w, room, actions)[0]
    return thumb_choice(s, depth, 0, actions, terms, rng)


@kernel
def _value_of_turn(
    s: Record, depth: int, w: Weights, room: Room, actions: Array, terms: Array, rng: Array
) -> int:
    """What the network thinks of the best move, or of the one that the rule of thumb picks."""
    if depth == BY_NETWORK:
        return best_action(s, w, room, actions)[1]
    return judge(s, thumb_choice(s, depth, 0, actions, terms, rng), w, room)


@kernel
def look_ahead(
    s: Record,
    root: Record,
    seat: int,
    turns: int,
    depth: int,
    w: Weights,
    room: Room,
    actions: Array,
    terms: Array,
    rng: Array,
) -> float:
    """Play on until the seat's turn has come so often; returns its chance to win."""
    number, away, left = chapter(root), False, turns
    while actor(s) >= 0 and chapter(s) == number:
        if actor(s) != seat:
            away = True
        elif away:
            away = False
            left -= 1
        if left == 0:
            value = _value_of_turn(s, depth, w, room, actions, terms, rng)
            return 1.0 if value == WINS else hope(s, value * UNIT, seat)
        apply(s, _next_action(s, depth, w, room, actions, terms, rng))
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
    depth: int,
    w: Weights,
    room: Room,
    totals: Array,
    squares: Array,
    actions: Array,
    terms: Array,
    rngs: Array,
) -> int:
    """Judge each of ``candidates[:n]`` in some worlds, as ``compare`` does; returns how often."""
    judged = 0
    for world in range(worlds[0], worlds[1], worlds[2]):
        seed_fast(rngs[0], seed, world)
        work[0] = root[0]
        if guessing:
            guess(work[0], seat, rngs[0])
        playout = next_word(rngs[0])
        for k in range(n):
            work[1] = work[0]
            seed_fast(rngs[1], playout, world)
            apply(work[1], candidates[k])
            chance = look_ahead(
                work[1], root[0], seat, turns, depth, w, room, actions, terms, rngs[1]
            )
            value = math.floor(chance * WORTH_RESOLUTION + 0.5)
            totals[k] += value
            squares[k] += value * value
            judged += 1
    return judged
