"""The kernel for a GPU as far as it can be tested without one: its logic, and what is refused.

``benchmarks/gpu.py`` compares whole batches on a GPU with the CPU.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

import sidings
from sidings import lab
from sidings.kernel.record import Array
from sidings.lab.batch import Batch, prepare_batch
from sidings.lab.devices import gpu as on_gpu
from sidings.lab.devices.gpu import Plan, keep_apart, kernel_of, move_tables

MORE: dict[str, Any] = {"games": 6, "seed": 5, "most_moves": 300, "rotate": True}
LINE_UPS: list[tuple[str, list[str]]] = [
    ("mexican-train", ["novice", "random"]),
    ("game-of-trains", ["random"]),
    ("game-of-trains", ["casual", "random"]),
    ("continental-express", ["club", "random"]),
]


def one_lane(batch: Batch) -> Any:
    """A GPU with one thread, in Python: what the kernel asks of CUDA."""
    dtypes = {numba.int16: np.int16, numba.int64: np.int64, numba.float64: np.float64}

    def array(shape: Any, kind: Any) -> Array:
        return np.zeros(shape, dtypes.get(kind, batch.game.dtype))

    def add(cells: Array, i: int, more: int) -> int:
        before = int(cells[i])
        cells[i] += more
        return before

    memory = SimpleNamespace(array=array)
    return SimpleNamespace(
        local=memory,
        shared=memory,
        atomic=SimpleNamespace(add=add),
        threadIdx=SimpleNamespace(x=3),
        grid=lambda dimensions: 2,
        ballot_sync=lambda mask, vote: int(vote),
        popc=lambda votes: votes,
    )


@pytest.mark.parametrize("memory", on_gpu.PLACES)
@pytest.mark.parametrize(("game", "policies"), LINE_UPS)
def test_the_kernel_plays_the_batch(
    game: str, policies: list[str], memory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = prepare_batch(game, policies, **MORE)
    monkeypatch.setattr(on_gpu, "_cuda", lambda part="": one_lane(batch))
    monkeypatch.setattr(on_gpu, "bind", lambda batch: batch.game.part("bot"))
    kernel = kernel_of(batch, Plan(memory))
    outcomes, counts = batch.blanks(batch.games)
    kernel(
        batch.template, batch.line_ups, batch.seed, 0, batch.most_moves, 4,
        np.zeros(1, np.int32), np.zeros(5, batch.game.dtype), outcomes, counts,
    )  # fmt: skip
    rows = batch.rows(0, outcomes, counts)
    assert rows.tobytes() == lab.play(game, policies, **MORE).tobytes()


def test_the_room_for_legal_moves_is_enough() -> None:
    """Nine ends with the same number, and a hand that holds everything."""
    table = sidings.deal("mexican-train", players=8, seed=1, set="double-15")
    state = table.state.copy()
    state.last[:], state.end[:], state.markers = 0, 3, 0xFF
    state.hands[state.turn, :] = 0xFFFF
    states = np.array([state], table.game.dtype)
    buffer = np.zeros(table.game.actions, np.int16)
    from sidings.kernel.play import legal_at

    assert legal_at(states, 0, buffer) <= on_gpu.MOST_LEGAL["mexican-train"]


@pytest.mark.parametrize(
    ("game", "policies", "reason"),
    [
        ("mexican-train", "casual", "Mexican Train looks no further than depth 0, not 1"),
        ("game-of-trains", "club", "Game of Trains looks no further than depth 1, not 2"),
    ],
)
def test_depths_that_a_gpu_cannot_play(game: str, policies: str, reason: str) -> None:
    with pytest.raises(sidings.BadOption, match=reason):
        lab.play(game, policies, games=1, on="gpu")


def without_numba_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_gpu, "find_spec", lambda name: None)


def without_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_gpu, "find_spec", lambda name: True)
    nothing = SimpleNamespace(is_available=lambda: False)
    monkeypatch.setattr(on_gpu, "_cuda", lambda part="": nothing)


@pytest.mark.parametrize(
    ("without", "reason"),
    [(without_numba_cuda, r"pip install 'sidings\[gpu\]'"), (without_gpu, "no GPU here")],
)
def test_no_gpu(
    without: Callable[[pytest.MonkeyPatch], None], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch)
    with pytest.raises(sidings.BadOption, match=reason) as refused:
        lab.play("game-of-trains", "random", games=1, on="gpu")
    assert "\n" not in str(refused.value)


def test_modules_are_changed_before_they_are_compiled() -> None:
    text = (
        '@"_cudapy_cmem" = internal addrspace(4) constant [2 x i8] [i8 1, i8 2]\n'
        'define linkonce_odr i32 @"_ZN7sidings5orderB2v1E"(i64* %".1", i64 %".2") \n'
        'define linkonce_odr i32 @"_ZN7sidings6borderB2v1E"(i64* %".1") \n'
        '  %".3" = call i32 @"_ZN7sidings5orderB2v1E"(i64* %".1", i64 2)\n'
    )
    tables, order, border, call = keep_apart(move_tables(text), ("order",)).splitlines()
    assert tables.startswith('@"_cudapy_cmem" = internal unnamed_addr addrspace(1) constant')
    assert "noinline" in order
    assert "noinline" not in border + call
    assert keep_apart(text, ()) == text
