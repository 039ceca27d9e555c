"""Many games in lockstep, on a GPU beside torch or, to try things out, on the CPU.

Each slot plays one game after the other. A step is: the legal actions of every slot, what the
network is told of each of them, and the action chosen. Moves without a choice are made at once,
unless a judge is to see every position.
"""

from typing import Any

import numba
import numpy as np
import torch

from sidings.bots.weights import JUDGE, NET
from sidings.games.contract import Game
from sidings.games.parts import Senses, chapter, foresee, see_all
from sidings.kernel.chacha import key_of_game
from sidings.kernel.outcome import share_of_win
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, apply, bind_compiler, deal, legal, rank, score
from sidings.lab.devices.gpu import _cuda, patched_compiler

SEATS = 8
BLOCK = 64
NEW = -1  # for an action: deal the first game of the slot
ENDED, STOPPED = 1, 2  # for ``done``

compiled = numba.njit(nogil=True, error_model="numpy")


@compiled
def _settle(s: Any, round_number: int, fewest: int, actions: Array) -> int:
    """Make the moves with fewer actions than that; returns how many there are then, 0 at an end."""
    while actor(s) >= 0 and chapter(s) == round_number:
        n = legal(s, actions)
        if n >= fewest:
            return n
        apply(s, int(actions[0]))
    return 0


@compiled
def _reward(s: Any, lead: float, before: Array, places: Array, rewards: Array) -> None:
    """What each seat has reached: its share of the win, or its lead in the round."""
    if lead == 0.0:
        rank(s, places)
        for seat in range(s.players):
            rewards[seat] = share_of_win(places, s.players, seat)
        return
    score(s, places)
    total = 0.0
    for seat in range(s.players):
        total += places[seat] - before[seat]
    for seat in range(s.players):
        mine = float(places[seat] - before[seat])
        rewards[seat] = ((total - mine) / (s.players - 1) - mine) / lead


@compiled
def advance(states: Array, g: int, templates: Array, seed: int, slots: int, episodes: Array,
            action: int, fewest: int, most_moves: int, lead: float, moves: Array, before: Array,
            places: Array, done: Array, rewards: Array, actions: Array, counts: Array,
            turns: Array) -> None:  # fmt: skip
    """Play an action in slot ``g`` and go on to the next decision, dealing anew at an end."""
    s = states[g]
    done[g] = 0
    n, fresh = 0, action == NEW
    if not fresh:
        number = chapter(s)
        apply(s, action)
        moves[g] += 1
        n = _settle(s, number, fewest, actions[g])
        if n == 0:
            done[g] = ENDED
            _reward(s, lead, before[g], places[g], rewards[g])
        elif moves[g] == most_moves:
            done[g] = STOPPED
            n, fresh = 0, True
    while n == 0:
        if fresh or actor(s) < 0:
            states[g] = templates[g % templates.shape[0]]
            key_of_game(s.key, seed, episodes[g] * slots + g)
            deal(s)
            episodes[g] += 1
            fresh = False
        moves[g] = 0
        score(s, before[g])
        n = _settle(s, chapter(s), fewest, actions[g])
    counts[g] = n
    turns[g] = actor(s)


@compiled
def perceive(states: Array, g: int, action: int, scratch: Array, inputs: Array, wins: Array,
             c: int) -> None:  # fmt: skip
    wins[c] = foresee(states[g], action, scratch, inputs[c])


@compiled
def look(states: Array, g: int, seat: int, scratch: Array, views: Array) -> None:
    see_all(states[g], seat, scratch, views[g])


@compiled
def clear(scratch: Array) -> None:
    """As scratch is at first: a GPU keeps nothing there from one call to the next."""
    for i in range(scratch.shape[0]):
        for j in range(scratch.shape[1]):
            scratch[i, j] = 0


@compiled
def _advance_all(states: Array, templates: Array, seed: int, episodes: Array, chosen: Array,
                 fewest: int, most_moves: int, lead: float, moves: Array, before: Array,
                 places: Array, done: Array, rewards: Array, actions: Array, counts: Array,
                 turns: Array) -> None:  # fmt: skip
    for g in range(chosen.size):
        advance(states, g, templates, seed, chosen.size, episodes, int(chosen[g]), fewest,
                most_moves, lead, moves, before, places, done, rewards, actions, counts,
                turns)  # fmt: skip


@compiled
def _perceive_all(states: Array, slots: Array, actions: Array, scratch: Array, inputs: Array,
                  wins: Array) -> None:  # fmt: skip
    for c in range(slots.size):
        perceive(states, int(slots[c]), int(actions[c]), scratch, inputs, wins, c)


