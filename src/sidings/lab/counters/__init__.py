"""Which counters belong to which game."""

from importlib import import_module
from typing import Any

from sidings.games.contract import Game
from sidings.lab.counters import plain
from sidings.lab.counters.verbs import Counter, bind_counters

_CATALOGUE = {
    "mexican-train": "sidings.lab.counters.mexican_train",
    "game-of-trains": "sidings.lab.counters.game_of_trains",
    "continental-express": "sidings.lab.counters.continental_express",
}

_without_counters: set[str] = set()


def counters_of(game: Game[Any]) -> tuple[Counter, ...]:
    """The counters of a game, bound so that kernels can call them."""
    if game.name in _CATALOGUE:
        counters: tuple[Counter, ...] = import_module(_CATALOGUE[game.name]).COUNTERS
        return counters
    if game.name not in _without_counters:
        _without_counters.add(game.name)
        bind_counters(game.dtype, plain)
    return plain.COUNTERS
