"""The exponential function and the logarithm in sums, products and one division only.

Every processor's library has its own, with other last digits. These find the same bits in plain
Python, compiled, and in a browser, so that bots choose the same moves everywhere. Both are within
one unit in the last place of the true value.
"""

import math
from typing import Any, cast

import numpy as np

from sidings.kernel.jit import Function, kernel

# The natural logarithm of 2 in two parts; the first has zeros at its end, so that products with
# small whole numbers are exact.
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
LOG2_E = 1.4426950408889634
BIAS, MANTISSA_BITS = 1023, 52
MANTISSA = (1 << MANTISSA_BITS) - 1
ONE = BIAS << MANTISSA_BITS  # the bits of 1.0
LEAST, MOST = -708.0, 709.0  # beyond these the exponential function is 0, or infinite
SMALLEST = 2.2250738585072014e-308  # of the numbers with all digits

# 1 / n!
F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, F13 = [1.0 / math.factorial(n) for n in range(2, 14)]
# The series of log((1 + s) / (1 - s)) without its first term, economised (Remez) for small s.
L1, L2, L3, L4, L5, L6, L7 = (
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
    2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
    1.479819860511658591e-01,
)  # fmt: skip


@kernel
def exp(x: float) -> float:
    """E to the power of x; 0 below -708, and infinite above 709."""
    if x < LEAST:
        return 0.0
    if x > MOST:
        return math.inf
    k = np.int64(math.floor(x * LOG2_E + 0.5))  # on a GPU, floor has a float
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    z = r * r  # the terms in pairs, so that a processor can work on several at a time
    low = (F2 + r * F3) + z * (F4 + r * F5)
    middle = (F6 + r * F7) + z * (F8 + r * F9)
    high = (F10 + r * F11) + z * (F12 + r * F13)
    fourth = z * z
    series = 1.0 + (r + z * (low + fourth * (middle + fourth * high)))
    return series * float(np.int64((BIAS + k) << MANTISSA_BITS).view(np.float64))


@kernel
def log(x: float) -> float:
    """The natural logarithm of a positive number that has all its digits."""
    if x < SMALLEST:
        return -math.inf
    bits = int(np.float64(x).view(np.int64))
    k = (bits >> MANTISSA_BITS) - BIAS
    m = float(np.int64(bits & MANTISSA | ONE).view(np.float64))
    if m > math.sqrt(2.0):
        m *= 0.5
        k += 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    series = z * (L1 + w * (L3 + w * (L5 + w * L7))) + w * (L2 + w * (L4 + w * L6))
    half = 0.5 * f * f
    return k * LN2_HIGH - ((half - (s * (half + series) + k * LN2_LOW)) - f)


def uncompiled(function: Function) -> Function:
    """A kernel as plain Python, for a few numbers that are worked out once."""
    made: Any = function
    return cast("Function", getattr(made, "py_func", made))
