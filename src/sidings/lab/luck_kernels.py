"""Whole games with the luck in them, and luck by playouts, compiled."""

from sidings.bots.luck_kernels import add_luck, add_prospects
from sidings.bots.network import Network
from sidings.games.parts import chances, cut
from sidings.kernel.fast import below, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, rank
from sidings.lab.kernels import begin, choose

DEAL_KIND = 0  # the kind of event that every game begins with
KEYS = 1 << 30  # of the shuffles of a playout
MOST_AHEAD = 200  # moves of a playout in which no card is turned up


@kernel
def play_measured(
    states: Array,
    work: Array,
    template: Array,
    line_up: Array,
    kinds: Array,
    ways: int,
    seed: int,
    start: int,
    most_moves: int,
    actions: Array,
    terms: Array,
    network: Network,
    judge: Network,
    rng: Array,
    places: Array,
    shares: Array,
    lucks: Array,
) -> None:
    """Play the games from number ``start`` on, one for each row of ``shares`` and of ``lucks``.

    Writes each seat's share of the win, and adds its luck by the kind of each action. ``network``
    is asked by those who play by it, the ``judge``, who sees all cards, measures.
    Of each event at most so many ``ways`` are compared. ``states[0]`` and ``work[:2]`` are working
    copies.
    """
    s = states[0]
    players = shares.shape[1]
    for i in range(shares.shape[0]):
        begin(states, 0, template, seed, start + i, start + i, rng)
        work[0] = s
        add_prospects(
            work, 1.0, network, judge, actions, places, lucks[i, DEAL_KIND]
        )  # fmt: skip
        for seat in range(players):
            lucks[i, DEAL_KIND, seat] -= 1.0 / players
        seat, moves = actor(s), 0
        while seat >= 0 and moves < most_moves:
            action = choose(s, seat, line_up, actions, terms, network, rng)
            out = lucks[i, kinds[action]]
            add_luck(states, action, ways, work, network, judge, actions, places, out)
            apply(s, action)
            seat, moves = actor(s), moves + 1
        rank(s, places)
        for seat in range(players):
            shares[i, seat] = share_of_win(places, players, seat)


@kernel
def play_ahead(
    s: Record,
    moves: int,
    line_up: Array,
    actions: Array,
    terms: Array,
    network: Network,
    rng: Array,
) -> None:
    """Play so many moves with other chance, and on until one would turn up a card."""
    s.key[0] ^= below(rng, KEYS)
    while moves > -MOST_AHEAD:
        seat = actor(s)
        if seat < 0:
            return
        action = choose(s, seat, line_up, actions, terms, network, rng)
        n = chances(s, action)
        if n > 0:
            if moves <= 0:
                return
            cut(s, below(rng, n))
        apply(s, action)
        moves -= 1


@kernel
def add_luck_by_playouts(
    states: Array,
    action: int,
    playouts: int,
    moves: int,
    seed: int,
    event: int,
    work: Array,
    line_up: Array,
    network: Network,
    judge: Network,
    actions: Array,
    terms: Array,
    rng: Array,
    places: Array,
    out: Array,
) -> None:
    """Add the luck of an action in ``states[0]`` to ``out``; ``work`` has room for two states.

    It is played out so many times as it came, and as often with other cards, which are spread
    evenly over all that there are. ``seed`` and ``event`` decide the chance of the playouts.
    """
    n = chances(states[0], action)
    work[0] = states[0]
    apply(work[0], action)
    if n == 0 and work[0].shuffles == states[0].shuffles:
        return
    stream = event * (playouts + 1)
    seed_fast(rng, seed, stream)
    first = below(rng, max(n, 1))
    for number in range(playouts):
        for came in range(2):
            work[0] = states[0]
            if came == 0 and n > 0:
                cut(work[0], (first + number * n // playouts) % n)
            elif came == 0:
                work[0].key[0] ^= number + 1
            apply(work[0], action)
            seed_fast(rng, seed, stream + number + 1)
            play_ahead(work[0], moves, line_up, actions, terms, network, rng)
            weight = (2.0 * came - 1.0) / playouts
            add_prospects(work, weight, network, judge, actions, places, out)
