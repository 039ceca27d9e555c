"""How batches of Mexican Train are laid out on a GPU: the fastest that benchmarks/gpu.py tries."""

from sidings.games.mexican_train.bot import rate_hastily
from sidings.games.parts import Plan

DEEPEST = 0  # of the rule of thumb: looking further allocates memory
MOST_LEGAL = 9 * 19 + 2  # nineteen numbers can follow each of nine ends, or a pass; and a call

NOINLINE = ("deal_round", "shuffle")  # long and seldom called: the code of a move stays short
AT_RANDOM = Plan("local", 128, 4, 32, registers=64, noinline=NOINLINE)
WITH_THUMBS = Plan("local", 128, 2, 8, noinline=NOINLINE)

RATE = rate_hastily  # in place of the rule of thumb of bot.py
