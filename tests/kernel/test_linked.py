"""Kernels that are linked into others: compiled once, kept on disk, and right."""

import gc
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from sidings.kernel import jit, linked
from sidings.kernel.record import Array


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE", tmp_path)


def _double(x: int) -> int:
    return 2 * x


def test_one_version_serves_all_kinds_of_integers_and_constants() -> None:
    double = jit.Kernel(_double)
    double_all = jit.Kernel(lambda small, large: double(small[0]) + double(x=large[0]) + double(1))
    assert double_all(np.array([100], np.int8), np.array([1000], np.uint32)) == 2202
    assert double.linked.signatures == [(numba.int64,)]
    assert double.signatures == []  # nobody has called it from Python
    assert double(4) == 8


def test_another_process_links_what_it_finds_on_disk() -> None:
    for number, found in ((np.int8, 0), (np.int16, 1)):
        double = jit.Kernel(_double)
        first_doubled = jit.Kernel(lambda numbers, double=double: double(numbers[0]))
        assert first_doubled(np.array([60], number)) == 120
        assert sum(double.linked.stats.cache_hits.values()) == found


def test_what_was_compiled_for_browsers_is_linked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for_browsers = tmp_path / jit.BROWSER / "some-game" / "kernels" / "hash"
    monkeypatch.setenv("SIDINGS_CACHE", str(tmp_path))
    for cache, found in ((for_browsers, 0), (tmp_path / "kernels" / "hash", 1)):
        monkeypatch.setattr(jit, "CACHE", cache)
        double = jit.Kernel(_double)
        double_first = jit.Kernel(lambda numbers, double=double: double(numbers[0]))
        assert double_first(np.array([60])) == 120
        assert sum(double.linked.stats.cache_hits.values()) == found


def _last_and_at(numbers: Array, i: int) -> tuple[int, int]:
    return numbers[-1], numbers[i]


def test_only_a_constant_index_counts_from_the_end() -> None:
    numbers = np.arange(10)[5:8]
    assert jit.Kernel(_last_and_at)(numbers, 1) == (7, 6)
    assert jit.Kernel(_last_and_at)(numbers, -1) == (7, 4)  # what stands before the first


class Pair(NamedTuple):
    one: Array
    two: Array


def _sum_of_both(pair: Pair) -> int:
    total = 0
    for numbers in (pair.one, pair.two):
        total += numbers[0] + _twice(numbers[1:])[0]
    return total


@jit.kernel
def _twice(numbers: Array) -> Array:
    doubled = np.empty(numbers.size, np.int64)
    for i in range(numbers.size):
        doubled[i] = 2 * numbers[i]
    return doubled[:]


@pytest.mark.compiled
def test_arrays_that_are_passed_on_outlive_those_that_are_made() -> None:
    pair = Pair(np.array([1, 2]), np.array([3, 4]))
    total = jit.Kernel(_sum_of_both)
    assert total(pair) == 16
    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    held = sys.getrefcount(pair.one)
    assert [total(pair) for _ in range(100)] == [16] * 100
    after, still_held = rtsys.get_allocation_stats(), sys.getrefcount(pair.one)
    assert after.alloc - before.alloc >= 200  # two for each call
    assert after.free - before.free == after.alloc - before.alloc
    _nrt_python.memsys_disable_stats()
    assert still_held == held


def _first_of_rest(numbers: Array) -> int:
    return int(numbers[1:][0])


@pytest.mark.compiled
@pytest.mark.parametrize(("function", "counts"), [(_first_of_rest, False), (_sum_of_both, True)])
def test_only_who_makes_arrays_counts_references(function: Any, counts: bool) -> None:
    numbers = np.array([1, 2])
    compiled = jit.Kernel(function)
    compiled(numbers if function is _first_of_rest else Pair(numbers, numbers))
    (code,) = compiled.inspect_llvm().values()
    assert ("call void @NRT_decref" in code) == counts


def test_garbage_is_collected_after_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    collects: list[bool] = []
    compile_core = linked.Compiler._compile_core

    def noted(compiler: Any) -> Any:
        collects.append(gc.isenabled())
        return compile_core(compiler)

    monkeypatch.setattr(linked.Compiler, "_compile_core", noted)
    assert jit.Kernel(_double)(4) == 8
    assert collects == [False]
    assert gc.isenabled()


def test_a_kernel_can_be_sent_to_another_process() -> None:
    sent = jit.Kernel(_double)._reduce_states() | {"uuid": "another's"}
    received = jit.Kernel._rebuild(**sent)
    assert received(4) == 8


def test_a_record_is_copied_as_one_block() -> None:
    kind = np.dtype([("numbers", np.int64, (40,)), ("name", np.int8)], align=True)
    boxes = np.zeros(2, kind)
    boxes["numbers"][1], boxes["name"][1] = np.arange(40), 7

    def copy(boxes: Array, copied: Array) -> None:
        boxes[0] = boxes[1]
        copied[0] += 1

    kernel, copied = jit.Kernel(copy), np.zeros(1, np.int64)
    kernel(boxes, copied)
    assert boxes[0].tobytes() == boxes[1].tobytes()
    assert copied[0] == 1
    (code,) = kernel.inspect_llvm().values()
    assert "@llvm.memcpy" in code
