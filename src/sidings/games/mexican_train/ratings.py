"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.002, "expert": 0.0047, "club": 0.0071, "casual": 0.01, "novice": 0.0173}
