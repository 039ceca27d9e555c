"""What differs between two records, as runs of bytes.

A run is where it starts (two bytes, the lower one first), how many bytes it has (one), and the
bytes. Runs that nearly touch are one: to start another takes three bytes.
"""

from sidings.kernel.jit import kernel
from sidings.kernel.play import hide_copy_at
from sidings.kernel.record import Array

HEAD = 3  # bytes before those of a run
MOST = 255  # bytes of one run


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
def renew_at(
    states: Array, i: int, seat: int, hidden: Array, raw: Array, record: Array, out: Array
) -> int:
    """Make ``record`` what a seat may see of a state, and write what changed in it to ``out``.

    ``raw`` are the bytes of ``hidden``. Returns the length of the patch.
    """
    hide_copy_at(states, i, seat, hidden)
    n = write_patch(record, raw, out)
    for byte in range(raw.size):
        record[byte] = raw[byte]
    return n


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
