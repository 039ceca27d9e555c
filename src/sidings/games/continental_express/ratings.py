"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.0036, "expert": 0.0166, "club": 0.0249, "casual": 0.0317, "novice": 0.0514}
