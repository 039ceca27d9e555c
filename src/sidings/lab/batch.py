"""Batches: any number of games by the same policies, as one structured array.

Game *i* of a batch depends on the seed and on *i* alone, whatever plays it: one core or many, a
GPU, a cluster, in whatever pieces.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from rich.console import Console

from sidings.bots.network import Network
from sidings.bots.weights import network_of
from sidings.errors import BadOption, shown
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import MOST_MOVES, Deck, Game
from sidings.games.parts import Counter, rows_of
from sidings.kernel.record import Array
from sidings.lab.kernels import BY_NETWORK, DEPTH, FIRST, LAST, MOVES, SCORES
from sidings.lab.policies import line_ups, read_policy, rotated, seat_policies
from sidings.lab.progress import Report, progress_bar

DEVICES = {
    "cpu": "sidings.lab.devices.cpu",
    "gpu": "sidings.lab.devices.gpu",
    "ray": "sidings.lab.devices.ray",
}

SEEDS = 2**63


@dataclass(frozen=True)
class Batch:
    """All that decides how its games go; it can be sent to another process."""

    game: Game[Any]
    players: int
    template: Array
    policies: tuple[str, ...]
    seats: tuple[int, ...]  # the policy at each seat, before rotating
    line_ups: Array
    games: int
    seed: int
    most_moves: int
    counting: bool

    @cached_property
    def counters(self) -> tuple[Counter, ...]:
        return self.game.part("counters").COUNTERS if self.counting else ()

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The columns of a row; those of the seats have one value for each."""
        seats = (self.players,)
        columns: list[Any] = [
            ("game", np.int64),
            ("deal", np.int64),
            ("moves", np.int32),
            ("first", np.int8),
            ("last", np.int8),
            ("winner", np.int8),
            ("places", np.int8, seats),
            ("scores", np.int32, seats),
            ("policies", np.int8, seats),
        ]
        for counter in self.counters:
            shape = seats if counter.width == 1 else (self.players, counter.width)
            columns.append((counter.name, np.int16, shape if counter.of_seat else ()))
        return np.dtype(columns)

    @property
    def asks_network(self) -> bool:
        return bool((self.line_ups[:, :, DEPTH] == BY_NETWORK).any())

    def network(self) -> Network | None:
        """The learned network with room for one thread, if a policy asks it."""
        return network_of(self.game) if self.asks_network else None

    def seats_of(self, turned: int) -> list[int]:
        """The policy at each seat in one of the line-ups."""
        return rotated(self.seats, turned)

    def blanks(self, games: int) -> tuple[Array, Array]:
        """Room for what the kernel writes of so many games: outcomes and counts."""
        outcomes = np.zeros((games, SCORES + 2 * self.players), np.int32)
        return outcomes, np.zeros((games, rows_of(self.counters), self.players), np.int16)

    def rows(self, start: int, outcomes: Array, counts: Array) -> Array:
        """The rows of the games from number ``start`` on, from what the kernel wrote."""
        rows = np.zeros(len(outcomes), self.dtype)
        rows["game"] = np.arange(start, start + len(rows))
        rows["deal"], turned = np.divmod(rows["game"], len(self.line_ups))
        rows["moves"] = outcomes[:, MOVES]
        rows["first"] = outcomes[:, FIRST]
        rows["last"] = outcomes[:, LAST]
        rows["scores"] = outcomes[:, SCORES : SCORES + self.players]
        places = outcomes[:, SCORES + self.players :]
        rows["places"] = places
        first = places == 1
        rows["winner"] = np.where(first.sum(axis=1) == 1, first.argmax(axis=1), -1)
        rows["policies"] = np.array([self.seats_of(by) for by in range(len(self.line_ups))])[turned]
        row = 0
        for counter in self.counters:
            written = counts[:, row : row + counter.width, :]
            if not counter.of_seat:
                rows[counter.name] = written[:, 0, 0]
            elif counter.width == 1:
                rows[counter.name] = written[:, 0, :]
            else:
                rows[counter.name] = written.transpose(0, 2, 1)
            row += counter.width
        return rows


