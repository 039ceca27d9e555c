"""The parts that a game may have beside its rules, and the verbs by which kernels call them.

A part is a module in the game's folder: ``bot`` (rule of thumb and levels), ``net`` (what a learned
network is told), ``judge`` (what one that sees all cards is told), ``luck`` (what chance could have
brought instead), ``observation`` (the position as numbers), ``counters`` (what a batch counts),
``gpu`` (how batches are laid out there), ``completing`` (positions as one seat sees them). A game
without one is served by the plain part of that name in ``sidings.games.plain``; without a ``net``
it has no learned player, without a ``judge`` its luck is not measured, and without ``completing``
only whole positions are read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sidings.kernel.jit import kernel
from sidings.kernel.record import Array, Record
from sidings.kernel.verbs import verb

# --- bot ------------------------------------------------------------------------------------------

MOST_TERMS = 8  # room for the terms of a rating
PERCENT = 100


@dataclass(frozen=True)
class Level:
    """How one level plays one game; ``ms`` and ``playouts`` 0 means no search."""

    depth: int = 2  # of the rule of thumb: its own, or the one in the playouts
    blur: int = 0  # how far it misjudges each move: the spread, in hundredths of a unit
    looks: int = 0  # worlds at which the network glances before it plays; 0: it plays at once
    ms: float = 0.0
    playouts: float = 0.0
    slips: int = 0  # per cent of random moves in the playouts
    candidates: int = 0  # that are proposed to the search; 0: every legal move
    net: bool = False  # the learned network plays, or guides and judges the search
    turns: int = 1  # of the seat itself that such a search looks ahead
    shortlist: int = 0  # moves that the rule of thumb proposes in its playouts; 0: every legal one
    crowd: int = 0  # the same with more than two players, whose playouts are longer
    crowd_turns: int = 0  # with more than two players; 0: as many as with two
    style: tuple[int, ...] = ()  # per cent of each term that it counts; none: all as they are

    @property
    def searches(self) -> bool:
        return bool(self.ms or self.playouts)


def leaning(percents: Mapping[int, int]) -> tuple[int, ...]:
    """The style of a player who counts some terms more or less than they are worth, in per cent.

    >>> leaning({2: 150})
    (100, 100, 150, 100, 100, 100, 100, 100)
    """
    return tuple(percents.get(term, PERCENT) for term in range(MOST_TERMS))


@verb
def rate(s: Record, depth: int, actions: Array, n: int, terms: Array) -> None:
    """Rate ``actions[:n]`` for the seat in turn: the sum of ``terms[k]``, higher is better.

    ``depth`` is how far ahead it looks: 0 for a hasty look, 1, 2 for all it can do. It may use only
    what the seat in turn can know; a test rates positions with and without the hidden part.
    """


@verb
def settled(s: Record, root: Record, moves: int) -> bool:  # type: ignore[empty-body]
    """Whether a playout from ``root`` has after so many moves gone far enough to be judged."""


@verb
def worth(s: Record, root: Record, seat: int) -> float:  # type: ignore[empty-body]
    """The chance, 0 to 1, that ``seat`` wins the game from a settled state."""


# --- net ------------------------------------------------------------------------------------------

NOTHING = -1  # the value of an input that has none


@dataclass(frozen=True)
class Input:
    """Inputs of a network of one kind: each has one of ``values`` values, from 0, or none.

    ``ordered`` tells the trainer that neighbouring values are alike; ``slope`` is what one step up
    is worth before anything is learned.
    """

    name: str
    count: int
    values: int
    ordered: bool = False
    slope: float = 0.0


@dataclass(frozen=True)
class Senses:
    """All that a network is told: about the seat that moves and the table, and about each other.

    ``foresee`` writes the inputs of ``own``, then those of ``others`` for each of the other seats
    in turn order; a seat that is not there has no values. It may use ``scratch``, so many rows and
    columns of numbers of a ``kind``, as it likes. They are zeros at first and stay from one call to
    the next, and processors have ``memory`` more rows of them: what was worked out can be kept
    there. The network foretells the share of the win (``lead`` 0), or how many pips or points the
    seat will be ahead of the others' average when the chapter is over, in units of ``lead``.
    ``open`` tells the trainer that all seats know the same, or nearly.
    """

    own: tuple[Input, ...]
    others: tuple[Input, ...]
    seats: int
    scratch: tuple[int, int] = (1, 1)
    memory: int = 0
    kind: Any = np.int64
    lead: float = 0.0
    open: bool = False

    @property
    def lasting_scratch(self) -> tuple[int, int]:
        """The shape of the scratch where there is a memory."""
        rows, columns = self.scratch
        return rows + self.memory, columns

    @property
    def own_count(self) -> int:
        return sum(kind.count for kind in self.own)

    @property
    def others_count(self) -> int:
        return sum(kind.count for kind in self.others)

    @property
    def count(self) -> int:
        return self.own_count + (self.seats - 1) * self.others_count


@kernel
def put_nobody(out: Array, n: int, count: int) -> int:
    """Write the inputs of a seat that is not there, from number ``n`` on; returns the next."""
    for i in range(n, n + count):
        out[i] = NOTHING
    return n + count


@verb
def foresee(s: Record, action: int, scratch: Array, out: Array) -> bool:  # type: ignore[empty-body]
    """Write what the seat in turn will know once it has played an action; whether that wins.

    Before any card is drawn or turned up: nothing hidden from the seat is read. ``s`` stays as it
    is, since a GPU looks at all actions of a state at the same time.
    """


@verb
def hope(s: Record, value: float, seat: int) -> float:  # type: ignore[empty-body]
    """The chance, 0 to 1, that ``seat`` wins the game when the network gives it a value."""


@verb
def chapter(s: Record) -> int:  # type: ignore[empty-body]
    """The number of the round that a network looks ahead to the end of; 0 for the whole game."""


@verb
def is_late(s: Record) -> bool:  # type: ignore[empty-body]
    """Whether the end of the round is so near that playouts go on to it, without a judgement."""


# --- judge ----------------------------------------------------------------------------------------


@verb
def see_all(s: Record, seat: int, scratch: Array, out: Array) -> None:
    """Write all that tells how ``seat`` stands, what is hidden from it included.

    Not the order of a pile, though: nobody's chances depend on it yet. A judge measures luck, in
    games that are over and in the lab, and is never asked about a game that is being played.
    """


# --- luck -----------------------------------------------------------------------------------------


@verb
def chances(s: Record, action: int) -> int:  # type: ignore[empty-body]
    """How many ways to cut the piles there are before an action; 0 if it turns up no card."""


@verb
def cut(s: Record, cards: int) -> None:
    """Cut every pile that nobody has looked into: so many cards go from its top to its bottom.

    Whatever has happened so far, the order after a cut is as likely as the order before it.
    """


# --- observation ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Feature:
    """One named part of an observation: its shape, the range of its numbers, what they mean."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))


