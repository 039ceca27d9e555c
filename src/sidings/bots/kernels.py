"""The rule of thumb and the rollouts of search, compiled.

In each of many worlds that fit what the seat knows, every candidate is played out by the rule of
thumb with the same random numbers, so that candidates differ by their worth and not by luck.
"""

import math
from collections.abc import Sequence

import numpy as np

from sidings.games.parts import MOST_TERMS, PERCENT, leaning, rate, settled, worth
from sidings.kernel.fast import below, next_word, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.portable import exp
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, guess, legal

RATING_BITS = 20
RATING_RESOLUTION = 2.0**RATING_BITS  # steps per unit: closer ratings are equal, however rounded
HALF_WORD = 0xFFFF
# Four even numbers below 2**16 have a spread of 2**16 / sqrt(3); in steps of a hundredth's 1/1024.
SPREAD_STEPS = round(RATING_RESOLUTION / 100 / (2**16 / 3**0.5) * 1024)
WORTH_RESOLUTION = 2.0**16  # steps per unit: whole numbers add up to the same in any order
TOTAL, SQUARE, GAP_SQUARE = range(3)  # what is added up of each candidate
SUMS = 3
SQRT_2_PI = math.sqrt(2.0 * math.pi)


@kernel
def rating_of(terms: Array) -> int:
    """The sum of the terms in whole steps."""
    rating = 0.0
    for term in range(MOST_TERMS):
        rating += terms[term]
    return math.floor(rating * RATING_RESOLUTION + 0.5)


@kernel
def bias_of(terms: Array, style: Array) -> int:
    """What a style adds to the rating, in whole steps: nothing where it counts all terms fully."""
    bias = 0
    for term in range(MOST_TERMS):
        if style[term] != PERCENT:
            steps = math.floor(terms[term] * RATING_RESOLUTION + 0.5)
            bias += (int(style[term]) - PERCENT) * steps
    return bias // PERCENT


@kernel
def best_of(terms: Array, n: int, blur: int, style: Array | None, rng: Array) -> int:
    """The index of the highest rating as a player sees it; equals are drawn by lot."""
    best, ties = 0, 1
    best_value = -(2**62)
    for k in range(n):
        value = rating_of(terms[k])
        if style is not None:
            value += bias_of(terms[k], style)
        if blur > 0:
            value += blur * misjudgement(rng)
        if value > best_value:
            best, best_value, ties = k, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = k
    return best


@kernel
def thumb_choice(
    s: Record, depth: int, blur: int, style: Array | None, actions: Array, terms: Array, rng: Array
) -> int:
    """The action that the rule of thumb picks; each rating is misjudged by ``blur`` hundredths.

    So the better a move is, the less often it is missed, as with people (Thurstone's law). A
    ``style`` has the per cent of each term that counts; without one all count as they are.
    """
    n = legal(s, actions)
    if n == 1:
        return int(actions[0])
    terms[:n, :] = 0.0
    rate(s, depth, actions, n, terms)
    return int(actions[best_of(terms, n, blur, style, rng)])


@kernel
def misjudgement(rng: Array) -> int:
    """A random number around 0 with a spread of a hundredth of a rating's unit.

    The sum of four even ones: nearly normal, and the same on every processor.
    """
    one, two = next_word(rng), next_word(rng)
    total = (one & HALF_WORD) + (one >> 16) + (two & HALF_WORD) + (two >> 16)
    return (total - 2 * HALF_WORD) * SPREAD_STEPS >> 10


@kernel
def play_out(
    s: Record, root: Record, depth: int, slips: int, actions: Array, terms: Array, rng: Array
) -> int:
    """Play by the rule of thumb until it is settled; ``slips`` % of the moves are random.

    Returns the number of moves. A negative ``depth`` plays at random throughout.
    """
    moves = 0
    while actor(s) >= 0 and not settled(s, root, moves):
        if depth < 0 or (slips > 0 and below(rng, PERCENT) < slips):
            n = legal(s, actions)
            apply(s, actions[below(rng, n)])
        else:
            apply(s, thumb_choice(s, depth, 0, None, actions, terms, rng))
        moves += 1
    return moves


@kernel
def compare(
    work: Array,
    root: Array,
    seat: int,
    guessing: bool,
    candidates: Array,
    n: int,
    seed: int,
    worlds: tuple[int, int, int],
    depth: int,
    slips: int,
    sums: Array,
    actions: Array,
    terms: Array,
    rngs: Array,
) -> int:
    """Play out each of ``candidates[:n]`` in some worlds; returns the moves simulated.

    ``root[0]`` is what the seat sees (or, not ``guessing``, the truth). A world follows from the
    seed and its number alone; ``worlds`` are the first number, the end and the step. Adds to
    ``sums``, a row for each, what it was worth. ``rngs`` has room for two generators.
    """
    moves, first = 0, 0
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
            moves += 1 + play_out(work[1], root[0], depth, slips, actions, terms, rngs[1])
            value = math.floor(worth(work[1], root[0], seat) * WORTH_RESOLUTION + 0.5)
            first = value if k == 0 else first
            add_worth(sums[k], value, first)
    return moves


@kernel
def add_worth(sums: Array, value: int, first: int) -> None:
    """Add what a candidate was worth in one world, in steps of ``WORTH_RESOLUTION``.

    ``first`` is what the first candidate was worth in the same world. The gap between the two
    varies less than either, since one world is often good or bad for both.
    """
    sums[TOTAL] += value
    sums[SQUARE] += value * value
    sums[GAP_SQUARE] += (value - first) * (value - first)


@kernel
def loss_of_dropping(gap: float, error: float) -> float:
    """How much is lost by dropping an action that seems worth ``gap`` (0 or less) beside another.

    If the true gap is normally distributed around the one found, with its standard error, then the
    action is better by error * (density(z) - z * (1 - probability(z))) on average, counting 0
    where it is not, with z = -gap / error. The result is an upper bound of that:
    error * density(z) / (1 + z * z).
    """
    if error == 0.0:
        return 0.0
    z = gap / error
    return error * exp(-0.5 * z * z) / (SQRT_2_PI * (1.0 + z * z))


@kernel
def thumb_at(
    states: Array, i: int, depth: int, blur: int, style: Array, actions: Array, terms: Array,
    rng: Array,
) -> int:  # fmt: skip
    return thumb_choice(states[i], depth, blur, style, actions, terms, rng)


@kernel
def rate_at(states: Array, i: int, depth: int, actions: Array, n: int, terms: Array) -> None:
    terms[:n, :] = 0.0
    rate(states[i], depth, actions, n, terms)


def buffers(actions: int) -> tuple[Array, Array]:
    """Room for the legal actions of a state and the terms of their ratings."""
    return np.zeros(actions, np.int16), np.zeros((actions, MOST_TERMS))


def percents(style: Sequence[int]) -> Array:
    """A style as the kernels want it: the per cent of each term."""
    return np.array(style or leaning({}), np.int64)
