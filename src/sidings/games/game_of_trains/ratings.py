"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.0021, "expert": 0.0093, "club": 0.0234, "casual": 0.0343, "novice": 0.0617}