@compiled
def _look_all(states: Array, seats: Array, scratch: Array, views: Array) -> None:
    for g in range(seats.size):
        look(states, g, int(seats[g]), scratch, views)


class Lockstep:
    """The slots of one game; what torch sees and what the kernels see is the same memory."""

    def __init__(self, game: Game[Any], templates: Array, slots: int, seed: int, device: str,
                 room: int, judged: bool = False) -> None:  # fmt: skip
        senses = game.part(NET).SENSES
        self.judge_senses: Senses | None = game.part(JUDGE).SENSES if judged else None
        self.fewest = 1 if judged else 2  # actions in a position that is a step
        self.game, self.senses, self.slots, self.seed = game, senses, slots, seed
        self.most_moves = 800 // self.fewest
        self.device = torch.device(device)
        self.most_actions = getattr(game.part("gpu"), "MOST_LEGAL", game.actions)

        def zeros(kind: torch.dtype, *shape: int) -> torch.Tensor:
            return torch.zeros(shape, dtype=kind, device=self.device)

        self.players = torch.tensor(
            [int(templates[g % len(templates)]["players"]) for g in range(slots)],
            device=self.device,
        )
        self.all_slots = torch.arange(slots, device=self.device)
        self.actions = zeros(torch.int16, slots, self.most_actions)
        self.counts, self.turns = zeros(torch.int32, slots), zeros(torch.int32, slots)
        self.done, self.rewards = zeros(torch.int32, slots), zeros(torch.float32, slots, SEATS)
        self.inputs = zeros(torch.int16, room, senses.count)
        self.wins = zeros(torch.bool, room)
        self.views = zeros(torch.int16, slots, self.judge_senses.count if self.judge_senses else 0)
        self._own = [
            zeros(torch.int64, slots),  # episodes
            zeros(torch.int32, slots),  # moves
            zeros(torch.int64, slots, SEATS),  # scores before
            zeros(torch.int64, slots, SEATS),  # places
        ]
        self._kernels = Gpu(self) if self.device.type == "cuda" else Cpu(self)
        self._states = self._kernels.states(np.zeros(slots, game.dtype))
        self._templates = self._kernels.states(templates)
        self.advance(torch.full((slots,), NEW, dtype=torch.int32, device=self.device))

    def advance(self, chosen: torch.Tensor) -> None:
        episodes, moves, before, places = (self._kernels.view(one) for one in self._own)
        view = self._kernels.view
        self._kernels.advance(
            self._states, self._templates, self.seed, episodes, view(chosen), self.fewest,
            self.most_moves, self.senses.lead, moves, before, places, view(self.done),
            view(self.rewards), view(self.actions), view(self.counts), view(self.turns),
        )  # fmt: skip

    def perceive(self, slots: torch.Tensor, actions: torch.Tensor) -> None:
        """Fill the first rows of ``inputs`` and ``wins``: one for each slot and action given."""
        view = self._kernels.view
        if slots.numel() > self.inputs.shape[0]:
            raise RuntimeError(f"{slots.numel()} candidates: room for {self.inputs.shape[0]}")
        self._kernels.perceive(
            self._states, view(slots), view(actions), view(self.inputs), view(self.wins)
        )

    def look(self, seats: torch.Tensor) -> None:
        """Fill ``views``: how each slot looks to a judge, for the seat given."""
        view = self._kernels.view
        self._kernels.look(self._states, view(seats), view(self.views))

    def host_states(self) -> Array:
        return self._kernels.host(self._states)


class Cpu:
    def __init__(self, lockstep: Lockstep) -> None:
        self._scratch = np.zeros(lockstep.senses.lasting_scratch, lockstep.senses.kind)
        self.advance = _advance_all
        senses = lockstep.judge_senses or lockstep.senses
        self._view_scratch = np.zeros(senses.lasting_scratch, senses.kind)

    def states(self, states: Array) -> Array:
        return states.copy()

    def host(self, states: Array) -> Array:
        return states

    def view(self, tensor: torch.Tensor) -> Array:
        return tensor.numpy()

    def perceive(self, states: Array, slots: Array, actions: Array, inputs: Array,
                 wins: Array) -> None:  # fmt: skip
        _perceive_all(states, slots, actions, self._scratch, inputs, wins)

    def look(self, states: Array, seats: Array, views: Array) -> None:
        _look_all(states, seats, self._view_scratch, views)


