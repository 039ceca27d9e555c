"""Whether all processors agree: ``python -m training.check GAME``.

Plays some steps, then compares what the network is told on the device and on the CPU, the values of
the network in whole numbers on both, to the bit, and those of torch within rounding. On the CPU it
also looks at games that are played by compiled kernels.
"""

import argparse
from typing import Any

import numpy as np
import torch

from sidings.bots.network import VALUE_BITS, Room, Weights, judge_at, room_for, value_of
from sidings.games.catalogue import game as game_of_name
from sidings.games.parts import Senses
from sidings.kernel.record import Array
from sidings.lab.devices.gpu import _cuda
from training.compiled import CompiledPlay
from training.lockstep import Lockstep
from training.model import Net, Sizes
from training.selfplay import SelfPlay
from training.variety import templates_for

CHECKED = 4000


def check(name: str, device: str, slots: int, steps: int) -> None:
    game = game_of_name(name)
    games = Lockstep(game, templates_for(game, 3), slots, 3, device, 32 * slots)
    net = Net(games.senses, Sizes()).to(device)
    if device == "cpu":
        _check_compiled(CompiledPlay(games, steps, 0.5, 1.0), net)
    play = SelfPlay(games, steps, 0.5, 1.0)
    play.play(net, torch.float32)
    states = games.host_states()
    counts = games.counts.long()
    at = torch.repeat_interleave(torch.arange(slots, device=counts.device), counts)
    columns = torch.arange(len(at), device=at.device) - (counts.cumsum(0) - counts)[at]
    actions = games.actions[at, columns]
    games.perceive(at.int(), actions.int())
    with torch.no_grad():
        floats = net(games.inputs[:CHECKED], torch.float32).cpu().numpy()
    told, wins = games.inputs.cpu().numpy(), games.wins.cpu().numpy()
    weights = net.whole()
    room = room_for(weights, games.senses)
    whole = np.zeros(min(CHECKED, len(at)), np.int64)
    for c in range(len(whole)):
        whole[c] = judge_at(states, int(at[c]), int(actions[c]), weights, room)
        if not wins[c]:
            assert (room.inputs == told[c]).all(), "the device is told something else"
    sure = wins[: len(whole)]
    apart = np.abs(whole / 2**VALUE_BITS - floats[: len(whole)])[~sure]
    print(f"{name}: {len(whole)} inputs agree, {sure.sum()} wins; torch is {apart.max():.4f} apart")
    assert apart.max() < 0.05
    if device == "cuda":
        found = _on_cuda(weights, games.senses, told[: len(whole)])
        assert (found[~sure] == whole[~sure]).all(), "CUDA values otherwise"
        print(f"{name}: CUDA has the same values to the bit")


def _check_compiled(play: CompiledPlay, net: Net) -> None:
    """Whether compiled games note the values that torch gives the same inputs."""
    play.play(net, torch.float32)
    segment = play.segment
    with torch.no_grad():
        values = net(segment.inputs[0], torch.float32)
    expected = torch.sigmoid(values) if play.predicts_wins else values
    apart = (segment.values[0] - expected).abs()[~segment.certain[0]].max()
    strayed = segment.strayed.float().mean()
    print(f"compiled games: torch is {apart:.4f} apart; {strayed:.0%} of the moves explore")
    assert apart < 0.05
    assert 0.0 < strayed < 0.5
    assert (segment.best >= segment.values).all()


def _on_cuda(weights: Weights, senses: Senses, inputs: Array) -> Array:
    """The values of the whole-number kernel on the GPU."""
    cuda = _cuda()

    def value_all(weights: Any, inputs: Array, room: Any, out: Array) -> None:
        for c in range(cuda.grid(1), out.size, cuda.gridsize(1)):
            out[c] = value_of(weights, inputs[c], room, 0, senses.seats)

    room = Room(*(cuda.to_device(array) for array in room_for(weights, senses)))
    out = cuda.to_device(np.zeros(len(inputs), np.int64))
    moved = Weights(*(cuda.to_device(array) for array in weights))
    cuda.jit(value_all)[1, 1](moved, cuda.to_device(inputs), room, out)
    found: Array = out.copy_to_host()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.check", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--slots", type=int, default=512)
    parser.add_argument("--steps", type=int, default=30)
    arguments = parser.parse_args()
    check(arguments.game, arguments.device, arguments.slots, arguments.steps)


if __name__ == "__main__":
    main()
