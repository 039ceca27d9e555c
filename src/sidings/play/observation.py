"""What a seat observes of a game in play: all that a bot is handed."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sidings.games.contract import Game
from sidings.games.reading import Position
from sidings.play.table import Table


@dataclass(frozen=True)
class Observation:
    """What a seat may see, and the moves it may choose from."""

    game: Game[Any]
    seat: int  # from 1
    state: Any  # the record, hidden for the seat
    actions: list[int]  # the legal moves as the kernel numbers them

    @cached_property
    def moves(self) -> list[str]:
        """The legal moves in notation."""
        return [self.game.write_move(self.state, action) for action in self.actions]

    @cached_property
    def position(self) -> Position:
        """The position as the seat sees it."""
        return {
            "game": self.game.name,
            "players": int(self.state.players),
            "options": self.game.read_options(self.state),
            **self.game.dump(self.state, hidden=True),
        }


def observe(table: Table) -> Observation:
    """What the seat in turn may see of a table that is not over."""
    seat = table.turn
    assert seat is not None, "the game is over"
    return Observation(table.game, seat, table.seen_by(seat), table.actions())
