"""The kernels of the tests: random games checked on a large scale, and exact counts."""

from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, apply, deal, guess, hide, legal

MOVES_PER_GAME = 700  # nothing ends an endless game (GT-21), so a check stops it
EVERY = 7  # the slow checks look at every seventh position

VIOLATIONS = (
    "",
    "no legal action before the end",
    "an action is out of range",
    "a guessed world has another seat in turn",
    "a guessed world has other legal moves",
    "a guessed world is not what the seat sees",
)


@kernel
def check_one(
    work: Array,
    raw: Array,
    template: Array,
    seed: int,
    index: int,
    actions: int,
    out: Array,
    rng: Array,
) -> int:
    """One random game with the contract checked in the kernel; returns an index of VIOLATIONS.

    ``work`` has room for three states, ``raw`` are its bytes; the game ends in the first.
    """
    work[0] = template[0]
    s, hidden, world = work[0], work[1], work[2]
    key_of_game(s.key, seed, index)
    deal(s)
    seed_fast(rng, seed, index)
    for _ in range(MOVES_PER_GAME):
        turn = actor(s)
        if turn < 0:
            return 0
        n = legal(s, out)
        if n < 1:
            return 1
        for i in range(n):
            if out[i] < 0 or out[i] >= actions:
                return 2
        action = out[below(rng, n)]
        if below(rng, EVERY) == 0:
            seat = below(rng, s.players + 1) - 1
            work[1] = work[0]
            hide(hidden, seat)
            work[2] = work[1]
            guess(world, seat, rng)
            if actor(world) != turn:
                return 3
            if seat == turn and legal(world, out) != n:
                return 4
            hide(world, seat)
            for i in range(raw.shape[1]):
                if raw[1, i] != raw[2, i]:
                    return 5
        apply(s, action)
    return 0


@kernel
def count_below(states: Array, moves: Array, left: Array, depth: int) -> int:
    """Walk the tree of actions below ``states[0]``, depth first, without recursion."""
    if actor(states[0]) < 0:
        return 0
    total, level = 0, 0
    left[0] = legal(states[0], moves[0])
    while level >= 0:
        if level == depth - 1:
            total += left[level]
            left[level] = 0
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1] = states[level]
        apply(states[level + 1], moves[level, left[level]])
        if actor(states[level + 1]) >= 0:
            level += 1
            left[level] = legal(states[level], moves[level])
    return total
