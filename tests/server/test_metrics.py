"""What Prometheus is told of moves and commands."""

from sidings.server.metrics import Metrics


def test_moves_are_counted_by_who_made_them_and_by_how_long_they_took() -> None:
    metrics = Metrics()
    metrics.tally.moves["bot"] += 2
    metrics.tally.commands["done"] += 3
    for seconds in (0.001, 0.002, 9.0):
        metrics.tally.observe(seconds)
    lines = set(metrics.text().decode().splitlines())
    assert lines >= {
        'sidings_moves_total{by="bot"} 2.0',
        'sidings_moves_total{by="person"} 0.0',
        'sidings_commands_total{answer="done"} 3.0',
        'sidings_move_seconds_bucket{le="0.001"} 1.0',
        'sidings_move_seconds_bucket{le="0.0025"} 2.0',
        'sidings_move_seconds_bucket{le="2.5"} 2.0',
        'sidings_move_seconds_bucket{le="+Inf"} 3.0',
        "sidings_move_seconds_count 3.0",
        "sidings_move_seconds_sum 9.003",
    }


def test_the_text_is_made_once_in_a_second() -> None:
    metrics = Metrics()
    first = metrics.recent_text(10.0)
    metrics.tally.moves["bot"] += 1
    assert metrics.recent_text(10.9) is first
    assert b'sidings_moves_total{by="bot"} 1.0' in metrics.recent_text(11.0)
