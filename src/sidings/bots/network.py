"""A learned network in whole numbers, compiled: the same value on every processor, to the bit.

The network is told of the seat that moves and of the table (``own``), and of each other seat with
weights that all of them share. The first layer adds up a row of weights for each input's value. The
sums are kept, and only rows of inputs that have changed since are exchanged: the moves that a
player can choose from lead to positions that are much alike. What the next player's inputs lead to
stands beside the sum of what all later players' lead to; so one network serves any number of
players. Two small layers follow. Each input also speaks for itself (``direct``), past all layers.

Weights are 16-bit integers with so many binary digits after the point; no sum can exceed 32 bits.
"""

from typing import NamedTuple

import numpy as np

from sidings.bots.kernels import RATING_BITS, misjudgement
from sidings.games.parts import NOTHING, Senses, foresee, see_all
from sidings.kernel.fast import below
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import legal

ROW_BITS = 11  # of the first layer's weights and of what speaks directly
SIGNAL_BITS = 9  # between layers
WEIGHT_BITS = 10  # of the later layers
VALUE_BITS = SIGNAL_BITS + WEIGHT_BITS
MOST_SIGNAL = (4 << SIGNAL_BITS) - 1  # signals are cut off at 0 and just below 4
MOST_WEIGHT = 2 << WEIGHT_BITS
WINS = 1 << 30  # the value of an action that wins: above all others


class Weights(NamedTuple):
    """What a network has learned, and where each input's rows begin."""

    own_at: Array  # int32, by input
    own: Array  # [row, neuron]; all that follow are int16
    own_direct: Array  # [row]
    bias: Array  # [neuron], of the own inputs
    others_at: Array
    others: Array
    others_direct: Array
    middle: Array  # [neuron, signal]
    middle_bias: Array
    top: Array
    top_bias: Array
    last: Array  # [neuron]
    last_bias: Array  # [1]


class Room(NamedTuple):
    """Scratch for one thread and one network, all zeros at first."""

    scratch: Array  # for ``foresee`` or ``see_all``
    inputs: Array
    known: Array  # the inputs that the sums stand for, plus one: 0 is an input without a value
    sums: Array  # int32, of the rows: own, then each other seat
    direct: Array  # [1], the sum of what speaks directly
    signals: Array  # int16, as those that follow: own, next, later
    middle: Array
    top: Array


Network = tuple[Weights, Room]


def room_for(weights: Weights, senses: Senses) -> Room:
    own, others = weights.own.shape[1], weights.others.shape[1]
    return Room(
        np.zeros(senses.lasting_scratch, senses.kind),
        np.zeros(senses.count, np.int16),
        np.zeros(senses.count, np.int16),
        np.zeros(own + (senses.seats - 1) * others, np.int32),
        np.zeros(1, np.int64),
        np.zeros(own + 2 * others, np.int16),
        np.zeros(len(weights.middle), np.int16),
        np.zeros(len(weights.top), np.int16),
    )


@kernel
def _exchange_rows(rows: Array, direct: Array, at: Array, room: Room, inputs: Array, first: int,
                   place: int) -> None:  # fmt: skip
    """Make some of the sums, from ``place`` on, those of the inputs from the ``first`` on."""
    known, sums = room.known, room.sums
    for i in range(at.size):
        if known[first + i] != inputs[first + i] + 1:
            before, after = int(known[first + i]) - 1, int(inputs[first + i])
            known[first + i] = after + 1
            if before != NOTHING:
                room.direct[0] -= direct[at[i] + before]
                _take_row(rows, at[i] + before, sums, place)
            if after != NOTHING:
                room.direct[0] += direct[at[i] + after]
                _add_row(rows, at[i] + after, sums, place)


@kernel
def _add_row(rows: Array, row: int, sums: Array, place: int) -> None:
    for j in range(rows.shape[1]):
        sums[place + j] += rows[row, j]


@kernel
def _take_row(rows: Array, row: int, sums: Array, place: int) -> None:
    for j in range(rows.shape[1]):
        sums[place + j] -= rows[row, j]


