"""Search over guessed worlds: anytime, on any number of threads.

Every candidate is played out in the same worlds (``sidings.bots.kernels``). After each round the
worse half of the candidates is dropped. A bot also drops, within a round, those that are hardly
worth another thought, and ends when one is left. Worlds are numbered, and each follows from the
seed and its number: with a budget of playouts the same seed finds the same, however the worlds are
shared out among threads and however fast they are.
"""

import math
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from sidings.bots.contract import KernelBot
from sidings.bots.kernels import (
    SUMS,
    TOTAL,
    WORTH_RESOLUTION,
    buffers,
    compare,
    loss_of_dropping,
    rate_at,
)
from sidings.bots.lookahead import Foresight, compare_ahead
from sidings.bots.network import judge_at
from sidings.bots.weights import network_of
from sidings.errors import BadOption, shown
from sidings.games.contract import Game
from sidings.kernel.chacha import WORD
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import actor_at, legal_at
from sidings.kernel.record import Array

MOST = 10**9  # ms or playouts of a search
CHUNK_SECONDS = 0.01  # how long a thread stays in the kernel before it looks at the clock
FEWEST_ROUNDS = 4
FORESIGHT = 2  # the depth of the rule of thumb that proposes candidates: all it can do
MOST_PLAYOUTS = 1e9  # in one round, if time alone ends it
WORLDS_PER_DECISION = WORD + 1
FEWEST_WORLDS = 64  # in which two actions are compared before one of them may be hardly worth it
LOOK_AGAIN = 4  # after a quarter more worlds
TOLERANCE = 2e-5  # of the chance to win: what may be lost each time that an action is dropped


Result = TypeVar("Result")
Work = Generator[None, None, Result]  # in pieces; it has a result at its end


def do_piece(work: Work[Result]) -> Result | None:
    """Do one piece of some work; its result if that was the last."""
    try:
        next(work)
    except StopIteration as end:
        result: Result = end.value
        return result
    return None


def finish(work: Work[Result], report: Callable[[], None] = lambda: None) -> Result:
    """Do all of some work at once; ``report`` is called after each piece."""
    while (result := do_piece(work)) is None:
        report()
    return result


@dataclass(frozen=True)
class Estimate:
    """What search found about one action: the chance to win, and how sure that is."""

    action: int
    chance: float
    error: float  # one standard error
    playouts: int


@dataclass(frozen=True)
class Budget:
    """What a search may spend on a decision: time, playouts, or whichever ends first."""

    ms: float = math.inf
    playouts: float = math.inf

    def __post_init__(self) -> None:
        for name, value in (("ms", self.ms), ("playouts", self.playouts)):
            if not (0 <= value <= MOST or value == math.inf):  # nan is neither
                raise BadOption(f"{name} of a search is 0 to {MOST}, not {shown(value)}")
        if self.ms == self.playouts == math.inf:
            raise BadOption("a search needs an end: a time in ms, or a number of playouts")


