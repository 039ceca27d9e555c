"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.003, "expert": 0.014, "club": 0.023, "casual": 0.03, "novice": 0.058}
