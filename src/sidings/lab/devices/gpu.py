"""A batch on a GPU: the same kernels, one game for each thread (extra ``[gpu]``, numba-cuda).

A thread that has finished its game takes the next one. All threads of a warp make one move of
their own games at a time; scoring and dealing are long, so a warp may wait until several of its
games are over and do that for all of them together. What bounds the speed is the length of the
code: instructions come from a cache that a few thousand of them fill.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

import numba
import numpy as np

from sidings.errors import BadOption
from sidings.extras import needs
from sidings.games.contract import Game
from sidings.games.parts import MOST_TERMS, Plan
from sidings.kernel.record import Array
from sidings.kernel.verbs import actor, bind_compiler
from sidings.lab.batch import Batch
from sidings.lab.kernels import begin, finish, make_move
from sidings.lab.policies import all_at_random

MOST_BYTES_PER_PART = 2**29
MOST_GAMES_PER_PART = 2**20
WARP = 0xFFFFFFFF
SHARED_BYTES = 228 * 1024  # of a multiprocessor, at most; what is not shared caches the rest
EXTRA_BYTES_PER_BLOCK = 1024  # shared memory that a block takes besides

LOCAL, SHARED, GLOBAL = range(3)
PLACES = ("local", "shared", "global")


def plan_of(batch: Batch) -> Plan:
    """The layout that was fastest for the game, at random or not."""
    part = batch.game.part("gpu")
    plan: Plan = part.AT_RANDOM if all_at_random(batch.line_ups) else part.WITH_THUMBS
    return plan


def _cuda(part: str = "") -> Any:
    """Numba-cuda, or a part of it."""
    if not hasattr(np, "row_stack"):  # NumPy 2.5 has dropped it, numba-cuda still looks for it
        np.row_stack = np.vstack
    return import_module(f"numba.cuda.{part}".rstrip("."))


# --- Playing --------------------------------------------------------------------------------------


def play_parts(batch: Batch, threads: int) -> Iterator[Array]:
    """The rows of the batch, in order, part by part."""
    check(batch)
    return _play_parts(batch, plan_of(batch))


def check(batch: Batch) -> None:
    """Refuse what cannot be played here, at once."""
    deepest = batch.game.part("gpu").DEEPEST
    depth = int(batch.line_ups[:, :, 0].max())
    if depth > deepest:
        raise BadOption(
            f"on a GPU the rule of thumb of {batch.game.title} looks no further than depth"
            f" {deepest}, not {depth}; the CPU can"
        )
    needs("a GPU", "numba_cuda")
    if not _cuda().is_available():
        raise BadOption("there is no GPU here that CUDA can use")


def _play_parts(batch: Batch, plan: Plan) -> Iterator[Array]:
    outcomes, counts = batch.blanks(1)
    bytes_per_game = outcomes.nbytes + counts.nbytes
    size = min(MOST_GAMES_PER_PART, MOST_BYTES_PER_PART // bytes_per_game)
    device = Device(batch, plan)
    for start in range(0, batch.games, size):
        games = min(size, batch.games - start)
        device.make_room(games)
        device.play(start)
        yield batch.rows(start, *device.results())


class Device:
    """A batch on the GPU; the results stay there until they are asked for."""

    def __init__(self, batch: Batch, plan: Plan, kernel: Any = None) -> None:
        cuda = self._cuda = _cuda()
        self._batch = batch
        self._plan = plan
        self.kernel = kernel or compiled(batch, plan)
        multiprocessors = cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._grid = plan.blocks * multiprocessors
        self._template = cuda.to_device(batch.template)
        self._line_ups = cuda.to_device(batch.line_ups)
        threads = self._grid * plan.block if plan.memory == "global" else 1
        self._states = cuda.device_array(threads, batch.game.dtype)
        self.room: tuple[Any, Any] = (None, None)  # for outcomes and counts

    def make_room(self, games: int) -> None:
        outcomes, counts = self._batch.blanks(games)
        self.room = self._cuda.to_device(outcomes), self._cuda.to_device(counts)

    def play(self, start: int) -> None:
        """Play the games from number ``start`` on that there is room for, and wait for them."""
        self.kernel[self._grid, self._plan.block](
            self._template,
            self._line_ups,
            self._batch.seed,
            start,
            self._batch.most_moves,
            self._plan.patience,
            self._cuda.to_device(np.zeros(1, np.int32)),
            self._states,
            *self.room,
        )
        self._cuda.synchronize()

    def results(self) -> tuple[Array, Array]:
        outcomes, counts = self.room
        return outcomes.copy_to_host(), counts.copy_to_host()


# --- The kernel -----------------------------------------------------------------------------------


@cache
def _bind(game: type[Game[Any]], rate: Callable[..., None], deepest: int) -> None:
    """Tell the compiler for GPUs which function each verb is for the records of a game."""
    bits = (0, 1, 3)[deepest]  # of a depth: the compiler then drops what would look further

    def rate_no_deeper(s: Any, depth: int, actions: Array, n: int, terms: Array) -> None:
        rate(s, depth & bits, actions, n, terms)

    bind_compiler(game.dtype, _cuda("extending").overload, rate=numba.njit(rate_no_deeper))


_kernels: dict[tuple[type[Game[Any]], bool, Plan], Any] = {}


def compiled(batch: Batch, plan: Plan) -> Any:
    """The kernel for a batch; the next one of its kind will find it."""
    key = type(batch.game), all_at_random(batch.line_ups), plan
    if key not in _kernels:
        kernel = _cuda().jit(
            max_registers=plan.registers or None,
            lto=False,  # it would compile once more, and contract products and sums
            shared_memory_carveout=shared_percent(batch, plan),
        )(kernel_of(batch, plan))
        with patched_compiler(plan.noinline):
            kernel.compile(signature(batch))
        kernel.disable_compile()  # another signature would be compiled, but not so well
        _kernels[key] = kernel
    return _kernels[key]


def shared_percent(batch: Batch, plan: Plan) -> int:
    """How much of a multiprocessor's memory the states take, if they are shared."""
    if plan.memory != "shared":
        return 0
    bytes_per_block = plan.block * batch.game.dtype.itemsize + EXTRA_BYTES_PER_BLOCK
    return min(100, -(-100 * plan.blocks * bytes_per_block // SHARED_BYTES))


def signature(batch: Batch) -> tuple[Any, ...]:
    record, long = numba.from_dtype(batch.game.dtype), numba.int64
    return (
        record[::1], long[:, :, ::1], long, long, long, long, numba.int32[::1], record[::1],
        numba.int32[:, ::1], numba.int16[:, :, ::1],
    )  # fmt: skip


def bind(batch: Batch) -> None:
    """Tell the compiler all that the kernel of a batch calls by the type of the record."""
    batch.game.part("counters")
    bot, gpu = batch.game.part("bot"), batch.game.part("gpu")
    _bind(type(batch.game), getattr(gpu, "RATE", bot.rate), gpu.DEEPEST)


def kernel_of(batch: Batch, plan: Plan) -> Callable[..., None]:
    """The kernel as Python, with the sizes and the layout frozen into it."""
    bind(batch)
    cuda = _cuda()
    record = numba.from_dtype(batch.game.dtype)
    room = getattr(batch.game.part("gpu"), "MOST_LEGAL", batch.game.actions)
    rows = 0 if all_at_random(batch.line_ups) else room
    place, block = PLACES.index(plan.memory), plan.block

    def play_games(template: Array, line_ups: Array, seed: int, start: int, most_moves: int,
                   patience: int, next_row: Array, scratch: Array, outcomes: Array,
                   counts: Array) -> None:  # fmt: skip
        if place == LOCAL:
            states, at = cuda.local.array(1, record), 0
        elif place == SHARED:
            states, at = cuda.shared.array(block, record), cuda.threadIdx.x
        else:
            states, at = scratch, cuda.grid(1)
        actions = cuda.local.array(room, numba.int16)
        rng = cuda.local.array(4, numba.int64)
        if rows == 0:  # noqa: SIM108  # Numba drops the other branch, which has another type
            terms = None
        else:
            terms = cuda.local.array((rows, MOST_TERMS), numba.float64)
        s = states[at]
        row, turned, moves, first, last = 0, 0, 0, 0, 0
        seat, waits = -1, True
        while True:
            waiting = cuda.popc(cuda.ballot_sync(WARP, waits))
            playing = cuda.popc(cuda.ballot_sync(WARP, seat >= 0))
            if waiting + playing == 0:
                break
            if waits and (waiting >= patience or playing == 0):
                waits = False
                if moves > 0:
                    finish(s, moves, first, last, outcomes[row], counts[row])
                row = cuda.atomic.add(next_row, 0, 1)
                if row < outcomes.shape[0]:
                    game = start + row
                    turned = game % line_ups.shape[0]
                    begin(states, at, template, seed, game // line_ups.shape[0], game, rng)
                    seat = actor(s)
                    first, moves = seat, 0
            if seat >= 0:
                make_move(s, seat, line_ups[turned], actions, terms, None, rng, counts[row])
                last = seat
                moves += 1
                seat = actor(s)
                if seat < 0 or moves == most_moves:
                    seat, waits = -1, True

    return play_games


@contextmanager
def patched_compiler(noinline: tuple[str, ...]) -> Iterator[None]:
    """Compile as on the CPU; numba-cuda has no options for these things.

    It replaces functions of numba-cuda and edits the LLVM IR that it makes, so pyproject.toml pins
    the version that this was tested with.

    NVVM contracts a product and a sum into one rounding, so a rating would differ from the CPU's.
    Numba-cuda compiles a function anew for each constant that it is called with, puts tables into
    memory that is slow when threads look up different entries, and lets negative indices count
    from the end, which no kernel wants and every access pays for.
    """
    unliteral: Any = numba.types.unliteral
    nvvm, dispatcher = _cuda("cudadrv.nvvm"), _cuda("dispatcher").CUDADispatcher
    slicing = _cuda("np.arrayobj").slicing
    compile_ir, compile_device = nvvm.compile_ir, dispatcher.compile_device
    fix_index = slicing.fix_index

    def to_ptx(modules: str | list[str], **options: Any) -> Any:
        texts = [modules] if isinstance(modules, str) else modules
        texts = [mark_noinline(move_tables(text), noinline) for text in texts]
        return compile_ir(texts, **{**options, "fma": False})

    def any_constants(self: Any, args: tuple[Any, ...], return_type: Any = None) -> Any:
        return compile_device(self, tuple(unliteral(arg) for arg in args), return_type)

    nvvm.compile_ir, dispatcher.compile_device = to_ptx, any_constants
    slicing.fix_index = lambda builder, index, size: index
    try:
        yield
    finally:
        nvvm.compile_ir, dispatcher.compile_device = compile_ir, compile_device
        slicing.fix_index = fix_index


def move_tables(text: str) -> str:
    """Put the constant arrays of a module into global memory, and let equal ones be one."""
    text = text.replace(
        "internal addrspace(4) constant", "internal unnamed_addr addrspace(4) constant"
    )
    return text.replace("addrspace(4)", "addrspace(1)")


def mark_noinline(text: str, names: tuple[str, ...]) -> str:
    """Mark the functions of these names in a module as not to be inlined."""
    if not names:
        return text
    mangled = "|".join(f"{len(name)}{re.escape(name)}B" for name in names)
    define = rf'^(define linkonce_odr .*@"?[^"(]*(?:{mangled})[^"(]*"?\(.*\))( .*)?$'
    return re.sub(define, r"\1 noinline\2", text, flags=re.MULTILINE)
