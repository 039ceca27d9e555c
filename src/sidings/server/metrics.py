"""Numbers for Prometheus. Each server process has its own."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self.tables = Gauge("sidings_tables", "Tables in memory", registry=registry)
        self.sockets = Gauge("sidings_sockets", "Open WebSockets", registry=registry)
        self.moves = Counter("sidings_moves", "Moves played", ["by"], registry=registry)
        self.moves_by = {by: self.moves.labels(by) for by in ("person", "bot", "stand-in")}
        self.commands = Counter("sidings_commands", "Commands", ["answer"], registry=registry)
        self.refused = Counter(
            "sidings_refused",
            "Connections and requests refused before they were read to the end",
            ["reason"],
            registry=registry,
        )
        self.done = self.commands.labels("done")
        self.conflicts = Counter(
            "sidings_append_conflicts", "Appends lost to another server", registry=registry
        )
        self.commits = Gauge("sidings_commits", "Commits of the log", registry=registry)
        self.lagging = Counter(
            "sidings_slow_clients",
            "Slow clients that were sent snapshots",
            registry=registry,
        )
        self.latency = Histogram(
            "sidings_move_seconds",
            "From the command to the broadcast of a move",
            buckets=BUCKETS,
            registry=registry,
        )
        self.thinking = Histogram(
            "sidings_bot_seconds", "Thinking time of bots", buckets=BUCKETS, registry=registry
        )

    def text(self) -> bytes:
        return generate_latest(self._registry)
