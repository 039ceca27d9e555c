"""What all environments share: a checked set-up, and a session of one game at a time."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console

from sidings.envs.kernels import mask_at, observe_at, utilities
from sidings.envs.layout import Layout, layout_of
from sidings.errors import BadOption, IllegalMove, shown
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Deck, Game
from sidings.kernel.play import actor_at, apply_at, deal_at, hidden_copy, outcome_at
from sidings.kernel.record import Array
from sidings.play.table import SPECTATOR

ILLEGAL_REWARD = -1.0


@dataclass(frozen=True)
class Setup:
    """A game with its players, options and deck, ready to be dealt."""

    game: Game[Any]
    template: Array
    layout: Layout
    most_moves: int

    @property
    def players(self) -> int:
        return int(self.template[0].players)


def set_up(
    game: str | Game[Any],
    players: int | None,
    options: Mapping[str, Any] | None,
    deck: Deck | None,
    most_moves: int,
) -> Setup:
    """Check the arguments of an environment; ``players`` is the fewest when left out."""
    if not isinstance(game, str) and deck is not None:
        raise BadOption("give a deck with the game's name, or a game that has its deck already")
    chosen = game_of_name(game, deck) if isinstance(game, str) else game
    template = chosen.template(chosen.players[0] if players is None else players, options or {})
    if type(most_moves) is not int or most_moves < 1:
        raise BadOption(f"most_moves must be a whole number from 1, not {shown(most_moves)}")
    return Setup(chosen, template, layout_of(chosen), most_moves)


def check_render_mode(mode: str | None) -> str | None:
    """The way an environment is drawn, or BadOption."""
    if mode not in (None, "ansi", "human"):
        raise BadOption(f"render_mode is 'ansi', 'human' or None, not {mode!r}")
    return mode


def prepare(setup: Setup) -> None:
    """Compile what one game calls."""
    session = Session(setup)
    session.deal(np.zeros(8, np.uint32))
    session.observe(SPECTATOR)
    session.mask()


class Session:
    """One game that is dealt, played and observed by number; seats count from 0."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.players = setup.players
        self.states = setup.template.copy()
        self.moves = 0
        self._work = setup.template.copy()
        self._buffer = np.zeros(self.game.actions, np.int16)

    def __deepcopy__(self, memo: object) -> "Session":
        other = Session(self.setup)  # which never changes
        other.states[0] = self.states[0]
        other.moves = self.moves
        return other

    def deal(self, key: Array) -> None:
        """Deal from a 256-bit key."""
        self.states[0] = self.setup.template[0]
        self.states[0].key[:] = key
        deal_at(self.states, 0)
        self.moves = 0

    @property
    def seat(self) -> int:
        """Whose decision it is, or -1 when the game has ended by its rules."""
        return int(actor_at(self.states, 0))

    @property
    def truncated(self) -> bool:
        return self.seat >= 0 and self.moves >= self.setup.most_moves

    @property
    def ended(self) -> bool:
        return self.seat < 0 or self.truncated

    def play(self, action: int) -> None:
        """Play a legal action; IllegalMove otherwise, and nothing is changed."""
        number = int(action)
        if self.ended or not 0 <= number < self.game.actions or not self.mask()[number]:
            raise IllegalMove(str(number), "", "this action is not legal now")
        apply_at(self.states, 0, number)
        self.moves += 1

    def mask(self) -> Array:
        """1 for each legal action."""
        legal = np.zeros(self.game.actions, np.int8)
        mask_at(self.states, 0, self._buffer, legal)
        return legal

    def observe(self, seat: int) -> Array:
        """What the seat sees, as numbers."""
        seen = np.empty(self.setup.layout.size, np.int16)
        observe_at(self.states, 0, seat, self._work, seen)
        return seen

    def hidden(self, seat: int) -> Array:
        """What the seat sees, as an array of one record: what our bots are handed."""
        return hidden_copy(self.states, seat)

    def draw(self, seat: int) -> str:
        """The table as the seat sees it, in text."""
        names = [f"Seat {number}" for number in range(1, self.players + 1)]
        console = Console(file=io.StringIO(), width=100, no_color=True)
        console.print(self.game.draw(self.hidden(seat)[0], seat, names))
        text: str = console.file.getvalue()  # type: ignore[attr-defined]  # the StringIO above
        return "\n".join(line.rstrip() for line in text.splitlines())

    def scores(self) -> list[int]:
        """The score of each seat, as the game counts it."""
        scores: list[int] = self._outcome()[0].tolist()
        return scores

    def utilities(self) -> list[float]:
        """Each seat's reward: 1 for the winner, -1 shared by the others; 0 until the end."""
        if self.seat >= 0:
            return [0.0] * self.players
        rewards = np.zeros(self.players)
        utilities(self._outcome()[1], self.players, rewards)
        return rewards.tolist()

    def _outcome(self) -> tuple[Array, Array]:
        scores, places = np.zeros(self.players, np.int64), np.zeros(self.players, np.int64)
        outcome_at(self.states, 0, scores, places)
        return scores, places
