"""Whole games of a batch by chosen policies, compiled for any device.

A line-up gives each seat a few numbers: how deep its rule of thumb looks (or that it plays at
random, or asks the learned network), how far it misjudges each move, in hundredths of a unit, at
how many worlds the network glances, and the per cent of each term that it counts. All are asked
about the true state, as in the playouts of the search: they use only what the seat may know, which
is tested.
"""

from sidings.bots.kernels import thumb_choice
from sidings.bots.lookahead import learned_choice
from sidings.bots.network import Network
from sidings.games.parts import conclude, note
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, deal, legal, rank, score

AT_RANDOM, BY_NETWORK = -1, -2  # for a depth

DEPTH, BLUR, LOOKS, STYLE = 0, 1, 2, 3  # columns of a line-up; the style takes all that follow

MOVES, FIRST, LAST, SCORES = 0, 1, 2, 3  # columns of an outcome; then the places


@kernel
def begin(states: Array, i: int, template: Array, seed: int, number: int, game: int,
          rng: Array) -> None:  # fmt: skip
    """Set up deal ``number`` of the batch ``seed`` in ``states[i]`` and seed the game's moves."""
    states[i] = template[0]
    s = states[i]
    key_of_game(s.key, seed, number)
    deal(s)
    seed_fast(rng, seed, game)


@kernel
def choose(
    s: Record, seat: int, line_up: Array, actions: Array, terms: Array | None,
    network: Network | None, rng: Array,
) -> int:  # fmt: skip
    """What the policy of the seat plays; without ``terms`` all play at random.

    Without a ``network`` nobody asks it; then it is not even compiled.
    """
    if terms is None:
        return _any_move(s, actions, rng)
    if line_up[seat, DEPTH] == AT_RANDOM:
        return _any_move(s, actions, rng)
    depth, blur = int(line_up[seat, DEPTH]), int(line_up[seat, BLUR])
    if network is not None:  # noqa: SIM102  # Numba drops the branch, which has another type
        if depth == BY_NETWORK:
            looks = int(line_up[seat, LOOKS])
            return learned_choice(s, blur, looks, network[0], network[1], actions, terms, rng)
    return thumb_choice(s, depth, blur, line_up[seat, STYLE:], actions, terms, rng)


@kernel
def _any_move(s: Record, actions: Array, rng: Array) -> int:
    n = legal(s, actions)
    return int(actions[below(rng, n)])


@kernel
def make_move(s: Record, seat: int, line_up: Array, actions: Array, terms: Array | None,
              network: Network | None, rng: Array, counts: Array) -> None:  # fmt: skip
    """One move of the seat in turn, counted if there are counters."""
    action = choose(s, seat, line_up, actions, terms, network, rng)
    if counts.shape[0] > 0:
        note(s, action, counts)
    apply(s, action)


@kernel
def finish(s: Record, moves: int, first: int, last: int, outcome: Array, counts: Array) -> None:
    """Write down how a game ended."""
    outcome[MOVES] = moves
    outcome[FIRST] = first
    outcome[LAST] = last
    score(s, outcome[SCORES:])
    rank(s, outcome[SCORES + s.players :])
    if counts.shape[0] > 0:
        conclude(s, counts)


@kernel
def play_games(
    states: Array,
    template: Array,
    line_ups: Array,
    seed: int,
    start: int,
    most_moves: int,
    actions: Array,
    terms: Array | None,
    network: Network | None,
    rng: Array,
    outcomes: Array,
    counts: Array,
) -> None:
    """Play the games from number ``start`` on, one for each row of ``outcomes``.

    Each deal is played once with each of the line-ups. ``states[0]`` is the working copy.
    """
    s = states[0]
    for i in range(outcomes.shape[0]):
        game = start + i
        number, turned = game // line_ups.shape[0], game % line_ups.shape[0]
        begin(states, 0, template, seed, number, game, rng)
        seat = first = last = actor(s)
        moves = 0
        while seat >= 0 and moves < most_moves:
            make_move(s, seat, line_ups[turned], actions, terms, network, rng, counts[i])
            last = seat
            moves += 1
            seat = actor(s)
        finish(s, moves, first, last, outcomes[i], counts[i])


@kernel
def choose_at(states: Array, i: int, line_up: Array, actions: Array, terms: Array,
              network: Network | None, rng: Array) -> int:  # fmt: skip
    s = states[i]
    return choose(s, actor(s), line_up, actions, terms, network, rng)


@kernel
def share_wins(places: Array, shares: Array) -> None:
    """Write each seat's share of the win, one game per row."""
    for i in range(places.shape[0]):
        for seat in range(places.shape[1]):
            shares[i, seat] = share_of_win(places[i], places.shape[1], seat)