@kernel
def _follow(w: Weights, inputs: Array, room: Room) -> None:
    """Bring all sums up to date with the inputs."""
    _exchange_rows(w.own, w.own_direct, w.own_at, room, inputs, 0, 0)
    first, place = w.own_at.size, w.bias.size
    while first < inputs.size:
        _exchange_rows(w.others, w.others_direct, w.others_at, room, inputs, first, place)
        first += w.others_at.size
        place += w.others.shape[1]


@kernel
def _signal(bias: Array, others: int, sums: Array, signals: Array) -> None:
    """What the sums lead to: the own ones, those of the next player, those of all later ones."""
    own = bias.size
    for j in range(own):
        signals[j] = _cut((sums[j] + bias[j]) >> (ROW_BITS - SIGNAL_BITS))
    for j in range(own, signals.size):
        signals[j] = 0
    place = own
    for start in range(own, sums.size, others):
        for j in range(others):
            signals[place + j] += _cut(sums[start + j] >> (ROW_BITS - SIGNAL_BITS))
        place = own + others
    for j in range(own + others, signals.size):
        signals[j] = _cut(signals[j])


@kernel
def _layer(signals: Array, weights: Array, bias: Array, out: Array) -> None:
    """Sums in 32 bits of products of 16-bit numbers, for which processors have an instruction."""
    for j in range(out.size):
        total = np.int32(np.int32(bias[j]) << SIGNAL_BITS)
        for i in range(signals.size):
            total = np.int32(total + np.int32(signals[i]) * np.int32(weights[j, i]))
        out[j] = _cut(int(total) >> WEIGHT_BITS)


@kernel
def _cut(signal: int) -> int:
    return min(max(signal, 0), MOST_SIGNAL)


@kernel
def value_of(w: Weights, inputs: Array, room: Room) -> int:
    """The value of what the inputs describe, with ``VALUE_BITS`` binary digits after the point."""
    _follow(w, inputs, room)
    _signal(w.bias, w.others.shape[1], room.sums, room.signals)
    _layer(room.signals, w.middle, w.middle_bias, room.middle)
    _layer(room.middle, w.top, w.top_bias, room.top)
    value = int(w.last_bias[0]) << SIGNAL_BITS
    for j in range(w.last.size):
        value += int(room.top[j]) * int(w.last[j])
    return value + (int(room.direct[0]) << (VALUE_BITS - ROW_BITS))


@kernel
def judge(s: Record, action: int, w: Weights, room: Room) -> int:
    """The value of an action to the seat in turn."""
    if foresee(s, action, room.scratch, room.inputs):
        return WINS
    return value_of(w, room.inputs, room)


@kernel
def appraise(s: Record, seat: int, w: Weights, room: Room) -> int:
    """The value of a position to a seat, by a judge who sees all cards."""
    see_all(s, seat, room.scratch, room.inputs)
    return value_of(w, room.inputs, room)


@kernel
def learned_choice(s: Record, w: Weights, room: Room, blur: int, actions: Array, rng: Array) -> int:
    """The action of the highest value; equals are drawn by lot.

    Each value is misjudged by ``blur`` hundredths of a unit, but an action that wins is not missed.
    """
    n = legal(s, actions)
    if n == 1:
        return int(actions[0])
    best, ties = 0, 1
    best_value = -(2**62)
    for k in range(n):
        value = judge(s, int(actions[k]), w, room)
        if blur > 0 and value < WINS:
            error = blur * misjudgement(rng) >> (RATING_BITS - VALUE_BITS)
            value = min(value + error, WINS - 1)
        if value > best_value:
            best, best_value, ties = k, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = k
    return int(actions[best])


@kernel
def learned_at(
    states: Array, i: int, w: Weights, room: Room, blur: int, actions: Array, rng: Array
) -> int:
    return learned_choice(states[i], w, room, blur, actions, rng)


@kernel
def judge_at(states: Array, i: int, action: int, w: Weights, room: Room) -> int:
    return judge(states[i], action, w, room)
