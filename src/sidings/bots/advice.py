"""Advice: every legal move with its chance to win, how sure that is, and one line why.

The chances come from search over worlds that fit what the seat in turn sees; the reasons are the
terms of the game's rule of thumb.
"""

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sidings.bots.kernels import buffers, rate_at
from sidings.bots.levels import levels_of, prepare
from sidings.bots.search import FORESIGHT, Budget, Search
from sidings.errors import BadOption
from sidings.kernel.record import Array
from sidings.play.observation import observe
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
    if not judgement.playouts:
        return "-"
    return f"{judgement.chance:.0%} ± {SIGMAS * judgement.error:.0%}"


def advise(table: Table, ms: float = 1000, playouts: float = math.inf, seed: int = 0) -> Advice:
    """Judge every legal move of the seat in turn, within ``ms`` or ``playouts``."""
    if table.turn is None:
        raise BadOption("the game is over: there is nothing to advise")
    game, observation = table.game, observe(table)
    prepare(game)
    level = levels_of(game)["master"]
    search = Search(Budget(ms, playouts), depth=level.depth, slips=level.slips, seed=seed)
    states = np.array([observation.state], game.dtype)
    found = search.estimate(game, states, observation.seat - 1, observation.actions)
    reasons = _reasons(table, states, observation.actions)
    return Advice(
        [
            Judgement(
                game.write_move(table.state, one.action),
                one.chance,
                one.error,
                one.playouts,
                _words(*reasons[one.action], best=one is found[0]),
            )
            for one in found
        ]
    )


def _words(reason: str, favours: bool, best: bool) -> str:
    """The reason; where search prefers a move against the rule of thumb, that is said too."""
    return f"does well in play, though it {reason}" if best and reason and not favours else reason


def _reasons(table: Table, states: Array, actions: list[int]) -> dict[int, tuple[str, bool]]:
    """The term in which each action differs most from the average, and whether in its favour."""
    phrases: Sequence[tuple[str, str]] = table.game.part("bot").TERMS
    buffer, terms = buffers(table.game.actions)
    n = len(actions)
    buffer[:n] = actions
    rate_at(states, 0, FORESIGHT, buffer, n, terms)
    if n == 1:
        return {actions[0]: ("the only move", True)}
    if not phrases:
        return dict.fromkeys(actions, ("", True))
    ratings = terms[:n, : len(phrases)]
    differences = ratings - ratings.mean(axis=0)
    reasons = {}
    for action, row in zip(actions, differences, strict=True):
        term = int(np.abs(row).argmax())
        favours = bool(row[term] > 0)
        reason = phrases[term][not favours] if abs(row[term]) > SLIGHT else "much like the others"
        reasons[action] = (reason, favours or reason not in phrases[term])
    return reasons
