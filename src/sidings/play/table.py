"""A game on the table: deal it or load it, ask for the moves, play them.

Records and bots stand on tables, so ``Table.record`` and ``Table.advise`` import them late: the
only two imports that go upwards.
"""

import datetime
import hashlib
import io
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console, Group, RenderableType
from rich.text import Text

from sidings.errors import BadOption, BadPosition, printable, shown
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Deck, Game
from sidings.games.reading import Position
from sidings.kernel.play import actor_at, apply_at, deal_at, hidden_copy, legal_at, outcome_at
from sidings.play.keys import Seed, key_of_seed, key_words
from sidings.play.moves import find_action

if TYPE_CHECKING:
    from sidings.bots.advice import Advice

SPECTATOR = -1
HEADER_KEYS = ("game", "players", "options")


@dataclass(frozen=True)
class Result:
    """How a game ended: score, place (ties share the better one) and winners, by seat."""

    scores: list[int]
    ranking: list[int]

    @property
    def winners(self) -> list[int]:
        """The winning seats, sorted."""
        return [seat for seat, place in enumerate(self.ranking, start=1) if place == 1]


class Table:
    """One game in play. Seats are numbered from 1."""

    def __init__(
        self,
        game: Game[Any],
        states: np.ndarray[Any, Any],
        seed: Seed,
        start: Position | None = None,
    ) -> None:
        self.game = game
        self.players = int(states[0].players)
        self.options = game.read_options(states[0])
        self.seed = seed
        self.start = start  # the position it was loaded from, if it was
        self.names = [f"Seat {seat}" for seat in range(1, self.players + 1)]
        self.date = datetime.date.today()
        self.history: list[str] = []
        self.seats: list[int] = []  # who played each move of the history
        self._states = states
        self._before: list[np.ndarray[Any, Any]] = []
        self._buffer = np.zeros(game.actions, np.int16)

    # --- Whose turn, which moves

    @property
    def state(self) -> Any:
        """The record itself, for kernels and bots; play through ``play``."""
        return self._states[0]

    @property
    def turn(self) -> int | None:
        """The seat whose decision it is, or None when the game is over."""
        seat = actor_at(self._states, 0)
        return None if seat < 0 else seat + 1

    def actions(self) -> list[int]:
        """The legal moves as the kernel numbers them."""
        if self.turn is None:
            return []
        n = legal_at(self._states, 0, self._buffer)
        return [int(action) for action in self._buffer[:n]]

    def moves(self) -> list[str]:
        """The legal moves in notation; none when the game is over."""
        return [self.game.write_move(self.state, action) for action in self.actions()]

    def play(self, move: str) -> None:
        """Play a move, or raise IllegalMove and change nothing."""
        self.play_action(find_action(self.game, self.state, self.actions(), move))

    def play_action(self, action: int) -> None:
        """Play one of ``actions()``, which is not checked again."""
        self.seats.append(actor_at(self._states, 0) + 1)
        self.history.append(self.game.write_move(self.state, action))
        self._before.append(self._states.copy())
        apply_at(self._states, 0, action)

    def undo(self) -> str:
        """Take the last move back and return it."""
        if not self.history:
            raise BadOption("there is no move to take back")
        self._states = self._before.pop()
        self.seats.pop()
        return self.history.pop()

    # --- The end

    @property
    def result(self) -> Result | None:
        """None while the game is on."""
        if self.turn is not None:
            return None
        scores, places = np.zeros(self.players, np.int64), np.zeros(self.players, np.int64)
        outcome_at(self._states, 0, scores, places)
        return Result(scores.tolist(), places.tolist())

    # --- Positions and records

    def seen_by(self, seat: int) -> Any:
        """A copy of the state as ``seat`` may see it (0 for a spectator)."""
        if type(seat) is not int or not 0 <= seat <= self.players:
            raise BadOption(f"there is no seat {shown(seat)} at a table of {self.players}")
        return hidden_copy(self._states, seat - 1)[0]

    def dump(self, *, hidden: bool = False, seat: int | None = None) -> Position:
        """The position: as it is, as ``seat`` sees it, or (``hidden=True``) as a spectator does."""
        if seat is None and hidden:
            seat = 0
        state = self.state if seat is None else self.seen_by(seat)
        return {
            "game": self.game.name,
            "players": self.players,
            "options": dict(self.options),
            **self.game.dump(state, hidden=seat is not None),
        }

    def record(self) -> str:
        """The game so far as a record that ``sidings.replay`` reads."""
        from sidings.play.record import write_record

        return write_record(self)

    def copy(self) -> "Table":
        """The same table, to be played on without touching this one."""
        twin = Table(self.game, self._states.copy(), self.seed, self.start)
        twin.names, twin.date, twin.history = list(self.names), self.date, list(self.history)
        twin.seats, twin._before = list(self.seats), list(self._before)
        return twin

    def advise(self, ms: float = 1000) -> "Advice":
        """Every legal move with its chance to win, how sure that is, and why.

        Found by searching for ``ms`` milliseconds over worlds that fit what the seat in turn sees.
        """
        from sidings.bots.advice import advise

        return advise(self, ms)

    # --- For the eye

    def __rich__(self) -> RenderableType:
        turn = self.turn
        seat = 0 if turn is None else turn
        names = [printable(name) for name in self.names]
        drawing = self.game.draw(self.seen_by(seat), seat - 1, names)
        return Group(Text(self._headline(names), "bold reverse"), Text(), drawing)

    def _headline(self, names: list[str]) -> str:
        result = self.result
        if result is None:
            return f" {self.game.title}: {names[(self.turn or 1) - 1]} to play "
        winners = " and ".join(names[seat - 1] for seat in result.winners)
        return f" {self.game.title}: {winners} won, scores {result.scores} "

    def __str__(self) -> str:
        colours = sys.stdout.isatty()
        console = Console(
            file=io.StringIO(), width=100, force_terminal=colours, no_color=not colours
        )
        console.print(self)
        return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())  # type: ignore[attr-defined]  # it is the StringIO given above

    def __repr__(self) -> str:
        return f"<Table of {self.game.name}, {self.players} players, {len(self.history)} moves>"


