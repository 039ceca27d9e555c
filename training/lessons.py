"""Let search teach a network: ``python -m training.lessons mexican-train --minutes 30``.

The network plays against itself. In some of its decisions every promising move is played on in many
guessed worlds, as the search of the levels does, and what the moves lead to on average is a lesson:
far surer than the end of one game, and better than the network's own word. ``python -m
training.refine`` learns them. Any number of processors help, no GPU is needed; each writes files of
some thousand lessons to the folder.
"""

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from sidings.bots.kernels import buffers
from sidings.bots.levels import levels_of
from sidings.bots.lookahead import UNIT, Foresight, play_ahead
from sidings.bots.network import WINS, Network, Room, Weights, judge, judge_at
from sidings.bots.weights import NET, network_of
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game
from sidings.games.parts import Level, chapter, hope, is_late
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import fast_generator, seed_fast
from sidings.kernel.jit import kernel
from sidings.kernel.play import actor_at, apply_at, deal_at, hidden_copy, legal_at
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import actor, apply, guess, score
from training.rewards import reward
from training.variety import AS_PRINTED, TWO_PLAYERS, templates_for

PARTS = 2  # of the worlds: each has its own mean, so that it shows how sure a lesson is
SEATS = 8
PER_FILE = 5000  # lessons
MOST_MOVES = 800  # of a game


@dataclass
class Lessons:
    """What was learned: candidates in a row, those of a decision beside each other."""

    inputs: list[Array] = field(default_factory=list)  # [candidate, input] of each decision
    means: list[Array] = field(default_factory=list)  # [candidate, part]
    players: list[int] = field(default_factory=list)

    def save(self, path: Path) -> None:
        np.savez(
            path,
            inputs=np.concatenate(self.inputs).astype(np.int16),
            means=np.concatenate(self.means).astype(np.float32),
            sizes=np.array([len(one) for one in self.means], np.int16),
            players=np.array(self.players, np.int8),
        )


@kernel
def _reached(
    s: Record, number: int, seat: int, by: Foresight, lead: float, before: Array, places: Array,
    rewards: Array, w: Weights, room: Room, actions: Array, terms: Array,
) -> float:  # fmt: skip
    """Play on; returns what the network should have foretold, in its own terms."""
    if actor(s) >= 0 and chapter(s) == number:
        is_judged, value = play_ahead(s, seat, by, w, room, actions, terms)
        if is_judged and lead > 0.0:
            return value * UNIT
        if is_judged:
            return 1.0 if value == WINS else hope(s, value * UNIT, seat)
    reward(s, lead, before, places, rewards)
    return float(rewards[seat])


@kernel
def teach(
    root: Array, work: Array, seat: int, candidates: Array, worlds: int, seed: int, by: Foresight,
    lead: float, w: Weights, room: Room, actions: Array, terms: Array, rng: Array, sums: Array,
) -> None:  # fmt: skip
    """Add up what each candidate leads to, in so many worlds of each part."""
    before, places = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    rewards = np.zeros(SEATS, np.float64)
    score(root[0], before)
    number = chapter(root[0])
    for world in range(worlds * PARTS):
        seed_fast(rng, seed, world)
        work[0] = root[0]
        guess(work[0], seat, rng)
        for k in range(candidates.size):
            work[1] = work[0]
            apply(work[1], candidates[k])
            sums[k, world % PARTS] += _reached(
                work[1], number, seat, by, lead, before, places, rewards, w, room, actions, terms
            )


@kernel
def tell_at(
    states: Array, i: int, candidates: Array, w: Weights, room: Room, inputs: Array
) -> None:
    """Write what the network is told of each candidate."""
    for k in range(candidates.size):
        judge(states[i], int(candidates[k]), w, room)
        for j in range(room.inputs.size):
            inputs[k, j] = room.inputs[j]


