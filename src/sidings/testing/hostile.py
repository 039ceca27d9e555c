"""Hostile positions: real ones changed at random, and played on where ``load`` accepts them.

Whatever a loaded position is asked, the kernels must stay within their arrays. An index beyond an
array is an error in plain Python and in code compiled with ``NUMBA_BOUNDSCHECK=1``; run it in one
of them. Plain Python refuses negative indices here too (``Watched``): those would read and write
the wrong end of an array.
"""

import copy
import json
import random
from collections.abc import Iterator, MutableMapping, MutableSequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np

from sidings.bots.kernels import buffers
from sidings.errors import BadOption, BadPosition
from sidings.games.contract import Game
from sidings.games.parts import conclude, encode, note, rate, rows_of, settled, worth
from sidings.games.reading import Position
from sidings.kernel.events import new_events
from sidings.kernel.fast import fast_generator
from sidings.kernel.jit import config
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, apply, guess, hide, legal, rank, score, survey
from sidings.play.observation import observe
from sidings.play.table import Table, deal, load
from sidings.testing.violation import one_of_each

DEEPEST = 2  # that a rule of thumb looks
MOVES_BEFORE = 120  # at the most, from the deal to the position that is changed
MOVES_AFTER = 12  # that a hostile position is played on
WALK = 10  # changes tried, one on top of the other, before it starts from a real position again
ROOM = 4096  # for an observation or a survey


@dataclass
class Counts:
    tried: int = 0
    accepted: int = 0
    moves: int = 0  # applied
    reasons: dict[str, int] = field(default_factory=dict)  # keys that the others were refused for


def check(game: Game[Any], positions: int, seed: int = 1) -> Counts:
    """Try so many hostile positions; raises whatever a kernel raises, with the position."""
    counts = Counts()
    chance = random.Random(seed)
    real = real_positions(game, chance)
    while counts.tried < positions:
        position = next(real)
        for _ in range(min(WALK, positions - counts.tried)):
            changed = change(position, chance)
            counts.tried += 1
            _observe(changed, game)
            try:
                table = load(changed, game=game)
            except BadPosition as error:
                counts.reasons[error.key] = counts.reasons.get(error.key, 0) + 1
                continue
            position = changed
            counts.accepted += 1
            try:
                counts.moves += _Trial(table, chance).run()
            except Exception as error:
                error.add_note(f"after this position was loaded: {json.dumps(changed)}")
                raise
    return counts


def _observe(position: Position, game: Game[Any]) -> None:
    """A position is observed or refused, whatever is in it."""
    with suppress(BadPosition, BadOption):
        observe(position, game=game)


def real_positions(game: Game[Any], chance: random.Random) -> Iterator[Position]:
    """Positions of random games with all numbers of players and all options."""
    while True:
        for players, options in one_of_each(game):
            table = deal(game, players, chance.getrandbits(64), options=options)
            while table.turn is not None and len(table.history) < MOVES_BEFORE:
                table.play_action(chance.choice(table.actions()))
            for _ in range(chance.randint(0, len(table.history))):
                table.undo()
            yield json.loads(json.dumps(table.dump()))


# --- Changing a position --------------------------------------------------------------------------

Place = tuple[MutableSequence[Any] | MutableMapping[str, Any], Any]


def change(position: Position, chance: random.Random) -> Position:
    """A copy with one to three things changed, most of them so that nothing is lost or doubled."""
    changed = copy.deepcopy(position)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        chance.choice((_swap, _swap, _move, _move, _move, _pour, _transfer, _set))(changed, chance)
    return changed


