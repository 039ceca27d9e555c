"""A table for one player, with bots at the other seats."""

from typing import Any

from sidings.bots.catalogue import bot, bots
from sidings.bots.contract import Bot
from sidings.errors import BadOption, shown
from sidings.games.contract import Game
from sidings.play.observation import observe
from sidings.play.table import Table


def check_level(level: str, game: Game[Any]) -> str:
    """The name of one of the bots that sit down at a table of the game, or BadOption."""
    if level not in bots(game):
        raise BadOption(f"there is no level {shown(level)}; there are {', '.join(bots(game))}")
    return level


class Company:
    """One player, at seat 1; the others are bots of one level."""

    seat = 1

    def __init__(self, table: Table, level: str) -> None:
        self.table = table
        self._bot: Bot = bot(check_level(level, table.game))
        self._told = 0

    def let_bots_play(self) -> None:
        """Play on until the player is in turn or the game is over."""
        while self.table.turn not in (self.seat, None):
            self.table.play(self._bot.choose(observe(self.table)))

    def news(self) -> list[str]:
        """What the bots have played since this was last asked."""
        told, self._told = self._told, len(self.table.history)
        since = zip(self.table.seats[told:], self.table.history[told:], strict=True)
        return [f"seat {seat}: {move}" for seat, move in since if seat != self.seat]
