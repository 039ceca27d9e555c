"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.001, "expert": 0.004, "club": 0.006, "casual": 0.008, "novice": 0.014}
