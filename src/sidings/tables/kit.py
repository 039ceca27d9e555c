"""What all tables of one game share: compiled verbs, and buffers to look at states with.

One thread at a time: the server's event loop. A bot that thinks in another has its own copies.
"""

import difflib
import json
import timeit
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from sidings.errors import IllegalMove, UnknownMove
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game, Objection
from sidings.games.reading import Position
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import actor_at, apply_at, deal_at, guess_at, hide_copy_at, legal_at
from sidings.kernel.record import Array
from sidings.play.moves import reason_of
from sidings.play.table import SPECTATOR
from sidings.tables.reveal import FEW, WORLDS, foresee, reveals, seed_by_sight
from sidings.tables.window import Window

NEAREST_SHOWN = 3


class Kit:
    """One game, with the deck it is played with, ready to be played at many tables."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.window = Window(game.dtype)
        self._record: Any = self.window.states[0]
        self._windowed = True
        self._out: Array = np.zeros(2 * game.actions, np.int16)
        self._work: Array = np.zeros(3, game.dtype)
        self._raw: Array = self._work.view(np.uint32).reshape(3, -1)
        self._view: Array = np.zeros(1, game.dtype)
        self._world: Array = np.zeros(1, game.dtype)
        self._rng: Array = fast_generator(0, 0)
        self._compile()

    def _compile(self) -> None:
        if True:
            states = self.game.template(self.game.players[0], {})
            deal_at(states, 0)
            legal_at(states, 0, self._out)
            before = states.tobytes()
            action = int(self._out[0])
            apply_at(states, 0, action)
            self.revealed(before, 1, action)
            self.foreseen(states, 1, action)
            guess_at(self.window.states, 0, SPECTATOR, self._rng)
            self._talk(states)
        self._choose_form(states)

    def _choose_form(self, states: Array) -> None:
        """A game that calls compiled code for each card reads the record itself faster."""
        times = {}
        for self._windowed in (False, True):
            self.look(states, 1)
            times[self._windowed] = min(timeit.repeat(self.position_seen, repeat=5, number=3))
        self._windowed = times[True] < times[False]

    def _talk(self, states: Array) -> None:
        """Read and write moves of a game that goes on, since that may call compiled code too."""
        states, tried = states.copy(), []
        for step in range(30):
            seat = self.turn(states)
            if seat == 0:
                return
            self.look(states, seat)
            self.position_seen()
            moves = list(self.moves_seen())
            tried.append(moves[step % len(moves)])
            for move in tried[-4:]:
                with suppress(IllegalMove):
                    self.read(states, seat, move)
            apply_at(states, 0, self.read(states, seat, tried[-1])[0])

    # --- What a viewer sees (seats from 1, 0 for a spectator)

    def look(self, states: Array, seat: int) -> Any:
        """The state as a seat may see it, to be read at once: the next look overwrites it."""
        hide_copy_at(states, 0, seat - 1, self.window.states)
        self.window.refresh()
        return self.seen

    @property
    def seen(self) -> Any:
        """The state that was looked at last, in the form that this game reads faster."""
        return self.window.seen if self._windowed else self._record

    def moves_seen(self) -> dict[str, int]:
        """The legal moves of the state that was looked at last, with their actions."""
        write, seen = self.game.write_move, self.seen
        return {write(seen, action): action for action in self.actions_seen()}

    def actions_seen(self) -> list[int]:
        n = legal_at(self.window.states, 0, self._out)
        actions: list[int] = self._out[:n].tolist()
        return actions

    def position_seen(self) -> Position:
        return self.game.dump(self.seen, hidden=True)

    # --- Reading moves

    def read(self, states: Array, seat: int, move: str) -> tuple[int, str]:
        """The action of a legal move and its text as it is written, or IllegalMove.

        Read with the eyes of the seat, so that no answer can tell what it may not know.
        """
        seen = self.look(states, seat)
        words = move.split()
        found = self.game.read_move(seen, words)
        if found is None:
            raise UnknownMove(" ".join(words), self._nearest(move))
        if not isinstance(found, Objection):
            actions = self.actions_seen()
            if found in actions:
                return found, self.game.write_move(seen, found)
            found = self.game.object_to(seen, found)
        raise IllegalMove(
            " ".join(words), found.rule, reason_of(self.game, found), self._nearest(move)
        )

    def _nearest(self, move: str) -> list[str]:
        return difflib.get_close_matches(move[:80], self.moves_seen(), NEAREST_SHOWN, cutoff=0.3)

    # --- What a move tells

    def revealed(self, before: bytes, seat: int, action: int, worlds: int = FEW) -> bool:
        """Whether a seat's move may have told anybody anything, as far as that seat can know."""
        told = reveals(
            np.frombuffer(before, self.game.dtype), self._view, self._world, self._work, self._raw,
            seat - 1, action, worlds, self._out, self._rng,
        )  # fmt: skip
        return bool(told)

    def foreseen(self, states: Array, seat: int, action: int) -> Position | None:
        """The position that a move leads to, as the seat can foresee it; None if it cannot.

        Made from guesses only: the state that is really there is not looked at.
        """
        hide_copy_at(states, 0, seat - 1, self._work)
        seed_by_sight(self._raw[0], action, self._rng)
        if not foresee(self._work, self._raw, seat - 1, action, WORLDS, self._out, self._rng):
            return None
        self.window.states[:] = self._work[2]
        self.window.refresh()
        return self.position_seen()

    def turn(self, states: Array) -> int:
        """The seat whose decision it is, from 1; 0 when the game is over."""
        return actor_at(states, 0) + 1


_kits: dict[tuple[str, str], Kit] = {}


def kit_of(game: str, deck: Mapping[str, Any] | None = None) -> Kit:
    """The kit of a game; the first time takes seconds, since the game is compiled."""
    key = (game, "" if deck is None else json.dumps(deck, sort_keys=True))
    if key not in _kits:
        if deck is not None and len(_kits) > 64:  # a bound on other people's decks
            _kits.pop(next(name for name in _kits if name[1]), None)
        _kits[key] = Kit(game_of_name(game, deck))
    return _kits[key]
