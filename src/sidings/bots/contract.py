"""What a bot is, and how it is asked for a move."""

import random
from abc import ABC, abstractmethod
from typing import Any, Protocol

import numpy as np

from sidings.errors import shown
from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.play.observation import Observation


class Bot(Protocol):
    """Anything that answers an observation with one of ``observation.moves``."""

    def choose(self, observation: Observation) -> str: ...


class KernelBot(ABC):
    """A bot that works on the record and answers with an action, so that no move becomes text."""

    @abstractmethod
    def choose_action(self, game: Game[Any], states: Array) -> int:
        """The action it picks in ``states[0]``, which must be hidden for the seat in turn."""

    def choose(self, observation: Observation) -> str:
        game = observation.game
        states = np.array([observation.state], game.dtype)
        return game.write_move(states[0], self.choose_action(game, states))


class RandomBot:
    """Any legal move, each as likely as the next."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, observation: Observation) -> str:
        return self._random.choice(observation.moves)


class NotLegal(Exception):
    """What a bot answered is none of the legal moves."""

    def __init__(self, answer: object) -> None:
        super().__init__(f"answered {shown(answer)}, which is not legal")


def choose_action(bot: Bot, game: Game[Any], seen: Array, seat: int, legal: list[int]) -> int:
    """The action that a bot picks for ``seat`` (from 0), which sees ``seen[0]``; or NotLegal."""
    if isinstance(bot, KernelBot):
        action = bot.choose_action(game, seen)
        if action not in legal:
            raise NotLegal(action)
        return action
    observation = Observation(game, seat + 1, seen[0], list(legal))
    moves = list(observation.moves)  # the bot may do what it likes with its own
    move = bot.choose(observation)
    if move not in moves:
        raise NotLegal(move)
    return legal[moves.index(move)]
