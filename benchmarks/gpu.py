"""How fast batches are on a GPU, in which layout, and that their results are those of the CPU.

A few layouts are timed for random play and for the rule of thumb: games and moves per second of the
kernel alone, with counters; for the best layout also without them, and with what is copied and made
into rows afterwards. Layouts are compiled in parallel; a lock sees to it that one at a time is on
the GPU.

    python benchmarks/gpu.py [--games GAME ...] [--every] [--json-file FILE]
    ncu --set full -k regex:play_games python benchmarks/gpu.py --once game-of-trains random
"""

import fcntl
import itertools
import json
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from cyclopts import run
from rich.console import Console
from rich.table import Table

import sidings
from sidings import lab
from sidings.games.parts import Plan
from sidings.lab.batch import Batch, prepare_batch
from sidings.lab.devices.gpu import Device, check, compiled, plan_of
from sidings.lab.kernels import MOVES

SEED = 7
CAP = 1000  # moves per game; random play of Game of Trains hardly ever ends
SIZES = {"random": 2**20, "thumb": 2**18}  # games: many per thread, so that the last hardly count
POLICIES = {"random": "random", "thumb": "thumb:depth=0"}
EQUAL_GAMES = 10_000
STATIC_SHARED_BYTES = 48 * 1024  # that a block can have at most
PGX = (
    "pgx (Koyamada et al., NeurIPS 2023, arXiv:2303.17503) says of its games in JAX on a DGX-A100:"
    " 10 to 100 times as fast as the implementations available in Python; by game it gives plots."
    " A fork (github.com/sile16/pgx, CLAUDE.md) writes of its random backgammon on an RTX 4090:"
    " 0.9 million steps a second."
)
LOCK = Path(tempfile.gettempdir()) / "sidings-gpu.lock"

console = Console(width=150)


@dataclass(frozen=True)
class Speed:
    """What one layout reached."""

    game: str
    policy: str
    plan: Plan
    games: float  # per second
    moves: float  # per second
    registers: int
    local_bytes: int
    active_threads: int  # on a multiprocessor, at once
    compiling: float

    @property
    def layout(self) -> str:
        inlined = f", not inlined: {', '.join(self.plan.noinline)}" if self.plan.noinline else ""
        limit = f" ≤{self.plan.registers} registers" if self.plan.registers else ""
        return (
            f"{self.plan.memory}, {self.plan.block} × {self.plan.blocks},"
            f" deals {self.plan.patience} at a time{inlined}{limit}"
        )


# --- Layouts --------------------------------------------------------------------------------------


def kernels(game: str, policy: str) -> list[Plan]:
    """The layouts that need a kernel of their own: the game's plan, and near ones."""
    batch = batch_of(game, policy)
    plan = plan_of(batch)
    short = (*plan.noinline, *getattr(batch.game.part("gpu"), "NOINLINE", ()))
    short = tuple(dict.fromkeys(short))
    block = 64 if 64 * batch.game.dtype.itemsize <= STATIC_SHARED_BYTES else 32
    plans = [
        plan,
        Plan("local", noinline=short),
        Plan("local", registers=64, noinline=short),
        Plan("local", registers=64, noinline=plan.noinline),
        Plan("shared", block, 4, noinline=plan.noinline),
        Plan("shared", block, 8, noinline=short),
    ]
    compiled_alike = {replace(one, blocks=0, patience=0): one for one in reversed(plans)}
    return list(compiled_alike.values())


def launches(plan: Plan, policy: str) -> Iterator[Plan]:
    """How a kernel can be launched: threads on a multiprocessor, games dealt at a time."""
    for blocks in (plan.blocks,) if plan.memory == "shared" else (2, 4, 8):
        for patience in (16, 32) if policy == "random" else (8, 32):
            yield replace(plan, blocks=blocks, patience=patience)


# --- Timing ---------------------------------------------------------------------------------------


@contextmanager
def alone_on_the_gpu() -> Iterator[None]:
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def batch_of(game: str, policy: str, counting: bool = True) -> Batch:
    name = POLICIES.get(policy, policy)
    games = SIZES.get(policy, SIZES["thumb"])
    return prepare_batch(game, name, games=games, seed=SEED, most_moves=CAP, counting=counting)


