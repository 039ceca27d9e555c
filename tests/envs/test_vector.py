"""The vector environment: the same games as single stepping, dealt anew as they end."""

from typing import Any

import numpy as np
import pytest

import sidings
from sidings.envs.session import Session
from sidings.envs.vector import VectorEnv
from sidings.kernel.chacha import key_of_game


def test_it_plays_what_single_games_play() -> None:
    env = VectorEnv("continental-express", 3, players=3, seed=11)
    batch = env.reset()
    singles = [Session(env.setup) for _ in range(env.games)]
    for i, one in enumerate(singles):
        key = np.zeros(8, np.uint32)
        key_of_game(key, 11, i)
        one.deal(key)
    ended = 0
    for _ in range(300):
        actions = env.random_actions().copy()
        for one, action in zip(singles, actions, strict=True):
            one.play(int(action))
        env.step(actions)
        for i, one in enumerate(singles):
            assert bool(batch.terminated[i]) == one.ended
            assert batch.rewards[i] == pytest.approx(one.utilities())
            if one.ended:
                assert env.scores[i].tolist() == one.scores()
                assert env.lengths[i] == one.moves
                key = np.zeros(8, np.uint32)
                ended += 1
                return_to = i + env.games * int(env._episodes[i])
                key_of_game(key, 11, return_to)
                one.deal(key)
            assert batch.seats[i] == one.seat
            assert (batch.masks[i] == one.mask()).all()
            assert (batch.observations[i] == one.observe(one.seat)).all()
    assert ended > 3


def test_the_same_seed_gives_the_same_games() -> None:
    def trace(env: VectorEnv, seed: int | None) -> list[bytes]:
        env.reset(seed)
        return [env.step(env.random_actions()).observations.tobytes() for _ in range(20)]

    env = VectorEnv("game-of-trains", 4, seed=3)
    first = trace(env, None)
    assert trace(env, 3) == first
    assert trace(VectorEnv("game-of-trains", 4, seed=3), None) == first
    assert trace(env, None) != first  # without a seed: the next deals
    assert trace(env, 4) != first


def test_an_endless_game_is_truncated_and_nobody_wins() -> None:
    env = VectorEnv("game-of-trains", 2, most_moves=5)
    env.reset()
    for _ in range(5):
        batch = env.step(env.random_actions())
    assert batch.truncated.all()
    assert not batch.terminated.any()
    assert not batch.rewards.any()
    assert env.lengths.tolist() == [5, 5]
    assert not env.step(env.random_actions()).truncated.any()


def test_rewards_sum_to_nothing() -> None:
    env = VectorEnv("mexican-train", 8, players=8, options={"rounds": 1}, seed=2)
    env.reset()
    rewards = []
    while len(rewards) < 10:
        batch = env.step(env.random_actions())
        rewards += [batch.rewards[i].copy() for i in np.flatnonzero(batch.terminated)]
    assert np.sum(rewards, axis=1) == pytest.approx(0, abs=1e-6)
    assert np.max(rewards, axis=1) == pytest.approx(1)


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv("game-of-trains", 3)
    batch = env.reset()
    before = env.states.copy()
    actions = batch.masks.argmax(axis=1)
    for wrong in (int(batch.masks[1].argmin()), -1, 10_000):
        actions[1] = wrong
        with pytest.raises(sidings.IllegalMove, match="game 1 of the batch"):
            env.step(actions)
    assert env.states.tobytes() == before.tobytes()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"players": 5}, "for 2 to 4 players, not 5"),
        ({"options": {"rounds": 3}}, "no option 'rounds'"),
        ({"games": 0}, "games must be a whole number from 1, not 0"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"most_moves": 0}, "most_moves must be a whole number from 1"),
        ({"deck": "nowhere.toml"}, "nowhere.toml"),
    ],
)
def test_what_it_refuses(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(sidings.SidingsError, match=message):
        VectorEnv(**{"game": "game-of-trains", "games": 2, **settings})


def test_it_wants_to_be_reset_and_given_one_action_a_game() -> None:
    env = VectorEnv("game-of-trains", 3)
    with pytest.raises(sidings.BadOption, match="call it before step"):
        env.step(np.zeros(3, np.int64))
    env.reset()
    with pytest.raises(sidings.BadOption, match="step takes 3 whole numbers"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(sidings.BadOption, match="step takes 3 whole numbers"):
        env.step(np.zeros(3))


def test_the_record_of_a_seat_is_hidden() -> None:
    env = VectorEnv("game-of-trains", 2)
    env.reset()
    hidden = env.hidden(1, 0)
    assert not hidden.key.any()
    assert (hidden.deck == -1).all()
