"""The network in torch, as ``sidings.bots.network`` will play it in whole numbers."""

import math
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from sidings.bots.network import (
    MOST_SIGNAL,
    MOST_WEIGHT,
    ROW_BITS,
    SIGNAL_BITS,
    WEIGHT_BITS,
    Weights,
)
from sidings.bots.weights import starts_of
from sidings.games.parts import Input, Senses
from sidings.kernel.record import Array

MOST = MOST_SIGNAL / 2**SIGNAL_BITS  # signals are cut off here
LARGEST = MOST_WEIGHT / 2**WEIGHT_BITS  # and weights of the later layers
ROW_STEP = 4  # of the first layer's weights: coarser ones make a smaller download
ROUND_ROWS, ROUND_COLUMNS = 64, 8  # matrices of such sizes are multiplied several times as fast


class Sizes(NamedTuple):
    """Neurons of each layer."""

    own: int = 192
    others: int = 96
    middle: int = 64
    top: int = 32


def rows_of(kinds: tuple[Input, ...]) -> int:
    return sum(kind.count * kind.values for kind in kinds)


def _sums(kinds: tuple[Input, ...]) -> torch.Tensor:
    """Which learned rows the row of a value is the sum of: of ordered values all up to it."""
    starts = starts_of(kinds)
    matrix = torch.eye(rows_of(kinds))
    at = 0
    for kind in kinds:
        for _ in range(kind.count):
            if kind.ordered:
                start = int(starts[at])
                block = torch.ones(kind.values, kind.values).tril()
                matrix[start : start + kind.values, start : start + kind.values] = block
            at += 1
    return matrix


def _slopes(kinds: tuple[Input, ...]) -> torch.Tensor:
    """What speaks directly before anything is learned."""
    direct = [
        kind.slope * (1.0 if (kind.ordered and value > 0) or not kind.ordered else 0.0)
        for kind in kinds
        for _ in range(kind.count)
        for value in range(kind.values)
    ]
    return torch.tensor(direct)


