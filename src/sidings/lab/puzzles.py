"""Puzzles from self-play: one move is clearly best, and the rule of thumb misses it.

Each deal is played by fast bots. At every decision a short search compares the moves that the
learned network likes with the one of the rule of thumb; where that one is worst off, a search over
all moves and a second one with other worlds must find the same move best, by a margin beyond their
doubt. So what a deal yields follows from its number alone.

>>> import sidings
>>> from sidings.lab.puzzles import shipped
>>> puzzle = shipped(sidings.game("game-of-trains")).puzzles[0]
>>> table = puzzle.table(sidings.game("game-of-trains"))
>>> puzzle.solution in table.moves()
True
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sidings.bots import advice, bot
from sidings.bots.contract import KernelBot
from sidings.bots.levels import levels_of, playable, player_of, prepare, search_of
from sidings.bots.search import Budget, Estimate, Search, proposed_by_network
from sidings.bots.solo import expected, points_of
from sidings.bots.thumb import ThumbBot
from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.games.parts import Level
from sidings.games.plain.puzzles import Settings
from sidings.kernel.record import Array
from sidings.play.keys import key_of_public_deal
from sidings.play.observation import Observation, observe
from sidings.play.table import Table, deal

FILE = "puzzles.json"
PLAYOUTS = 2000  # of each of the two searches that must agree
SHORT_PLAYOUTS = 60  # of the search that looks for positions
LEAST_MARGIN = 0.06  # of the best move's chance over the second best
CLEAR = 4.0  # standard errors, which the margin must be too
FEWEST_MOVES = 3  # to choose from
LATEST = 100  # moves before a puzzle
MOST_TRIED = 3  # positions of a deal
LIKED = 2  # moves of the network that are compared with the rule of thumb
CARELESS = 0.25  # of the moves of self-play are those of a weaker level, so that games differ
TRIES = 40  # of each level that plays by chance
SOLVERS = ("novice", "casual", "club", "expert", "master")
LEAST_RATING, MOST_RATING = 800, 2400
DEEPER = 10  # times the playouts of an independent check
LEAST_LEAD = 0.02  # that it must find


class Puzzle(msgspec.Struct, frozen=True):
    """A position as the moves that lead to it, and what is known of its best move."""

    deal: int  # its number, which the key follows from
    players: int
    moves: list[str]
    solution: str
    chances: dict[str, int]  # to win, in per cent, of every legal move, best first
    why: str  # the reason for the solution: one of the phrases of the bot's TERMS
    despite: bool  # the reason speaks against it, and it is best all the same
    theme: str
    rating: int  # the points of a player who solves it every second time
    options: dict[str, int | str] = {}

    def table(self, game: Game[Any]) -> Table:
        """The table at which the puzzle is set."""
        table = deal(game, self.players, key_of_puzzle(self.deal).hex(), options=self.options)
        for move in self.moves:
            table.play(move)
        return table


class Collection(msgspec.Struct):
    """The puzzles of a game, and how many deals they were found in."""

    game: str
    rules: int
    deals: int = 0
    puzzles: list[Puzzle] = []

    def write(self, path: Path) -> None:
        """Write the file, a line for each puzzle."""
        head = {"game": self.game, "rules": self.rules, "deals": self.deals}
        rows = b",\n".join(msgspec.json.encode(puzzle) for puzzle in self.puzzles)
        text = msgspec.json.encode(head)[:-1] + b',"puzzles":[\n' + rows + b"\n]}\n"
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(text)
        unfinished.replace(path)


def key_of_puzzle(number: int) -> bytes:
    return key_of_public_deal(f"puzzle {number}")


def read(path: Path, game: Game[Any]) -> Collection:
    """The puzzles in a file; none if there is no such file."""
    if not path.exists():
        return Collection(game.name, game.rules_version)
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Collection)
    except (OSError, msgspec.DecodeError) as error:
        raise BadOption(f"{path} cannot be read: {error}") from None
    if (found.game, found.rules) != (game.name, game.rules_version):
        raise BadOption(f"{path} has puzzles of another game, or of other rules")
    return found


def shipped(game: Game[Any]) -> Collection:
    """The puzzles that come with a game."""
    file = files(type(game).__module__).joinpath(FILE)
    if not file.is_file():
        return Collection(game.name, game.rules_version)
    return msgspec.json.decode(file.read_bytes(), type=Collection)


@dataclass(frozen=True)
class _Position:
    """A decision as the seat in turn sees it."""

    states: Array
    seat: int  # from 0
    actions: list[int]

    @classmethod
    def of(cls, seen: Observation) -> "_Position":
        return cls(np.array([seen.state], seen.game.dtype), seen.seat - 1, seen.actions)


class PuzzleMaker:
    """Finds the puzzles of one game."""

    def __init__(self, game: Game[Any], playouts: int = PLAYOUTS) -> None:
        self._game = game
        self._playouts = playouts
        self._part = game.part("puzzles")
        self._master = playable(levels_of(game)["master"], game)
        prepare(game)
        prepare(game, net=self._master.net)
        self._thumb = ThumbBot()

    # --- Looking for a position

    def find(self, number: int) -> Puzzle | None:
        """The best puzzle of a deal, if it has one."""
        settings: Settings = self._part.SETTINGS or ((self._game.players[0], {}),)
        players, options = settings[number % len(settings)]
        table = deal(self._game, players, key_of_puzzle(number).hex(), options=options)
        candidates = self._candidates(table, number)
        for _, at in sorted(candidates, reverse=True)[:MOST_TRIED]:
            before = table.copy()
            while len(before.history) > at:
                before.undo()
            position = _Position.of(observe(before))
            found = self._agreed(position, number)
            if found is not None:
                return self._puzzle(before, position, found, number, options)
        return None

    def _candidates(self, table: Table, number: int) -> list[tuple[float, int]]:
        """What the rule of thumb would lose, and after how many moves; plays on to the end."""
        short = search_of(replace(self._master, turns=1), Budget(playouts=SHORT_PLAYOUTS), number)
        players = bot("expert", number), bot("club", number)
        chance = random.Random(number)
        found = []
        while table.turn is not None:
            seen = observe(table)
            if len(seen.actions) >= FEWEST_MOVES and len(table.history) <= LATEST:
                loss = self._loss(_Position.of(seen), short)
                if loss >= LEAST_MARGIN:
                    found.append((loss, len(table.history)))
            table.play(players[chance.random() < CARELESS].choose(seen))
        return found

    def _loss(self, position: _Position, short: Search) -> float:
        """By how much the move of the rule of thumb seems to be worse than the best."""
        states, actions = position.states, position.actions
        thumb = self._thumb.choose_action(self._game, states)
        liked = actions
        if self._master.net:
            liked = proposed_by_network(self._game, states, actions)[:LIKED]
        compared = list(dict.fromkeys([*liked, thumb]))
        found = short.estimate(self._game, states, position.seat, compared, until_clear=True)
        chances = {one.action: one.chance for one in found}
        return found[0].chance - chances[thumb]

    # --- Is it one?

    def _agreed(self, position: _Position, number: int) -> list[Estimate] | None:
        """What the second search found, if both find the same move clearly best."""
        thumb = self._thumb.choose_action(self._game, position.states)
        first = self.judge(position, self._playouts // 4, number)
        if first[0].action == thumb or not _is_clear(first):
            return None
        second = self.judge(position, self._playouts, number + 1)
        if second[0].action != first[0].action or not _is_clear(second):
            return None
        return second

    def judge(self, position: _Position, playouts: int, seed: int) -> list[Estimate]:
        search = self._search(playouts, seed)
        return search.estimate(self._game, position.states, position.seat, position.actions)

    def agrees(self, puzzle: Puzzle, seed: int) -> bool:
        """Whether a much deeper search of other worlds finds the same move clearly best."""
        position = _Position.of(observe(puzzle.table(self._game)))
        best, *others = self.judge(position, DEEPER * self._playouts, seed)
        solution = self._game.write_move(position.states[0], best.action)
        lead = best.chance - max(one.chance for one in others)
        return solution == puzzle.solution and lead >= LEAST_LEAD

    def _search(self, playouts: int, seed: int) -> Search:
        return search_of(self._master, Budget(playouts=playouts), seed)

    # --- What is told of it

    def _puzzle(
        self,
        table: Table,
        position: _Position,
        found: list[Estimate],
        number: int,
        options: dict[str, int | str],
    ) -> Puzzle:
        game, states, best = self._game, position.states, found[0].action
        reason, favours = advice.reasons_of(game, states, position.actions)[best]
        term = _term(game, reason)
        chances = {game.write_move(states[0], one.action): round(100 * one.chance) for one in found}
        return Puzzle(
            deal=number,
            players=table.players,
            options=options,
            moves=list(table.history),
            solution=next(iter(chances)),
            chances=chances,
            why=reason,
            despite=not favours,
            theme=self._part.theme(states[0], best, term),
            rating=self._rating(position, best, number),
        )

    def _rating(self, position: _Position, best: int, seed: int) -> int:
        """The points at which a player would solve as much as our levels do together."""
        solved = {name: self._solved(name, position, best, seed) for name in SOLVERS}
        points = points_of(self._game)
        low, high = float(LEAST_RATING), float(MOST_RATING)
        while high - low > 1:
            middle = (low + high) / 2
            promised = sum(expected(points[name], middle) for name in SOLVERS)
            low, high = (middle, high) if promised > sum(solved.values()) else (low, middle)
        return round(low)

    def _solved(self, name: str, position: _Position, best: int, seed: int) -> float:
        """How often a level finds the solution."""
        level = _untimed(playable(levels_of(self._game)[name], self._game))
        player: KernelBot = player_of(level, seed)
        tries = TRIES if level.blur else 1
        choices = [player.choose_action(self._game, position.states) for _ in range(tries)]
        return choices.count(best) / tries


def _untimed(level: Level) -> Level:
    """The level without its limit of time, so that it does the same on every machine."""
    return replace(level, ms=0.0) if level.playouts else level


def _is_clear(found: Sequence[Estimate]) -> bool:
    best, second = found[0], max(found[1:], key=lambda one: one.chance)
    lead = best.chance - second.chance
    return lead >= LEAST_MARGIN and lead > CLEAR * math.hypot(best.error, second.error)


def _term(game: Game[Any], reason: str) -> int:
    """The number of the term that a reason is about, or -1."""
    terms = game.part("bot").TERMS
    return next((i for i, phrases in enumerate(terms) if reason in phrases), -1)
