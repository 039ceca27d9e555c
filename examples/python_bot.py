"""A bot as a Python object, in a tournament against the one that plays at random.

python examples/python_bot.py
"""

from rich import print

from sidings.bots import Observation
from sidings.lab.arena import arena


class Shortest:
    """Plays the move that is quickest to say."""

    def choose(self, observation: Observation) -> str:
        return min(observation.moves, key=len)


if __name__ == "__main__":
    print(arena("continental-express", [Shortest(), "random"], games=20))
