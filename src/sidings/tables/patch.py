"""What differs between two records, as runs of bytes.

A run is where it starts (two bytes, the lower one first), how many bytes it has (one), and the
bytes. Runs that nearly touch are one: to start another takes three bytes.
"""

import numpy as np

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array

HEAD = 3  # bytes before those of a run
MOST = 255  # bytes of one run


def patch(old: bytes, new: bytes) -> bytes:
    """What makes the new record of the old one, which has the same size."""
    out = np.empty(2 * len(new), np.uint8)
    n = write_patch(np.frombuffer(old, np.uint8), np.frombuffer(new, np.uint8), out)
    return out[:n].tobytes()


def patched(old: bytes, changes: bytes) -> bytes:
    """The new record that a patch makes of the old one."""
    new = bytearray(old)
    at = 0
    while at < len(changes):
        start = changes[at] | changes[at + 1] << 8
        end = at + HEAD + changes[at + 2]
        run = changes[at + HEAD : end]
        new[start : start + len(run)] = run
        at = end
    return bytes(new)


@kernel
def write_patch(old: Array, new: Array, out: Array) -> int:
    """Write a patch to ``out``; returns its length."""
    n = 0
    head = 0  # where the last run lies in the patch
    start = end = -HEAD  # from where to where it goes in the record
    for i in range(new.size):
        if new[i] == old[i]:
            continue
        if i - end >= HEAD or i - start >= MOST:
            head, start, end = n, i, i
            out[n] = i & 0xFF
            out[n + 1] = i >> 8
            n += HEAD
        while end <= i:
            out[n] = new[end]
            n += 1
            end += 1
        out[head + 2] = end - start
    return n
