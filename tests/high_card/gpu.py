"""How batches of High Card are laid out on a GPU."""

from sidings.games.parts import Plan

DEEPEST = 0
AT_RANDOM = WITH_THUMBS = Plan("local", 64, 4, 8)
