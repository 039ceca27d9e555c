"""The time as the protocol and the log count it."""

import time
from collections.abc import Callable
from functools import partial

CORRECTION = 20  # of 20 seconds at most one is added or left out


#: Nanoseconds since some moment, unmoved by whoever sets the clock; also while suspended.
_elapsed_ns: Callable[[], int] = (
    partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME)
    if hasattr(time, "CLOCK_BOOTTIME")
    else time.monotonic_ns
)


class SteadyClock:
    """The wall clock without its jumps.

    A player's time must not run out because somebody set the machine's clock. So time goes on as
    it passes, and a difference from the wall clock is made up slowly.
    """

    def __init__(
        self, wall: Callable[[], int] = time.time_ns, elapsed: Callable[[], int] = _elapsed_ns
    ) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._time = wall()
        self._then = elapsed()

    def now_ns(self) -> int:
        then, self._then = self._then, self._elapsed()
        passed = self._then - then
        self._time += passed
        most = passed // CORRECTION
        self._time += max(-most, min(most, self._wall() - self._time))
        return self._time


_clock = SteadyClock()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return _clock.now_ns() // 1_000_000
