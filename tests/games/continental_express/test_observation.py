"""Continental Express as numbers: every feature within its range, and nothing hidden among them."""

import numpy as np

from games.continental_express.random_games import random_moves
from sidings.games.continental_express.observation import FEATURES, encode
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import guess_at, hidden_copy
from sidings.kernel.record import Array

SIZE = sum(feature.size for feature in FEATURES)


def encoded(states: Array, seat: int) -> Array:
    out = np.zeros(SIZE, np.int16)
    assert encode(hidden_copy(states, seat)[0], seat, out) == SIZE
    return out


def test_features_stay_in_their_ranges() -> None:
    for index in range(3):
        for _, before, _, _, _, _ in random_moves(index):
            numbers, start = encoded(before, 0), 0
            for feature in FEATURES:
                part = numbers[start : start + feature.size]
                assert feature.low <= part.min() <= part.max() <= feature.high, feature.name
                start += feature.size


def test_worlds_that_look_the_same_give_the_same_numbers() -> None:
    rng = fast_generator(1)
    for _, before, _, _, _, _ in random_moves(1):
        for seat in range(-1, int(before[0].players)):
            world = hidden_copy(before, seat)
            guess_at(world, 0, seat, rng)
            assert encoded(world, seat).tolist() == encoded(before, seat).tolist()