def measure(game: str, policy: str, plan: Plan) -> list[Speed]:
    """Compile one kernel and time all its launches."""
    batch = batch_of(game, policy)
    began = time.perf_counter()
    kernel = compiled(batch, plan)
    compiling = time.perf_counter() - began
    with alone_on_the_gpu():
        room = Device(batch, plan, kernel)
        room.make_room(batch.games)
        return [
            time_launch(batch, launch, kernel, room, policy, compiling)
            for launch in launches(plan, policy)
        ]


def time_launch(
    batch: Batch, plan: Plan, kernel: Any, room: Device, policy: str, compiling: float
) -> Speed:
    device = Device(batch, plan, kernel)
    device.room = room.room
    games = len(device.room[0])
    spent = float("inf")
    for start in (0, games):
        began = time.perf_counter()
        device.play(start)
        spent = min(spent, time.perf_counter() - began)
    moves = int(device.results()[0][:, MOVES].sum())
    return Speed(
        batch.game.name, policy, plan, games / spent, moves / spent,
        *attributes(kernel, plan), compiling,
    )  # fmt: skip


def attributes(kernel: Any, plan: Plan) -> tuple[int, int, int]:
    """Registers and bytes of local memory per thread; threads at once on a multiprocessor."""
    from numba import cuda

    (only,) = kernel.overloads.values()
    function = only._codelibrary.get_cufunc()
    at_once = cuda.current_context().get_active_blocks_per_multiprocessor(function, plan.block, 0)
    blocks = min(int(at_once), plan.blocks)
    return only.regs_per_thread, only.local_mem_per_thread, blocks * plan.block


def line_ups(game: str) -> list[list[str]]:
    """At random, and with the rule of thumb at every depth that a GPU can play."""
    depths = range(sidings.game(game).part("gpu").DEEPEST + 1)
    thumbs = [[f"thumb:depth={d}", "random", f"thumb:depth={d},blur=30"] for d in depths]
    return [["random"], *thumbs]


def check_equal(game: str) -> str:
    """Play batches on both devices and tell whether the arrays are the same, byte for byte."""
    told = [f"{game}, {EQUAL_GAMES:,} games on CPU and GPU:"]
    for line_up in line_ups(game):
        more: dict[str, Any] = {"games": EQUAL_GAMES, "seed": SEED, "most_moves": CAP}
        cpu = lab.play(game, line_up, **more)
        with alone_on_the_gpu():
            began = time.perf_counter()
            gpu = lab.play(game, line_up, on="gpu", **more)
            spent = time.perf_counter() - began
        rows = np.flatnonzero(cpu != gpu)
        verdict = "EQUAL" if cpu.tobytes() == gpu.tobytes() else f"{len(rows)} DIFFER: {rows[:20]}"
        told.append(f"  {', '.join(line_up)}: {verdict} ({spent:.1f} s)")
    return "\n".join(told)


def warm_cpu(game: str, policy: str) -> str:
    lab.play(game, POLICIES[policy], games=2, most_moves=CAP)
    return ""


def cpu_speed(game: str, policy: str, threads: int, seconds: float = 1.0) -> float:
    """Moves per second of batches on the CPU."""
    moves, games, start = 0, 64 * threads, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        rows = lab.play(game, POLICIES[policy], games=games, seed=games, most_moves=CAP,
                        threads=threads)  # fmt: skip
        moves += int(rows["moves"].sum())
        games = min(2 * games, 2**16)
    return moves / spent


def end_to_end(game: str, policy: str, plan: Plan) -> str:
    """The same with all that ``play`` does: results copied, rows made; and without counters."""
    told, kernel = [], compiled(batch_of(game, policy), plan)
    with alone_on_the_gpu():
        for counting in (True, False):
            batch = batch_of(game, policy, counting)
            device = Device(batch, plan, kernel)
            device.make_room(batch.games)
            device.play(0)
            began = time.perf_counter()
            device.play(batch.games)
            playing = time.perf_counter() - began
            rows = batch.rows(batch.games, *device.results())
            whole = time.perf_counter() - began
            moves = int(rows["moves"].sum())
            kind = "with counters" if counting else "without"
            told.append(f"{kind} {moves / playing / 1e6:,.0f} (as rows {moves / whole / 1e6:,.0f})")
    return (
        f"{game}, {policy}, million moves/s of {batch.games:,} games: {'; '.join(told)}\n  {plan}"
    )


