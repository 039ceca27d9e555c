"""Judges the moves of a game: by search from what their player saw, and cards by the network."""

from typing import Any

import numpy as np

from sidings.bots.advice import adviser, reasons_of
from sidings.bots.analysis import (
    PLAYOUTS,
    Analysis,
    Decision,
    Moment,
    moment_of,
    playouts_each,
    share_out,
    sum_up,
    weigh,
)
from sidings.bots.levels import levels_of
from sidings.bots.luck import LuckMeter, can_measure_luck
from sidings.bots.search import Budget, Work
from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.play.moves import find_action
from sidings.play.observation import observe
from sidings.play.table import Table


class Analyst:
    """Analyses one game, in pieces.

    The same game, seed and number of playouts find the same, here and in browsers.
    """

    def __init__(self, table: Table, *, playouts: int = PLAYOUTS, seed: int = 0) -> None:
        """``table`` becomes the analyst's: it is taken back to its start, and played again."""
        self.moments: list[Moment] = []
        self.moves = list(table.history)
        self._table = table
        self._finished = table.result is not None
        decisions = 0
        while table.history:
            table.undo()
            decisions += len(table.actions()) > 1
        pace = levels_of(table.game)["master"].playouts
        self._playouts = playouts_each(playouts, decisions, pace)
        self._judge = _Judge(table.game, self._playouts, seed)
        self._start = [1.0 / table.players] * table.players
        self._after = self._judge.prospects(table) or self._start
        if table.start is not None:  # it began in the midst of a game
            self._start = self._after

    def work(self) -> Work[Analysis]:
        """Judge all moves; `moments` are those that have been judged so far."""
        table, chances = self._table, self._after
        for number, move in enumerate(self.moves, start=1):
            moment = yield from self._judge.moment(table, number, move, chances)
            self.moments.append(moment)
            chances = moment.chances
        deal = [after - fair for after, fair in zip(self._after, self._start, strict=True)]
        return sum_up(
            table.game.name, table.names, self._playouts, self._finished, self._start, deal,
            self.moments, _result(table) or chances, table.game.part("ratings").RATINGS,
        )  # fmt: skip


class _Judge:
    def __init__(self, game: Game[Any], playouts: int, seed: int) -> None:
        self._game = game
        self._search = adviser(game, Budget(playouts=playouts), seed)
        self._candidates = levels_of(game)["master"].candidates
        self._meter = LuckMeter(game) if can_measure_luck(game) else None

    def prospects(self, table: Table) -> list[float]:
        """Each seat's chance to win; empty where there is no network to say it."""
        if self._meter is None:
            return []
        states = np.array([table.state], self._game.dtype)
        return _floats(self._meter.prospects(states))

    def moment(self, table: Table, number: int, move: str, before: list[float]) -> Work[Moment]:
        """Judge a move, and play it; ``before`` are the chances by seat."""
        seat, actions = table.turn, table.actions()
        assert seat is not None  # the moves have been played before
        action = find_action(self._game, table.state, actions, move)
        decision = None
        if len(actions) > 1:
            decision = yield from self._decision(table, actions, action)
        luck = [0.0] * table.players
        if self._meter is not None:
            luck = _floats(self._meter.of(np.array([table.state], self._game.dtype), action))
        table.play_action(action)
        found = _result(table) or self.prospects(table) or before
        chances = share_out(before, found, table.turn or 0)
        return moment_of(number, seat, move, decision, luck, chances)

    def _decision(self, table: Table, actions: list[int], action: int) -> Work[Decision]:
        """What search finds about an action, from what the player saw.

        It compares the moves that `master` would look at and the one played, until more playouts
        would hardly change which is the best.
        """
        game, seen = self._game, observe(table)
        states = np.array([seen.state], game.dtype)
        liked = self._search.ranked(game, states, actions)[: self._candidates or len(actions)]
        compared = liked if action in liked else [*liked, action]
        found = yield from self._search.rounds(
            game, states, seen.seat - 1, compared, until_clear=True
        )
        first, best = found[0], found[0].action
        if best == action:
            return Decision(first.chance, 0.0, 0.0, "", "", False, game.choices(states[0], [best]))
        pair = yield from self._search.rounds(game, states, seen.seat - 1, [best, action])
        chances = {one.action: one for one in pair}
        error, doubt = weigh(chances[best], chances[action])
        choices = game.choices(states[0], [action, best])
        if error <= 0.0:
            return Decision(chances[best].chance, error, doubt, "", "", False, choices[:1])
        reason, favours = reasons_of(game, states, actions)[best]
        despite = bool(reason) and not favours
        better = game.write_move(states[0], best)
        return Decision(chances[best].chance, error, doubt, better, reason, despite, choices)


def _result(table: Table) -> list[float]:
    """Each seat's share of the win; empty while the game goes on."""
    if table.result is None:
        return []
    winners = table.result.winners
    return [1.0 / len(winners) if i + 1 in winners else 0.0 for i in range(table.players)]


def _floats(values: Array) -> list[float]:
    found: list[float] = values.tolist()
    return found
