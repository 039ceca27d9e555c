"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.0022, "expert": 0.009, "club": 0.0229, "casual": 0.0364, "novice": 0.0666}
