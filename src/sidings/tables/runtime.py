"""What all tables of one game share: compiled verbs, and buffers to read positions with.

One thread at a time: the server's event loop. A bot that thinks in another has its own copies.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import numpy as np

from sidings.errors import IllegalMove
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game
from sidings.kernel.events import COLUMNS, COUNT, EVERYBODY, SEEN_BY, new_events, rows_of
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import (
    actor_at,
    apply_telling_at,
    deal_at,
    guess_at,
    hide_and_list_at,
    hide_copy_at,
    hide_events_for,
    legal_at,
    outcome_at,
)
from sidings.kernel.record import Array
from sidings.play.moves import find_action
from sidings.play.table import SPECTATOR
from sidings.tables.fast_record import FastRecord
from sidings.tables.patch import renew_at
from sidings.tables.reveal import FEW, WORLDS, foresee, reveals, seed_by_sight

Fields = dict[str, Any]  # of a view, by name

CUSTOM_DECKS = 64  # runtimes of other people's decks that are kept
WARM_UP_MOVES = 30


class Runtime:
    """One game, with the deck it is played with, ready to be played at many tables."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._seen = FastRecord(game.dtype)
        self._out: Array = np.zeros(2 * game.actions, np.int16)
        self._work: Array = np.zeros(3, game.dtype)
        self._raw: Array = self._work.view(np.uint32).reshape(3, -1)
        self._view: Array = np.zeros(1, game.dtype)
        self._view_bytes: Array = self._view.view(np.uint8)
        self._patch: Array = np.zeros(2 * self._view_bytes.size, np.uint8)
        self._world: Array = np.zeros(1, game.dtype)
        self._rng: Array = fast_generator(0, 0)
        self._events = new_events(game.most_events)
        self._seen_events = new_events(game.most_events)
        self._shown: Any = None  # the last view
        self._shown_fields: Fields = {}
        self._told_of = b""  # the last events; what of them was told to all seats alike
        self._are_public = True
        self._told_to_all: Sequence[Any] | None = None
        self._rows_to_all: bytes | None = None
        self._compile()

    def _compile(self) -> None:
        """Play some moves with everything that a table calls, so that nobody waits for it later."""
        states = self.game.template(self.game.players[0], {})
        deal_at(states, 0)
        results = np.zeros((2, self.game.players[0]), np.int64)
        outcome_at(states, 0, results[0], results[1])
        guess_at(self._seen.states, 0, SPECTATOR, self._rng)
        for step in range(WARM_UP_MOVES):
            seat = self.turn(states)
            if seat == 0:
                return
            seen = self.look(states, seat)
            self.view(seen, seat)
            self.renew(self.record(states, 0), states, seat)
            choices, actions = self.choices(seen)
            move = choices[step % len(actions)].move
            before = states.tobytes()
            action, _ = self.read(states, seat, move)
            with suppress(IllegalMove):
                self.read(states, seat, f"{move} {move}")
            self.foreseen(states, seat, action)
            events, _ = self.play(states, action)
            self.events_for(events, seat)
            self.revealed(before, seat, action)

    # --- What a viewer sees (seats from 1, 0 for a spectator)

    def look(self, states: Array, seat: int) -> FastRecord:
        """The position as a seat may see it. Read it at once: the next look overwrites it."""
        seen = self._seen
        hide_copy_at(states, 0, seat - 1, seen.states)
        seen.refresh()
        return seen

    def view(self, seen: FastRecord, seat: int) -> Fields:
        """The game's view, field by field. Not to be changed: several seats may share it."""
        view = self.game.view(seen.fields, seat - 1)
        if view is not self._shown:
            self._shown = view
            self._shown_fields = view if isinstance(view, dict) else msgspec.structs.asdict(view)
        return self._shown_fields

    def look_with_actions(self, states: Array, seat: int) -> tuple[FastRecord, list[int]]:
        """The same, and the legal actions."""
        seen = self._seen
        n = hide_and_list_at(states, 0, seat - 1, seen.states, self._out)
        seen.refresh()
        return seen, self._out[:n].tolist()

    def choices(self, seen: FastRecord) -> tuple[Sequence[Any], list[int]]:
        """The legal moves with what they touch, and their actions in the same order."""
        n = legal_at(seen.states, 0, self._out)
        actions: list[int] = self._out[:n].tolist()
        return self.game.choices(seen.fields, actions), actions

    def record(self, states: Array, seat: int) -> Array:
        """The position as a seat may see it, as bytes, for clients that make views themselves."""
        hide_copy_at(states, 0, seat - 1, self._view)
        return self._view_bytes.copy()

    def renew(self, record: Array, states: Array, seat: int) -> bytes:
        """Bring a record up to date; returns what changed in it, as a patch."""
        n = renew_at(states, 0, seat - 1, self._view, self._view_bytes, record, self._patch)
        return self._patch[:n].tobytes()

    # --- Moves

    def read(self, states: Array, seat: int, move: str) -> tuple[int, str]:
        """The action of a legal move and its text as it is written, or IllegalMove.

        Read from what the seat sees, so that no answer can tell what it may not know.
        """
        seen, actions = self.look_with_actions(states, seat)
        action = find_action(self.game, seen.fields, actions, move)
        return action, self.game.write_move(seen.fields, action)

    def play(self, states: Array, action: int) -> tuple[bytes, int]:
        """Apply an action; returns its events (see ``events_for``), and the seat in turn then."""
        events = self._events
        turn = apply_telling_at(states, 0, action, events) + 1
        return events[: events[0, COUNT] + 1].tobytes(), turn

    def events_for(self, events: bytes, seat: int) -> Sequence[Any]:
        """The events of a move as a seat may know them."""
        if not self._know_all(events):
            return self.game.tell(rows_of(self._hidden_events(events, seat)))
        if self._told_to_all is None:
            self._told_to_all = self.game.tell(open_events(events))
        return self._told_to_all

    def event_rows_for(self, events: bytes, seat: int) -> bytes:
        """The same as rows of numbers, for clients that make views themselves."""
        if not self._know_all(events):
            return self._hidden_rows(events, seat)
        if self._rows_to_all is None:
            self._rows_to_all = self._hidden_rows(events, seat)
        return self._rows_to_all

    def _know_all(self, events: bytes) -> bool:
        """Whether all seats are told the same of a move, as mostly."""
        if events is not self._told_of:
            self._told_of = events
            seen_by = memoryview(events).cast("h")[COLUMNS + SEEN_BY :: COLUMNS].tolist()
            self._are_public = seen_by.count(EVERYBODY) == len(seen_by)
            self._told_to_all = self._rows_to_all = None
        return self._are_public

    def _hidden_rows(self, events: bytes, seat: int) -> bytes:
        return self._hidden_events(events, seat)[: len(events) // _row.size].tobytes()

    def _hidden_events(self, events: bytes, seat: int) -> Array:
        rows = np.ndarray((len(events) // _row.size, COLUMNS), np.int16, events)
        hide_events_for(rows, seat - 1, self._seen_events)
        return self._seen_events

    # --- What a move tells

    def revealed(self, before: bytes, seat: int, action: int, worlds: int = FEW) -> bool:
        """Whether a seat's move may have told anybody anything, as far as that seat can know."""
        told = reveals(
            np.frombuffer(before, self.game.dtype), self._view, self._world, self._work, self._raw,
            seat - 1, action, worlds, self._out, self._rng,
        )  # fmt: skip
        return bool(told)

    def foreseen(self, states: Array, seat: int, action: int) -> Fields | None:
        """The view that a move leads to, as the seat can foresee it; None if it cannot.

        Made from guesses only: what is really hidden is not looked at.
        """
        hide_copy_at(states, 0, seat - 1, self._work)
        seed_by_sight(self._raw[0], action, self._rng)
        if not foresee(self._work, self._raw, seat - 1, action, WORLDS, self._out, self._rng):
            return None
        seen = self._seen
        seen.states[:] = self._work[2]
        seen.refresh()
        return self.view(seen, seat)

    def turn(self, states: Array) -> int:
        """The seat whose decision it is, from 1; 0 when the game is over."""
        return actor_at(states, 0) + 1


_row = struct.Struct(f"{COLUMNS}h")


def open_events(events: bytes) -> list[tuple[int, ...]]:
    """The events of a move with nothing hidden, for a finished game."""
    return list(_row.iter_unpack(events))[1:]


_runtimes: dict[tuple[str, str], Runtime] = {}


def runtime_of(game: str, deck: Mapping[str, Any] | None = None) -> Runtime:
    """The runtime of a game; the first time takes seconds, since the game is compiled."""
    key = (game, "" if deck is None else json.dumps(deck, sort_keys=True))
    if key not in _runtimes:
        if deck is not None and len(_runtimes) > CUSTOM_DECKS:
            _runtimes.pop(next(name for name in _runtimes if name[1]), None)
        _runtimes[key] = Runtime(game_of_name(game, deck))
    return _runtimes[key]
