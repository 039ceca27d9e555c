"""Rates and their intervals."""

from itertools import product

import numpy as np
import pytest

from sidings.lab.statistics import mean_of, rate_of, ratio_of, win_shares, without_luck


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


def test_whatever_part_of_luck_is_subtracted_nobody_is_favoured() -> None:
    """In all tournaments of four deals, each of four kinds, whose luck is 0 on average."""
    kinds = [(1.0, 0.7), (1.0, -0.1), (0.5, -0.2), (0.0, -0.4)]  # share of the win, luck
    found = [without_luck(*zip(*deals, strict=True)).mean() for deals in product(kinds, repeat=4)]
    assert np.std(found) > 0.1
    assert np.mean(found) == pytest.approx(np.mean([share for share, _ in kinds]), abs=1e-12)


@pytest.mark.parametrize("exaggerated", [0.5, 1.0, 3.0])
def test_a_judge_who_takes_too_much_or_too_little_for_luck_is_corrected(exaggerated: float) -> None:
    rng = np.random.default_rng(2)
    luck, skill = rng.normal(0, 0.2, (400, 100)), rng.normal(0.6, 0.1, (400, 100))
    found = [
        without_luck(one, exaggerated * by) for one, by in zip(luck + skill, luck, strict=True)
    ]
    assert np.mean([one.std() for one in found]) < 0.115  # 0.224 with all of the luck
    rates = [mean_of(one.tolist()) for one in found]
    assert 0.92 <= np.mean([rate.low <= 0.6 <= rate.high for rate in rates]) <= 0.98


def test_luck_that_was_measured_in_vain_costs_little_and_that_of_few_deals_is_believed() -> None:
    rng = np.random.default_rng(3)
    skill, vain = rng.normal(0.6, 0.1, 100), rng.normal(0, 0.3, 100)
    assert without_luck(skill, vain).std() < 1.15 * skill.std() < (skill - vain).std() / 2
    assert without_luck(skill, np.zeros(100)).tolist() == skill.tolist()
    for deals in (1, 2):
        plain = skill[:deals] - vain[:deals]
        assert without_luck(skill[:deals], vain[:deals]).tolist() == plain.tolist()