# --- Setting a table ------------------------------------------------------------------------------


def deal(
    game: str | Game[Any],
    players: int = 2,
    seed: Seed | None = None,
    deck: Deck | None = None,
    options: Mapping[str, Any] | None = None,
    **more_options: Any,
) -> Table:
    """Deal a game. The same seed deals the same game; without one the deal is secret.

    Options are named as in the rules: ``deal("mexican-train", players=4, rounds=1)``.

    >>> deal("game-of-trains", players=2, seed=7).turn in (1, 2)
    True
    """
    chosen = _game(game, deck)
    if options is not None and not isinstance(options, Mapping):
        raise BadOption(f"options must be a mapping of names to values, not {shown(options)}")
    states = chosen.template(players, {**(options or {}), **more_options})
    seed = os.urandom(32).hex() if seed is None else seed
    states[0].key[:] = key_words(key_of_seed(seed))
    deal_at(states, 0)
    return Table(chosen, states, seed)


def load(
    position: Position,
    seed: Seed | None = None,
    deck: Deck | None = None,
    game: Game[Any] | None = None,
) -> Table:
    """A table from a full position; ``game`` is for one that the catalogue does not know.

    A position says nothing of later shuffles: they follow from ``seed``, or else from the
    position itself, so that loading it twice plays on alike.
    """
    chosen, states = prepared(position, deck, game)
    own = dict(chosen.later_keys)
    own |= {key: value for key, value in position.items() if key not in HEADER_KEYS}
    for key in [*chosen.keys, *own]:
        if key not in own:
            raise BadPosition(key, "is missing")
        if key not in chosen.keys:
            raise BadPosition(shown(key).strip("'"), f"{chosen.title} has no such key")
    chosen.load(own, states[0])
    if seed is None:
        text = json.dumps(dict(position), sort_keys=True, default=str)
        seed = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    states[0].key[:] = key_words(key_of_seed(seed))
    return Table(chosen, states, seed, start=json.loads(json.dumps(dict(position))))


def prepared(
    position: Position, deck: Deck | None, game: Game[Any] | None
) -> tuple[Game[Any], np.ndarray[Any, Any]]:
    """The game of a position, and a blank state with its players, options and deck."""
    if not isinstance(position, Mapping) or not all(isinstance(key, str) for key in position):
        raise BadPosition("position", f"expected an object, not {shown(position)}")
    if not isinstance(position.get("game"), str):
        raise BadPosition("game", "the name of the game is missing")
    chosen = _game(game or position["game"], deck)
    return chosen, _header(chosen, position)


def _header(game: Game[Any], position: Position) -> np.ndarray[Any, Any]:
    try:
        players = game.check_players(position.get("players"))
    except BadOption as error:
        raise BadPosition("players", str(error)) from None
    try:
        return game.template(players, position.get("options", {}))
    except BadOption as error:
        raise BadPosition("options", str(error)) from None


def _game(game: str | Game[Any], deck: Deck | None) -> Game[Any]:
    if isinstance(game, Game):
        if deck is not None:
            raise BadOption("give the deck to sidings.game, or the game by name")
        return game
    return game_of_name(game, deck)
