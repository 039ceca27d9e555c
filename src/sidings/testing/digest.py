"""The same game in plain Python and compiled: both must go through the same states."""

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import numpy as np

from sidings.games.contract import Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import (
    actor_at,
    apply_at,
    deal_at,
    guess_at,
    hidden_copy,
    legal_at,
    outcome_at,
)
from sidings.testing.violation import BrokenContract


def digest(game: Game[Any], seed: int, moves: int = 150) -> str:
    """A hash of all states of a random game with the fewest players, and of one with the most."""
    hashed = hashlib.sha256()
    buffer = np.zeros(game.actions, np.int16)
    for players in sorted({game.players[0], game.players[-1]}):
        states = game.template(players, {})
        key_of_game(states[0].key, seed, players)
        rng = fast_generator(seed, players)
        deal_at(states, 0)
        for _ in range(moves):
            hashed.update(states.tobytes())
            if actor_at(states, 0) < 0:
                break
            world = hidden_copy(states, actor_at(states, 0))
            hashed.update(world.tobytes())
            guess_at(world, 0, actor_at(states, 0), rng)
            hashed.update(world.tobytes())
            n = legal_at(states, 0, buffer)
            apply_at(states, 0, int(buffer[below(rng, n)]))
        places = np.zeros(players, np.int64)
        outcome_at(states, 0, places, places)
        hashed.update(places.tobytes())
    return hashed.hexdigest()


def check_plain_python(game: Game[Any], seed: int) -> None:
    """Whichever way this process runs, another runs the other way and must agree."""
    plain = os.environ.get("NUMBA_DISABLE_JIT") == "1"
    place = f"{type(game).__module__}:{type(game).__qualname__}"
    answer = subprocess.run(
        [sys.executable, "-m", "sidings.testing", place, str(seed), json.dumps(game.custom_deck)],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "0" if plain else "1",
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.stdout.strip() != digest(game, seed):
        reason = answer.stderr.strip().splitlines()[-1:] or ["the states differ"]
        raise BrokenContract(f"plain Python and compiled code disagree on {game.name}: {reason[0]}")
