"""Rates and their intervals."""

import numpy as np
import pytest

from sidings.lab.statistics import rate_of, ratio_of, win_shares


def test_pairing_narrows_the_interval() -> None:
    alternating, halves = [1.0, 0.0] * 50, [0.5] * 98 + [1.0, 0.0]
    wide, narrow = rate_of(alternating, 200), rate_of(halves, 200)
    assert wide.rate == narrow.rate == 0.5
    assert narrow.high - narrow.low < (wide.high - wide.low) / 3
    assert wide.low == pytest.approx(0.404, abs=0.002)  # Wilson's for 50 of 100


def test_no_loss_so_far_is_not_certainty() -> None:
    rate = rate_of([1.0] * 10, 20)
    assert rate.rate == rate.high == 1
    assert 0.8 < rate.low < 0.9
    assert str(rate) == "100.0% [83.9%, 100.0%]"
    assert rate_of([1.0], 2).low < 0.4


def test_the_interval_holds_the_truth_19_times_in_20() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        deals = rng.random((60, 2)) < 0.7
        rate = rate_of(deals.mean(axis=1).tolist(), 120)
        held += rate.low <= 0.7 <= rate.high
    assert 0.92 <= held / 400 <= 0.98


def test_the_share_of_the_upper_bound() -> None:
    half = ratio_of(dict.fromkeys(range(10), 0.25), dict.fromkeys(range(10), 0.5))
    assert str(half) == "50.0% [50.0%, 50.0%]"
    assert ratio_of({1: 0.5}, {2: 0.5}) is None
    assert ratio_of({1: 0.5}, {1: 0.0}) is None


def test_equals_share_the_win() -> None:
    places = np.array([[1, 2, 3], [1, 1, 3], [1, 1, 1]], np.int8)
    assert win_shares(places).tolist() == [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]
