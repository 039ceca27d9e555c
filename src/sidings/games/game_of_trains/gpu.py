"""How batches of Game of Trains are laid out on a GPU: the fastest that benchmarks/gpu.py tries."""

from sidings.games.parts import Plan

DEEPEST = 1  # of the rule of thumb: further on it takes exponentials, which a GPU rounds otherwise

NOINLINE = ("_reshuffle", "finish")  # long and seldom called: the code of a move stays short
AT_RANDOM = Plan("local", 128, 8, 32, registers=64, noinline=("_reshuffle", "score", "rank"))
WITH_THUMBS = Plan("local", 128, 8, 8, registers=64, noinline=("order", *NOINLINE))
