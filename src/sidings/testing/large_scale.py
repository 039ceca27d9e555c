"""``check_game`` in the kernel, for millions of games."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from sidings.games.catalogue import game as game_of_name
from sidings.kernel.fast import below
from sidings.testing.kernels import VIOLATIONS, check_one
from sidings.testing.violation import BrokenContract, one_of_each, random_mix

MIXES = 500  # random combinations of options
COUNTED = 8  # the cards of every eighth game are counted at its end


def check_many(name: str, games: int, seed: int = 1) -> Iterator[int]:
    """Check so many random games of a game; yields how many are done."""
    game = game_of_name(name)
    mixes = [random_mix(game, seed + index) for index in range(MIXES if game.options else 0)]
    variants = [
        (game.template(players, options), f"{players} players, {options}")
        for players, options in one_of_each(game) + mixes
    ]
    out, rng = np.zeros(game.actions, np.int16), np.zeros(4, np.int64)
    cards: dict[str, list[Any]] = {}
    work = np.zeros(3, game.dtype)
    raw = work.view(np.uint8).reshape(3, game.dtype.itemsize)
    for done in range(games):
        template, variant = variants[done % len(variants)]
        broken = check_one(work, raw, template, seed, done, game.actions, out, rng)
        if broken:
            raise BrokenContract(f"{VIOLATIONS[broken]} ({name}, {variant}, game {done})")
        if below(rng, COUNTED) == 0:
            found = game.cards(work[0])
            if found != cards.setdefault(variant, found):
                raise BrokenContract(f"cards were lost or made ({name}, {variant}, game {done})")
        yield done + 1
