"""What a game's module exports: functions over addresses, so that JavaScript can call them.

Each is compiled like a kernel that other kernels call. Arguments are 32-bit integers, addresses
and doubles, which hold every seed and number of a world.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from itertools import accumulate
from math import prod
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import carray, types  # type: ignore[attr-defined]  # it is exported
from numba.extending import intrinsic

from sidings.bots.kernels import SUMS, compare, loss_of_dropping, rate_at, thumb_choice
from sidings.bots.lookahead import Foresight, compare_ahead, learned_choice
from sidings.bots.luck import can_measure_luck
from sidings.bots.luck_kernels import EVERY, add_luck, add_prospects
from sidings.bots.network import GLANCED_AT, STATES, Room, Weights, judge, most_places
from sidings.bots.weights import (
    JUDGE,
    NET,
    about_of,
    has_network,
    home_of,
    starts_of,
)
from sidings.games.contract import Game
from sidings.games.parts import MOST_TERMS, Senses
from sidings.kernel.chacha import key_of_game
from sidings.kernel.events import COLUMNS, hide_events
from sidings.kernel.fast import below, seed_fast
from sidings.kernel.linked import LinkedKernel
from sidings.kernel.verbs import (
    actor,
    apply,
    deal,
    guess,
    hide,
    legal,
    rank,
    score,
    survey,
)
from sidings.tables.reveal import foresee, reveals, seed_by_sight

NUMBER, REAL, NOTHING = types.int32, types.float64, types.void
ACTIONS, EVENTS = types.CPointer(types.int16), types.CPointer(types.int16)
NUMBERS, WORDS = types.CPointer(types.int32), types.CPointer(types.uint32)
LONG, REALS = types.CPointer(types.int64), types.CPointer(types.float64)
SHORTS = types.CPointer(types.int16)
ZERO = ir.IntType(32)(0)


@dataclass(frozen=True)
class Entry:
    """A function of a module: what is compiled, and its type."""

    function: Callable[..., Any]
    returns: Any
    arguments: tuple[Any, ...]


def entries_of(game: Game[Any], kernels: Sequence[Callable[..., Any]] = ()) -> dict[str, Entry]:
    """All that the module of a game exports; ``kernels`` are those that its texts call."""
    game.part("bot")
    found = _rules(game) | _chance(game) | _reveal(game) | _thumb(game)
    if has_network(game):
        found |= _network(game)
        if can_measure_luck(game):
            found |= _luck(game)
    for kernel in kernels:
        found[f"text_{kernel.__name__}"] = _text_kernel(game, kernel)
    return found


def _record(game: Game[Any]) -> Any:
    return types.CPointer(numba.from_dtype(game.dtype))


def _rules(game: Game[Any]) -> dict[str, Entry]:
    most_actions, most_players, rows = game.actions, game.players[-1], game.most_events + 1
    state = _record(game)

    def deal_entry(s):
        deal(carray(s, 1)[0])

    def actor_entry(s):
        return np.int32(actor(carray(s, 1)[0]))

    def legal_entry(s, out):
        return np.int32(legal(carray(s, 1)[0], carray(out, most_actions)))

    def apply_entry(s, action, events):
        apply(carray(s, 1)[0], action, carray(events, (rows, COLUMNS)))

    def outcome_entry(s, scores, places):
        score(carray(s, 1)[0], carray(scores, most_players))
        rank(carray(s, 1)[0], carray(places, most_players))

    def hide_entry(s, seat):
        hide(carray(s, 1)[0], seat)

    def hide_events_entry(events, seat):
        hide_events(carray(events, (rows, COLUMNS)), seat)

    def guess_entry(s, seat, rng):
        guess(carray(s, 1)[0], seat, carray(rng, 4))

    def survey_entry(s, seat, out, size):
        return np.int32(survey(carray(s, 1)[0], seat, carray(out, size)))

    return {
        "deal": Entry(deal_entry, NOTHING, (state,)),
        "actor": Entry(actor_entry, NUMBER, (state,)),
        "legal": Entry(legal_entry, NUMBER, (state, ACTIONS)),
        "apply": Entry(apply_entry, NOTHING, (state, NUMBER, EVENTS)),
        "outcome": Entry(outcome_entry, NOTHING, (state, LONG, LONG)),
        "hide": Entry(hide_entry, NOTHING, (state, NUMBER)),
        "hide_events": Entry(hide_events_entry, NOTHING, (EVENTS, NUMBER)),
        "guess": Entry(guess_entry, NOTHING, (state, NUMBER, LONG)),
        "survey": Entry(survey_entry, NUMBER, (state, NUMBER, NUMBERS, NUMBER)),
    }


def _chance(game: Game[Any]) -> dict[str, Entry]:
    most_actions, state = game.actions, _record(game)

    def seed_entry(rng, seed, stream):
        seed_fast(carray(rng, 4), np.int64(seed), np.int64(stream))

    def below_entry(rng, choices):
        return np.int32(below(carray(rng, 4), choices))

    def play_random_entry(work, template, seed, first, games, cap, out, rng):
        states, start = carray(work, 1), carray(template, 1)
        actions, chance = carray(out, most_actions), carray(rng, 4)
        s, moves = states[0], 0
        for number in range(first, first + games):
            states[0] = start[0]
            key_of_game(s.key, np.int64(seed), number)
            deal(s)
            seed_fast(chance, np.int64(seed), number)
            for _ in range(cap):
                if actor(s) < 0:
                    break
                n = legal(s, actions)
                apply(s, actions[below(chance, n)])
                moves += 1
        return np.int32(moves)

    return {
        "seed": Entry(seed_entry, NOTHING, (LONG, REAL, REAL)),
        "below": Entry(below_entry, NUMBER, (LONG, NUMBER)),
        "play_random": Entry(
            play_random_entry,
            NUMBER,
            (state, state, REAL, NUMBER, NUMBER, NUMBER, ACTIONS, LONG),
        ),
    }


def _reveal(game: Game[Any]) -> dict[str, Entry]:
    room, words, state = 2 * game.actions, game.dtype.itemsize // 4, _record(game)

    def foresee_entry(work, raw, viewer, action, worlds, out, rng):
        all_words, chance = carray(raw, (3, words)), carray(rng, 4)
        seed_by_sight(all_words[0], action, chance)
        found = foresee(
            carray(work, 3), all_words, viewer, action, worlds, carray(out, room), chance
        )
        return np.int32(found)

    def reveals_entry(before, view, world, work, raw, mover, action, worlds, out, rng):
        told = reveals(
            carray(before, 1), carray(view, 1), carray(world, 1), carray(work, 3),
            carray(raw, (3, words)), mover, action, worlds, carray(out, room), carray(rng, 4),
        )  # fmt: skip
        return np.int32(told)

    return {
        "foresee": Entry(
            foresee_entry, NUMBER, (state, WORDS, NUMBER, NUMBER, NUMBER, ACTIONS, LONG)
        ),
        "reveals": Entry(
            reveals_entry,
            NUMBER,
            (state, state, state, state, WORDS, NUMBER, NUMBER, NUMBER, ACTIONS, LONG),
        ),
    }


def _thumb(game: Game[Any]) -> dict[str, Entry]:
    most, state = game.actions, _record(game)

    def thumb_entry(s, depth, blur, style, actions, terms, rng):
        chosen = thumb_choice(
            carray(s, 1)[0], depth, blur, carray(style, MOST_TERMS),
            carray(actions, most), carray(terms, (most, MOST_TERMS)), carray(rng, 4),
        )  # fmt: skip
        return np.int32(chosen)

    def rate_entry(s, depth, actions, n, terms):
        rate_at(carray(s, 1), 0, depth, carray(actions, most), n, carray(terms, (most, MOST_TERMS)))

    def compare_entry(work, root, seat, candidates, n, seed, first, end, depth, slips,
                      sums, actions, terms, rngs):  # fmt: skip
        worlds = (np.int64(first), np.int64(end), 1)
        moves = compare(
            carray(work, 2), carray(root, 1), seat, True, carray(candidates, most), n,
            np.int64(seed), worlds, depth, slips, carray(sums, (most, SUMS)), carray(actions, most),
            carray(terms, (most, MOST_TERMS)), carray(rngs, (2, 4)),
        )  # fmt: skip
        return np.int32(moves)

    def loss_of_dropping_entry(gap, error):
        return loss_of_dropping(gap, error)

    return {
        "thumb": Entry(thumb_entry, NUMBER, (state, NUMBER, NUMBER, LONG, ACTIONS, REALS, LONG)),
        "rate": Entry(rate_entry, NOTHING, (state, NUMBER, ACTIONS, NUMBER, REALS)),
        "compare": Entry(
            compare_entry,
            NUMBER,
            (state, state, NUMBER, ACTIONS, NUMBER, REAL, REAL, REAL, NUMBER, NUMBER, LONG, ACTIONS,
             REALS, LONG),
        ),
        "loss_of_dropping": Entry(loss_of_dropping_entry, REAL, (REAL, REAL)),
    }  # fmt: skip


def _place(name: str, kind: Any, count: int) -> Callable[..., Any]:
    """A function of kernels: the address of room in the module itself for so many numbers.

    It is known when the module is optimised, unlike what is handed over or taken from the heap.
    """

    def place(_: Any) -> Any:
        def write(context: Any, builder: Any, *_: Any) -> Any:
            if name in builder.module.globals:
                return builder.module.globals[name].gep([ZERO, ZERO])
            room = ir.GlobalVariable(
                builder.module, ir.ArrayType(context.get_data_type(kind), count), name
            )
            room.linkage, room.initializer, room.align = "linkonce_odr", room.value_type(None), 16
            return room.gep([ZERO, ZERO])

        return types.CPointer(kind)(), write

    made: Callable[..., Any] = intrinsic(place)
    return made


@intrinsic
def _writable(_: Any, array: Any) -> Any:
    """A constant array as one of the same type as others."""

    def write(_: Any, __: Any, ___: Any, values: Any) -> Any:
        return values[0]

    return array.copy(readonly=False)(array), write


@intrinsic
def _shifted(_: Any, pointer: Any, count: Any) -> Any:
    """The address of the element that is so many after the one at an address."""

    def write(_: Any, builder: Any, __: Any, values: Any) -> Any:
        return builder.gep(values[0], [values[1]], inbounds=True)

    return pointer(pointer, count), write


def _network_reader(game: Game[Any], part: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Where the browser puts the file of a network, and what makes the network of it."""
    senses: Senses = game.part(part).SENSES
    own_starts, others_starts = starts_of(senses.own), starts_of(senses.others)
    shapes = about_of(home_of(game), part).shapes
    *starts, end = accumulate(map(prod, shapes.values()), initial=0)
    at = dict(zip(shapes, starts, strict=True))
    own, own_at = tuple(shapes["own"]), at["own"]
    others, others_at = tuple(shapes["others"]), at["others"]
    middle, middle_at = tuple(shapes["middle"]), at["middle"]
    top, top_at = tuple(shapes["top"]), at["top"]
    own_direct_at, others_direct_at, bias_at = at["own_direct"], at["others_direct"], at["bias"]
    middle_bias_at, top_bias_at = at["middle_bias"], at["top_bias"]
    last_at, last_bias_at = at["last"], at["last_bias"]
    scratch, inputs, signals = senses.lasting_scratch, senses.count, middle[0]
    seats = senses.seats
    known, speakers = (seats, inputs), (seats, seats)
    sums = seats, own[1] + (seats - 1) * others[1]
    places, totals = most_places(senses, signals), max(top)
    file_place = _place(f"{part}.file", types.int16, end)
    scratch_place = _place(
        f"{part}.scratch", numba.from_dtype(np.dtype(senses.kind)), prod(scratch)
    )
    inputs_place = _place(f"{part}.inputs", types.int16, inputs)
    known_place = _place(f"{part}.known", types.int16, prod(known))
    sums_place = _place(f"{part}.sums", types.int32, prod(sums))
    direct_place = _place(f"{part}.direct", types.int64, prod(speakers))
    signals_place = _place(f"{part}.signals", types.int16, signals)
    middle_place = _place(f"{part}.middle", types.int16, middle[1])
    top_place = _place(f"{part}.top", types.int16, top[1])
    places_place = _place(f"{part}.places", types.int16, places)
    totals_place = _place(f"{part}.totals", types.int32, totals)
    states_place = _place(f"{part}.states", numba.from_dtype(game.dtype), STATES)
    candidates_place = _place(f"{part}.candidates", types.int16, GLANCED_AT)
    worths_place = _place(f"{part}.worths", types.float64, GLANCED_AT * MOST_TERMS)

    def network():
        file = file_place()
        weights = Weights(
            _writable(own_starts),
            carray(_shifted(file, own_at), own),
            carray(_shifted(file, own_direct_at), own[0]),
            carray(_shifted(file, bias_at), own[1]),
            _writable(others_starts),
            carray(_shifted(file, others_at), others),
            carray(_shifted(file, others_direct_at), others[0]),
            carray(_shifted(file, middle_at), middle),
            carray(_shifted(file, middle_bias_at), middle[1]),
            carray(_shifted(file, top_at), top),
            carray(_shifted(file, top_bias_at), top[1]),
            carray(_shifted(file, last_at), top[1]),
            carray(_shifted(file, last_bias_at), 1),
        )
        room = Room(
            carray(scratch_place(), scratch),
            carray(inputs_place(), inputs),
            carray(known_place(), known),
            carray(sums_place(), sums),
            carray(direct_place(), speakers),
            carray(signals_place(), signals),
            carray(middle_place(), middle[1]),
            carray(top_place(), top[1]),
            carray(places_place(), places),
            carray(totals_place(), totals),
            carray(states_place(), STATES),
            carray(candidates_place(), GLANCED_AT),
            carray(worths_place(), (GLANCED_AT, MOST_TERMS)),
        )
        return weights, room

    return file_place, LinkedKernel(network)


