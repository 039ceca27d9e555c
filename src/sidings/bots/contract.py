"""What a bot is: anything with ``choose(observation) -> move``."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from sidings.errors import shown
from sidings.games.contract import Game
from sidings.games.reading import Position
from sidings.kernel.record import Array
from sidings.play.table import Table


@dataclass(frozen=True)
class Observation:
    """All that a bot is handed: what its seat may see, and the moves it may choose from."""

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


class Bot(Protocol):
    """A player. ``choose`` answers one of ``observation.moves``."""

    def choose(self, observation: Observation) -> str: ...


class NotLegal(Exception):
    """What a bot answered is none of the legal moves."""

    def __init__(self, answer: object) -> None:
        super().__init__(f"answered {shown(answer)}, which is not legal")


def answer(bot: Bot, game: Game[Any], seen: Array, seat: int, legal: list[int]) -> int:
    """The action that a bot picks for ``seat`` (from 0), which sees ``seen[0]``; or NotLegal."""
    if hasattr(bot, "choose_action"):  # our own bots skip the detour over text
        action: int = bot.choose_action(game, seen)
        if action not in legal:
            raise NotLegal(action)
        return action
    observation = Observation(game, seat + 1, seen[0], list(legal))
    moves = list(observation.moves)  # the bot may do what it likes with its own
    move = bot.choose(observation)
    if move not in moves:
        raise NotLegal(move)
    return legal[moves.index(move)]


def observe(table: Table) -> Observation:
    """What the seat in turn may see of a table that is not over."""
    seat = table.turn
    assert seat is not None, "the game is over"
    return Observation(table.game, seat, table.seen_by(seat), table.actions())
