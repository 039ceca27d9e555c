"""Verbs: functions that each game defines and generic code calls, chosen by the type of the record.

A verb is declared once with ``@verb`` and bound once for a game with ``bind``. In plain Python the
record's dtype picks the game's function. Compiled, Numba picks it by the type of ``s`` and can
cache the result, which it could not do for closures over compiled functions; a GPU's compiler is
told the same with ``bind_compiler``.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate

from sidings.kernel.record import Array, Record

Function = TypeVar("Function", bound=Callable[..., Any])

_verbs: dict[str, Callable[..., Any]] = {}
_bound: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}
_compiled: dict[tuple[str, Any], Any] = {}  # the same by Numba's record types


def verb(declaration: Function) -> Function:
    """Declare a verb: calls go to the function of that name bound for the record's type."""
    name = declaration.__name__

    @wraps(declaration)
    def dispatch(s: Any, *rest: Any) -> Any:
        return _bound[name, s.dtype](s, *rest)

    _verbs[name] = dispatch
    template = type(name, (_Template,), {"key": dispatch, "name": name})
    cpu_target.typing_context.insert_global(dispatch, numba.types.Function(template))
    return cast("Function", dispatch)


class _Template(AbstractTemplate):
    """What a call of a verb is to Numba: a call of the kernel bound for the record's type."""

    name: str

    def _kernel(self, arguments: Sequence[Any]) -> Any:
        return _compiled.get((self.name, arguments[0]))

    def generic(self, args: Sequence[Any], kws: dict[str, Any]) -> Any:
        kernel = self._kernel(args)
        if kernel is None:
            return None
        template, pysig, args, kws = kernel.get_call_template(args, kws)
        return template(self.context).apply(args, kws).replace(pysig=pysig)

    def get_impl_key(self, sig: Any) -> Any:
        return self._kernel(sig.args).get_overload(sig.args)


def bind(dtype: np.dtype[np.void], module: ModuleType) -> None:
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
        _compiled[name, numba.from_dtype(dtype)] = function


def bind_compiler(
    dtype: np.dtype[np.void], overload: Callable[..., Any], **replaced: Callable[..., Any]
) -> None:
    """Tell another compiler which functions are bound to a record type, some of them replaced."""
    for (name, bound_type), function in _bound.items():
        if bound_type == dtype:
            _bind(numba.from_dtype(dtype), _verbs[name], replaced.get(name, function), overload)


def _bind(
    mine: Any, dispatch: Callable[..., Any], f: Callable[..., Any], overload: Callable[..., Any]
) -> None:
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
