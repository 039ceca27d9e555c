"""The levels and characters: their names here, how each plays a game in the game's ``bot``."""

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from sidings.bots.contract import KernelBot
from sidings.bots.kernels import SUMS, buffers, compare, loss_of_dropping, percents, thumb_at
from sidings.bots.learned import LearnedBot
from sidings.bots.lookahead import Foresight, compare_ahead, learned_at
from sidings.bots.search import Budget, Search, SearchBot
from sidings.bots.thumb import ThumbBot
from sidings.bots.weights import has_network, network_of
from sidings.errors import BadOption, shown
from sidings.games.contract import Game
from sidings.games.parts import Level
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import actor_at, deal_at, hidden_copy, legal_at
from sidings.kernel.record import Array

LEVELS = ("novice", "casual", "club", "expert", "master", "grandmaster")  # weakest first

#: Players with a style, about as strong as ``club``; a game need not have all of them.
CHARACTERS = ("blocker", "saver", "gambler")

_prepared: set[tuple[str, bool, bool]] = set()


def levels_of(game: Game[Any]) -> Mapping[str, Level]:
    """How each level plays the game."""
    levels: Mapping[str, Level] = game.part("bot").LEVELS
    return levels


def characters_of(game: Game[Any]) -> Mapping[str, Level]:
    """How each character that the game has plays it."""
    characters: Mapping[str, Level] = getattr(game.part("bot"), "CHARACTERS", {})
    return characters


def level_of(game: Game[Any], name: str) -> Level:
    """How the level or the character of that name plays the game, or BadOption."""
    known = {**levels_of(game), **characters_of(game)}
    if name not in known:
        raise BadOption(f"{game.title} has no {shown(name)}; there are {', '.join(known)}")
    return known[name]


def prepare(game: Game[Any], *, search: bool = True, net: bool = False) -> None:
    """Bind and compile what the bots of a game need."""
    if (game.name, search, net) in _prepared:
        return
    is_first = all(name != game.name for name, _, _ in _prepared)
    _prepared.add((game.name, search, net))
    if is_first and not game.has_part("bot"):
        reason = f"{game.title} has no rule of thumb: bots judge its moves by random games"
        warnings.warn(reason, stacklevel=2)
    game.part("bot")
    rng = fast_generator(0)
    states, _ = first_decision(game)
    seat = actor_at(states, 0)
    states = hidden_copy(states, seat)
    actions, terms = buffers(game.actions)
    if search:
        loss_of_dropping(0.0, 1.0)
    if net:
        _prepare_network(game, states, seat, actions, terms, search)
        return
    thumb_at(states, 0, 0, 0, percents(()), actions, terms, rng)
    if search:
        legal_at(states, 0, actions)
        sums = np.zeros((1, SUMS), np.int64)
        compare(np.zeros(2, game.dtype), states, seat, True, actions[:1].copy(), 1, 0, (0, 1, 1),
                0, 0, sums, actions, terms, np.stack([rng, rng]))  # fmt: skip


def first_decision(game: Game[Any]) -> tuple[Array, int]:
    """A game just dealt, and a legal action in it."""
    states, actions = game.template(game.players[0], {}), np.zeros(game.actions, np.int16)
    deal_at(states, 0)
    legal_at(states, 0, actions)
    return states, int(actions[0])


def _prepare_network(
    game: Game[Any], states: Array, seat: int, actions: Array, terms: Array, search: bool
) -> None:
    network, rng = network_of(game), fast_generator(0)
    chosen = learned_at(states, 0, 0, 0, *network, actions, terms, rng)
    if search:
        sums = np.zeros((1, SUMS), np.int64)
        compare_ahead(np.zeros(2, game.dtype), states, seat, True, np.array([chosen], np.int16), 1,
                      0, (0, 1, 1), Foresight(1, 0, 0, 0, 0), *network, sums,
                      actions, terms, np.stack([rng, rng]))  # fmt: skip


def player_of(level: Level, seed: int, *, guessing: bool = True) -> KernelBot:
    """The bot that plays as a level says; ``guessing`` is False only in the lab."""
    if not level.searches:
        if level.net:
            return LearnedBot(seed, level.blur, level.looks)
        return ThumbBot(level.depth, level.blur, seed, level.style)
    budget = Budget(level.ms or math.inf, level.playouts or math.inf)
    return SearchBot(search_of(level, budget, seed, guessing=guessing), level.candidates)


def search_of(level: Level, budget: Budget, seed: int, *, guessing: bool = True) -> Search:
    """The search of a level, with a budget of one's own."""
    foresight = Foresight(level.turns, level.shortlist, level.crowd, level.depth, level.crowd_turns)
    return Search(budget, depth=level.depth, slips=level.slips, seed=seed, guessing=guessing,
                  foresight=foresight if level.net else None)  # fmt: skip


def playable(level: Level, game: Game[Any]) -> Level:
    """The level itself or, in a game for which no network has been trained, what plays instead."""
    if not level.net or has_network(game):
        return level
    instead = "search by the rule of thumb" if level.searches else "the rule of thumb"
    reason = f"{game.title} has no learned network: {instead} plays instead"
    warnings.warn(reason, stacklevel=2)
    return replace(level, net=False)


class LevelBot(KernelBot):
    """Plays each game as its level says; it gets ready at its first decision in it."""

    def __init__(self, level: Callable[[Game[Any]], Level], seed: int) -> None:
        self._level = level
        self._seed = seed
        self._players: dict[str, KernelBot] = {}

    def choose_action(self, game: Game[Any], states: Array) -> int:
        if game.name not in self._players:
            level = playable(self._level(game), game)
            prepare(game, search=level.searches, net=level.net)
            self._players[game.name] = player_of(level, self._seed)
        return self._players[game.name].choose_action(game, states)
