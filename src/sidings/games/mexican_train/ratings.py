"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.0018, "expert": 0.0037, "club": 0.0058, "casual": 0.0089, "novice": 0.0159}
