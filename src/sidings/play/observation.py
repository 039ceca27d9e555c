"""What a seat observes of a game in play: all that a bot is handed.

Bots stand on observations, so ``Observation.advise`` imports them late.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from sidings.errors import BadOption, BadPosition
from sidings.games.contract import Deck, Game
from sidings.games.reading import Position, shows_less
from sidings.play.decks import own_deck
from sidings.play.table import HEADER_KEYS, Table, load, prepared

if TYPE_CHECKING:
    from sidings.bots.advice import Advice


@dataclass(frozen=True)
class Observation:
    """What a seat may see, and the moves it may choose from.

    A bot in Python is handed one and answers with one of ``moves``. ``position``, ``moves``,
    ``seat`` (from 1) and ``deck`` are what programs in other languages are sent; ``game`` is the
    game itself, ``state`` its record, hidden for the seat, and ``actions`` are the legal moves as
    the rules number them.
    """

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

    @cached_property
    def deck(self) -> Mapping[str, Any] | None:
        """The deck that is played with, as records write it; None for a game with a fixed set.

        The numbers of objectives and cards in a position count in its lists, from 1.
        """
        return deepcopy(self.game.custom_deck or own_deck(type(self.game)))

    def advise(self, ms: float = 1000) -> "Advice":
        """Every legal move with its chance to win, how sure that is, and why.

        Found by searching for ``ms`` milliseconds over worlds that fit the observation.
        """
        from sidings.bots.advice import advise_seat

        return advise_seat(self, ms)

    def __rich__(self) -> RenderableType:
        names = [f"Seat {seat}" for seat in range(1, int(self.state.players) + 1)]
        return self.game.draw(self.state, self.seat - 1, names)


def observe(
    what: Table | Position, deck: Deck | None = None, game: Game[Any] | None = None
) -> Observation:
    """What the seat in turn sees of a table, or of a position as that seat sees it.

    In a position, cards that the seat does not know are counts or "?". ``deck`` and ``game`` are
    as in ``load``.

    >>> import sidings
    >>> position = {
    ...     "game": "mexican-train", "players": 2, "turn": 1, "engine": 12,
    ...     "hands": [["3-12", "3-7", "0-5"], 4], "trains": [["12-1", "1-9"], ["12-8"]],
    ...     "markers": [False, True],
    ... }
    >>> sidings.observe(position).moves
    ['3-12 on m']
    """
    table = what if isinstance(what, Table) else _fill(what, deck, game)
    seat = table.turn
    if seat is None:
        raise BadOption("the game is over: there is no move to choose")
    observation = Observation(table.game, seat, table.seen_by(seat), table.actions())
    if not isinstance(what, Table):
        _check_own(what, observation)
    return observation


def _fill(position: Position, deck: Deck | None, game: Game[Any] | None) -> Table:
    """A table that looks like the position to the seat in turn."""
    chosen, states = prepared(position, deck, game)
    header = {key: value for key, value in position.items() if key in HEADER_KEYS}
    own = {key: value for key, value in position.items() if key not in HEADER_KEYS}
    return load({**header, **chosen.complete(own, states[0])}, game=chosen)


def _check_own(position: Position, observation: Observation) -> None:
    """The seat in turn must be told what it knows, or its moves would be another's."""
    for key, seen in observation.position.items():
        if shows_less(position.get(key), seen):
            reason = f"must have all that seat {observation.seat}, whose turn it is, sees"
            raise BadPosition(key, reason)
