"""The deal of the day: for each game and date one deal, against bots that answer alike.

The key is that of the public deal ``daily GAME DATE`` (`sidings.play.keys`), so that everybody can
make it and nobody can choose it. Bots draw their chance anew for each decision, from the key and
the number of moves before it: whoever plays the same moves meets the same replies.

>>> import datetime
>>> from sidings.bots.daily import daily
>>> table = daily("game-of-trains", datetime.date(2026, 11, 16))
>>> table.seed == daily("game-of-trains", datetime.date(2026, 11, 16)).seed
True
"""

import datetime
from collections.abc import Sequence
from typing import Any

from sidings.bots.catalogue import bot
from sidings.bots.solo import solo_of
from sidings.errors import BadOption
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game
from sidings.play.keys import key_of_public_deal, key_of_seed, key_words
from sidings.play.observation import Observation, observe
from sidings.play.table import Table, deal

SEAT = 1  # of the person
MOST_MOVES = 2000  # of a game that is checked


def daily(game: str | Game[Any], date: datetime.date | None = None) -> Table:
    """The table of a day, by default of today (UTC), with you at seat 1."""
    chosen = game_of_name(game) if isinstance(game, str) else game
    date = date or datetime.datetime.now(datetime.UTC).date()
    plan = solo_of(chosen).daily
    key = key_of_public_deal(f"daily {chosen.name} {date.isoformat()}")
    table = deal(chosen, plan.players, key.hex(), options=plan.options)
    table.date = date
    return table


class DailyBot:
    """The bot of all other seats at the table of a day."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._level = solo_of(table.game).daily.level
        self._key = int(key_words(key_of_seed(table.seed))[0])

    def choose(self, observation: Observation) -> str:
        seed = self._key + len(self._table.history)
        return bot(self._level, seed).choose(observation)


def check_daily(table: Table, moves: Sequence[str]) -> None:
    """Play the moves of a whole game at the table of a day, or say which did not happen there."""
    if len(moves) > MOST_MOVES:
        raise BadOption(f"a game of the day has at most {MOST_MOVES} moves")
    bots = DailyBot(table)
    for number, move in enumerate(moves, start=1):
        if table.turn is None:
            raise BadOption(f"move {number}: the game was over before")
        if table.turn != SEAT and move != bots.choose(observe(table)):
            raise BadOption(f"move {number}: the bot of seat {table.turn} plays another move")
        table.play(move)
    if table.result is None:
        raise BadOption("the game is not over")