class Inputs(nn.Module):
    """The first layer for one group of inputs, with what speaks directly as one more neuron."""

    def __init__(self, kinds: tuple[Input, ...], neurons: int) -> None:
        super().__init__()
        starts, self.rows = starts_of(kinds), rows_of(kinds)
        active = sum(kind.count for kind in kinds)
        self.register_buffer("starts", torch.tensor(starts, dtype=torch.int64), persistent=False)
        self.register_buffer("sums", _sums(kinds), persistent=False)
        weight = torch.randn(self.rows, neurons + 1) * (0.5 / math.sqrt(active))
        ordered = torch.tensor(
            [kind.ordered for kind in kinds for _ in range(kind.count * kind.values)]
        )
        weight[ordered] *= 0.2
        weight[:, -1] = _slopes(kinds)
        self.weight = nn.Parameter(weight)

    def table(self) -> torch.Tensor:
        """The row of weights for each value of each input."""
        return self.sums @ self.weight

    def padded(self, kind: torch.dtype) -> torch.Tensor:
        """The same with rows and columns of zeros; the first such row is for inputs without one."""
        more = (0, -self.weight.shape[1] % ROUND_COLUMNS, 0, ROUND_ROWS - self.rows % ROUND_ROWS)
        return functional.pad(self.table().to(kind), more)

    def add(self, values: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
        """The sum of the rows of all inputs' values, from a padded table."""
        columns = torch.where(values < 0, self.rows, values.long() + self.starts)
        spread = torch.zeros((len(values), len(table)), dtype=table.dtype, device=values.device)
        return (spread.scatter_(1, columns, 1.0) @ table).float()


class Net(nn.Module):
    def __init__(self, senses: Senses, sizes: Sizes) -> None:
        super().__init__()
        self.senses, self.sizes = senses, sizes
        self.own = Inputs(senses.own, sizes.own)
        self.others = Inputs(senses.others, sizes.others)
        self.bias = nn.Parameter(torch.full((sizes.own,), 0.1))
        self.middle = nn.Linear(sizes.own + 2 * sizes.others, sizes.middle)
        self.top = nn.Linear(sizes.middle, sizes.top)
        self.last = nn.Linear(sizes.top, 1)
        with torch.no_grad():
            self.last.weight.mul_(0.1)
            self.last.bias.zero_()

    def forward(self, inputs: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
        """The value of each row of inputs."""
        own_count, width = self.senses.own_count, self.sizes.own
        own = self.own.add(inputs[:, :own_count], self.own.padded(kind))
        direct, others = self._others(inputs[:, own_count:], kind)
        nearest, later = others[:, 0], others[:, 1:].sum(1).clamp(max=MOST)
        signals = (own[:, :width] + self.bias).clamp(0, MOST), nearest, later
        hidden = torch.cat(signals, 1).to(kind)
        hidden = _linear(self.middle, hidden, kind).clamp(0, MOST)
        hidden = _linear(self.top, hidden, kind).clamp(0, MOST)
        return _linear(self.last, hidden, kind).float()[:, 0] + own[:, width] + direct

    def _others(self, inputs: torch.Tensor, kind: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
        """What the other seats say directly, and the signals of each of them.

        Seats that the table does not have are passed over: most tables have few.
        """
        width, seats = self.sizes.others, self.senses.seats - 1
        parts = inputs.reshape(-1, self.senses.others_count)
        there = (parts >= 0).any(1).nonzero()[:, 0]
        found = self.others.add(parts[there], self.others.padded(kind))
        all_parts = torch.zeros((len(parts), found.shape[1]), device=inputs.device)
        all_parts = all_parts.index_copy(0, there, found).view(-1, seats, found.shape[1])
        return all_parts[:, :, width].sum(1), all_parts[:, :, :width].clamp(0, MOST)

    @torch.no_grad()
    def cut(self) -> None:
        """Keep the weights within what whole numbers can hold."""
        for layer in (self.middle, self.top, self.last):
            layer.weight.clamp_(-LARGEST, LARGEST)

    @torch.no_grad()
    def whole(self) -> Weights:
        """The network in whole numbers."""
        own, others = self.own.table().cpu(), self.others.table().cpu()
        width, other_width = self.sizes.own, self.sizes.others
        return Weights(
            starts_of(self.senses.own),
            _round(own[:, :width], ROW_BITS, ROW_STEP),
            _round(own[:, width], ROW_BITS),
            _round(self.bias, ROW_BITS),
            starts_of(self.senses.others),
            _round(others[:, :other_width], ROW_BITS, ROW_STEP),
            _round(others[:, other_width], ROW_BITS),
            _round(self.middle.weight.T, WEIGHT_BITS),
            _round(self.middle.bias, WEIGHT_BITS),
            _round(self.top.weight.T, WEIGHT_BITS),
            _round(self.top.bias, WEIGHT_BITS),
            _round(self.last.weight[0], WEIGHT_BITS),
            _round(self.last.bias, WEIGHT_BITS),
        )

    @torch.no_grad()
    def take(self, weights: Weights) -> None:
        """Begin with a network in whole numbers.

        Of more neurons than there is room for, those with most to say stay; new ones have no say
        at first. Inputs that were added since come last in their group, and say nothing yet.
        """
        own, others = weights.own.shape[1], weights.others.shape[1]
        listened = np.abs(weights.middle).sum(1)
        by_others = listened[own : own + others] + listened[own + others :]
        own_kept = _strongest(weights.own, listened[:own], self.sizes.own)
        others_kept = _strongest(weights.others, by_others, self.sizes.others)
        for inputs, rows, direct, kept in (
            (self.own, weights.own, weights.own_direct, own_kept),
            (self.others, weights.others, weights.others_direct, others_kept),
        ):
            table = inputs.table()
            table[:, : len(kept)] = 0.0
            table[:, -1] = 0.0
            table[: len(rows), : len(kept)] = _fractions(rows[:, kept], ROW_BITS).to(table)
            table[: len(rows), -1] = _fractions(direct, ROW_BITS).to(table)
            inputs.weight.copy_(torch.linalg.solve_triangular(inputs.sums, table, upper=False))
        self.bias[: len(own_kept)] = _fractions(weights.bias[own_kept], ROW_BITS).to(self.bias)
        heard = np.concatenate([own_kept, own + others_kept, own + others + others_kept])
        starts = (0, len(own_kept)), (self.sizes.own, len(others_kept))
        later = self.sizes.own + self.sizes.others, len(others_kept)
        known = [at for start, count in (*starts, later) for at in range(start, start + count)]
        _widen(self.middle, weights.middle[heard].T, weights.middle_bias, known)
        _widen(self.top, weights.top.T, weights.top_bias, list(range(len(weights.top))))
        _widen(self.last, weights.last[None], weights.last_bias, list(range(len(weights.last))))


def _strongest(rows: Array, listened: Array, most: int) -> Array:
    """The neurons, in order, whose signals vary most in what the next layer makes of them."""
    found: Array = np.sort(np.argsort(-listened * rows.std(0))[:most])
    return found


def _widen(layer: nn.Linear, rows: Array, bias: Array, known: list[int]) -> None:
    """Make the first neurons of a layer those of another, which listened to the ``known`` ones."""
    there = layer.weight[: len(rows)]
    there.zero_()
    there[:, known] = _fractions(rows, WEIGHT_BITS).to(there)
    layer.bias[: len(bias)] = _fractions(bias, WEIGHT_BITS).to(layer.bias)


def _linear(layer: nn.Linear, signals: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    return functional.linear(signals, layer.weight.to(kind), layer.bias.to(kind))


def _round(tensor: torch.Tensor, bits: int, step: int = 1) -> Array:
    """In whole numbers of 16 bits, and of these in multiples of a step."""
    whole = (tensor.detach().float().cpu() * 2**bits / step).round() * step
    found: Array = np.ascontiguousarray(whole.clamp(-(2**15), 2**15 - step).numpy())
    return found.astype(np.int16)


def sizes_of(weights: Weights) -> Sizes:
    own, others = weights.own.shape[1], weights.others.shape[1]
    return Sizes(own, others, *weights.top.shape)


def net_of(weights: Weights, senses: Senses) -> Net:
    """A network that was trained before."""
    net = Net(senses, sizes_of(weights))
    net.take(weights)
    return net


def _fractions(whole: Array, bits: int) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(whole).astype(np.float32) / 2**bits)
