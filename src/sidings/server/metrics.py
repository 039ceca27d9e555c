"""Numbers for Prometheus. Each server process has its own."""

import collections
import math
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

FRESH_SECONDS = 1.0
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Tally(Collector):
    """What is counted with every move, by the event loop alone.

    Prometheus' own counters are for several threads: the four of a move would cost as much as half
    of a view.
    """

    def __init__(self) -> None:
        self.moves: collections.Counter[str] = collections.Counter()  # by whom
        self.commands: collections.Counter[str] = collections.Counter()  # by the answer
        self._seconds = 0.0
        self._latencies = [0] * (len(BUCKETS) + 1)

    def observe(self, seconds: float) -> None:
        """Note how long a move took."""
        self._latencies[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        moves = CounterMetricFamily("sidings_moves", "Moves played", labels=["by"])
        for by in ("person", "bot", "stand-in"):
            moves.add_metric([by], self.moves[by])
        yield moves
        commands = CounterMetricFamily("sidings_commands", "Commands", labels=["answer"])
        for answer, count in self.commands.items():
            commands.add_metric([answer], count)
        yield commands
        names = [*map(str, BUCKETS), "+Inf"]
        yield HistogramMetricFamily(
            "sidings_move_seconds",
            "From the command to the broadcast of a move",
            list(zip(names, map(float, accumulate(self._latencies)), strict=True)),
            self._seconds,
        )


class Metrics:
    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._text, self._made = b"", -math.inf
        self.tally = Tally()
        registry.register(self.tally)
        self.tables = Gauge("sidings_tables", "Tables in memory", registry=registry)
        self.sockets = Gauge("sidings_sockets", "Open WebSockets", registry=registry)
        self.refused = Counter(
            "sidings_refused",
            "Connections and requests refused before they were read to the end",
            ["reason"],
            registry=registry,
        )
        self.conflicts = Counter(
            "sidings_append_conflicts", "Appends lost to another server", registry=registry
        )
        self.commits = Gauge("sidings_commits", "Commits of the log", registry=registry)
        self.lagging = Counter(
            "sidings_slow_clients",
            "Slow clients that were sent snapshots",
            registry=registry,
        )
        self.thinking = Histogram(
            "sidings_bot_seconds", "Thinking time of bots", buckets=BUCKETS, registry=registry
        )

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def recent_text(self, now: float) -> bytes:
        """The text, made at most once in a while: strangers may ask for it, and it takes long."""
        if now - self._made >= FRESH_SECONDS:
            self._text, self._made = self.text(), now
        return self._text
