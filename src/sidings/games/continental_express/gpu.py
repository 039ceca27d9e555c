"""How batches of Continental Express are laid out on a GPU: the fastest in benchmarks/gpu.py."""

from sidings.games.parts import Plan

DEEPEST = 2

NOINLINE = ("finish", "_choose_contract")  # long, seldom called: the code of a move stays short
AT_RANDOM = Plan("local", 128, 8, 32, registers=64, noinline=NOINLINE)
WITH_THUMBS = Plan("shared", 64, 8, 32, noinline=("progress_of", "icon_worth", "spare_worth"))
