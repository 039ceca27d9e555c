"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.003, "expert": 0.0135, "club": 0.0244, "casual": 0.0315, "novice": 0.0522}