def _network(game: Game[Any]) -> dict[str, Entry]:
    most, state = game.actions, _record(game)
    file_place, network = _network_reader(game, NET)

    def net_place_entry():
        return file_place()

    def learned_entry(s, blur, looks, actions, terms, rng):
        weights, room = network()
        chosen = learned_choice(
            carray(s, 1)[0], blur, looks, weights, room, carray(actions, most),
            carray(terms, (most, MOST_TERMS)), carray(rng, 4),
        )  # fmt: skip
        return np.int32(chosen)

    def judge_entry(s, actions, n, values):
        weights, room = network()
        found, all_actions = carray(values, most), carray(actions, most)
        for k in range(n):
            found[k] = judge(carray(s, 1)[0], all_actions[k], weights, room)

    def compare_ahead_entry(work, root, seat, candidates, n, seed, first, end, turns, shortlist,
                            crowd, depth, crowd_turns, sums, actions, terms, rngs):  # fmt: skip
        weights, room = network()
        worlds = (np.int64(first), np.int64(end), 1)
        by = Foresight(turns, shortlist, crowd, depth, crowd_turns)
        judged = compare_ahead(
            carray(work, 2), carray(root, 1), seat, True, carray(candidates, most), n,
            np.int64(seed), worlds, by, weights, room,
            carray(sums, (most, SUMS)), carray(actions, most),
            carray(terms, (most, MOST_TERMS)), carray(rngs, (2, 4)),
        )  # fmt: skip
        return np.int32(judged)

    return {
        "net_place": Entry(net_place_entry, SHORTS, ()),
        "learned": Entry(
            learned_entry, NUMBER, (state, NUMBER, NUMBER, ACTIONS, REALS, LONG)
        ),
        "judge": Entry(judge_entry, NOTHING, (state, ACTIONS, NUMBER, NUMBERS)),
        "compare_ahead": Entry(
            compare_ahead_entry,
            NUMBER,
            (state, state, NUMBER, ACTIONS, NUMBER, REAL, REAL, REAL, NUMBER, NUMBER, NUMBER,
             NUMBER, NUMBER, LONG, ACTIONS, REALS, LONG),
        ),
    }  # fmt: skip


