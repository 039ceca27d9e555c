"""Forecasts during a game: each seat's chance to win, as a spectator would judge it.

The spectator sees what everybody sees. In each of many worlds that fit, the game is played to its
end by the same policies; the seat that wins most of them is ahead.
"""

from sidings.bots.network import Network
from sidings.kernel.fast import next_word, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, guess, hide, rank
from sidings.lab.kernels import begin, choose

SPECTATOR = -1


@kernel
def forecast(
    states: Array,
    template: Array,
    line_ups: Array,
    seed: int,
    game: int,
    moves: int,
    playouts: int,
    most_moves: int,
    actions: Array,
    terms: Array,
    network: Network | None,
    rngs: Array,
    places: Array,
    chances: Array,
) -> None:
    """Play ``moves`` moves of a game of a batch, then write each seat's chance to win it.

    ``states`` has room for two, ``rngs`` holds two generators: the game's own and the spectator's.
    """
    turned = game % line_ups.shape[0]
    begin(states, 0, template, seed, game // line_ups.shape[0], game, rngs[0])
    for _ in range(moves):
        s = states[0]
        apply(s, choose(s, actor(s), line_ups[turned], actions, terms, network, rngs[0]))
    hide(states[0], SPECTATOR)
    seed_fast(rngs[1], seed, game)
    chances[:] = 0.0
    for _ in range(playouts):
        states[1] = states[0]
        guess(states[1], SPECTATOR, rngs[1])
        seed_fast(rngs[0], next_word(rngs[1]), game)
        _play_out(states[1], line_ups[turned], most_moves - moves, actions, terms, network, rngs[0])
        rank(states[1], places)
        for seat in range(chances.size):
            chances[seat] += share_of_win(places, chances.size, seat) / playouts


@kernel
def _play_out(
    s: Record, line_up: Array, most_moves: int, actions: Array, terms: Array,
    network: Network | None, rng: Array,
) -> None:  # fmt: skip
    for _ in range(most_moves):
        seat = actor(s)
        if seat < 0:
            return
        apply(s, choose(s, seat, line_up, actions, terms, network, rng))
