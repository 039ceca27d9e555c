"""Generic kernels over any game: the verbs by (states, index), and whole random games.

Passing an array and an index to a compiled function costs a fifth of passing a record.
"""

from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, apply, deal, guess, hide, legal, rank, score


@kernel
def deal_at(states: Array, i: int) -> None:
    deal(states[i])


@kernel
def actor_at(states: Array, i: int) -> int:
    return actor(states[i])


@kernel
def legal_at(states: Array, i: int, out: Array) -> int:
    return legal(states[i], out)


@kernel
def apply_at(states: Array, i: int, action: int) -> None:
    apply(states[i], action)


@kernel
def outcome_at(states: Array, i: int, scores: Array, places: Array) -> None:
    score(states[i], scores)
    rank(states[i], places)


@kernel
def hide_at(states: Array, i: int, seat: int) -> None:
    hide(states[i], seat)


@kernel
def look_at(states: Array, i: int, seat: int, seen: Array) -> None:
    """Put into ``seen[0]`` what a seat may see."""
    seen[0] = states[i]
    hide(seen[0], seat)


@kernel
def guess_at(states: Array, i: int, seat: int, rng: Array) -> None:
    guess(states[i], seat, rng)


@kernel
def play_random(
    states: Array,
    template: Array,
    seed: int,
    first: int,
    games: int,
    cap: int,
    out: Array,
    rng: Array,
) -> int:
    """Play games ``first`` to ``first + games - 1`` of the batch ``seed`` with random moves.

    Returns the number of moves. ``states[0]`` is the working copy; a game stops after ``cap``
    moves (GT-21: nothing else ends an endless game).
    """
    moves = 0
    s = states[0]
    for game in range(first, first + games):
        states[0] = template[0]
        key_of_game(s.key, seed, game)
        deal(s)
        seed_fast(rng, seed, game)
        for _ in range(cap):
            if actor(s) < 0:
                break
            n = legal(s, out)
            apply(s, out[below(rng, n)])
            moves += 1
    return moves