def _luck(game: Game[Any]) -> dict[str, Entry]:
    game.part("luck")
    most, seats, state = game.actions, game.players[-1], _record(game)
    network = _network_reader(game, NET)[1]
    file_place, judge = _network_reader(game, JUDGE)

    def judge_place_entry():
        return file_place()

    def luck_entry(s, action, work, actions, places, out):
        add_luck(
            carray(s, 1), action, EVERY, carray(work, 2), network(), judge(),
            carray(actions, most), carray(places, seats), carray(out, seats),
        )  # fmt: skip

    def prospects_entry(work, weight, actions, places, out):
        add_prospects(
            carray(work, 2), weight, network(), judge(), carray(actions, most),
            carray(places, seats), carray(out, seats),
        )  # fmt: skip

    return {
        "judge_place": Entry(judge_place_entry, SHORTS, ()),
        "luck": Entry(luck_entry, NOTHING, (state, NUMBER, state, ACTIONS, LONG, REALS)),
        "prospects": Entry(prospects_entry, NOTHING, (state, REAL, ACTIONS, LONG, REALS)),
    }


def _text_kernel(game: Game[Any], kernel: Callable[..., Any]) -> Entry:
    """A kernel of a state and a few whole numbers, as texts call them."""
    state = _record(game)

    def none(s):
        return np.int32(kernel(carray(s, 1)[0]))

    def one(s, a):
        return np.int32(kernel(carray(s, 1)[0], a))

    def two(s, a, b):
        return np.int32(kernel(carray(s, 1)[0], a, b))

    def three(s, a, b, c):
        return np.int32(kernel(carray(s, 1)[0], a, b, c))

    count = len(signature(kernel).parameters) - 1
    return Entry((none, one, two, three)[count], NUMBER, (state, *[NUMBER] * count))
