"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.0017, "expert": 0.0037, "club": 0.0058, "casual": 0.0084, "novice": 0.0148}
