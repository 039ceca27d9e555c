"""High Card: a small complete game, as a third party would write one.

Twelve cards; two are dealt to each of two or three players; each plays one; the highest wins.
``docs/add-a-game.md`` walks through this folder.
"""

from collections.abc import Mapping

from high_card import rules, text
from high_card.rules import State
from sidings.games.contract import Game


class HighCard(Game[State]):
    name = "high-card"
    title = "High Card"
    rules_version = 1
    players = rules.PLAYERS
    dtype = rules.DTYPE
    actions = rules.ACTIONS
    keys = text.KEYS
    objections = text.OBJECTIONS
    most_events = 2  # a card played, the next turn

    def prepare(self, s: State, options: Mapping[str, int | str]) -> None:
        """There is nothing to prepare: no options, no deck."""

    def read_options(self, s: State) -> dict[str, int | str]:
        return {}
