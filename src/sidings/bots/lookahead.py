"""The search of the learned network, compiled.

In each of many worlds that fit what the seat knows, every candidate is played on by the network,
which plays for all seats, until the seat is to move again; the judgement is what the network then
thinks of the seat's best move. Where the end of the round is near, it is played to that. Few such
playouts tell more than many by the rule of thumb; they are faster where the network looks only at
the moves that the rule of thumb proposes.

A glance is the least of such searches, in a fraction of a millisecond: its few worlds only correct
what the network itself says of its best moves.
"""

import math
from typing import NamedTuple

import numpy as np

from sidings.bots.kernels import SUMS, TOTAL, WORTH_RESOLUTION, add_worth, rating_of
from sidings.bots.network import VALUE_BITS, WINS, Room, Weights, judge, learned_choice
from sidings.games.parts import chapter, hope, is_late, rate, worth
from sidings.kernel.fast import next_word, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, guess, hide, legal

UNIT = 1.0 / (1 << VALUE_BITS)
MANY = 4  # players; with more, a playout is no longer than with so many
TO_THE_END = 1 << 30  # more turns than any game has
GLANCED_AT = 5  # moves, those that the network values most
FIRST_WORD = 60  # worlds that the network's own value of a move counts as much as


class Foresight(NamedTuple):
    """How a playout goes on, and how it is judged."""

    turns: int  # of the seat itself until the judgement, fewer with more than ``MANY`` players
    shortlist: int  # moves that the rule of thumb proposes to the network; 0: every legal one
    crowd: int  # the same with more than two players
    depth: int  # of the rule of thumb
    crowd_turns: int = 0  # with more than two players; 0: as many as with two


AT_A_GLANCE = Foresight(turns=1, shortlist=1, crowd=1, depth=0)


@kernel
def best_action(s: Record, w: Weights, room: Room, actions: Array) -> tuple[int, int]:
    """The action of the highest value, and that value."""
    return _best_of(s, legal(s, actions), w, room, actions)


@kernel
def _best_of(s: Record, n: int, w: Weights, room: Room, actions: Array) -> tuple[int, int]:
    best, best_value = int(actions[0]), -WINS
    for k in range(n):
        value = judge(s, int(actions[k]), w, room)
        if value > best_value:
            best, best_value = int(actions[k]), value
    return best, best_value


@kernel
def _propose(s: Record, shortlist: int, depth: int, actions: Array, terms: Array) -> int:
    """The legal actions, those that the rule of thumb rates highest first; returns how many."""
    n = legal(s, actions)
    if shortlist == 0 or n <= shortlist:
        return n
    terms[:n, :] = 0.0
    rate(s, depth, actions, n, terms)
    for k in range(n):
        terms[k, 0] = rating_of(terms[k])
    _bring_forward(actions, terms, n, shortlist)
    return shortlist


@kernel
def _bring_forward(actions: Array, terms: Array, n: int, count: int) -> None:
    """Move the actions with the highest first terms to the front, the highest first."""
    for place in range(count):
        top = place
        for k in range(place + 1, n):
            if terms[k, 0] > terms[top, 0]:
                top = k
        action, value = actions[top], terms[top, 0]
        actions[top], terms[top, 0] = actions[place], terms[place, 0]
        actions[place], terms[place, 0] = action, value


@kernel
def look_ahead(
    s: Record,
    root: Record,
    seat: int,
    by: Foresight,
    w: Weights,
    room: Room,
    actions: Array,
    terms: Array,
) -> float:
    """Play on until the seat's turn has come so often, or to the end; returns its chance to win."""
    shortlist, turns = by.shortlist, by.turns
    if int(s.players) > 2:
        shortlist, turns = by.crowd, by.crowd_turns or by.turns
    number, away = chapter(root), False
    left = max(1, min(turns, MANY * turns // int(s.players)))
    if is_late(root):
        left = TO_THE_END
    while actor(s) >= 0 and chapter(s) == number:
        if actor(s) != seat:
            away = True
        elif away:
            away = False
            left -= 1
        n = _propose(s, shortlist, by.depth, actions, terms)
        action = int(actions[0])
        if n > 1 or left == 0:
            action, value = _best_of(s, n, w, room, actions)
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
    by: Foresight,
    w: Weights,
    room: Room,
    sums: Array,
    actions: Array,
    terms: Array,
    rngs: Array,
) -> int:
    """Judge each of ``candidates[:n]`` in some worlds, as ``compare`` does; returns how often."""
    judged, first = 0, 0
    for world in range(worlds[0], worlds[1], worlds[2]):
        seed_fast(rngs[0], seed, world)
        work[0] = root[0]
        if guessing:
            guess(work[0], seat, rngs[0])
        for k in range(n):
            work[1] = work[0]
            apply(work[1], candidates[k])
            chance = look_ahead(work[1], root[0], seat, by, w, room, actions, terms)
            value = math.floor(chance * WORTH_RESOLUTION + 0.5)
            first = value if k == 0 else first
            add_worth(sums[k], value, first)
            judged += 1
    return judged


# --- At a glance ----------------------------------------------------------------------------------


@kernel
def network_choice(s: Record, blur: int, looks: int, w: Weights, room: Room, actions: Array,
                   terms: Array, rng: Array) -> int:  # fmt: skip
    """The action of the highest value as the seat sees it; with ``looks``, after a glance."""
    if looks == 0:
        return learned_choice(s, w, room, blur, actions, rng)
    return glance(s, looks, w, room, actions, terms, rng)


@kernel
def glance(s: Record, looks: int, w: Weights, room: Room, actions: Array, terms: Array,
           rng: Array) -> int:  # fmt: skip
    """The best of the actions that the network values most, after a look into so many worlds.

    Its own value counts as much as ``FIRST_WORD`` worlds.
    """
    n = legal(s, actions)
    if n == 1:
        return int(actions[0])
    for k in range(n):
        value = judge(s, int(actions[k]), w, room)
        if value == WINS:
            return int(actions[k])
        terms[k, 0] = value
    count = min(n, GLANCED_AT)
    _bring_forward(actions, terms, n, count)
    seat, root, candidates = actor(s), room.states[:1], actions[:count].copy()
    sums, rngs = np.zeros((count, SUMS), np.int64), np.empty((2, rng.size), np.int64)
    for k in range(count):
        chance = hope(s, terms[k, 0] * UNIT, seat)
        sums[k, TOTAL] = FIRST_WORD * math.floor(chance * WORTH_RESOLUTION + 0.5)
    root[0] = s
    hide(root[0], seat)
    worlds = (0, looks, 1)
    compare_ahead(room.states[1:], root, seat, True, candidates, count, next_word(rng), worlds,
                  AT_A_GLANCE, w, room, sums, actions, terms, rngs)  # fmt: skip
    best = 0
    for k in range(1, count):
        if sums[k, TOTAL] > sums[best, TOTAL]:
            best = k
    return int(candidates[best])


@kernel
def network_choice_at(states: Array, i: int, blur: int, looks: int, w: Weights, room: Room,
                      actions: Array, terms: Array, rng: Array) -> int:  # fmt: skip
    return network_choice(states[i], blur, looks, w, room, actions, terms, rng)