def _places(value: Any) -> Iterator[Place]:
    """Every place of a value that is no list or object itself."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in keys:
        if isinstance(value[key], dict | list):
            yield from _places(value[key])
        else:
            yield value, key


def _own(position: Position) -> Position:
    """What belongs to the game: its players and options stay."""
    return {key: value for key, value in position.items() if key not in ("game", "options")}


def _lists(value: Any) -> list[list[Any]]:
    inner = value.values() if isinstance(value, dict) else value
    found = [one for part in inner if isinstance(part, dict | list) for one in _lists(part)]
    return [*found, value] if isinstance(value, list) else found


def _swap(position: Position, chance: random.Random) -> None:
    """Exchange what lies in two places."""
    places = list(_places(_own(position)))
    (one, i), (two, j) = chance.choice(places), chance.choice(places)
    one[i], two[j] = two[j], one[i]


def _move(position: Position, chance: random.Random) -> None:
    """Move something from one list to another, or within one."""
    lists = _lists(_own(position))
    source = chance.choice([one for one in lists if one])
    taken = source.pop(chance.randrange(len(source)))
    target = chance.choice(lists)
    target.insert(chance.randint(0, len(target)), taken)


def _pour(position: Position, chance: random.Random) -> None:
    """Empty a list into another, or onto the floor."""
    lists = _lists(_own(position))
    source, target = chance.choice(lists), chance.choice(lists)
    if source is not target and chance.random() < 0.8:
        target.extend(source)
    source.clear()


def _transfer(position: Position, chance: random.Random) -> None:
    """Make one number smaller and another larger."""
    places = [place for place in _places(_own(position)) if type(place[0][place[1]]) is int]
    (one, i), (two, j) = chance.choice(places), chance.choice(places)
    number = chance.choice((1, 1, 2, one[i]))
    one[i] -= number
    two[j] += number


def _set(position: Position, chance: random.Random) -> None:
    """Put something else in a place, mostly at the top: the phase, the turn, a counter."""
    places = list(_places(_own(position)))
    at_top: list[Place] = [(position, key) for key in _own(position)]
    holder, key = chance.choice(places if chance.random() < 0.3 else at_top)
    holder[key] = chance.choice(
        [None, True, False, [], 0, 1, 2, 3, 4, 5, 20, 84, "over", "play", "turn", "place", "take",
         "setup", "start", "investor", "pickpocket", "pointsman", "director", "objective", "m"]
    )  # fmt: skip


# --- Asking it everything -------------------------------------------------------------------------


class Watched:
    """A state whose arrays refuse negative indices, for plain Python."""

    def __init__(self, state: Any) -> None:
        object.__setattr__(self, "_state", state)

    @property
    def dtype(self) -> np.dtype[Any]:
        return self._state.dtype  # type: ignore[no-any-return]  # a record has it

    def __getattr__(self, name: str) -> Any:
        value = getattr(object.__getattribute__(self, "_state"), name)
        return value.view(_NoNegatives) if isinstance(value, np.ndarray) else value

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._state, name, value)


class _NoNegatives(np.ndarray[Any, Any]):
    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(_checked(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(_checked(index), value)


def _checked(index: Any) -> Any:
    for one in index if isinstance(index, tuple) else (index,):
        if isinstance(one, int | np.integer) and one < 0:
            raise IndexError(f"negative index {index}")
    return index


class _Trial:
    """Plays on from a loaded position, with every verb asked on the way."""

    def __init__(self, table: Table, chance: random.Random) -> None:
        self.game = table.game
        self.chance = chance
        self.work = np.zeros(3, self.game.dtype)  # the position, a copy, another copy
        self.work[0] = table.state
        self.rng = fast_generator(chance.getrandbits(32))
        self.actions, self.terms = buffers(self.game.actions)
        self.out = np.zeros(ROOM, np.int32)
        self.game.part("bot")  # parts are bound when they are first asked for
        if self.game.has_part("observation"):
            self.game.part("observation")
        rows = rows_of(self.game.part("counters").COUNTERS)
        self.counts = np.zeros((max(1, rows), table.players), np.int64)
        self.moves = 0

    def state(self, i: int) -> Any:
        return Watched(self.work[i]) if config.DISABLE_JIT else self.work[i]

    def run(self) -> int:
        self.look()
        for _ in range(MOVES_AFTER):
            if actor(self.state(0)) < 0:
                break
            n = legal(self.state(0), self.actions)
            apply(self.state(0), int(self.actions[self.chance.randrange(n)]), self.events())
            self.moves += 1
        self.look()
        return self.moves

    def events(self) -> Array:
        return new_events(self.game.most_events)

    def look(self) -> None:
        """Ask everything about the position: what each seat sees, what each move leads to."""
        for seat in range(-1, int(self.work[0].players)):
            self.look_as(seat)
        self.ask_outcome(0)
        turn = actor(self.state(0))
        if turn < 0:
            conclude(self.state(0), self.counts)
            return
        n = legal(self.state(0), self.actions)
        actions = [int(action) for action in self.actions[:n]]
        self.game.choices(self.work[0], actions)
        for depth in range(DEEPEST + 1):
            self.terms[:n] = 0
            rate(self.state(0), depth, self.actions, n, self.terms)
        for action in actions:
            self.game.read_move(self.work[0], self.game.write_move(self.work[0], action).split())
            note(self.state(0), action, self.counts)
            self.try_action(action, turn)

    def look_as(self, seat: int) -> None:
        """Hide, view, encode and guess."""
        game = self.game
        self.work[1] = self.work[0]
        hide(self.state(1), seat)
        msgspec.json.encode(game.view(self.work[1], seat))
        game.dump(self.work[1], hidden=True)
        if hasattr(game.part("rules"), "survey"):
            survey(self.state(1), seat, self.out)
        if game.has_part("observation"):
            encode(self.state(1), seat, self.out)
        self.work[2] = self.work[1]
        guess(self.state(2), seat, self.rng)
        if actor(self.state(2)) >= 0:
            legal(self.state(2), self.actions)

    def try_action(self, action: int, seat: int) -> None:
        """An action with and without events, on copies; and what the search asks after it."""
        self.work[1] = self.work[0]
        self.work[2] = self.work[0]
        apply(self.state(1), action, self.events())
        apply(self.state(2), action)
        assert self.work[1].tobytes() == self.work[2].tobytes(), "events change what happens"
        self.moves += 2
        settled(self.state(2), self.state(0), 1)
        worth(self.state(2), self.state(0), seat)
        self.ask_outcome(2)
        if actor(self.state(2)) >= 0:
            legal(self.state(2), self.actions)

    def ask_outcome(self, i: int) -> None:
        score(self.state(i), self.out)
        rank(self.state(i), self.out)
