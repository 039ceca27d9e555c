"""The verbs every game speaks, dispatched on the type of the record.

Generic code (playouts, search, batches) calls ``legal(s, out)`` and so on. Compiled, Numba picks
the game's own function by the type of ``s`` and caches the result, which it could not do for
closures over compiled functions. In plain Python the record's dtype picks it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from sidings.kernel.record import Array, Record, record_dtype

Verb = Callable[..., Any]

VERBS = ("deal", "actor", "legal", "apply", "score", "rank", "hide", "guess")

_functions: dict[tuple[str, np.dtype[Any]], Verb] = {}


def _dispatch(verb: str, s: Any, *arguments: Any) -> Any:
    return _functions[verb, s.dtype](s, *arguments)


def deal(s: Record) -> None:
    """Shuffle and set up the game whose key, players and options the state holds."""
    _dispatch("deal", s)


def actor(s: Record) -> int:
    """The seat whose decision it is, from 0, or -1 when the game is over."""
    return int(_dispatch("actor", s))


def legal(s: Record, out: Array) -> int:
    """Write the legal actions into ``out``, return how many; never 0 while the game is on."""
    return int(_dispatch("legal", s, out))


def apply(s: Record, action: int) -> None:
    """Play one legal action and every forced step that follows it."""
    _dispatch("apply", s, action)


def score(s: Record, out: Array) -> None:
    """Write the score of each seat."""
    _dispatch("score", s, out)


def rank(s: Record, out: Array) -> None:
    """Write the place of each seat, from 1; equals share the better place."""
    _dispatch("rank", s, out)


def hide(s: Record, seat: int) -> None:
    """Blank, in place, all that ``seat`` (or a spectator, -1) may not know."""
    _dispatch("hide", s, seat)


def guess(s: Record, seat: int, rng: Array) -> None:
    """Fill the blanks of a hidden state with a random world that fits all that ``seat`` knows."""
    _dispatch("guess", s, seat, rng)


def bind(state: type[Record], rules: ModuleType) -> np.dtype[np.record]:
    """Make the functions of ``rules`` the verbs of records of type ``state``; return its dtype."""
    dtype = record_dtype(state)
    for verb in VERBS:
        _functions[verb, dtype] = getattr(rules, verb)
    bind_compiled(dtype, overload)
    return dtype


def bind_compiled(dtype: np.dtype[np.record], overload: Verb) -> None:
    """Tell a compiler, Numba or its sister for GPUs, which function a verb is for a record type.

    It wants a plain function with the parameters spelled out for each shape of call.
    """
    mine = numba.from_dtype(dtype)
    _bind_state(overload, deal, mine, _functions["deal", dtype])
    _bind_state(overload, actor, mine, _functions["actor", dtype])
    _bind_out(overload, legal, mine, _functions["legal", dtype])
    _bind_out(overload, score, mine, _functions["score", dtype])
    _bind_out(overload, rank, mine, _functions["rank", dtype])
    _bind_action(overload, apply, mine, _functions["apply", dtype])
    _bind_seat(overload, hide, mine, _functions["hide", dtype])
    _bind_guess(overload, guess, mine, _functions["guess", dtype])


def _bind_state(overload: Verb, verb: Verb, mine: Any, f: Verb) -> None:
    overload(verb)(lambda s: (lambda s: f(s)) if s == mine else None)


def _bind_out(overload: Verb, verb: Verb, mine: Any, f: Verb) -> None:
    overload(verb)(lambda s, out: (lambda s, out: f(s, out)) if s == mine else None)


def _bind_action(overload: Verb, verb: Verb, mine: Any, f: Verb) -> None:
    overload(verb)(lambda s, action: (lambda s, action: f(s, action)) if s == mine else None)


def _bind_seat(overload: Verb, verb: Verb, mine: Any, f: Verb) -> None:
    overload(verb)(lambda s, seat: (lambda s, seat: f(s, seat)) if s == mine else None)


def _bind_guess(overload: Verb, verb: Verb, mine: Any, f: Verb) -> None:
    overload(verb)(
        lambda s, seat, rng: (lambda s, seat, rng: f(s, seat, rng)) if s == mine else None
    )
