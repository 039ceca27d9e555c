"""What the tests of the rules of thumb share: positions, ratings, and what they may know."""

from typing import Any

from sidings.bots import bot
from sidings.bots.kernels import buffers, rate_at
from sidings.games.contract import MOST_MOVES, Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import actor_at, apply_at, deal_at, guess_at, hide_at, legal_at
from sidings.kernel.record import Array


def decisions(
    game: Game[Any], players: int, seed: int, count: int, most_moves: int = MOST_MOVES
) -> list[Array]:
    """Positions of random games, of ``most_moves`` moves each, in which there is a choice."""
    states, rng, buffer = game.template(players, {}), fast_generator(seed), buffers(game.actions)[0]
    found: list[Array] = []
    moves = 0
    while len(found) < count:
        if actor_at(states, 0) < 0 or moves == most_moves or not found:
            states, moves = game.template(players, {}), 0
            key_of_game(states[0].key, seed, len(found))
            deal_at(states, 0)
        n = legal_at(states, 0, buffer)
        if n > 1:
            found.append(states.copy())
        apply_at(states, 0, int(buffer[below(rng, n)]))
        moves += 1
    return found


def ratings(game: Game[Any], states: Array, depth: int) -> Array:
    """The terms of every legal move."""
    actions, terms = buffers(game.actions)
    n = legal_at(states, 0, actions)
    rate_at(states, 0, depth, actions, n, terms)
    return terms[:n]


def legal_actions(game: Game[Any], states: Array) -> list[int]:
    buffer = buffers(game.actions)[0]
    actions: list[int] = buffer[: legal_at(states, 0, buffer)].tolist()
    return actions


def hidden(states: Array) -> Array:
    """What the seat in turn sees."""
    seen = states.copy()
    hide_at(seen, 0, actor_at(states, 0))
    return seen


def action_of(player: Any, game: Game[Any], states: Array) -> int:
    return int(player.choose_action(game, hidden(states)))


def assert_rates_alike_without_the_hidden_part(
    game: Game[Any], positions: list[Array], depths: tuple[int, ...]
) -> None:
    for states in positions:
        before = states.tobytes()
        for depth in depths:
            true, seen = (ratings(game, world, depth) for world in (states, hidden(states)))
            assert true.tobytes() == seen.tobytes()
        assert states.tobytes() == before


def assert_poison_changes_no_move(game: Game[Any], positions: list[Array], spec: str) -> None:
    for number, states in enumerate(positions):
        poisoned = hidden(states)
        guess_at(poisoned, 0, actor_at(states, 0), fast_generator(9, number))
        one, two = (action_of(bot(spec, seed=1), game, world) for world in (states, poisoned))
        assert one == two
