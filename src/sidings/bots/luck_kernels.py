"""The luck of a move, compiled: each way the piles can be cut or shuffled is played and judged."""

import numpy as np

from sidings.bots.lookahead import UNIT, best_action
from sidings.bots.network import Network, appraise
from sidings.games.parts import chances, cut, hope
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, rank

SHUFFLES = 32  # that are compared, the true one among them
EVERY = 1 << 30  # more ways to cut the piles than there are


@kernel
def _play_on(work: Array, network: Network, actions: Array) -> None:
    """Let the network make the next move in ``work[0]``, if that turns up and shuffles no card.

    What a card is worth shows when it has found its place.
    """
    if actor(work[0]) < 0:
        return
    action, _ = best_action(work[0], network[0], network[1], actions)
    if chances(work[0], action) == 0:
        work[1] = work[0]
        apply(work[1], action)
        if work[1].shuffles == work[0].shuffles:
            work[0] = work[1]


@kernel
def _add_shares(s: Record, weight: float, judge: Network, places: Array, out: Array) -> None:
    players = int(s.players)
    if actor(s) < 0:
        rank(s, places)
        for seat in range(players):
            out[seat] += weight * share_of_win(places, players, seat)
        return
    found, total = np.empty(players), 0.0
    for seat in range(players):
        found[seat] = hope(s, appraise(s, seat, judge[0], judge[1]) * UNIT, seat)
        total += found[seat]
    for seat in range(players):
        out[seat] += weight * found[seat] / total


@kernel
def add_prospects(
    work: Array,
    weight: float,
    network: Network,
    judge: Network,
    actions: Array,
    places: Array,
    out: Array,
) -> None:
    """Add each seat's chance to win from ``work[0]``, so many times; there it is played on."""
    _play_on(work, network, actions)
    _add_shares(work[0], weight, judge, places, out)


@kernel
def _add_luck_of_shuffle(
    states: Array,
    action: int,
    ways: int,
    work: Array,
    network: Network,
    judge: Network,
    actions: Array,
    places: Array,
    out: Array,
) -> None:
    """The value after an action less the average over other shuffles; nothing without a shuffle."""
    work[0] = states[0]
    apply(work[0], action)
    if work[0].shuffles == states[0].shuffles:
        return
    count = min(ways, SHUFFLES)
    for number in range(count):
        work[0] = states[0]
        work[0].key[0] ^= number
        apply(work[0], action)
        work[0].key[0] ^= number  # the position is the same but for the shuffle
        weight = (1.0 if number == 0 else 0.0) - 1.0 / count
        add_prospects(work, weight, network, judge, actions, places, out)


@kernel
def add_luck(
    states: Array,
    action: int,
    ways: int,
    work: Array,
    network: Network,
    judge: Network,
    actions: Array,
    places: Array,
    out: Array,
) -> None:
    """Add the luck of an action in ``states[0]`` to ``out``; ``work`` has room for two states.

    So many ways to cut the piles are compared at most, evenly spread, the true one among them. Each
    by itself is as likely as the true one, so with fewer ways luck is measured more roughly, and
    comes to nothing as well.
    """
    n = chances(states[0], action)
    if n == 0:
        _add_luck_of_shuffle(states, action, ways, work, network, judge, actions, places, out)
        return
    step = (n + ways - 1) // ways
    count = (n + step - 1) // step
    for cards in range(0, n, step):
        work[0] = states[0]
        cut(work[0], cards)
        apply(work[0], action)
        weight = (1.0 if cards == 0 else 0.0) - 1.0 / count
        add_prospects(work, weight, network, judge, actions, places, out)
