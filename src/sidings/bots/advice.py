"""Advice: every legal move with its chance to win, how sure that is, and one line why.

The chances come from search over worlds that fit what the seat in turn sees; the reasons are the
terms of the game's rule of thumb.
"""

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sidings.bots.kernels import buffers, rate_at
from sidings.bots.levels import levels_of, playable, prepare, search_of
from sidings.bots.search import FORESIGHT, Budget, Estimate, Search
from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.play.observation import Observation, observe
from sidings.play.table import Table

SIGMAS = 1.96  # 95 %
SHOWN = 12
SLIGHT = 1e-9  # a smaller difference between terms is rounding


@dataclass(frozen=True)
class Judgement:
    """What advice says about one move."""

    move: str
    chance: float  # to win, 0 to 1
    error: float  # one standard error of the chance
    playouts: int  # that the chance was found with
    why: str
    reason: str = ""  # the phrase that ``why`` is made of: one of the game's ``TERMS``
    despite: bool = False  # search prefers the move although the phrase speaks against it

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % interval of the chance; None without playouts."""
        return SIGMAS * self.error if self.playouts else None

    def __str__(self) -> str:
        return f"{self.move}: {_percent(self)}{'; ' if self.why else ''}{self.why}"


class Advice(Sequence[Judgement]):
    """The judgements of all legal moves, best first. Printing it shows them as a table."""

    def __init__(self, judgements: Sequence[Judgement]) -> None:
        self._judgements = list(judgements)

    @property
    def best(self) -> Judgement:
        return self._judgements[0]

    def __len__(self) -> int:
        return len(self._judgements)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]  # as Sequence has it
        return self._judgements[index]

    def __iter__(self) -> Iterator[Judgement]:
        return iter(self._judgements)

    def __rich__(self) -> Grid:
        grid = Grid("move", "chance to win", "why", box=box.SIMPLE)
        grid.columns[1].justify = "right"
        for judgement in self._judgements[:SHOWN]:
            grid.add_row(Text(judgement.move), _percent(judgement), Text(judgement.why))
        if len(self) > SHOWN:
            grid.add_row(Text(f"… and {len(self) - SHOWN} more", "dim"))
        return grid

    def __str__(self) -> str:
        console = Console(file=io.StringIO(), width=100)
        console.print(self)
        return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())  # type: ignore[attr-defined]  # it is the StringIO given above


def _percent(judgement: Judgement) -> str:
    if judgement.margin is None:
        return "-"
    return f"{judgement.chance:.0%} ± {judgement.margin:.0%}"


def advise(table: Table, ms: float = 1000, playouts: float = math.inf, seed: int = 0) -> Advice:
    """Judge every legal move of the seat in turn, within ``ms`` or ``playouts``."""
    if table.turn is None:
        raise BadOption("the game is over: there is nothing to advise")
    return advise_seat(observe(table), ms, playouts, seed)


def advise_seat(
    observation: Observation, ms: float = 1000, playouts: float = math.inf, seed: int = 0
) -> Advice:
    """Judge every legal move of the seat that an observation is for."""
    game = observation.game
    search = adviser(game, Budget(ms, playouts), seed)
    states = np.array([observation.state], game.dtype)
    found = search.estimate(game, states, observation.seat - 1, observation.actions)
    reasons = reasons_of(game, states, observation.actions)
    return Advice(
        [_judge(game, states, one, *reasons[one.action], one is found[0]) for one in found]
    )


def adviser(game: Game[Any], budget: Budget, seed: int) -> Search:
    """The search whose chances are told to people: that of ``master``."""
    level = playable(levels_of(game)["master"], game)
    prepare(game, search=False)  # its reasons
    prepare(game, net=level.net)
    return search_of(level, budget, seed)


def _judge(
    game: Game[Any], states: Array, found: Estimate, reason: str, favours: bool, best: bool
) -> Judgement:
    despite = best and bool(reason) and not favours
    words = why(reason, despite)
    move = game.write_move(states[0], found.action)
    return Judgement(move, found.chance, found.error, found.playouts, words, reason, despite)


def why(reason: str, despite: bool) -> str:
    """Where search prefers a move against the rule of thumb, that is said too."""
    return f"does well in play, though it {reason}" if despite else reason


def reasons_of(game: Game[Any], states: Array, actions: list[int]) -> dict[int, tuple[str, bool]]:
    """The term in which each action differs most from the average, and whether in its favour."""
    phrases: Sequence[tuple[str, str]] = game.part("bot").TERMS
    buffer, terms = buffers(game.actions)
    n = len(actions)
    buffer[:n] = actions
    rate_at(states, 0, FORESIGHT, buffer, n, terms)
    if n == 1:
        return {actions[0]: ("the only move", True)}
    if not phrases:
        return dict.fromkeys(actions, ("", True))
    ratings = terms[:n, : len(phrases)]
    differences = ratings - ratings.mean(axis=0)
    found = {}
    for action, row in zip(actions, differences, strict=True):
        term = int(np.abs(row).argmax())
        favours = bool(row[term] > 0)
        reason = phrases[term][not favours] if abs(row[term]) > SLIGHT else "much like the others"
        found[action] = (reason, favours or reason not in phrases[term])
    return found
