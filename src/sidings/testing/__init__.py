"""Tests that any game must pass, ours or a third party's, and what else tests and benchmarks share.

``check_game`` plays random games and compares every position with the contract; ``check_many`` does
so on a large scale; ``count_sequences`` counts exactly, as perft does for chess. The other modules
run real servers, databases and browsers and are imported by name.
"""

from sidings.testing.conformance import check_game
from sidings.testing.counting import count_sequences
from sidings.testing.large_scale import check_many
from sidings.testing.violation import BrokenContract

__all__ = ["BrokenContract", "check_game", "check_many", "count_sequences"]
