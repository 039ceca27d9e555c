"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.003, "expert": 0.017, "club": 0.026, "casual": 0.033, "novice": 0.058}
