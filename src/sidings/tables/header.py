"""What is fixed when a table is set up."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

SECONDS_PER_DAY = 86_400
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player may think.

    ``move``: so many seconds for each move (days, for play by correspondence). ``game``: so many
    for the whole game, and an increment with each turn.
    """

    kind: Literal["none", "move", "game"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=0, le=30 * SECONDS_PER_DAY)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0

    @property
    def by_correspondence(self) -> bool:
        return self.kind == "move" and self.seconds >= SECONDS_PER_DAY


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """What the people at the table agreed on, apart from the options of the game."""

    clock: Clock = Clock()
    #: What happens when a player's time has run out or they were gone for ``grace`` seconds.
    absence: Literal["wait", "bot", "end"] = "wait"
    grace: Annotated[int, msgspec.Meta(ge=5, le=SECONDS_PER_DAY)] = 60
    stand_in: Level = "casual"  # the bot that moves for them
    pace: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 1_000  # ms that a bot's move takes
    takebacks: bool = True
    hints: bool = True
    listed: bool = False
    pass_and_play: bool = False  # one device may hold several seats and is passed on


class Header(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    rules_version: int
    players: int
    options: Mapping[str, int | str]
    deck: Mapping[str, Any] | None = None
    rules: Rules = Rules()
    host: str  # the person who set it up
    created: int  # ms since 1970
    dealer: str  # SHA-256 of the dealer's secret, published before anything else
    before: str | None = None  # the table that this one is the rematch of
    rotation: int = 0  # seats that everybody has moved on since the first game

    def colour_of(self, seat: int) -> int:
        """The colour of a seat, from 1: in a rematch everybody keeps theirs."""
        return (seat - 1 + self.rotation) % self.players + 1
