"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.001, "expert": 0.003, "club": 0.004, "casual": 0.007, "novice": 0.013}
