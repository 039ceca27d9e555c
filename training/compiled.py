"""Self-play on processors: compiled kernels play with the network in whole numbers.

It does what ``SelfPlay`` does with torch, many times as fast where there is no GPU.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch

from sidings.bots.lookahead import UNIT
from sidings.bots.network import WINS, Room, Weights, judge, room_for
from sidings.games.parts import foresee
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.record import Array
from training.lockstep import ENDED, Lockstep, advance, compiled
from training.model import Net
from training.selfplay import CERTAIN, SelfPlay

PARTS = 1 << 20  # of which a chance is a whole number


@compiled
def _choose(s: Any, n: int, actions: Array, values: Array, w: Weights, room: Room, explore: float,
            warmth: float, rng: Array) -> tuple[int, int]:  # fmt: skip
    """The action of the highest value, and the one to play: the same, or another to explore."""
    best = 0
    for k in range(n):
        value = judge(s, int(actions[k]), w, room)
        values[k] = CERTAIN if value == WINS else value * UNIT
        if values[k] > values[best]:
            best = k
    if below(rng, PARTS) >= explore * PARTS:
        return best, best
    chosen, most = best, -np.inf
    for k in range(n):
        luck = -np.log(-np.log((below(rng, PARTS) + 0.5) / PARTS))
        if values[k] / warmth + luck > most:
            chosen, most = k, values[k] / warmth + luck
    return best, chosen


@compiled
def _play(states: Array, templates: Array, seed: int, slots: tuple[int, int], most_moves: int,
          lead: float, explore: float, warmth: float, w: Weights, room: Room, rng: Array,
          own: tuple[Array, Array, Array, Array], now: tuple[Array, Array, Array, Array, Array],
          inputs: Array, values: Array, best: Array, strayed: Array, certain: Array, movers: Array,
          done: Array, rewards: Array) -> int:  # fmt: skip
    """Play the steps of a segment in some of the slots; returns how many moves were valued."""
    episodes, moves, before, places = own
    done_now, rewards_now, actions, counts, turns = now
    worth = np.empty(actions.shape[1], np.float32)
    valued = 0
    for g in range(slots[0], slots[1]):
        for step in range(values.shape[0]):
            s, n = states[g], int(counts[g])
            valued += n
            top, chosen = _choose(s, n, actions[g], worth, w, room, explore, warmth, rng)
            action = int(actions[g, chosen])
            certain[step, g] = foresee(s, action, room.scratch, inputs[step, g])
            values[step, g] = worth[chosen]
            best[step, g] = worth[top]
            strayed[step, g] = chosen != top
            movers[step, g] = turns[g]
            advance(states, g, templates, seed, states.size, episodes, action, 2, most_moves, lead,
                    moves, before, places, done_now, rewards_now, actions, counts,
                    turns)  # fmt: skip
            done[step, g] = done_now[g]
            rewards[step, g] = rewards_now[g]
    return valued


class CompiledPlay(SelfPlay):
    """Self-play in as many threads as there are processors."""

    def __init__(self, lockstep: Lockstep, steps: int, explore: float, warmth: float) -> None:
        super().__init__(lockstep, steps, explore, warmth)
        threads = os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(threads)
        self._rngs = [fast_generator(lockstep.seed + i) for i in range(threads)]

    def play(self, net: Net, kind: torch.dtype) -> None:
        games, weights = self.lockstep, net.whole()
        segment = tuple(one.numpy() for one in vars(self.segment).values())
        own = tuple(one.numpy() for one in games._own)
        now = tuple(
            one.numpy()
            for one in (games.done, games.rewards, games.actions, games.counts, games.turns)
        )
        bounds = np.linspace(0, games.slots, len(self._rngs) + 1).astype(int).tolist()
        work = [
            self._threads.submit(
                _play, games._states, games._templates, games.seed, (bounds[i], bounds[i + 1]),
                games.most_moves, games.senses.lead, self.explore, self.warmth, weights,
                room_for(weights, games.senses), rng, own, now, *segment,
            )
            for i, rng in enumerate(self._rngs)
        ]  # fmt: skip
        self.candidates += sum(one.result() for one in work)
        if self.predicts_wins:
            for values in (self.segment.values, self.segment.best):
                values.copy_(torch.sigmoid(values))
        self.decisions += self.steps * games.slots
        self.episodes += int((self.segment.done == ENDED).sum())
