"""Self-play with temporal differences: each seat's value is drawn towards that of its next move.

Where nothing that matters is hidden (``open``), what a move is worth to one of two players also
says what the last one was worth to the other.
"""

from dataclasses import dataclass

import torch

from training.lockstep import ENDED, SEATS, STOPPED, Lockstep
from training.model import Net

CERTAIN = 12.0  # the logarithm of the odds of a move that wins at once
CHUNK = 150_000  # candidates that are valued at a time


@dataclass
class Segment:
    """Some steps of all slots: what was played, and what the network thought of it."""

    inputs: torch.Tensor  # [step, slot, input]
    values: torch.Tensor  # [step, slot] of the move played
    best: torch.Tensor  # of the best move
    strayed: torch.Tensor  # whether another was played, to explore
    certain: torch.Tensor  # whether it won at once
    movers: torch.Tensor
    done: torch.Tensor
    rewards: torch.Tensor  # [step, slot, seat]


@dataclass
class Choice:
    """What a network chooses in each slot; a slot's actions stand in a row from ``firsts`` on."""

    values: torch.Tensor  # of all actions of all slots that have a choice
    firsts: torch.Tensor
    best: torch.Tensor  # by slot: which of its actions
    chosen: torch.Tensor  # the same, or another to explore


def choose(games: Lockstep, net: Net, kind: torch.dtype, explore: float, warmth: float) -> Choice:
    """Value every action of the slots that have a choice, and choose one."""
    counts = torch.where(games.counts > 1, games.counts, 0).long()
    ends = counts.cumsum(0)
    firsts = ends - counts
    total = int(ends[-1])
    slots = torch.repeat_interleave(games.all_slots, counts, output_size=total)
    columns = torch.arange(total, device=games.device) - firsts[slots]
    games.perceive(slots.int(), games.actions[slots, columns].int())
    parts = [
        net(games.inputs[at : min(at + CHUNK, total)], kind).float()
        for at in range(0, total, CHUNK)
    ]
    values = torch.where(games.wins[:total], CERTAIN, torch.cat(parts))
    table = torch.full((games.slots, max(int(counts.max()), 1)), -1e9, device=games.device)
    table[slots, columns] = values
    best = table.argmax(1)
    luck = -torch.log(-torch.log(torch.rand_like(table).clamp_(1e-9, 1 - 1e-7)))
    drawn = (table / warmth + luck).argmax(1)
    explores = (torch.rand(games.slots, device=games.device) < explore) & (counts > 1)
    return Choice(values, firsts, best, torch.where(explores, drawn, best))


class SelfPlay:
    def __init__(self, lockstep: Lockstep, steps: int, explore: float, warmth: float) -> None:
        self.lockstep, self.steps = lockstep, steps
        self.explore, self.warmth = explore, warmth
        self.candidates, self.decisions, self.episodes = 0, 0, 0
        slots, device = lockstep.slots, lockstep.device
        self.predicts_wins = lockstep.senses.lead == 0.0
        self._duels = (lockstep.players == 2)[:, None]  # one wins what the other loses

        def room(kind: torch.dtype, *more: int) -> torch.Tensor:
            return torch.zeros((steps, slots, *more), dtype=kind, device=device)

        self.segment = Segment(
            room(torch.int16, lockstep.senses.count), room(torch.float32), room(torch.float32),
            room(torch.bool), room(torch.bool), room(torch.int64), room(torch.int32),
            room(torch.float32, SEATS),
        )  # fmt: skip
        self.inputs = self.segment.inputs

    @torch.no_grad()
    def play(self, net: Net, kind: torch.dtype) -> None:
        """Play the steps of a segment with a network."""
        for step in range(self.steps):
            self._step(step, net, kind)
        self.decisions += self.steps * self.lockstep.slots
        self.episodes += int((self.segment.done == ENDED).sum())

    def _step(self, step: int, net: Net, kind: torch.dtype) -> None:
        games, segment = self.lockstep, self.segment
        choice = choose(games, net, kind, self.explore, self.warmth)
        played = choice.firsts + choice.chosen
        segment.inputs[step] = games.inputs[played]
        segment.values[step] = self._expected(choice.values[played])
        segment.best[step] = self._expected(choice.values[choice.firsts + choice.best])
        segment.strayed[step] = choice.chosen != choice.best
        segment.certain[step] = games.wins[played]
        segment.movers[step] = games.turns.long()
        games.advance(games.actions[games.all_slots, choice.chosen].int())
        segment.done[step] = games.done
        segment.rewards[step] = games.rewards
        self.candidates += len(choice.values)

    def _expected(self, values: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(values) if self.predicts_wins else values

    @torch.no_grad()
    def targets(self, trust: float) -> tuple[torch.Tensor, torch.Tensor]:
        """What each value should have been, and where that is known.

        ``trust`` is lambda: how much of the way goes on to later values, up to the end.
        """
        segment = self.segment
        targets = torch.zeros_like(segment.values)
        known = torch.zeros_like(segment.certain)
        coming = torch.zeros_like(segment.rewards[0])
        is_known = torch.zeros_like(coming, dtype=torch.bool)
        for step in range(self.steps - 1, -1, -1):
            ended = (segment.done[step] == ENDED)[:, None]
            stopped = (segment.done[step] == STOPPED)[:, None]
            coming = torch.where(ended, segment.rewards[step], coming)
            is_known = (is_known | ended) & ~stopped
            mover = segment.movers[step][:, None]
            targets[step] = coming.gather(1, mover)[:, 0]
            known[step] = is_known.gather(1, mover)[:, 0]
            value = segment.values[step]
            mixed = torch.where(known[step], (1 - trust) * value + trust * targets[step], value)
            mixed = torch.where(segment.strayed[step], segment.best[step], mixed)
            coming = coming.scatter(1, mover, mixed[:, None])
            is_known = is_known.scatter(1, mover, torch.ones_like(mover, dtype=torch.bool))
            if self.lockstep.senses.open:
                rival = (1 - mover).clamp(min=0)
                mirrored = coming.scatter(1, rival, 1 - mixed[:, None])
                coming = torch.where(self._duels, mirrored, coming)
                is_known = is_known | self._duels
        return targets, known & ~segment.certain
