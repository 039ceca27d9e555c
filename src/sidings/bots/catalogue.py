"""Which rule of thumb and which levels belong to which game, and the bot that plays by them."""

import math
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from sidings.bots import levels, plain
from sidings.bots.contract import Observation
from sidings.bots.levels import Level
from sidings.bots.players import Budget, Search, SearchBot, ThumbBot
from sidings.bots.search import buffers, compare, thumb_at
from sidings.bots.verbs import bind_thumb
from sidings.games.contract import Game
from sidings.kernel.fast import fast_generator
from sidings.kernel.jit import progress_of_compiling
from sidings.kernel.play import actor_at, deal_at, hide_at, legal_at
from sidings.kernel.record import Array

_CATALOGUE: dict[str, tuple[str, Mapping[str, Level]]] = {
    "mexican-train": ("sidings.bots.mexican_train", levels.MEXICAN_TRAIN),
    "game-of-trains": ("sidings.bots.game_of_trains", levels.GAME_OF_TRAINS),
    "continental-express": ("sidings.bots.continental_express", levels.CONTINENTAL_EXPRESS),
}

#: For a game that is not in the catalogue: search with as much foresight as it can pay for.
_OTHERS = {
    "novice": Level(depth=0, overlooked=40),
    "casual": Level(depth=0, playouts=30),
    "club": Level(depth=0, ms=40, playouts=200),
    "expert": Level(depth=0, ms=100, playouts=1000),
    "master": Level(depth=0, ms=900),
}

_without_thumb: set[str] = set()
_prepared: set[tuple[str, bool]] = set()


def levels_of(game: Game[Any]) -> Mapping[str, Level]:
    """How each level plays the game."""
    return _CATALOGUE[game.name][1] if game.name in _CATALOGUE else _OTHERS


def thumb_of(game: Game[Any]) -> ModuleType:
    """The rule of thumb of the game, bound so that kernels can call it."""
    if game.name in _CATALOGUE:
        return import_module(_CATALOGUE[game.name][0])
    if game.name not in _without_thumb:
        _without_thumb.add(game.name)
        bind_thumb(game.dtype, plain)
        reason = f"{game.title} has no rule of thumb: bots judge its moves by random games"
        warnings.warn(reason, stacklevel=2)
    return plain


def prepare(game: Game[Any], *, search: bool = True) -> None:
    """Bind and compile what the bots of a game need, with a progress line the first time."""
    if (game.name, search) in _prepared:
        return
    if search:
        prepare(game, search=False)
    thumb_of(game)
    with progress_of_compiling(f"{game.name}-{'search' if search else 'thumb'}"):
        states, rng = game.template(game.players[0], {}), fast_generator(0)
        deal_at(states, 0)
        seat = actor_at(states, 0)
        hide_at(states, 0, seat)
        actions, terms = buffers(game.actions)
        thumb_at(states, 0, 0, 0, actions, terms, rng)
        if search:
            legal_at(states, 0, actions)
            totals = np.zeros(1)
            compare(np.zeros(2, game.dtype), states, seat, True, actions[:1].copy(), 1, 1, 0, 0,
                    totals, totals.copy(), actions, terms, np.stack([rng, rng]))  # fmt: skip
    _prepared.add((game.name, search))


def player_of(level: Level, seed: int, *, guessing: bool = True) -> ThumbBot | SearchBot:
    """The player that a level describes; ``guessing`` is False only in the lab."""
    if not (level.ms or level.playouts):
        return ThumbBot(level.depth, level.overlooked, seed)
    budget = Budget(level.ms or math.inf, level.playouts or math.inf)
    search = Search(budget, depth=level.depth, slips=level.slips, seed=seed, guessing=guessing)
    return SearchBot(search, level.candidates)


class LevelBot:
    """Plays each game as its level says; it gets ready at its first decision in it."""

    def __init__(self, level: Callable[[Game[Any]], Level], seed: int) -> None:
        self._level = level
        self._seed = seed
        self._players: dict[str, ThumbBot | SearchBot] = {}

    def choose(self, observation: Observation) -> str:
        return self._player(observation.game).choose(observation)

    def choose_action(self, game: Game[Any], states: Array) -> int:
        """The action it picks in ``states[0]``, which must be hidden for the seat in turn."""
        return self._player(game).choose_action(game, states)

    def _player(self, game: Game[Any]) -> ThumbBot | SearchBot:
        if game.name not in self._players:
            player = player_of(self._level(game), self._seed)
            prepare(game, search=isinstance(player, SearchBot))
            self._players[game.name] = player
        return self._players[game.name]
