"""The exponential function and the logarithm that are the same everywhere."""

import math

import numpy as np
import pytest

from sidings.kernel.portable import exp, log, uncompiled

NUMBERS = np.random.default_rng(7).uniform(-700, 700, 300).tolist()


@pytest.mark.parametrize("number", [0.0, 1.0, -1.0, 708.9, -707.9, *NUMBERS])
def test_the_exponential_function_is_within_a_unit_of_the_last_place(number: float) -> None:
    expected = math.exp(number)
    assert abs(exp(number) - expected) <= math.ulp(expected)
    assert exp(number) == uncompiled(exp)(number)


@pytest.mark.parametrize("number", [1.0, 2.0, 0.5, math.sqrt(2), *map(math.exp, NUMBERS)])
def test_the_logarithm_is_within_a_unit_of_the_last_place(number: float) -> None:
    expected = math.log(number)
    assert abs(log(number) - expected) <= math.ulp(expected)
    assert log(number) == uncompiled(log)(number)


def test_beyond_what_can_be_written() -> None:
    assert exp(-1000.0) == 0.0
    assert exp(1000.0) == math.inf
    assert log(0.0) == -math.inf
