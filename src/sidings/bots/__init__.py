"""The bots: each is handed only what its seat may see."""

import random

from sidings.bots.contract import Bot, Observation, observe
from sidings.errors import BadOption

__all__ = ["Bot", "Observation", "RandomBot", "bot", "bots", "observe"]


class RandomBot:
    """Any legal move, each as likely as the next."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, observation: Observation) -> str:
        return self._random.choice(observation.moves)


def bots() -> list[str]:
    """The names of the bots, weakest first."""
    return ["random"]


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; with a seed it plays the same game again."""
    if name not in bots():
        raise BadOption(f"there is no bot {name!r}; there are {', '.join(bots())}")
    return RandomBot(seed)
