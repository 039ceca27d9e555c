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

VERBS = ("deal", "actor", "legal", "apply", "score", "rank", "hide", "guess")

_functions: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}


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
    mine = numba.from_dtype(dtype)
    for verb in VERBS:
        _functions[verb, dtype] = getattr(rules, verb)
    # Numba matches parameters by name, so each shape of call is spelled out.
    f_deal, f_actor, f_legal, f_apply = rules.deal, rules.actor, rules.legal, rules.apply
    f_score, f_rank, f_hide, f_guess = rules.score, rules.rank, rules.hide, rules.guess
    overload(deal)(lambda s: (lambda s: f_deal(s)) if s == mine else None)
    overload(actor)(lambda s: (lambda s: f_actor(s)) if s == mine else None)
    overload(legal)(lambda s, out: (lambda s, out: f_legal(s, out)) if s == mine else None)
    overload(apply)(lambda s, action: (lambda s, action: f_apply(s, action)) if s == mine else None)
    overload(score)(lambda s, out: (lambda s, out: f_score(s, out)) if s == mine else None)
    overload(rank)(lambda s, out: (lambda s, out: f_rank(s, out)) if s == mine else None)
    overload(hide)(lambda s, seat: (lambda s, seat: f_hide(s, seat)) if s == mine else None)
    overload(guess)(
        lambda s, seat, rng: (lambda s, seat, rng: f_guess(s, seat, rng)) if s == mine else None
    )
    return dtype
