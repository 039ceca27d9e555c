"""Verbs: functions that each game defines and generic code calls, chosen by the type of the record.

A verb is declared once with ``@verb`` and bound once for a game with ``bind``. In plain Python the
record's dtype picks the game's function. Compiled, Numba picks it by the type of ``s`` and can
cache the result, which it could not do for closures over compiled functions; a GPU's compiler is
told the same with ``bind_compiler``.
"""

from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.extending import overload

from sidings.kernel.record import Array, Record

Function = TypeVar("Function", bound=Callable[..., Any])

_verbs: dict[str, Callable[..., Any]] = {}
_bound: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}


def verb(declaration: Function) -> Function:
    """Declare a verb: calls go to the function of that name bound for the record's type."""
    name = declaration.__name__

    @wraps(declaration)
    def dispatch(s: Any, *rest: Any) -> Any:
        return _bound[name, s.dtype](s, *rest)

    _verbs[name] = dispatch
    return cast("Function", dispatch)


def bind(dtype: np.dtype[np.record], module: ModuleType) -> None:
    """Make the functions of a game's module the verbs of records of type ``dtype``.

    Two games must not have equal record types: the second would replace the rules of the first.
    """
    for name, dispatch in _verbs.items():
        function = vars(module).get(name, dispatch)
        if function is dispatch or _bound.get((name, dtype)) is function:
            continue
        if (name, dtype) in _bound:
            other = _bound[name, dtype].__module__
            raise TypeError(
                f"{module.__name__} cannot bind {name!r}: {other} has bound it to an equal record"
                " type; give the state a field that the other does not have"
            )
        _bound[name, dtype] = function
        _bind(dtype, dispatch, function, overload)


def bind_compiler(
    dtype: np.dtype[np.record], overload: Callable[..., Any], **replaced: Callable[..., Any]
) -> None:
    """Tell another compiler which functions are bound to a record type, some of them replaced."""
    for (name, bound_type), function in _bound.items():
        if bound_type == dtype:
            _bind(dtype, _verbs[name], replaced.get(name, function), overload)


def _bind(
    dtype: np.dtype[np.record],
    dispatch: Callable[..., Any],
    f: Callable[..., Any],
    overload: Callable[..., Any],
) -> None:
    mine = numba.from_dtype(dtype)
    overload(dispatch)(lambda s, *rest: (lambda s, *rest: f(s, *rest)) if s == mine else None)


# --- The verbs of the rules -----------------------------------------------------------------------


@verb
def deal(s: Record) -> None:
    """Shuffle and set up the game whose key, players and options the state holds."""


@verb
def actor(s: Record) -> int:  # type: ignore[empty-body]  # a game has the body
    """The seat whose decision it is, from 0, or -1 when the game is over."""


@verb
def legal(s: Record, out: Array) -> int:  # type: ignore[empty-body]
    """Write the legal actions into ``out``, return how many; never 0 while the game is on."""


@verb
def apply(s: Record, action: int, events: Array | None = None) -> None:
    """Play one legal action and every forced step that follows it; tell ``events`` what happened.

    See ``sidings.kernel.events``. Without ``events`` the telling is not even compiled.
    """


@verb
def score(s: Record, out: Array) -> None:
    """Write the score of each seat."""


@verb
def rank(s: Record, out: Array) -> None:
    """Write the place of each seat, from 1; equals share the better place."""


@verb
def hide(s: Record, seat: int) -> None:
    """Blank, in place, all that ``seat`` (or a spectator, -1) may not know."""


@verb
def guess(s: Record, seat: int, rng: Array) -> None:
    """Fill the blanks of a hidden state with a random world that fits all that ``seat`` knows."""


@verb
def survey(s: Record, seat: int, out: Array) -> int:  # type: ignore[empty-body]
    """Write what a state hidden for ``seat`` shows, as numbers; returns how many.

    For views and positions, which are made of numbers faster than of a record; a game need not
    have it, and says what its numbers mean.
    """
