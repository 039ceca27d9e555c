"""Observations, masks, rewards and the step of many games, compiled."""

from sidings.games.parts import encode
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below
from sidings.kernel.jit import kernel
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, deal, hide, legal, rank, score

ALL_LEGAL = -1


@kernel
def observe(s: Record, seat: int, work: Array, out: Array) -> int:
    """What ``seat`` sees of the state, as numbers; ``work[0]`` is a working copy."""
    work[0] = s
    hide(work[0], seat)
    return encode(work[0], seat, out)


@kernel
def observe_at(states: Array, i: int, seat: int, work: Array, out: Array) -> int:
    return observe(states[i], seat, work, out)


@kernel
def mask(s: Record, actions: Array, out: Array) -> None:
    """1 for each legal action; ``actions`` is a buffer."""
    out[:] = 0
    if actor(s) >= 0:
        for k in range(legal(s, actions)):
            out[actions[k]] = 1


@kernel
def mask_at(states: Array, i: int, actions: Array, out: Array) -> None:
    mask(states[i], actions, out)


@kernel
def utilities(places: Array, players: int, out: Array) -> None:
    """1 for the winner, -1 shared by the others; equal winners share. The sum is 0."""
    for seat in range(players):
        share = players * share_of_win(places, players, seat)
        out[seat] = (share - 1.0) / (players - 1)


@kernel
def first_illegal(masks: Array, actions: Array) -> int:
    """The first game whose action is not legal, or ALL_LEGAL."""
    for i in range(actions.size):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or not masks[i, actions[i]]:
            return i
    return ALL_LEGAL


@kernel
def start_all(
    states: Array,
    template: Array,
    seed: int,
    episodes: Array,
    moves: Array,
    seats: Array,
    masks: Array,
    observations: Array,
    work: Array,
    buffer: Array,
) -> None:
    """Deal every game of the batch anew."""
    for i in range(states.size):
        _start(states, i, template, seed, episodes, moves)
        _show(states, i, seats, masks, observations, work, buffer)


@kernel
def step_all(
    states: Array,
    template: Array,
    seed: int,
    most_moves: int,
    actions: Array,
    episodes: Array,
    moves: Array,
    seats: Array,
    masks: Array,
    observations: Array,
    rewards: Array,
    scores: Array,
    lengths: Array,
    terminated: Array,
    truncated: Array,
    places: Array,
    work: Array,
    buffer: Array,
) -> None:
    """Play one action in every game; where a game ends, tell how and deal the next."""
    for i in range(states.size):
        s = states[i]
        apply(s, actions[i])
        moves[i] += 1
        terminated[i] = actor(s) < 0
        truncated[i] = not terminated[i] and moves[i] >= most_moves
        rewards[i, :] = 0.0
        if terminated[i] or truncated[i]:
            score(s, scores[i])
            lengths[i] = moves[i]
            if terminated[i]:
                rank(s, places)
                utilities(places, int(s.players), rewards[i])
            episodes[i] += 1
            _start(states, i, template, seed, episodes, moves)
        _show(states, i, seats, masks, observations, work, buffer)


@kernel
def _start(
    states: Array, i: int, template: Array, seed: int, episodes: Array, moves: Array
) -> None:
    """The deal depends on nothing but the seed, the place in the batch and the episode."""
    states[i] = template[0]
    key_of_game(states[i].key, seed, i + states.size * episodes[i])
    deal(states[i])
    moves[i] = 0


@kernel
def _show(
    states: Array,
    i: int,
    seats: Array,
    masks: Array,
    observations: Array,
    work: Array,
    buffer: Array,
) -> None:
    """Whose decision it is, what that seat may do and what it sees."""
    seats[i] = actor(states[i])
    mask(states[i], buffer, masks[i])
    observe(states[i], int(seats[i]), work, observations[i])


@kernel
def random_all(states: Array, buffer: Array, rng: Array, out: Array) -> None:
    """A legal action for each game, each as likely as the next."""
    for i in range(states.size):
        n = legal(states[i], buffer)
        out[i] = buffer[below(rng, n)]
