"""What decided a game: what the players did, what the cards did, and what nobody can tell.

All is counted in chances to win. For each seat, exactly::

    result = start + skill + luck + rest

*start* is a fair share of the win. *skill* is what the seat's errors cost it, and what it gained
from the others' errors, shared out evenly. The *error* of a decision is the chance of the best move
less that of the move played, over worlds that fit what the player knew then, never the truth; a
forced move is no decision. *luck* is what the cards that were turned up were worth beyond their
average: of the deal, the value after it less the fair share; of a move, see `sidings.bots.luck`.
*rest* is what hidden cards and the judge's doubt leave.

>>> import sidings
>>> from sidings.lab.analysis import analyse_game
>>> table = sidings.deal("game-of-trains", players=2, seed=7)
>>> for _ in range(4):
...     table.play(table.moves()[0])
>>> found = analyse_game(table.record(), playouts=50)
>>> len(found.moments), sum(found.skill) < 1e-9
(4, True)
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from sidings.bots.advice import SIGMAS, adviser, why_best
from sidings.bots.luck import LuckMeter, can_measure_luck
from sidings.bots.search import Budget
from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.lab.statistics import win_shares
from sidings.play.moves import find_action
from sidings.play.observation import observe
from sidings.play.record import replay
from sidings.play.table import Table

PLAYOUTS = 400  # for each decision

Mark = Literal["good", "doubtful", "mistake", "blunder"]
MARKS: list[tuple[float, Mark]] = [(0.12, "blunder"), (0.06, "mistake"), (0.03, "doubtful")]
VERY_LUCKY = 0.1


@dataclass(frozen=True)
class Moment:
    """One move, and what it was worth."""

    number: int  # from 1
    seat: int  # from 1
    move: str
    forced: bool
    error: float  # of the decision, at least 0
    doubt: float  # half the width of the error's 95 % interval
    better: str  # the move that search prefers; empty if it is this one
    why: str  # it is better, in the words of the rule of thumb
    luck: list[float]  # of the cards that it turned up, by seat
    chances: list[float]  # to win after it, by seat

    @property
    def mark(self) -> Mark:
        """Nothing is called worse than good within its doubt."""
        if self.error > self.doubt:
            for least, mark in MARKS:
                if self.error >= least:
                    return mark
        return "good"

    @property
    def fortune(self) -> str:
        """Whether the cards were very kind or very unkind to the mover."""
        luck = self.luck[self.seat - 1]
        return "" if abs(luck) < VERY_LUCKY else "very lucky" if luck > 0 else "very unlucky"


@dataclass(frozen=True)
class Analysis:
    """A game move by move, and its sums by seat."""

    game: Game[Any]
    names: list[str]
    finished: bool
    start: list[float]
    deal: list[float]  # its luck
    moments: list[Moment]
    result: list[float]  # shares of the win; chances to win where the game is not over

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def skill(self) -> list[float]:
        """What errors cost and brought each seat; over all seats it comes to nothing."""
        total = np.zeros(self.players)
        for moment in self.moments:
            total += moment.error / (self.players - 1)
            total[moment.seat - 1] -= moment.error * self.players / (self.players - 1)
        return _floats(total)

    @property
    def luck(self) -> list[float]:
        """Of the deal and of all moves."""
        lucks = np.array([self.deal, *(moment.luck for moment in self.moments)])
        return _floats(lucks.sum(axis=0))

    @property
    def rest(self) -> list[float]:
        known = np.array([self.start, self.skill, self.luck]).sum(axis=0)
        return _floats(np.array(self.result) - known)

    def decisions(self, seat: int) -> list[Moment]:
        """The moves of a seat that were not forced."""
        return [one for one in self.moments if one.seat == seat and not one.forced]

    def error(self, seat: int) -> float:
        """The mean error of a seat's decisions."""
        errors = [one.error for one in self.decisions(seat)]
        return sum(errors) / len(errors) if errors else 0.0

    def luckiest(self) -> str:
        """One honest sentence about the luck of the game."""
        luck = self.luck
        order = sorted(range(self.players), key=lambda seat: -luck[seat])
        first, last = order[0], order[-1]
        points = round(100 * (luck[first] - luck[last]))
        if points < 1:
            return "The cards favoured nobody."
        than = "" if self.players == 2 else f" than {self.names[last]}"
        return f"{self.names[first]} was {points} points luckier{than}."

    def turning_points(self, most: int = 8) -> list[Moment]:
        """The moves at which an error or the cards changed most, in order."""
        weight = {one.number: max(one.error, *map(abs, one.luck)) for one in self.moments}
        found = sorted(self.moments, key=lambda one: -weight[one.number])[:most]
        told = [one for one in found if one.mark != "good" or one.fortune]
        return sorted(told, key=lambda one: one.number)


