"""Generic kernels over any game: the verbs by (states, index), and whole random games.

Passing an array and an index to a compiled function costs a fifth of passing a record.
"""

from typing import Any

import numpy as np

from sidings.kernel.chacha import key_of_game
from sidings.kernel.events import COLUMNS, COUNT, hide_events
from sidings.kernel.fast import below, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, apply, deal, guess, hide, legal, rank, score, survey


@kernel
def deal_at(states: Array, i: int) -> None:
    deal(states[i])


@kernel
def actor_at(states: Array, i: int) -> int:
    return actor(states[i])


@kernel
def legal_at(states: Array, i: int, out: Array) -> int:
    return legal(states[i], out)


def legal_actions(s: Any, dtype: np.dtype[np.void], most: int) -> list[int]:
    """The legal actions, at most so many, in a record of type ``dtype``."""
    states: Array = np.ndarray(1, dtype, s)  # the same memory, which is only read
    out = np.empty(most, np.int16)
    actions: list[int] = out[: legal_at(states, 0, out)].tolist()
    return actions


@kernel
def apply_at(states: Array, i: int, action: int) -> None:
    apply(states[i], action)


@kernel
def apply_telling_at(states: Array, i: int, action: int, events: Array) -> int:
    """Apply an action and write what happened into ``events``; returns the seat to decide next."""
    events[0, :] = 0
    apply(states[i], action, events)
    return actor(states[i])


@kernel
def hide_events_for(events: Array, seat: int, seen: Array) -> None:
    """Copy the events into ``seen`` as a seat may know them."""
    for row in range(events[0, COUNT] + 1):  # slices would compile NumPy's broadcasting
        for column in range(COLUMNS):
            seen[row, column] = events[row, column]
    hide_events(seen, seat)


@kernel
def outcome_at(states: Array, i: int, scores: Array, places: Array) -> None:
    score(states[i], scores)
    rank(states[i], places)


@kernel
def hide_at(states: Array, i: int, seat: int) -> None:
    hide(states[i], seat)


@kernel
def hide_copy_at(states: Array, i: int, seat: int, hidden: Array) -> None:
    """Copy a state to ``hidden[0]`` as a seat may see it."""
    hidden[0] = states[i]
    hide(hidden[0], seat)


@kernel
def hide_and_list_at(states: Array, i: int, seat: int, hidden: Array, out: Array) -> int:
    """The same, and the legal actions as that seat knows them into ``out``; returns how many."""
    hide_copy_at(states, i, seat, hidden)
    return legal(hidden[0], out)


def hidden_copy(states: Array, seat: int, i: int = 0) -> Array:
    """A copy of one state as ``seat`` (from 0, -1 for a spectator) may see it."""
    hidden = np.empty(1, states.dtype)
    hide_copy_at(states, i, seat, hidden)
    return hidden


@kernel
def survey_at(states: Array, i: int, seat: int, out: Array) -> int:
    return survey(states[i], seat, out)


NUMBER_BYTES = 4  # of one number that ``survey`` writes


def survey_bytes(s: Any, dtype: np.dtype[np.void], seat: int, most: int) -> bytes:
    """What ``survey`` writes of a record of type ``dtype``, at most so many numbers."""
    states: Array = np.ndarray(1, dtype, s)  # the same memory, which is only read
    out = np.empty(most, np.int32)
    return out[: survey_at(states, 0, seat, out)].tobytes()


def survey_numbers(found: bytes) -> list[int]:
    """The numbers in what ``survey_bytes`` found."""
    return memoryview(found).cast("i").tolist()


def surveyed(s: Any, dtype: np.dtype[np.void], seat: int, most: int) -> list[int]:
    """The numbers, at most so many, that ``survey`` writes of a record of type ``dtype``."""
    return survey_numbers(survey_bytes(s, dtype, seat, most))


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