@verb
def encode(s: Record, seat: int, out: Array) -> int:  # type: ignore[empty-body]
    """Write what ``seat`` sees of ``s``, hidden for it, into ``out``; returns how many numbers."""


# --- counters -------------------------------------------------------------------------------------


#: For the balance report: a heading and the names of the values, by counter.
Labels = Mapping[str, tuple[str, list[str]]]


@dataclass(frozen=True)
class Counter:
    """A column of the results: for each seat (``width`` values), or one for the whole game.

    ``identifies`` is for a counter that holds the numbers of things (0 for none), not a count.
    """

    name: str
    width: int = 1
    of_seat: bool = True
    identifies: bool = False


@verb
def note(s: Record, action: int, counts: Array) -> None:
    """Count what the action is about to do."""


@verb
def conclude(s: Record, counts: Array) -> None:
    """Count what the end of the game shows."""


def rows_of(counters: tuple[Counter, ...]) -> int:
    """How many rows the counters of a game take."""
    return sum(counter.width for counter in counters)


# --- gpu ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """How a batch is laid out on a GPU; it changes the speed and nothing else."""

    memory: str = "local"  # where the states live: local, shared or global
    block: int = 128  # threads in a block
    blocks: int = 4  # on each multiprocessor
    patience: int = 1  # games of a warp that are over before it deals anew
    registers: int = 0  # at most, for each thread; 0: as many as the compiler likes
    noinline: tuple[str, ...] = ()  # functions that are not copied into their callers
