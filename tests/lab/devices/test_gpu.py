"""The kernel for a GPU as far as it can be tested without one: its logic, and what is refused.

``benchmarks/gpu.py`` compares whole batches on a GPU with the CPU.
"""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

import sidings
from sidings import lab
from sidings.games.parts import Plan
from sidings.kernel.play import legal_at
from sidings.kernel.record import Array
from sidings.lab.batch import Batch, prepare_batch
from sidings.lab.devices import gpu as on_gpu
from sidings.lab.devices.gpu import kernel_of, mark_noinline, move_tables
from thumbs import decisions, ratings

MORE: dict[str, Any] = {"games": 4, "seed": 5, "most_moves": 80, "rotate": True}
LINE_UPS: list[tuple[str, list[str]]] = [
    ("mexican-train", ["novice", "random"]),
    ("game-of-trains", ["random"]),
    ("game-of-trains", ["casual", "random"]),
    ("continental-express", ["club", "random"]),
    ("high-card", ["thumb:depth=0", "random"]),
]

pytestmark = pytest.mark.usefixtures("installed")


class Compiler:
    """Stands for the compiler for GPUs: it notes what each verb is for which record type."""

    def __init__(self) -> None:
        self.told: dict[str, list[Callable[..., Any]]] = {}

    def overload(self, verb: Callable[..., Any]) -> Callable[..., None]:
        def tell(choose: Callable[..., Any]) -> None:
            self.told.setdefault(verb.__name__, []).append(choose)

        return tell

    def function_of(self, verb: str, dtype: np.dtype[Any], arguments: int) -> Any:
        """What a verb of so many arguments is for records of a type."""
        kind = numba.from_dtype(dtype)
        found = [one(kind, *[None] * (arguments - 1)) for one in self.told.get(verb, [])]
        (function,) = [one for one in found if one is not None]
        return function


@pytest.fixture
def compiler() -> Iterator[Compiler]:
    on_gpu._bind.cache_clear()
    yield Compiler()
    on_gpu._bind.cache_clear()


def one_lane(batch: Batch, compiler: Compiler) -> Any:
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
        overload=compiler.overload,
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
    game: str, policies: list[str], memory: str, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = prepare_batch(game, policies, **MORE)
    monkeypatch.setattr(on_gpu, "_cuda", lambda part="": one_lane(batch, compiler))
    kernel = kernel_of(batch, Plan(memory))
    outcomes, counts = batch.blanks(batch.games)
    kernel(
        batch.template, batch.line_ups, batch.seed, 0, batch.most_moves, 4,
        np.zeros(1, np.int32), np.zeros(5, batch.game.dtype), outcomes, counts,
    )  # fmt: skip
    rows = batch.rows(0, outcomes, counts)
    assert rows.tobytes() == lab.play(game, policies, **MORE).tobytes()


VERBS = {
    "actor": 1, "deal": 1, "legal": 2, "apply": 2, "score": 2, "rank": 2, "note": 3, "conclude": 2,
    "rate": 5,
}  # fmt: skip


@pytest.mark.parametrize("game", sidings.game_names())
def test_the_compiler_knows_every_verb_of_the_kernel(
    game: str, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = prepare_batch(game, "random", games=1)
    monkeypatch.setattr(on_gpu, "_cuda", lambda part="": compiler)
    on_gpu.bind(batch)
    for verb, arguments in VERBS.items():
        assert compiler.function_of(verb, batch.game.dtype, arguments) is not None
    others = np.dtype([("something", np.int8)])
    with pytest.raises(ValueError, match="not enough values"):
        compiler.function_of("apply", others, 2)


@pytest.mark.parametrize("game", sidings.game_names())
def test_the_rule_of_thumb_of_a_gpu_looks_no_deeper_than_it_can(
    game: str, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = prepare_batch(game, "random", games=1)
    monkeypatch.setattr(on_gpu, "_cuda", lambda part="": compiler)
    on_gpu.bind(batch)
    rate = compiler.function_of("rate", batch.game.dtype, 5)
    deepest = batch.game.part("gpu").DEEPEST
    for states in decisions(batch.game, 2, seed=3, count=3):
        wanted = ratings(batch.game, states, deepest)
        buffer = np.zeros(batch.game.actions, np.int16)
        n = legal_at(states, 0, buffer)
        terms = np.zeros((batch.game.actions, wanted.shape[1]))
        rate(states[0], 2 if deepest == 2 else deepest | 2, buffer, n, terms)
        assert terms[:n].tolist() == wanted.tolist()


def test_the_room_for_legal_moves_is_enough() -> None:
    """Nine ends with the same number, and a hand that holds everything."""
    table = sidings.deal("mexican-train", players=8, seed=1, set="double-15")
    state = table.state.copy()
    state.last[:], state.end[:], state.markers = 0, 3, 0xFF
    state.hands[state.turn, :] = 0xFFFF
    states = np.array([state], table.game.dtype)
    buffer = np.zeros(table.game.actions, np.int16)
    assert legal_at(states, 0, buffer) <= table.game.part("gpu").MOST_LEGAL


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


def test_no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidings.extras.is_installed", lambda package: True)
    nothing = SimpleNamespace(is_available=lambda: False)
    monkeypatch.setattr(on_gpu, "_cuda", lambda part="": nothing)
    with pytest.raises(sidings.BadOption, match="no GPU here") as refused:
        lab.play("game-of-trains", "random", games=1, on="gpu")
    assert "\n" not in str(refused.value)


def test_modules_are_changed_before_they_are_compiled() -> None:
    text = (
        '@"_cudapy_cmem" = internal addrspace(4) constant [2 x i8] [i8 1, i8 2]\n'
        'define linkonce_odr i32 @"_ZN7sidings5orderB2v1E"(i64* %".1", i64 %".2") \n'
        'define linkonce_odr i32 @"_ZN7sidings6borderB2v1E"(i64* %".1") \n'
        '  %".3" = call i32 @"_ZN7sidings5orderB2v1E"(i64* %".1", i64 2)\n'
    )
    tables, order, border, call = mark_noinline(move_tables(text), ("order",)).splitlines()
    assert tables.startswith('@"_cudapy_cmem" = internal unnamed_addr addrspace(1) constant')
    assert "noinline" in order
    assert "noinline" not in border + call
    assert mark_noinline(text, ()) == text
