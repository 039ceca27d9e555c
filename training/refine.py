"""Teach a network what search has found: ``python -m training.refine mexican-train``.

It begins with the game's own weights, or those of ``--resume``, and learns the lessons of ``python
-m training.lessons``: how much better one move is than the others of the same decision, and to a
smaller part what each is worth. Every tenth decision is kept apart, and shows what was gained: how
much better the moves are that the network chooses now, by what search found of them. The folder
gets the weights that gained most, as ``python -m training`` writes them. A GPU is not needed.
"""

import argparse
import copy
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from sidings.bots.weights import NET, about_of, home_of, load
from sidings.games.catalogue import game as game_of_name
from training.model import Net, net_of
from training.writing import write

HELD_OUT = 10  # every so many decisions


@dataclass
class Decisions:
    """Lessons as tensors; ``owner`` is the decision of each candidate."""

    inputs: torch.Tensor  # [candidate, input]
    means: torch.Tensor  # [candidate, part]
    owner: torch.Tensor
    firsts: torch.Tensor  # [decision], of its candidates
    sizes: torch.Tensor

    def part(self, chosen: torch.Tensor) -> "Decisions":
        """Some of the decisions."""
        sizes = self.sizes[chosen]
        ends = sizes.cumsum(0)
        owner = torch.repeat_interleave(torch.arange(len(chosen)), sizes)
        rows = torch.arange(int(ends[-1])) - (ends - sizes)[owner] + self.firsts[chosen][owner]
        return Decisions(self.inputs[rows], self.means[rows], owner, ends - sizes, sizes)

    def centred(self, values: torch.Tensor) -> torch.Tensor:
        """The values less the average of their decision."""
        sums = torch.zeros(len(self.sizes)).index_add(0, self.owner, values)
        return values - (sums / self.sizes)[self.owner]

    def best(self, values: torch.Tensor) -> torch.Tensor:
        """The candidate of each decision that has the highest value."""
        table = torch.full((len(self.sizes), int(self.sizes.max())), -torch.inf)
        table[self.owner, torch.arange(len(values)) - self.firsts[self.owner]] = values
        return self.firsts + table.argmax(1)


def read(folder: Path) -> Decisions:
    """All lessons of a folder."""
    files = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    if not files:
        raise SystemExit(f"there are no lessons in {folder}")
    inputs, means, sizes = (
        torch.from_numpy(np.concatenate([file[name] for file in files]))
        for name in ("inputs", "means", "sizes")
    )
    sizes = sizes.long()
    owner = torch.repeat_interleave(torch.arange(len(sizes)), sizes)
    return Decisions(inputs, means, owner, sizes.cumsum(0) - sizes, sizes)


class Refiner:
    def __init__(self, arguments: argparse.Namespace) -> None:
        torch.manual_seed(arguments.seed)
        self.arguments = arguments
        game = game_of_name(arguments.game)
        senses = game.part(NET).SENSES
        self.home = Path(arguments.resume) if arguments.resume else home_of(game)
        self.net = net_of(load(self.home, senses), senses)
        self.predicts_wins = senses.lead == 0.0
        lessons = read(Path(arguments.lessons))
        numbers = torch.arange(len(lessons.sizes))
        self.held_out = lessons.part(numbers[numbers % HELD_OUT == 0])
        self.lessons = lessons
        self.learned = numbers[numbers % HELD_OUT != 0]
        self.before = self.held_out.best(self._values(self.net, self.held_out))

    def run(self) -> None:
        arguments = self.arguments
        average = copy.deepcopy(self.net).requires_grad_(False)
        optimizer = torch.optim.AdamW(self.net.parameters(), weight_decay=0.0)
        steps = arguments.rounds * max(1, len(self.learned) // arguments.batch)
        best, log, began = 0.0, [], time.monotonic()
        step = 0
        for number in range(arguments.rounds):
            order = self.learned[torch.randperm(len(self.learned))]
            total = 0.0
            batches = order[: len(order) // arguments.batch * arguments.batch].split(
                arguments.batch
            )
            for chosen in batches:
                for group in optimizer.param_groups:
                    group["lr"] = arguments.rate * (1 - step / steps)
                loss = self._loss(self.lessons.part(chosen))
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
                self.net.cut()
                torch._foreach_lerp_(
                    list(average.parameters()), list(self.net.parameters()), arguments.follow
                )
                total += float(loss.detach())
                step += 1
            gain, error = self.gain(average)
            row = {
                "round": float(number + 1),
                "seconds": round(time.monotonic() - began, 1),
                "loss": round(total / len(batches), 6),
                "held out": round(float(self._loss_of(average)), 6),
                "gain": round(gain, 6),
                "error": round(error, 6),
            }
            log.append(row)
            print(" ".join(f"{name} {value:g}" for name, value in row.items()), flush=True)
            if gain > best:
                best = gain
                write(Path(arguments.out), NET, average, arguments.seed, step, self._command(), log)

    def _loss(self, lessons: Decisions) -> torch.Tensor:
        values, means = (
            self._expected(self.net(lessons.inputs, torch.float32)),
            lessons.means.mean(1),
        )
        apart = lessons.centred(values - means).square().mean()
        return apart + self.arguments.whole * (values - means).square().mean()

    @torch.no_grad()
    def _loss_of(self, net: Net) -> torch.Tensor:
        values = self._values(net, self.held_out)
        return self.held_out.centred(values - self.held_out.means.mean(1)).square().mean()

    @torch.no_grad()
    def gain(self, net: Net) -> tuple[float, float]:
        """How much better the moves are that a network chooses, with the standard error."""
        now, means = (
            self.held_out.best(self._values(net, self.held_out)),
            self.held_out.means.mean(1),
        )
        gains = means[now] - means[self.before]
        return float(gains.mean()), float(gains.std()) / len(gains) ** 0.5

    @torch.no_grad()
    def possible(self) -> tuple[float, float]:
        """The same if the network chose what half of the worlds say, by the other half."""
        one, two = self.held_out.means.unbind(1)
        gains = two[self.held_out.best(one)] - two[self.before]
        return float(gains.mean()), float(gains.std()) / len(gains) ** 0.5

    @torch.no_grad()
    def _values(self, net: Net, lessons: Decisions) -> torch.Tensor:
        parts = [net(rows, torch.float32) for rows in lessons.inputs.split(8192)]
        return self._expected(torch.cat(parts))

    def _expected(self, values: torch.Tensor) -> torch.Tensor:
        return values.sigmoid() if self.predicts_wins else values

    def _command(self) -> str:
        """What led to these weights, after what led to those at the start."""
        names = ["rounds", "batch", "rate", "follow", "whole", "seed"]
        settings = "".join(f" --{name} {getattr(self.arguments, name)}" for name in names)
        refined = f"python -m training.refine {self.arguments.game}{settings}"
        return f"{about_of(self.home).command} && {refined}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.refine", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--lessons", default="lessons", help="the folder of the lessons")
    parser.add_argument("--rounds", type=int, default=12, help="through all lessons")
    parser.add_argument("--batch", type=int, default=512, help="decisions at a time")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--follow", type=float, default=0.005, help="of the averaged weights")
    parser.add_argument("--whole", type=float, default=0.05, help="weight of what moves are worth")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", help="a folder with weights to begin with")
    parser.add_argument("--out", default="refined")
    refiner = Refiner(parser.parse_args())
    print("by search itself: gain {:.6f} error {:.6f}".format(*refiner.possible()))
    refiner.run()


if __name__ == "__main__":
    main()