class Search:
    """Many-worlds rollouts with common random numbers and sequential halving."""

    def __init__(
        self,
        budget: Budget,
        *,
        depth: int = 0,
        slips: int = 0,
        threads: int = 1,
        seed: int = 0,
        guessing: bool = True,
        foresight: Foresight | None = None,
    ) -> None:
        self.budget = budget
        self.foresight = foresight  # of the learned network; None: it is not asked
        self.depth = depth  # of the rule of thumb in the playouts; -1: random playouts
        self.slips = slips
        self.threads = threads
        self.guessing = guessing  # False only in the lab: the searcher sees all cards
        self.moves = 0  # simulated, ever
        self.playouts = 0
        self._seed = seed
        self._decisions = 0

    def estimate(
        self,
        game: Game[Any],
        root: Array,
        seat: int,
        actions: list[int],
        *,
        candidates: int = 0,
        until_clear: bool = False,
    ) -> list[Estimate]:
        """Estimates for all actions, best first. ``root[0]`` is hidden for ``seat`` (from 0).

        With ``candidates`` only so many that the rule of thumb proposes. ``until_clear`` drops
        actions that are hardly worth more playouts, and ends early when one is left.
        """
        return finish(self.rounds(game, root, seat, actions, candidates, until_clear))

    def rounds(
        self,
        game: Game[Any],
        root: Array,
        seat: int,
        actions: list[int],
        candidates: int = 0,
        until_clear: bool = False,
    ) -> Work[list[Estimate]]:
        """The same, in pieces: a round, or a part of one."""
        actions = self.ranked(game, root, actions)  # their order decides between equal chances
        actions = actions[: candidates or len(actions)]
        if until_clear and len(actions) == 1:
            return [_Tally().estimate(actions[0])]
        found = {action: _Tally() for action in actions}
        alive = list(actions)
        world = self._decisions * WORLDS_PER_DECISION
        self._decisions += 1
        rounds = max(FEWEST_ROUNDS, math.ceil(math.log2(len(actions))))
        start = time.perf_counter()
        for number in range(1, rounds + 1):
            deadline = start + self.budget.ms / 1000 * (number / rounds)
            left = min(max(self.budget.playouts / rounds, 1.0), MOST_PLAYOUTS)
            while left > 0.0:
                worlds = math.ceil(left / len(alive))
                if until_clear:
                    seen = found[alive[0]].worth.count
                    worlds = min(worlds, max(FEWEST_WORLDS, seen // LOOK_AGAIN))
                self._compare(game, root, seat, alive, found, deadline, world, world + worlds)
                yield
                world += worlds
                left -= worlds * len(alive)
                alive.sort(key=lambda action: -found[action].worth.mean)
                if until_clear:
                    leader, *others = alive
                    alive = [leader, *(a for a in others if found[a].may_be_better(leader))]
                if len(alive) == 1 or time.perf_counter() >= deadline:
                    break
            alive = alive[: max(2, (len(alive) + 1) // 2)]
            if until_clear and len(alive) == 1:
                break
        # Who stayed longer ranks first: a dropped action's luck is not a reason to play it.
        order = sorted(actions, key=lambda a: (-found[a].worth.count, -found[a].worth.mean))
        order = alive + [action for action in order if action not in alive]
        return [found[action].estimate(action) for action in order]

    def ranked(self, game: Game[Any], root: Array, actions: list[int]) -> list[int]:
        """The actions in the order in which they are candidates."""
        rank = proposed if self.foresight is None else proposed_by_network
        return rank(game, root, actions)

    def compare_all(
        self, game: Game[Any], root: Array, seat: int, actions: list[int]
    ) -> list[Estimate]:
        """Estimates for all actions, each from the same worlds: none is dropped on the way."""
        found = {action: _Tally() for action in actions}
        deadline = time.perf_counter() + self.budget.ms / 1000
        world = self._decisions * WORLDS_PER_DECISION
        self._decisions += 1
        end = world + max(1, math.ceil(min(self.budget.playouts, MOST_PLAYOUTS) / len(actions)))
        self._compare(game, root, seat, actions, found, deadline, world, end)
        return [found[action].estimate(action) for action in actions]

    def _compare(
        self,
        game: Game[Any],
        root: Array,
        seat: int,
        alive: list[int],
        found: "dict[int, _Tally]",
        deadline: float,
        first: int,
        end: int,
    ) -> None:
        """Play the actions out in the worlds from ``first`` on, until ``end`` or the deadline.

        ``alive[0]`` is the one that leads: the gaps are those to it.
        """
        shares = [(first + thread, end, self.threads) for thread in range(self.threads)]
        if self.threads == 1:
            parts = [self._work(game, root, seat, alive, shares[0], deadline)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                jobs = [
                    pool.submit(self._work, game, root, seat, alive, share, deadline)
                    for share in shares
                ]
                parts = [job.result() for job in jobs]
        for done, moves, sums in parts:
            self.moves += moves
            self.playouts += done * len(alive)
            rows = sums.tolist()
            for action, (total, square, gap_square) in zip(alive, rows, strict=True):
                tally = found[action]
                tally.worth.add(done, total, square)
                tally.gap_to(alive[0]).add(done, total - rows[0][TOTAL], gap_square)

    def _work(
        self,
        game: Game[Any],
        root: Array,
        seat: int,
        alive: list[int],
        worlds: tuple[int, int, int],
        deadline: float,
    ) -> tuple[int, int, Array]:
        """One thread's part: chunks of worlds until they are done or the time is up."""
        candidates = np.array(alive, np.int16)
        sums = np.zeros((len(alive), SUMS), np.int64)
        actions, terms = buffers(game.actions)
        work = np.zeros(2, game.dtype)
        rngs = np.stack([fast_generator(0), fast_generator(0)])
        foresight = self.foresight
        network = None if foresight is None else network_of(game)
        next_world, end, step = worlds
        done, moves, chunk = 0, 0, 1
        while next_world < end:
            began = time.perf_counter()
            if done and began >= deadline:
                break
            chunk = min(chunk, (end - next_world + step - 1) // step)
            task = (work, root, seat, self.guessing, candidates, len(alive), self._seed,
                    (next_world, next_world + chunk * step, step))  # fmt: skip
            if foresight is None or network is None:
                moves += compare(*task, self.depth, self.slips, sums, actions, terms, rngs)
            else:
                moves += compare_ahead(*task, foresight, *network, sums, actions, terms, rngs)
            done += chunk
            next_world += chunk * step
            spent = time.perf_counter() - began
            left = max(deadline - time.perf_counter(), 0.0)
            fitting = chunk * min(CHUNK_SECONDS, left) / max(spent, 1e-6)
            chunk = max(1, min(2 * chunk, int(fitting)))
        return done, moves, sums


@dataclass
class _Sums:
    """How many numbers there were, and their sums in steps of ``WORTH_RESOLUTION``."""

    count: int = 0
    total: int = 0
    square: int = 0

    def add(self, count: int, total: int, square: int) -> None:
        self.count += count
        self.total += total
        self.square += square

    @property
    def mean(self) -> float:
        return self.total / WORTH_RESOLUTION / max(self.count, 1)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        mean_square = self.square / WORTH_RESOLUTION**2 / max(self.count, 1)
        spread = max(mean_square - self.mean * self.mean, 0.0)
        return math.sqrt(spread / max(self.count - 1, 1)) if self.count > 1 else 0.5


@dataclass
class _Tally:
    """What an action was worth, and how much more that was than what the leading one was worth."""

    worth: _Sums = field(default_factory=_Sums)
    gap: _Sums = field(default_factory=_Sums)
    leader: int = -1

    def gap_to(self, leader: int) -> _Sums:
        """The gap to the leading action, in the worlds since it has been leading."""
        if leader != self.leader:
            self.leader, self.gap = leader, _Sums()
        return self.gap

    def may_be_better(self, leader: int) -> bool:
        """Whether it may be better than the leading action by enough to be worth more playouts."""
        gap = self.gap_to(leader)
        if gap.count < FEWEST_WORLDS or gap.mean > 0.0:
            return True
        return loss_of_dropping(gap.mean, gap.error) > TOLERANCE

    def estimate(self, action: int) -> Estimate:
        return Estimate(action, self.worth.mean, self.worth.error, self.worth.count)


class SearchBot(KernelBot):
    """Search, then the move that did best."""

    def __init__(self, search: Search, candidates: int = 0) -> None:
        self.search = search
        self.candidates = candidates  # that are proposed to it; 0: every legal move

    def choose_action(self, game: Game[Any], states: Array) -> int:
        buffer = np.zeros(game.actions, np.int16)
        actions = buffer[: legal_at(states, 0, buffer)].tolist()
        if len(actions) == 1:
            return int(actions[0])
        found = self.search.estimate(
            game, states, actor_at(states, 0), actions,
            candidates=self.candidates, until_clear=True,
        )  # fmt: skip
        return found[0].action


def proposed(game: Game[Any], states: Array, actions: list[int]) -> list[int]:
    """The actions in the order that the rule of thumb gives them with all its foresight."""
    _, terms = buffers(game.actions)
    rate_at(states, 0, FORESIGHT, np.array(actions, np.int16), len(actions), terms)
    ratings = terms[: len(actions)].sum(axis=1)
    return [actions[k] for k in np.argsort(-ratings, kind="stable")]


def proposed_by_network(game: Game[Any], states: Array, actions: list[int]) -> list[int]:
    """The actions in the order that the learned network gives them."""
    network = network_of(game)
    values = {action: judge_at(states, 0, action, *network) for action in actions}
    return sorted(actions, key=lambda action: -values[action])
