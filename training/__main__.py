"""Train the network of a game: ``python -m training game-of-trains --minutes 10``.

With ``--judge`` it is the judge who sees all cards; the game's network then plays, and does not
learn. It needs torch. From nothing that takes a GPU; a few processors are enough to train a network
on. ``--minutes`` trains for so long and writes down how many iterations that were; ``--iterations``
repeats it (on processors with as many threads as then). The folder gets ``net.bin`` and
``net.json``, or ``judge.bin`` and ``judge.json`` (what the bots load), and ``log.csv``;
``--resume`` begins with the weights of such a folder, which may be those of a network with other
layers, or without the inputs that were added to a game's since.
"""

import argparse
import copy
import csv
import hashlib
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import torch
from torch.nn import functional

from sidings.bots.weights import (
    ABOUT,
    JUDGE,
    NET,
    WEIGHTS,
    About,
    has_network,
    load,
    network_of,
    pack,
)
from sidings.games.catalogue import game as game_of_name
from training.compiled import CompiledPlay
from training.judging import Judging
from training.lockstep import Lockstep
from training.model import Net, Sizes, net_of, sizes_of
from training.selfplay import SelfPlay
from training.variety import AS_PRINTED, TWO_PLAYERS, templates_for

ROOM = 24  # candidates per slot, on average
KEEP = 0.999  # of the average of the weights, after each ``USUAL_BATCH`` of decisions
USUAL_BATCH = 32768
NOTES = 100  # lines of the log
CURVE = 40  # of these that go into the file


@dataclass
class Schedule:
    """From the first iteration to the last."""

    rate: tuple[float, float]
    trust: tuple[float, float]

    def at(self, done: float) -> tuple[float, float]:
        first, last = self.rate
        rate = last + (first - last) * 0.5 * (1 + math.cos(math.pi * done))
        return rate, self.trust[0] + (self.trust[1] - self.trust[0]) * done


