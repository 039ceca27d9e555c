"""Writing an observation: each helper returns where the next part starts.

They write through a slice, whose indices the compiler knows not to be negative: the loops then
run on vectors, four times as fast.
"""

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array


@kernel
def put(out: Array, n: int, value: int) -> int:
    out[n] = value
    return n + 1


@kernel
def put_row(out: Array, n: int, values: Array) -> int:
    """A part of one dimension."""
    part = out[n : n + values.size]
    for i in range(values.size):
        part[i] = values[i]
    return n + values.size


@kernel
def put_rows(out: Array, n: int, values: Array) -> int:
    """A part of two dimensions."""
    return put_row(out, n, values.ravel())


@kernel
def put_bits(out: Array, n: int, bits: int, count: int) -> int:
    """The lowest bits of a word, one number for each."""
    part = out[n : n + count]
    for i in range(count):
        part[i] = bits >> i & 1
    return n + count