class Teacher:
    """One process: plays games and takes lessons from some of their decisions."""

    def __init__(self, game: Game[Any], arguments: argparse.Namespace, number: int) -> None:
        self.game, self.arguments = game, arguments
        self.seed = arguments.seed * 1000 + number
        self.chance = random.Random(self.seed)
        self.templates = templates_for(game, self.seed, arguments.printed, arguments.duels)
        self.senses = game.part(NET).SENSES
        self.network: Network = network_of(game)
        level: Level = levels_of(game)["master"]
        self.by = Foresight(level.turns, level.shortlist, level.crowd, level.depth)
        self.actions, self.terms = buffers(game.actions)
        self.work, self.rng = np.zeros(2, game.dtype), fast_generator(self.seed)
        self.lessons = Lessons()

    def run(self, folder: Path) -> None:
        began = time.monotonic()
        games, files = 0, 0
        while (running := time.monotonic() - began < 60 * self.arguments.minutes) or files == 0:
            self._play(games)
            games += 1
            if self.lessons.means and (len(self.lessons.means) >= PER_FILE or not running):
                self.lessons.save(folder / f"{self.game.name}-{self.seed}-{files}.npz")
                self.lessons = Lessons()
                files += 1
                print(f"process {self.seed}: {files} files after {games} games", flush=True)

    def _play(self, number: int) -> None:
        """One game, or its first round."""
        states = self.templates[[self.chance.randrange(len(self.templates))]]
        key_of_game(states[0].key, self.seed, number)
        deal_at(states, 0)
        first = _chapter_at(states, 0)
        for _ in range(MOST_MOVES):
            if actor_at(states, 0) < 0 or _chapter_at(states, 0) != first:
                return
            n = legal_at(states, 0, self.actions)
            legal = self.actions[:n].tolist()
            action = legal[0] if n == 1 else self._decide(states, legal)
            apply_at(states, 0, action)

    def _decide(self, states: Array, legal: list[int]) -> int:
        """The network's choice, or another good move to explore; it may become a lesson."""
        values = {action: judge_at(states, 0, action, *self.network) for action in legal}
        ranked = sorted(legal, key=lambda action: -values[action])
        share = self.arguments.late if _is_late_at(states, 0) else self.arguments.share
        if values[ranked[0]] < WINS and self.chance.random() < share:
            self._take_lesson(states, ranked[: self.arguments.candidates])
        if self.chance.random() < self.arguments.explore:
            return self.chance.choice(ranked[:3])
        return ranked[0]

    def _take_lesson(self, states: Array, candidates: list[int]) -> None:
        seat = actor_at(states, 0)
        root = hidden_copy(states, seat)
        chosen = np.array(candidates, np.int16)
        worlds = max(1, self.arguments.playouts // (PARTS * len(chosen)))
        sums = np.zeros((len(chosen), PARTS))
        teach(
            root, self.work, seat, chosen, worlds, self.chance.randrange(2**40), self.by,
            self.senses.lead, *self.network, self.actions, self.terms, self.rng, sums,
        )  # fmt: skip
        inputs = np.zeros((len(chosen), self.senses.count), np.int16)
        tell_at(states, 0, chosen, *self.network, inputs)
        self.lessons.inputs.append(inputs)
        self.lessons.means.append(sums / worlds)
        self.lessons.players.append(int(states[0].players))


@kernel
def _is_late_at(states: Array, i: int) -> bool:
    return is_late(states[i])


@kernel
def _chapter_at(states: Array, i: int) -> int:
    return chapter(states[i])


def work(arguments: argparse.Namespace, number: int) -> None:
    game = game_of_name(arguments.game)
    Teacher(game, arguments, number).run(Path(arguments.out))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.lessons", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--playouts", type=int, default=150, help="of each lesson")
    parser.add_argument("--candidates", type=int, default=4, help="moves that are compared")
    parser.add_argument("--share", type=float, default=0.25, help="of decisions that are lessons")
    parser.add_argument("--late", type=float, default=1.0, help="the same near the end of a round")
    parser.add_argument("--explore", type=float, default=0.1)
    parser.add_argument("--printed", type=float, default=AS_PRINTED, help="share of printed rules")
    parser.add_argument("--duels", type=float, default=TWO_PLAYERS, help="share of two players")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="lessons")
    arguments = parser.parse_args()
    Path(arguments.out).mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        for job in [pool.submit(work, arguments, number) for number in range(arguments.jobs)]:
            job.result()


if __name__ == "__main__":
    main()