class Trainer:
    def __init__(self, arguments: argparse.Namespace) -> None:
        self.began = time.monotonic()
        self.arguments = arguments
        torch.manual_seed(arguments.seed)
        device = arguments.device
        game = game_of_name(arguments.game)
        templates = templates_for(game, arguments.seed, arguments.printed, arguments.duels)
        slots = arguments.slots
        self.part = JUDGE if arguments.judge else NET
        self.lockstep = Lockstep(
            game, templates, slots, arguments.seed, device, max(ROOM * slots, 4096), arguments.judge
        )
        sizes = _sizes(arguments)
        self.net = Net(game.part(self.part).SENSES, sizes).to(device)
        self.average = copy.deepcopy(self.net).requires_grad_(False)
        on_gpu = device == "cuda"
        self.play_kind = torch.float16 if on_gpu else torch.float32
        self.kind = torch.bfloat16 if on_gpu else torch.float32
        self.optimizer = torch.optim.Adam(self.net.parameters(), fused=on_gpu)
        warmth = 0.3 if self.lockstep.senses.lead == 0.0 else 0.1
        how = arguments.steps, arguments.explore, warmth
        self.selfplay: SelfPlay | Judging
        if arguments.judge:
            player = net_of(network_of(game)[0], self.lockstep.senses).to(device)
            self.selfplay = Judging(self.lockstep, player, *how)
        else:
            self.selfplay = (SelfPlay if on_gpu else CompiledPlay)(self.lockstep, *how)
        self.schedule = Schedule(
            (arguments.rate, arguments.last_rate), (arguments.trust, arguments.last_trust)
        )
        self.iteration = 0
        self.playing = 0.0  # seconds
        self.folder = Path(arguments.out)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log: list[dict[str, float]] = []
        if arguments.resume:
            senses = self.net.senses
            self.net.take(load(Path(arguments.resume), senses, self.part, grown=True))
            self.average.load_state_dict(self.net.state_dict())

    # --- Learning

    def run(self) -> None:
        while (done := self._done()) < 1.0:
            rate, trust = self.schedule.at(done)
            began = time.monotonic()
            self.selfplay.play(self.net, self.play_kind)
            if self.arguments.device == "cuda":
                torch.cuda.synchronize()  # or the time would be that of the orders alone
            self.playing += time.monotonic() - began
            loss = self._learn(rate, trust)
            self.iteration += 1
            if self._done() >= (len(self.log) + 1) / NOTES:
                self._note(loss, rate, trust)
        self.save()

    def _done(self) -> float:
        """How much of the training is done, 0 to 1."""
        if self.arguments.iterations:
            return float(self.iteration / self.arguments.iterations)
        return float((time.monotonic() - self.began) / (60 * self.arguments.minutes))

    def _learn(self, rate: float, trust: float) -> torch.Tensor:
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        targets, known = self.selfplay.targets(trust)
        inputs = self.selfplay.inputs.flatten(0, 1)
        targets, chosen = targets.flatten(), known.flatten().nonzero()[:, 0]
        chosen = chosen[torch.randperm(len(chosen), device=chosen.device)]
        size = min(self.arguments.batch, len(chosen))
        keep = KEEP ** (size / USUAL_BATCH)
        total = torch.zeros((), device=targets.device)
        batches = chosen[: len(chosen) // size * size].split(size)
        for rows in batches:
            values = self.net(inputs[rows], self.kind)
            if self.selfplay.predicts_wins:
                loss = functional.binary_cross_entropy_with_logits(values, targets[rows])
            else:
                loss = functional.mse_loss(values, targets[rows])
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            self.net.cut()
            with torch.no_grad():  # or the average would keep every step that led to it
                torch._foreach_lerp_(
                    list(self.average.parameters()), list(self.net.parameters()), 1 - keep
                )
            total += loss.detach()
        return total / len(batches)

    # --- Writing

    def _note(self, loss: torch.Tensor, rate: float, trust: float) -> None:
        play = self.selfplay
        row = {
            "iteration": float(self.iteration),
            "seconds": round(time.monotonic() - self.began, 1),
            "playing": round(self.playing, 1),
            "decisions": float(play.decisions),
            "episodes": float(play.episodes),
            "candidates": round(play.candidates / play.decisions, 2),
            "loss": round(float(loss), 5),
            "rate": float(f"{rate:.3g}"),
            "lambda": round(trust, 3),
        }
        self.log.append(row)
        print(" ".join(f"{name} {value:g}" for name, value in row.items()), flush=True)
        if len(self.log) % 10 == 0:
            self.save()

    def save(self) -> None:
        data, shapes = pack(self.average.whole())
        arguments = self.arguments
        curve = self.log[:: max(1, len(self.log) // CURVE)]
        about = About(
            hashlib.sha256(data).hexdigest(), shapes, arguments.seed, self.iteration,
            f"python -m training {arguments.game} --iterations {self.iteration}"
            + " --judge" * arguments.judge
            + "".join(f" --{name} {value}" for name, value in _settings(arguments)),
            {}, curve,
        )  # fmt: skip
        (self.folder / WEIGHTS.format(self.part)).write_bytes(data)
        text = msgspec.json.format(msgspec.json.encode(about), indent=1)
        (self.folder / ABOUT.format(self.part)).write_bytes(text + b"\n")
        with (self.folder / "log.csv").open("w", newline="") as file:
            if self.log:
                writer = csv.DictWriter(file, list(self.log[0]))
                writer.writeheader()
                writer.writerows(self.log)


def _sizes(arguments: argparse.Namespace) -> Sizes:
    """Those asked for, or else those of the network that is there; they are written down, too."""
    game, part = game_of_name(arguments.game), JUDGE if arguments.judge else NET
    known = sizes_of(network_of(game, part)[0]) if has_network(game, part) else Sizes()
    for layer, neurons in known._asdict().items():
        if getattr(arguments, layer) is None:
            setattr(arguments, layer, neurons)
    return Sizes(*(getattr(arguments, layer) for layer in Sizes._fields))


def _settings(arguments: argparse.Namespace) -> list[tuple[str, Any]]:
    """What a training depends on beside its iterations."""
    names = ["own", "others", "middle", "top", "slots", "steps", "batch", "rate", "last_rate",
             "trust", "last_trust", "explore", "printed", "duels", "seed"]  # fmt: skip
    names += ["resume"] if arguments.resume else []
    return [(name.replace("_", "-"), getattr(arguments, name)) for name in names]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--iterations", type=int, help="instead of minutes, to repeat a training")
    parser.add_argument("--judge", action="store_true", help="train the one who sees all cards")
    for layer in Sizes._fields:
        parser.add_argument(f"--{layer}", type=int, help="neurons of that layer")
    parser.add_argument("--slots", type=int, default=32768, help="games at a time")
    parser.add_argument("--steps", type=int, default=40, help="of each slot in an iteration")
    parser.add_argument("--batch", type=int, default=USUAL_BATCH)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--last-rate", type=float, default=2e-5)
    parser.add_argument("--trust", type=float, default=0.9, help="lambda at the start")
    parser.add_argument("--last-trust", type=float, default=0.4, help="and at the end")
    parser.add_argument("--explore", type=float, default=0.1)
    parser.add_argument("--printed", type=float, default=AS_PRINTED, help="share of printed rules")
    parser.add_argument("--duels", type=float, default=TWO_PLAYERS, help="share of two players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--resume", help="a folder with weights to begin with")
    parser.add_argument("--out", default="trained")
    Trainer(parser.parse_args()).run()


if __name__ == "__main__":
    main()
