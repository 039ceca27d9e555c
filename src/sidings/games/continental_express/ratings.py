"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.0034, "expert": 0.0146, "club": 0.0223, "casual": 0.0298, "novice": 0.049}
