"""Bare Game: High Card with nothing but its rules and its notation; all other parts are plain."""

from collections.abc import Mapping

from bare_game import text
from bare_game.rules import ACTIONS, DTYPE, PLAYERS, State
from sidings.games.contract import Game


class BareGame(Game[State]):
    name = "bare-game"
    title = "Bare Game"
    rules_version = 1
    players = PLAYERS
    dtype = DTYPE
    actions = ACTIONS
    keys = text.KEYS
    objections = text.OBJECTIONS
    most_events = 2

    def prepare(self, s: State, options: Mapping[str, int | str]) -> None:
        """There is nothing to prepare: no options, no deck."""

    def read_options(self, s: State) -> dict[str, int | str]:
        return {}
