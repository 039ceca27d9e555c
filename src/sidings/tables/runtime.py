"""What all tables of one game share: compiled verbs, and buffers to read positions with.

One thread at a time: the server's event loop. A bot that thinks in another has its own copies.
"""

import difflib
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from sidings.errors import IllegalMove, UnknownMove
from sidings.games import game as game_of_name
from sidings.games.contract import Game, Objection, Position
from sidings.kernel.fast import fast_generator
from sidings.kernel.jit import progress_of_compiling
from sidings.kernel.play import actor_at, apply_at, deal_at, guess_at, legal_at, look_at
from sidings.kernel.record import Array
from sidings.table import SPECTATOR, compile_once
from sidings.tables.fast_record import FastRecord
from sidings.tables.reveal import FEW, WORLDS, foresee, reveals, seed_by_sight

NEAREST_SHOWN = 3
CUSTOM_DECKS = 64  # runtimes of other people's decks that are kept


class Runtime:
    """One game, with the deck it is played with, ready to be played at many tables."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._seen = FastRecord(game.dtype)
        self._out: Array = np.zeros(2 * game.actions, np.int16)
        self._work: Array = np.zeros(3, game.dtype)
        self._raw: Array = self._work.view(np.uint32).reshape(3, -1)
        self._view: Array = np.zeros(1, game.dtype)
        self._world: Array = np.zeros(1, game.dtype)
        self._rng: Array = fast_generator(0, 0)
        self._compile()

    def _compile(self) -> None:
        compile_once(self.game)
        with progress_of_compiling(f"{self.game.name}-tables"):
            states = self.game.template(self.game.players[0], {})
            deal_at(states, 0)
            legal_at(states, 0, self._out)
            before = states.tobytes()
            action = int(self._out[0])
            apply_at(states, 0, action)
            self.revealed(before, 1, action)
            self.foreseen(states, 1, action)
            guess_at(self._seen.states, 0, SPECTATOR, self._rng)
            self._compile_notation(states.copy())

    def _compile_notation(self, states: Array) -> None:
        """Play some moves, since reading and writing them may call compiled code too."""
        tried: list[str] = []
        for step in range(30):
            seat = self.turn(states)
            if seat == 0:
                return
            seen = self.look(states, seat)
            self.dump(seen)
            moves = list(self.moves(seen))
            tried.append(moves[step % len(moves)])
            for move in tried[-4:]:
                with suppress(IllegalMove):
                    self.read(states, seat, move)
            apply_at(states, 0, self.read(states, seat, tried[-1])[0])

    # --- What a viewer sees (seats from 1, 0 for a spectator)

    def look(self, states: Array, seat: int) -> FastRecord:
        """The position as a seat may see it. Read it at once: the next look overwrites it."""
        seen = self._seen
        look_at(states, 0, seat - 1, seen.states)
        seen.refresh()
        return seen

    def moves(self, seen: FastRecord) -> dict[str, int]:
        """The legal moves in notation, with their actions."""
        write, fields = self.game.write_move, seen.fields
        return {write(fields, action): action for action in self._actions(seen)}

    def dump(self, seen: FastRecord) -> Position:
        """The position as it is sent."""
        return self.game.dump(seen.fields, hidden=True)

    def _actions(self, seen: FastRecord) -> list[int]:
        n = legal_at(seen.states, 0, self._out)
        actions: list[int] = self._out[:n].tolist()
        return actions

    # --- Reading moves

    def read(self, states: Array, seat: int, move: str) -> tuple[int, str]:
        """The action of a legal move and its text as it is written, or IllegalMove.

        Read from what the seat sees, so that no answer can tell what it may not know.
        """
        seen = self.look(states, seat)
        words = move.split()
        found = self.game.read_move(seen.fields, words)
        if found is None:
            raise UnknownMove(" ".join(words), self._nearest(seen, move))
        if not isinstance(found, Objection):
            if found in self._actions(seen):
                return found, self.game.write_move(seen.fields, found)
            found = self.game.object_to(seen.fields, found)
        raise IllegalMove(" ".join(words), found.rule, found.reason, self._nearest(seen, move))

    def _nearest(self, seen: FastRecord, move: str) -> list[str]:
        return difflib.get_close_matches(move[:80], self.moves(seen), NEAREST_SHOWN, cutoff=0.3)

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

        Made from guesses only: what is really hidden is not looked at.
        """
        look_at(states, 0, seat - 1, self._work)
        seed_by_sight(self._raw[0], action, self._rng)
        if not foresee(self._work, self._raw, seat - 1, action, WORLDS, self._out, self._rng):
            return None
        seen = self._seen
        seen.states[:] = self._work[2]
        seen.refresh()
        return self.dump(seen)

    def turn(self, states: Array) -> int:
        """The seat whose decision it is, from 1; 0 when the game is over."""
        return actor_at(states, 0) + 1


_runtimes: dict[tuple[str, str], Runtime] = {}


def runtime_of(game: str, deck: Mapping[str, Any] | None = None) -> Runtime:
    """The runtime of a game; the first time takes seconds, since the game is compiled."""
    key = (game, "" if deck is None else json.dumps(deck, sort_keys=True))
    if key not in _runtimes:
        if deck is not None and len(_runtimes) > CUSTOM_DECKS:
            _runtimes.pop(next(name for name in _runtimes if name[1]), None)
        _runtimes[key] = Runtime(game_of_name(game, deck))
    return _runtimes[key]
