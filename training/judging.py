"""Games of a network against itself, from which a judge learns who sees all cards.

In each slot the judge looks at the game from the place of one seat, whoever is to move.
"""

import torch

from training.lockstep import ENDED, STOPPED, Lockstep
from training.model import Net
from training.selfplay import choose


class Judging:
    def __init__(self, lockstep: Lockstep, player: Net, steps: int, explore: float,
                 warmth: float) -> None:  # fmt: skip
        self.lockstep, self.player, self.steps = lockstep, player, steps
        self.explore, self.warmth = explore, warmth
        self.candidates, self.decisions, self.episodes = 0, 0, 0
        self.predicts_wins = lockstep.senses.lead == 0.0
        slots, device = lockstep.slots, lockstep.device

        def room(kind: torch.dtype, *more: int) -> torch.Tensor:
            return torch.zeros((steps, slots, *more), dtype=kind, device=device)

        self.inputs = room(torch.int16, lockstep.views.shape[1])
        self._values, self._rewards = room(torch.float32), room(torch.float32)
        self._strayed, self._done = room(torch.bool), room(torch.int32)
        self._coming = torch.zeros(slots, device=device)  # the value after the last step

    @torch.no_grad()
    def play(self, net: Net, kind: torch.dtype) -> None:
        """Play the steps of a segment; the judge values each position for one seat of each slot."""
        games = self.lockstep
        chance = torch.rand(games.slots, device=games.device)
        seats = (chance * games.players).int().clamp(max=games.players.int() - 1)
        for step in range(self.steps):
            self._values[step] = self._look(net, kind, seats)
            self.inputs[step] = games.views
            choice = choose(games, self.player, kind, self.explore, self.warmth)
            self._strayed[step] = choice.chosen != choice.best
            games.advance(games.actions[games.all_slots, choice.chosen].int())
            self._done[step] = games.done
            self._rewards[step] = games.rewards[games.all_slots, seats.long()]
            self.candidates += len(choice.values)
        self._coming = self._look(net, kind, seats)
        self.decisions += self.steps * games.slots
        self.episodes += int((self._done == ENDED).sum())

    def _look(self, net: Net, kind: torch.dtype, seats: torch.Tensor) -> torch.Tensor:
        self.lockstep.look(seats)
        values = net(self.lockstep.views, kind).float()
        return torch.sigmoid(values) if self.predicts_wins else values

    @torch.no_grad()
    def targets(self, trust: float) -> tuple[torch.Tensor, torch.Tensor]:
        """What each value should have been, and where that is known: not before a stray move."""
        targets, coming = torch.zeros_like(self._values), self._coming
        known = ~self._strayed & (self._done != STOPPED)
        for step in range(self.steps - 1, -1, -1):
            coming = torch.where(self._done[step] == ENDED, self._rewards[step], coming)
            targets[step] = coming
            mixed = (1 - trust) * self._values[step] + trust * coming
            coming = torch.where(known[step], mixed, self._values[step])
        return targets, known
