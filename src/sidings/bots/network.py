"""A learned network in whole numbers, compiled: the same value on every processor, to the bit.

The network is told of the seat that moves and of the table (``own``), and of each other seat with
weights that all of them share. The first layer adds up a row of weights for each input's value, so
it costs a few hundred additions. What the next player's inputs lead to stands beside the sum of
what all later players' lead to; so one network serves any number of players. Two small layers
follow. Each input also speaks for itself (``direct``), past all layers.

Weights are 16-bit integers with so many binary digits after the point; no sum can exceed 32 bits.
"""

from typing import NamedTuple

import numpy as np

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
    middle: Array  # [signal, neuron]
    middle_bias: Array
    top: Array
    top_bias: Array
    last: Array  # [neuron]
    last_bias: Array  # [1]


class Room(NamedTuple):
    """Scratch for one thread."""

    scratch: Array  # for ``foresee`` or ``see_all``
    inputs: Array
    signals: Array  # int32: own, next, later
    other: Array
    middle: Array
    top: Array


Network = tuple[Weights, Room]


def room_for(weights: Weights, senses: Senses) -> Room:
    own, others = weights.own.shape[1], weights.others.shape[1]
    return Room(
        np.zeros(senses.scratch, np.int64),
        np.zeros(senses.count, np.int16),
        np.zeros(own + 2 * others, np.int32),
        np.zeros(others, np.int32),
        np.zeros(weights.middle.shape[1], np.int32),
        np.zeros(weights.top.shape[1], np.int32),
    )


@kernel
def _add_rows(rows: Array, direct: Array, at: Array, inputs: Array, sums: Array) -> int:
    """Add the row of each input's value; returns the sum of what speaks directly."""
    total = 0
    for i in range(at.size):
        if inputs[i] != NOTHING:
            row = at[i] + inputs[i]
            total += int(direct[row])
            weights = rows[row]
            for j in range(sums.size):
                sums[j] += weights[j]
    return total


@kernel
def _layer(signals: Array, weights: Array, bias: Array, out: Array) -> None:
    for j in range(out.size):
        out[j] = np.int32(bias[j]) << SIGNAL_BITS
    for i in range(signals.size):
        signal = signals[i]
        if signal != 0:
            row = weights[i]
            for j in range(out.size):
                out[j] += signal * np.int32(row[j])
    for j in range(out.size):
        out[j] = _cut(out[j] >> WEIGHT_BITS)


@kernel
def _cut(signal: int) -> int:
    return min(max(signal, 0), MOST_SIGNAL)


@kernel
def value_of(w: Weights, inputs: Array, room: Room) -> int:
    """The value of what the inputs describe, with ``VALUE_BITS`` binary digits after the point."""
    own, others = w.bias.size, room.other.size
    signals, other = room.signals, room.other
    for j in range(own):
        signals[j] = w.bias[j]
    for j in range(own, signals.size):
        signals[j] = 0
    direct = _add_rows(w.own, w.own_direct, w.own_at, inputs[: w.own_at.size], signals[:own])
    for j in range(own):
        signals[j] = _cut(signals[j] >> (ROW_BITS - SIGNAL_BITS))
    count = w.others_at.size
    start = w.own_at.size
    place = own
    while start < inputs.size:
        for j in range(others):
            other[j] = 0
        direct += _add_rows(
            w.others, w.others_direct, w.others_at, inputs[start : start + count], other
        )
        for j in range(others):
            signals[place + j] += _cut(other[j] >> (ROW_BITS - SIGNAL_BITS))
        start += count
        place = own + others
    for j in range(own + others, signals.size):
        signals[j] = _cut(signals[j])
    _layer(signals, w.middle, w.middle_bias, room.middle)
    _layer(room.middle, w.top, w.top_bias, room.top)
    value = int(w.last_bias[0]) << SIGNAL_BITS
    for j in range(w.last.size):
        value += int(room.top[j]) * int(w.last[j])
    return value + (direct << (VALUE_BITS - ROW_BITS))


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
def learned_choice(s: Record, w: Weights, room: Room, actions: Array, rng: Array) -> int:
    """The action of the highest value; equals are drawn by lot."""
    n = legal(s, actions)
    best, best_value, ties = 0, -WINS, 1
    for k in range(n):
        value = judge(s, int(actions[k]), w, room) if n > 1 else 0
        if value > best_value:
            best, best_value, ties = k, value, 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = k
    return int(actions[best])


@kernel
def learned_at(states: Array, i: int, w: Weights, room: Room, actions: Array, rng: Array) -> int:
    return learned_choice(states[i], w, room, actions, rng)


@kernel
def judge_at(states: Array, i: int, action: int, w: Weights, room: Room) -> int:
    return judge(states[i], action, w, room)
