"""Token buckets: a person or an address that asks too fast is told to wait, and never banned."""

from collections import OrderedDict

KEPT = 100_000


class Bucket:
    """``rate`` tokens per second, ``burst`` at once. The time is passed in."""

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.then = now

    def take(self, now: float, tokens: float = 1.0) -> float:
        """Take tokens and return 0, or return how many seconds to wait for them."""
        if self.rate <= 0:
            return 0.0
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level >= tokens:
            self.level -= tokens
            return 0.0
        return (tokens - self.level) / self.rate

    def spend(self, now: float, tokens: float = 1.0) -> float:
        """Take tokens even if there are not enough; return how many seconds to wait then."""
        if self.rate <= 0:
            return 0.0
        self.level = min(self.burst, self.level + (now - self.then) * self.rate) - tokens
        self.then = now
        return max(0.0, -self.level / self.rate)


class Buckets:
    """One bucket per key; those unused for longest are forgotten."""

    def __init__(self, rate: float, burst: float, kept: int = KEPT) -> None:
        self.rate = rate
        self.burst = burst
        self._kept = kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str, now: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > self._kept:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def take(self, key: str, now: float, tokens: float = 1.0) -> float:
        return self.of(key, now).take(now, tokens)
