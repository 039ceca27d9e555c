"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.0014, "expert": 0.0025, "club": 0.0049, "casual": 0.0082, "novice": 0.0145}
