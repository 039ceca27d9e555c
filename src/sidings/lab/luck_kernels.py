"""Whole games with the luck in them, compiled."""

from sidings.bots.luck_kernels import add_luck, add_prospects
from sidings.bots.network import Network
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, apply, rank
from sidings.lab.kernels import begin, choose

DEAL_KIND = 0  # the kind of event that every game begins with


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
