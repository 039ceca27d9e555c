"""A learned network in whole numbers, compiled: the same value on every processor, to the bit.

The network is told of the seat that moves and of the table (``own``), and of each other seat with
weights that all of them share. The first layer adds up a row of weights for each input's value. The
sums of each seat are kept, and only rows of inputs that have changed since are exchanged: the moves
that a player can choose from lead to positions that are much alike, and so does the next turn. What
the next player's inputs lead to stands beside the sum of what all later players' lead to; so one
network serves any number of players. Two small layers follow; most signals are 0, and passed over.
Each input also speaks for itself (``direct``), past all layers.

Weights are 16-bit integers with so many binary digits after the point; no sum can exceed 32 bits.
"""

from typing import Any, NamedTuple

import numpy as np

from sidings.games.parts import MOST_TERMS, NOTHING, Senses, foresee, see_all
from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor

ROW_BITS = 11  # of the first layer's weights and of what speaks directly
SIGNAL_BITS = 9  # between layers
WEIGHT_BITS = 10  # of the later layers
VALUE_BITS = SIGNAL_BITS + WEIGHT_BITS
MOST_SIGNAL = (4 << SIGNAL_BITS) - 1  # signals are cut off at 0 and just below 4
MOST_WEIGHT = 2 << WEIGHT_BITS
WINS = 1 << 30  # the value of an action that wins: above all others
# What a glance needs room for: moves, those of the highest value, and states.
GLANCED_AT, STATES = 5, 3


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
    top: Array  # likewise
    top_bias: Array
    last: Array  # [neuron]
    last_bias: Array  # [1]


class Room(NamedTuple):
    """Scratch for one thread and one network, all zeros at first."""

    scratch: Array  # for ``foresee`` or ``see_all``
    inputs: Array
    known: Array  # [seat, input] that the sums stand for, plus one: 0 is an input without a value
    sums: Array  # [seat, sum], int32, of the rows: own, then each other seat
    direct: Array  # [seat, speaker], the sum of what speaks directly: own, then each other seat
    signals: Array  # int16, as those that follow: own, next, later
    middle: Array
    top: Array
    places: Array  # of the inputs that have changed, or of the signals that are not 0
    totals: Array  # int32, of a layer
    states: Array  # of the game, for a glance
    candidates: Array  # that a glance compares
    worths: Array  # of these, as the terms of a rating


Network = tuple[Weights, Room]


def room_for(weights: Weights, senses: Senses, state: Any = np.uint8) -> Room:
    """Room to ask a network, and to glance ahead with it if ``state`` is the game's record."""
    own, others = weights.own.shape[1], weights.others.shape[1]
    signals = len(weights.middle)
    middle, top = weights.top.shape
    return Room(
        np.zeros(senses.lasting_scratch, senses.kind),
        np.zeros(senses.count, np.int16),
        np.zeros((senses.seats, senses.count), np.int16),
        np.zeros((senses.seats, own + (senses.seats - 1) * others), np.int32),
        np.zeros((senses.seats, senses.seats), np.int64),
        np.zeros(signals, np.int16),
        np.zeros(middle, np.int16),
        np.zeros(top, np.int16),
        np.zeros(most_places(senses, signals), np.int16),
        np.zeros(max(middle, top), np.int32),
        np.zeros(STATES, state),
        np.zeros(GLANCED_AT, np.int16),
        np.zeros((GLANCED_AT, MOST_TERMS)),
    )


def most_places(senses: Senses, signals: int) -> int:
    """One more than can be listed: a place is written down before it is known to count."""
    return max(senses.own_count, senses.others_count, signals) + 1


@kernel
def _exchange_rows(rows: Array, direct: Array, at: Array, room: Room, seat: int, speaker: int,
                   inputs: Array, first: int, place: int) -> None:  # fmt: skip
    """Make some of the sums, from ``place`` on, those of the inputs from the ``first`` on."""
    known, sums, changed = room.known[seat], room.sums[seat], room.places
    n, spoken = 0, 0
    for i in range(at.size):  # without a branch, which processors could not foresee
        changed[n] = i
        n += int(known[first + i] != inputs[first + i] + 1)
    for k in range(n):
        i = int(changed[k])
        before, after = int(known[first + i]) - 1, int(inputs[first + i])
        known[first + i] = after + 1
        old, had = int(at[i]) + max(before, 0), -int(before != NOTHING)
        new, has = int(at[i]) + max(after, 0), -int(after != NOTHING)
        spoken += (int(direct[new]) & has) - (int(direct[old]) & had)
        _exchange_row(rows, old, had, new, has, sums, place)
    room.direct[seat, speaker] += spoken


