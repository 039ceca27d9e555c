"""How batches of a game without a plan of its own are laid out on a GPU."""

from sidings.games.parts import Plan

DEEPEST = 2
AT_RANDOM = WITH_THUMBS = Plan()
