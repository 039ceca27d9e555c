"""One mechanism for all verbs: declared once, bound once for each record type."""

import types
from pathlib import Path

import numba
import numpy as np
import pytest

from sidings.games.catalogue import game, game_names
from sidings.kernel import jit
from sidings.kernel.jit import Kernel
from sidings.kernel.record import Array, Record, field, record_dtype
from sidings.kernel.verbs import actor, bind, bind_compiler, verb


class Tiny(Record):
    turn: int = field(np.int8)


class Other(Record):
    seat: int = field(np.int8)


class Seated(Record):
    seat: int = field(np.int16)


class Unbound(Record):
    seat: int = field(np.int32)


def module(name: str, **functions: object) -> types.ModuleType:
    made = types.ModuleType(name)
    made.__dict__.update(functions)
    return made


def test_a_verb_calls_the_function_of_the_record_s_game() -> None:
    bind(record_dtype(Tiny), module("tiny", actor=lambda s: int(s.turn)))
    bind(record_dtype(Other), module("other", actor=lambda s: int(s.seat)))
    tiny, other = np.zeros(1, record_dtype(Tiny)), np.zeros(1, record_dtype(Other))
    tiny[0].turn, other[0].seat = 3, 5
    assert (actor(tiny[0]), actor(other[0])) == (3, 5)


def _seat_of(s: Seated) -> int:
    return s.seat


def _first_actor(states: Array) -> int:
    return actor(states[0])


def test_a_compiled_call_of_a_verb_is_a_call_of_the_kernel_of_the_record_s_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "CACHE", tmp_path)  # else it may be there already
    bind(record_dtype(Seated), module("seated", actor=Kernel(_seat_of)))
    states = np.zeros(1, record_dtype(Seated))
    states[0].seat = 5
    first_actor = Kernel(_first_actor)
    assert first_actor(states) == 5
    with pytest.raises(numba.TypingError, match="No match"):
        first_actor(np.zeros(1, record_dtype(Unbound)))


def test_a_second_game_with_an_equal_record_type_is_refused() -> None:
    class Twin(Record):
        twin: int = field(np.int8)

    first, second = module("first", actor=lambda s: 1), module("second", actor=lambda s: 2)
    bind(record_dtype(Twin), first)
    bind(record_dtype(Twin), first)  # the same again changes nothing
    with pytest.raises(TypeError, match=r"second cannot bind 'actor'.*equal record type"):
        bind(record_dtype(Twin), second)
    assert actor(np.zeros(1, record_dtype(Twin))[0]) == 1


def test_a_new_verb_is_one_declaration() -> None:
    class Loud(Record):
        voice: int = field(np.int8)

    @verb
    def shout(s: Record, times: int) -> str:  # type: ignore[empty-body]
        """Declared here, defined by a game."""

    bind(record_dtype(Loud), module("loud", shout=lambda s, times: "ho" * times))
    assert shout(np.zeros(1, record_dtype(Loud))[0], 2) == "hoho"  # type: ignore[arg-type]


def test_no_two_games_have_equal_record_types() -> None:
    types_ = [game(name).dtype for name in game_names()]
    assert len({str(numba_type) for numba_type in types_}) == len(types_)


def test_another_compiler_is_told_the_functions_of_one_record_type() -> None:
    class Compiled(Record):
        compiled: int = field(np.int8)

    dtype = record_dtype(Compiled)
    bind(dtype, module("compiled", actor=lambda s: 1))
    told: dict[str, object] = {}

    def overload(dispatch: types.FunctionType) -> object:
        return lambda choose: told.update({dispatch.__name__: choose(numba.from_dtype(dtype))})

    bind_compiler(dtype, overload, actor=lambda s: 2)
    assert list(told) == ["actor"]
    assert told["actor"](None) == 2  # type: ignore[operator]  # the replaced function
