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

from sidings.bots.kernels import RATING_BITS, WORTH_RESOLUTION, add_worth, misjudgement, rating_of
from sidings.bots.network import GLANCED_AT, STATES, VALUE_BITS, WINS, Room, Weights, judge
from sidings.games.parts import chapter, hope, is_late, rate, worth
from sidings.kernel.fast import below, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, guess, hide, legal

UNIT = 1.0 / (1 << VALUE_BITS)
MANY = 4  # players; with more, a playout is no longer than with so many
TO_THE_END = 1 << 30  # more turns than any game has
FAR_OFF = 1 << VALUE_BITS - 2  # from the highest value: such moves are not looked at
FIRST_WORD = 60  # worlds that the network's own value of a move counts as much as
SEEN, WORLD, AHEAD = range(STATES)  # the position, a world that fits it, and one played on


class Foresight(NamedTuple):
    """How a playout goes on, and how it is judged."""

    turns: int  # of the seat itself until the judgement, fewer with more than ``MANY`` players
    shortlist: int  # moves that the rule of thumb proposes to the network; 0: every legal one
    crowd: int  # the same with more than two players
    depth: int  # of the rule of thumb
    crowd_turns: int = 0  # with more than two players; 0: as many as with two


AT_A_GLANCE = Foresight(turns=1, shortlist=1, crowd=1, depth=0)
LATE_GLANCE = AT_A_GLANCE._replace(depth=1)  # when all is played to the end of the round


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
def _in_steps(chance: float) -> int:
    return math.floor(chance * WORTH_RESOLUTION + 0.5)


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
            value = _in_steps(chance)
            first = value if k == 0 else first
            add_worth(sums[k], value, first)
            judged += 1
    return judged


# --- At a glance ----------------------------------------------------------------------------------


@kernel
def learned_choice(s: Record, blur: int, looks: int, w: Weights, room: Room, actions: Array,
                   terms: Array, rng: Array) -> int:  # fmt: skip
    """The action of the highest value; equals are drawn by lot.

    Each value is misjudged by ``blur`` hundredths of a unit, but an action that wins is not missed.
    With ``looks`` the best few actions are compared in so many worlds first.
    """
    n = legal(s, actions)
    if n == 1:
        return int(actions[0])
    for k in range(n):
        value = judge(s, int(actions[k]), w, room)
        if value == WINS:
            looks = 0
        elif blur > 0:
            error = blur * misjudgement(rng) >> (RATING_BITS - VALUE_BITS)
            value = min(value + error, WINS - 1)
        terms[k, 0] = value
    if looks > 0:
        n = _glance(s, n, looks, w, room, actions, terms, rng)
    best, ties = 0, 1
    for k in range(1, n):
        if terms[k, 0] > terms[best, 0]:
            best, ties = k, 1
        elif terms[k, 0] == terms[best, 0]:
            ties += 1
            if below(rng, ties) == 0:
                best = k
    return int(actions[best])


@kernel
def _glance(s: Record, n: int, looks: int, w: Weights, room: Room, actions: Array, terms: Array,
            rng: Array) -> int:  # fmt: skip
    """Leave the few actions of the highest values, with what they are worth in so many worlds.

    The value itself counts as much as ``FIRST_WORD`` worlds. Returns how many there are.
    """
    count, seat, work = min(n, GLANCED_AT), actor(s), room.states
    candidates, sums, by = room.candidates, room.worths, AT_A_GLANCE
    if is_late(s):
        by = LATE_GLANCE
    _bring_forward(actions, terms, n, count)
    while terms[count - 1, 0] < terms[0, 0] - FAR_OFF:
        count -= 1
    for k in range(count):
        candidates[k] = actions[k]
        sums[k, 0] = FIRST_WORD * _in_steps(hope(s, terms[k, 0] * UNIT, seat))
    work[SEEN] = s
    hide(work[SEEN], seat)
    for look in range(looks):
        if count == 1:
            break
        if look == looks // 4 or look == looks // 2:
            _bring_forward(candidates, sums, count, count)
            count = (count + 2) // 2
        work[WORLD] = work[SEEN]
        guess(work[WORLD], seat, rng)
        for k in range(count):
            work[AHEAD] = work[WORLD]
            apply(work[AHEAD], candidates[k])
            chance = look_ahead(work[AHEAD], work[SEEN], seat, by, w, room, actions, terms)
            sums[k, 0] += _in_steps(chance)
    for k in range(count):
        actions[k], terms[k, 0] = candidates[k], sums[k, 0]
    return count


@kernel
def learned_at(states: Array, i: int, blur: int, looks: int, w: Weights, room: Room,
               actions: Array, terms: Array, rng: Array) -> int:  # fmt: skip
    return learned_choice(states[i], blur, looks, w, room, actions, terms, rng)