class Gpu:
    def __init__(self, lockstep: Lockstep) -> None:
        game = lockstep.game
        self._cuda = _cuda()
        bind_compiler(game.dtype, _cuda("extending").overload)
        noinline = game.part("gpu").AT_RANDOM.noinline
        self._advance = self._compile(*_advance_kernel(self._cuda, game), noinline)
        self._perceive = self._compile(*_perceive_kernel(self._cuda, game), ())
        if lockstep.judge_senses:
            self._look = self._compile(*_look_kernel(self._cuda, game), ())

    def _compile(self, function: Any, signature: tuple[Any, ...], noinline: tuple[str, ...]) -> Any:
        kernel = self._cuda.jit(lto=False)(function)
        with patched_compiler(noinline):
            kernel.compile(signature)
        kernel.disable_compile()
        return kernel

    def states(self, states: Array) -> Any:
        return self._cuda.to_device(states)

    def host(self, states: Any) -> Array:
        found: Array = states.copy_to_host()
        return found

    def view(self, tensor: torch.Tensor) -> Any:
        if tensor.dtype == torch.bool:
            tensor = tensor.view(torch.uint8)
        return self._cuda.as_cuda_array(tensor)

    def advance(self, states: Any, *arguments: Any) -> None:
        blocks = -(-states.shape[0] // BLOCK)
        self._advance[blocks, BLOCK](states, *arguments)

    def perceive(self, states: Any, slots: Any, actions: Any, inputs: Any, wins: Any) -> None:
        blocks = -(-slots.shape[0] // BLOCK)
        self._perceive[blocks, BLOCK](states, slots, actions, inputs, wins)

    def look(self, states: Any, seats: Any, views: Any) -> None:
        blocks = -(-states.shape[0] // BLOCK)
        self._look[blocks, BLOCK](states, seats, views)


def _advance_kernel(cuda: Any, game: Game[Any]) -> tuple[Any, tuple[Any, ...]]:
    def advance_slots(states: Array, templates: Array, seed: int, episodes: Array, chosen: Array,
                      fewest: int, most_moves: int, lead: float, moves: Array, before: Array,
                      places: Array, done: Array, rewards: Array, actions: Array, counts: Array,
                      turns: Array) -> None:  # fmt: skip
        g = cuda.grid(1)
        if g < chosen.size:
            advance(states, g, templates, seed, chosen.size, episodes, int(chosen[g]), fewest,
                    most_moves, lead, moves, before, places, done, rewards, actions, counts,
                    turns)  # fmt: skip

    record, i32, i64 = numba.from_dtype(game.dtype), numba.int32, numba.int64
    signature = (
        record[::1], record[::1], i64, i64[::1], i32[::1], i64, i64, numba.float64, i32[::1],
        i64[:, ::1], i64[:, ::1], i32[::1], numba.float32[:, ::1], numba.int16[:, ::1], i32[::1],
        i32[::1],
    )  # fmt: skip
    return advance_slots, signature


def _perceive_kernel(cuda: Any, game: Game[Any]) -> tuple[Any, tuple[Any, ...]]:
    senses = game.part(NET).SENSES
    shape, kind = senses.scratch, numba.from_dtype(np.dtype(senses.kind))

    def perceive_slots(states: Array, slots: Array, actions: Array, inputs: Array,
                       wins: Array) -> None:  # fmt: skip
        c = cuda.grid(1)
        if c < slots.size:
            scratch = cuda.local.array(shape, kind)
            clear(scratch)
            perceive(states, int(slots[c]), int(actions[c]), scratch, inputs, wins, c)

    record, i32 = numba.from_dtype(game.dtype), numba.int32
    signature = (record[::1], i32[::1], i32[::1], numba.int16[:, ::1], numba.uint8[::1])
    return perceive_slots, signature


def _look_kernel(cuda: Any, game: Game[Any]) -> tuple[Any, tuple[Any, ...]]:
    senses = game.part(JUDGE).SENSES
    shape, kind = senses.scratch, numba.from_dtype(np.dtype(senses.kind))

    def look_at_slots(states: Array, seats: Array, views: Array) -> None:
        g = cuda.grid(1)
        if g < seats.size:
            scratch = cuda.local.array(shape, kind)
            clear(scratch)
            look(states, g, int(seats[g]), scratch, views)

    record, i32 = numba.from_dtype(game.dtype), numba.int32
    return look_at_slots, (record[::1], i32[::1], numba.int16[:, ::1])
