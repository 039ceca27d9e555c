"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.002, "expert": 0.011, "club": 0.022, "casual": 0.028, "novice": 0.048}