@kernel
def _exchange_row(rows: Array, old: int, had: int, new: int, has: int, sums: Array,
                  place: int) -> None:  # fmt: skip
    """Add one row and take another, each if its mask is -1 and not 0."""
    adds, takes = np.int16(has), np.int16(had)
    for j in range(rows.shape[1]):
        added, taken = np.int16(rows[new, j] & adds), np.int16(rows[old, j] & takes)
        sums[place + j] += np.int32(np.int32(added) - np.int32(taken))


@kernel
def _follow(w: Weights, inputs: Array, room: Room, seat: int, players: int) -> None:
    """Bring all sums of a seat up to date with the inputs."""
    _exchange_rows(w.own, w.own_direct, w.own_at, room, seat, 0, inputs, 0, 0)
    first, place = w.own_at.size, w.bias.size
    for other in range(1, players):
        _exchange_rows(w.others, w.others_direct, w.others_at, room, seat, other, inputs, first,
                       place)  # fmt: skip
        first += w.others_at.size
        place += w.others.shape[1]


@kernel
def _signal(bias: Array, others: int, sums: Array, players: int, signals: Array) -> None:
    """What the sums lead to: the own ones, those of the next player, those of all later ones."""
    own = bias.size
    for j in range(own):
        signals[j] = _cut((sums[j] + bias[j]) >> (ROW_BITS - SIGNAL_BITS))
    for j in range(own, signals.size):
        signals[j] = 0
    place = own
    for start in range(own, own + (players - 1) * others, others):
        for j in range(others):
            signals[place + j] += _cut(sums[start + j] >> (ROW_BITS - SIGNAL_BITS))
        place = own + others
    for j in range(own + others, signals.size):
        signals[j] = _cut(signals[j])


@kernel
def _layer(signals: Array, weights: Array, bias: Array, room: Room, out: Array) -> None:
    """The sums of products of 16-bit numbers in 32 bits; most signals are 0 and add nothing."""
    totals, places = room.totals, room.places
    n = 0
    for i in range(signals.size):  # without a branch, as above
        places[n] = i
        n += int(signals[i] != 0)
    for j in range(out.size):
        totals[j] = np.int32(bias[j]) << SIGNAL_BITS
    places[n] = 0
    for k in range(0, n, 2):  # two at a time: totals are read and written half as often
        a, b = places[k], places[k + 1]
        one, two = np.int32(signals[a]), np.int32(signals[b] if k + 1 < n else 0)
        for j in range(out.size):
            more = one * np.int32(weights[a, j]) + two * np.int32(weights[b, j])
            totals[j] = np.int32(totals[j] + np.int32(more))
    for j in range(out.size):
        out[j] = _cut(int(totals[j]) >> WEIGHT_BITS)


@kernel
def _cut(signal: int) -> int:
    return min(max(signal, 0), MOST_SIGNAL)


@kernel
def value_of(w: Weights, inputs: Array, room: Room, seat: int, players: int) -> int:
    """The value to a seat of what the inputs describe, with ``VALUE_BITS`` binary digits."""
    _follow(w, inputs, room, seat, players)
    _signal(w.bias, w.others.shape[1], room.sums[seat], players, room.signals)
    _layer(room.signals, w.middle, w.middle_bias, room, room.middle)
    _layer(room.middle, w.top, w.top_bias, room, room.top)
    value = np.int32(np.int32(w.last_bias[0]) << SIGNAL_BITS)
    for j in range(w.last.size):
        value = np.int32(value + np.int32(room.top[j]) * np.int32(w.last[j]))
    direct = 0
    for speaker in range(players):
        direct += int(room.direct[seat, speaker])
    return int(value) + (direct << (VALUE_BITS - ROW_BITS))


@kernel
def judge(s: Record, action: int, w: Weights, room: Room) -> int:
    """The value of an action to the seat in turn."""
    if foresee(s, action, room.scratch, room.inputs):
        return WINS
    return value_of(w, room.inputs, room, actor(s), int(s.players))


@kernel
def appraise(s: Record, seat: int, w: Weights, room: Room) -> int:
    """The value of a position to a seat, by a judge who sees all cards."""
    see_all(s, seat, room.scratch, room.inputs)
    return value_of(w, room.inputs, room, seat, int(s.players))


@kernel
def judge_at(states: Array, i: int, action: int, w: Weights, room: Room) -> int:
    return judge(states[i], action, w, room)