def play(
    game: str | Game[Any],
    policies: str | Sequence[str],
    *,
    games: int,
    seed: int = 1,
    on: str = "cpu",
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    deck: Deck | None = None,
    rotate: bool = False,
    most_moves: int = MOST_MOVES,
    counting: bool = True,
    threads: int | None = None,
    progress: bool | Report | None = None,
) -> Array:
    """Play a batch of games; one row for each, in the order of their numbers.

    ``policies`` are ``random``, ``thumb``, ``thumb:depth=1,blur=20``, ``net``, ``net:blur=40``, the
    characters and the levels that do not search, one for each seat or fewer, which are then
    repeated. ``players`` is, if not given, as many as the policies, or the fewest that the game is
    for. With ``rotate`` each deal is played as often as there are seats, each policy sitting in
    each of them. A game that is not over after ``most_moves`` is stopped, with scores and places as
    it stands. ``progress`` is a function of games done and games in all; or whether to show a bar
    (if not given: on a terminal).

    >>> rows = play("game-of-trains", ["thumb", "random"], games=20, rotate=True)
    >>> policy = rows["policies"][np.arange(20), rows["winner"]]
    >>> int((policy == 0).sum())
    20
    """
    batch = prepare_batch(
        game, policies, games=games, seed=seed, players=players, options=options, deck=deck,
        rotate=rotate, most_moves=most_moves, counting=counting,
    )  # fmt: skip
    rows = np.empty(batch.games, batch.dtype)
    done = 0
    with _reporting(batch, progress) as report:
        for part in _parts(batch, on, threads):
            rows[done : done + len(part)] = part
            done += len(part)
            report(done, batch.games)
    return rows


def stream(
    game: str | Game[Any], policies: str | Sequence[str], *, on: str = "cpu",
    threads: int | None = None, **more: Any,
) -> Iterator[Array]:  # fmt: skip
    """The same as ``play``, in pieces: for batches that do not fit into memory.

    >>> sum(len(rows) for rows in stream("game-of-trains", "thumb", games=500))
    500
    """
    return _parts(prepare_batch(game, policies, **more), on, threads)


def prepare_batch(
    game: str | Game[Any],
    policies: str | Sequence[str],
    *,
    games: int,
    seed: int = 1,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    deck: Deck | None = None,
    rotate: bool = False,
    most_moves: int = MOST_MOVES,
    counting: bool = True,
) -> Batch:
    """Check every argument of ``play``; nothing has been compiled or played yet."""
    if isinstance(game, Game) and deck is not None:
        raise BadOption("give the deck to sidings.game, or the game by name")
    chosen = game if isinstance(game, Game) else game_of_name(game, deck)
    names = [policies] if isinstance(policies, str) else policies
    if players is None:
        players = max(len(names), chosen.players[0]) if isinstance(names, Sequence) else 0
    template = chosen.template(players, options or {})
    seats = seat_policies(names, players)
    numbers = np.array([read_policy(chosen, name) for name in names], np.int64)
    return Batch(
        chosen,
        players,
        template,
        tuple(names),
        tuple(seats),
        line_ups(numbers, seats, rotate),
        _whole("games", games, 1, SEEDS),
        _whole("seed", seed, 0, SEEDS),
        _whole("most_moves", most_moves, 1, MOST_MOVES + 1),
        counting,
    )


def _whole(name: str, value: object, low: int, end: int) -> int:
    if type(value) is not int or not low <= value < end:
        raise BadOption(f"{name} is a whole number from {low} to {end - 1}, not {shown(value)}")
    return value


def _parts(batch: Batch, on: str, threads: int | None) -> Iterator[Array]:
    if on not in DEVICES:
        raise BadOption(f"a batch is played on {', '.join(DEVICES)}, not on {shown(on)}")
    if on == "gpu" and batch.asks_network:
        raise BadOption("batches on a GPU do not ask the learned network; play this one on cpu")
    threads = os.cpu_count() or 1 if threads is None else _whole("threads", threads, 1, 1025)
    parts: Iterator[Array] = import_module(DEVICES[on]).play_parts(batch, threads)
    return parts


@contextmanager
def _reporting(batch: Batch, progress: bool | Report | None) -> Iterator[Report]:
    """Report to the caller's function, or with a bar."""
    if callable(progress):
        yield progress
        return
    console = Console(stderr=True)
    visible = console.is_terminal if progress is None else progress
    with progress_bar(f"{batch.game.title}, games", console, visible=visible) as report:
        yield report


def columns(rows: Array) -> dict[str, Array]:
    """The columns as flat arrays, those of seats numbered from 1, as a DataFrame wants them.

    >>> rows = play("game-of-trains", "random", games=2, most_moves=10)
    >>> list(columns(rows))[:8]
    ['game', 'deal', 'moves', 'first', 'last', 'winner', 'places_1', 'places_2']
    """
    flat: dict[str, Array] = {}
    for name in rows.dtype.names or ():
        values = rows[name]
        for index in np.ndindex(values.shape[1:]):
            flat["_".join([name, *(str(i + 1) for i in index)])] = values[:, *index]
    return flat