def analyse_game(
    record: str | Path,
    *,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    report: Callable[[int, int], None] = lambda done, moves: None,
) -> Analysis:
    """Analyse a record. The same seed and number of playouts find the same."""
    table = replay(record)
    moves = list(table.history)
    finished = table.result is not None
    result = _result(table)
    while table.history:
        table.undo()
    judge = _Judge(table.game, playouts, seed)
    start = [1.0 / table.players] * table.players
    after = judge.prospects(table)
    if table.start is not None:  # it began in the midst of a game
        start = after or start
    deal = [chance - fair for chance, fair in zip(after or start, start, strict=True)]
    moments = []
    for number, move in enumerate(moves, start=1):
        moments.append(judge.moment(table, number, move))
        report(number, len(moves))
    last = result or (moments[-1].chances if moments else after) or start
    return Analysis(table.game, table.names, finished, start, deal, moments, last)


def analyse(records: Iterable[str | Path], **more: Any) -> Array:
    """A row for each seat of each record, as a structured array."""
    return np.array(list(_rows(records, **more)), ROW)


ROW = np.dtype(
    [("record", np.int64), ("seat", np.int64), ("start", float), ("skill", float), ("luck", float),
     ("rest", float), ("result", float), ("decisions", np.int64), ("error", float)]
)  # fmt: skip


def _rows(records: Iterable[str | Path], **more: Any) -> Iterator[tuple[float, ...]]:
    for number, record in enumerate(records):
        found = analyse_game(record, **more)
        for seat in range(1, found.players + 1):
            i = seat - 1
            yield (
                number, seat, found.start[i], found.skill[i], found.luck[i], found.rest[i],
                found.result[i], len(found.decisions(seat)), found.error(seat),
            )  # fmt: skip


class _Judge:
    """Judges moves by search from what their player saw, and cards by the learned network."""

    def __init__(self, game: Game[Any], playouts: int, seed: int) -> None:
        self._game = game
        self._search = adviser(game, Budget(playouts=playouts), seed)
        self._meter = LuckMeter(game) if can_measure_luck(game) else None

    def prospects(self, table: Table) -> list[float]:
        """Each seat's chance to win; empty where there is no network to say it."""
        if self._meter is None:
            return []
        states = np.array([table.state], self._game.dtype)
        return _floats(self._meter.prospects(states))

    def moment(self, table: Table, number: int, move: str) -> Moment:
        """Judge a move, and play it."""
        seat, actions = table.turn, table.actions()
        assert seat is not None  # the record was replayed
        action = find_action(self._game, table.state, actions, move)
        forced = len(actions) == 1
        error, doubt, better, why = 0.0, 0.0, "", ""
        if not forced:
            error, doubt, better, why = self._decision(table, actions, action)
        luck = [0.0] * table.players
        if self._meter is not None:
            luck = _floats(self._meter.of(np.array([table.state], self._game.dtype), action))
        table.play_action(action)
        chances = _result(table) or self.prospects(table)
        return Moment(number, seat, move, forced, error, doubt, better, why, luck, chances)

    def _decision(
        self, table: Table, actions: list[int], action: int
    ) -> tuple[float, float, str, str]:
        """The error of an action, its doubt, the better move and why: from what the player saw."""
        seen = observe(table)
        states = np.array([seen.state], self._game.dtype)
        best = self._search.estimate(self._game, states, seen.seat - 1, actions)[0].action
        if best == action:
            return 0.0, 0.0, "", ""
        pair = self._search.estimate(self._game, states, seen.seat - 1, [best, action])
        found = {one.action: one for one in pair}
        error = found[best].chance - found[action].chance
        doubt = SIGMAS * math.hypot(found[best].error, found[action].error)
        if error <= 0.0:
            return 0.0, doubt, "", ""
        better = self._game.write_move(states[0], best)
        return error, doubt, better, why_best(self._game, states, actions, best)


def _result(table: Table) -> list[float]:
    """Each seat's share of the win; empty while the game goes on."""
    if table.result is None:
        return []
    return _floats(win_shares(np.array([table.result.ranking]))[0])


def _floats(values: Array) -> list[float]:
    found: list[float] = values.tolist()
    return found
