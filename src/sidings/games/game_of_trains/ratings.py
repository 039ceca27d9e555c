"""How much players of each level err: at most so much on average, by `benchmarks/levels.py`."""

RATINGS = {"master": 0.0024, "expert": 0.0105, "club": 0.0242, "casual": 0.0341, "novice": 0.0596}