# --- Telling --------------------------------------------------------------------------------------


def show(speeds: list[Speed], cpu: dict[tuple[str, str], tuple[float, float]], every: bool) -> None:
    table = Table(
        "game", "policy", "layout (memory, block × blocks)", "games/s", "million moves/s",
        "registers", "local bytes", "threads/SM", "CPU one core", "all cores",
        title="Batches on the GPU",
    )  # fmt: skip
    for game in dict.fromkeys(speed.game for speed in speeds):
        for policy in POLICIES:
            ranked = sorted(
                (s for s in speeds if (s.game, s.policy) == (game, policy)), key=lambda s: -s.moves
            )
            one, all_cores = cpu.get((game, policy), (0.0, 0.0))
            for place, speed in enumerate(ranked):
                best_of_kind = all(s.plan.memory != speed.plan.memory for s in ranked[:place])
                if not (every or place < 3 or best_of_kind):
                    continue
                table.add_row(
                    game if place == 0 else "", policy if place == 0 else "", speed.layout,
                    f"{speed.games:,.0f}", f"{speed.moves / 1e6:,.0f}",
                    str(speed.registers), str(speed.local_bytes), str(speed.active_threads),
                    f"{one / 1e6:.1f}" if place == 0 else "",
                    f"{all_cores / 1e6:.1f}" if place == 0 else "",
                )  # fmt: skip
    console.print(table)
    console.print(PGX)


def main(
    *,
    games: list[str] | None = None,
    every: bool = False,
    equal: bool = True,
    cpu: bool = True,
    workers: int = 15,
    json_file: Path | None = None,
    once: tuple[str, str] | None = None,
) -> None:
    """Time every layout, check equality, print a table; ``--once`` is for a profiler."""
    if once is not None:
        batch = batch_of(*once)
        device = Device(batch, plan_of(batch))
        device.make_room(2**16)
        device.play(0)
        return
    names = games or sidings.game_names()
    try:
        check(batch_of(names[0], "random"))
    except sidings.SidingsError as error:
        sys.exit(str(error))
    speeds: list[Speed] = []
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(min(workers, cores), mp_context=get_context("spawn")) as pool:
        jobs: dict[Future[Any], str] = {}
        for game in reversed(names):  # what takes longest to compile first
            if equal:
                jobs[pool.submit(check_equal, game)] = f"equality of {game}"
            for policy in reversed(POLICIES):
                if cpu:
                    jobs[pool.submit(warm_cpu, game, policy)] = f"CPU {game} {policy}"
                for plan in kernels(game, policy):
                    job = pool.submit(measure, game, policy, plan)
                    jobs[job] = f"{game} {policy} {plan}"
        for result in finished(jobs):
            speeds += result
            if json_file:
                json_file.write_text(json.dumps([asdict(speed) for speed in speeds], indent=1))
        best = {(s.game, s.policy): s.plan for s in sorted(speeds, key=lambda s: s.moves)}
        for _ in finished({pool.submit(end_to_end, *key, best[key]): str(key) for key in best}):
            pass
    cpu_speeds = {}
    if cpu:
        for key in itertools.product(names, POLICIES):
            cpu_speeds[key] = cpu_speed(*key, 1), cpu_speed(*key, cores)
    show(speeds, cpu_speeds, every)


def finished(jobs: dict[Future[Any], str]) -> Iterator[list[Speed]]:
    """Tell of each job as it ends, and of those that failed: they cost no other's results."""
    began = time.perf_counter()
    for done, job in enumerate(as_completed(jobs), start=1):
        told = f"[{time.perf_counter() - began:.0f} s, {done}/{len(jobs)}]"
        try:
            result = job.result()
        except Exception:  # whatever a compiler or a driver raises
            console.print(
                f"{told} FAILED: {jobs[job]}\n{traceback.format_exc()[-2000:]}", markup=False
            )
            continue
        if isinstance(result, list):
            best = max(result, key=lambda speed: speed.moves)
            console.print(
                f"{told} {best.game} {best.policy} {best.layout}: {best.moves / 1e6:,.0f} million"
                f" moves/s, {best.registers} registers, compiled in {best.compiling:.0f} s",
                markup=False,
            )
            yield result
        elif result:
            console.print(f"{told} {result}", markup=False)


if __name__ == "__main__":
    run(main)
