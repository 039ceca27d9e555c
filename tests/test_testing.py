"""The conformance test passes what keeps the contract and catches what does not."""

import itertools
import os
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sidings
from high_card import HighCard, bot, rules, text
from high_card.rules import State
from sidings.kernel import Array, bind, field, kernel, record_dtype, tell
from sidings.kernel import verbs as declared
from sidings.kernel.events import EVERYBODY, NOWHERE
from sidings.testing import (
    BrokenContract,
    check_game,
    check_many,
    conformance,
    count_sequences,
    hostile,
)

variants = itertools.count(1)


def test_a_third_partys_game_passes() -> None:
    check_game(HighCard(), games=20, both_ways=False)  # tests/test_fourth_game.py does both


def variant(**verbs: Callable[..., Any]) -> HighCard:
    """High Card with some of its verbs replaced, as a record type of its own."""
    changed = types.ModuleType("rules")
    changed.__dict__.update(vars(rules) | verbs)
    dtype = record_dtype(type("Other", (State,), {"more": field(np.int8, next(variants))}))
    bind(dtype, changed)
    other: Any = type("Changed", (HighCard,), {"dtype": dtype, "most_events": 3})
    game: HighCard = other()
    return game


@kernel
def no_moves(s: State, out: Array) -> int:
    return 0


@kernel
def same_move_twice(s: State, out: Array) -> int:
    out[0], out[1] = 1, 1
    return 2


@kernel
def move_out_of_range(s: State, out: Array) -> int:
    out[0] = 7
    return 1


@kernel
def one_move_if_it_sees_all(s: State, out: Array) -> int:
    out[0], out[1] = 0, 1
    return 1 if s.deck[11] > 0 else 2


@kernel
def hides_nothing(s: State, seat: int) -> None:
    return


@kernel
def hides_too_much(s: State, seat: int) -> None:
    s.key[:] = 0
    s.turn = (s.turn + 1) % s.players


@kernel
def hides_more_each_time(s: State, seat: int) -> None:
    s.key[:] = 0
    s.deck[0] += 1


@kernel
def guesses_nothing(s: State, seat: int, rng: Array) -> None:
    s.key[0] = 1


@kernel
def guesses_against_what_is_seen(s: State, seat: int, rng: Array) -> None:
    rules.guess(s, seat, rng)
    for i in range(2):
        card = s.hands[0, i]
        s.hands[0, i] = s.hands[1, i]
        s.hands[1, i] = card


@kernel
def loses_a_card(s: State, action: int, events: Array | None = None) -> None:
    rules.apply(s, action, events)
    s.deck[11] = 0


@kernel
def tells_nothing(s: State, action: int, events: Array | None = None) -> None:
    rules.apply(s, action)


@kernel
def tells_a_secret(s: State, action: int, events: Array | None = None) -> None:
    rules.apply(s, action, events)
    tell(events, rules.TURN, rules.actor(s), s.deck[11], NOWHERE, NOWHERE, EVERYBODY)


@kernel
def tells_too_much(s: State, action: int, events: Array | None = None) -> None:
    for _ in range(4):
        tell(events, rules.TURN, rules.actor(s), 0, NOWHERE, NOWHERE, EVERYBODY)
    rules.apply(s, action, events)


@kernel
def ranks_from_zero(s: State, out: Array) -> None:
    rules.rank(s, out)
    for seat in range(s.players):
        out[seat] -= 1


@kernel
def leaves_no_place_out(s: State, out: Array) -> None:
    rules.rank(s, out)
    for seat in range(s.players):
        out[seat] = 2 if out[seat] == 3 else 1


@kernel
def plays_nothing(s: State, action: int, events: Array | None = None) -> None:
    return


@pytest.mark.plain
@pytest.mark.parametrize(
    ("verbs", "complaint"),
    [
        ({"legal": no_moves}, "no legal action before the end"),
        ({"legal": same_move_twice}, "an action is listed twice"),
        ({"legal": move_out_of_range}, "an action is out of range"),
        ({"legal": one_move_if_it_sees_all}, "hide changes the legal moves"),
        ({"hide": hides_nothing}, "hide leaves the key"),
        ({"hide": hides_too_much}, "hide"),
        ({"hide": hides_more_each_time}, "hide is not idempotent"),
        ({"guess": guesses_nothing}, "a guessed world has other cards"),
        ({"guess": guesses_against_what_is_seen}, "a guessed world is not what seat"),
        ({"apply": loses_a_card}, "cards were lost or made"),
        ({"apply": tells_nothing}, "the events of 'play .*' lead to another"),
        ({"apply": tells_a_secret}, "the events tell seat"),
        ({"apply": tells_too_much}, "a move tells more than 3 events"),
        ({"rank": ranks_from_zero}, r"rank wrote the places \[[01], [01]\]: they begin at 1"),
        ({"rank": leaves_no_place_out}, "rank wrote the places .* the next is left out"),
    ],
)
def test_broken_rules_are_caught(verbs: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BrokenContract, match=complaint):
        check_game(variant(**verbs), games=5)


@pytest.mark.plain
def test_a_game_that_never_ends_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOVES_PER_GAME", "MOST_MOVES"):
        monkeypatch.setattr(conformance, name, 50)
    with pytest.raises(BrokenContract, match="none of 10 random games of high-card ended within"):
        check_game(variant(apply=plays_nothing), games=1)


@pytest.mark.plain
def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(text, "object_to")
    with pytest.raises(BrokenContract, match=r"high-card: text\.py has no object_to$"):
        check_game(HighCard(), games=0)
    monkeypatch.undo()
    monkeypatch.delitem(bot.LEVELS, "novice")
    with pytest.raises(BrokenContract, match=r"LEVELS in bot\.py has no novice$"):
        check_game(HighCard(), games=0)
    with pytest.raises(BrokenContract, match=r"rules\.py has no guess$"):
        check_game(variant(guess=declared.guess), games=0)


class MovesDoNotReadBack(HighCard):
    def read_move(self, s: State, words: Any) -> None:
        return None


class DumpsTheWrongSeat(HighCard):
    def load(self, position: Any, s: State) -> None:
        super().load(position, s)
        s.hands[0, 0], s.hands[0, 1] = s.hands[0, 1], s.hands[0, 0]


@pytest.mark.parametrize(
    ("game", "complaint"),
    [(MovesDoNotReadBack(), "does not read back"), (DumpsTheWrongSeat(), "dump and load differ")],
)
def test_broken_text_is_caught(game: HighCard, complaint: str) -> None:
    with pytest.raises(BrokenContract, match=complaint):
        check_game(game, games=5)


class DealsOtherwiseInPlainPython(HighCard):
    """Its moves are the same, its state is not: plain Python sees another blank state."""

    def prepare(self, s: State, options: Any) -> None:
        s.deck[0] = os.environ.get("NUMBA_DISABLE_JIT") == "1"
        s.shuffles = s.deck[0]


@pytest.mark.compiled
def test_a_difference_between_plain_python_and_compiled_code_is_caught() -> None:
    with pytest.raises(BrokenContract, match="plain Python and compiled code disagree"):
        check_game(DealsOtherwiseInPlainPython(), games=0)


@pytest.mark.compiled
def test_the_large_scale_check_counts_its_games() -> None:
    assert list(check_many("game-of-trains", 4)) == [1, 2, 3, 4]


def test_sequences_are_counted_to_the_end_of_the_game() -> None:
    position = sidings.deal("game-of-trains", seed=7).dump()
    position |= {"phase": "turn", "drawn": None, "turn": 1, "row": [4]}
    position["trains"] = [[2, 14, 33, 23, 44, 55, 60], [71, 61, 52, 46, 31, 21, 12]]
    used = {card for train in position["trains"] for card in train} | {4}
    position["deck"] = [card for card in range(1, 85) if card not in used]
    table = sidings.load(position)
    moves = table.moves()
    assert [count_sequences(table, depth) for depth in (1, 2)] == [
        len(moves),
        7 + 5,  # a drawn card can go to seven places; five swaps leave only a draw, one wins
    ]
    table.play("swap 3 4")
    assert count_sequences(table, 1) == 0


def writes_beyond(s: State, out: Array) -> None:
    out[s.players + s.turn] = s.played[2 * s.turn]


def reads_the_wrong_end(s: State, out: Array) -> None:
    out[0] = s.played[s.turn - 1]


@pytest.mark.plain
@pytest.mark.parametrize(
    ("score", "complaint"),
    [(writes_beyond, "out of bounds"), (reads_the_wrong_end, "negative index")],
)
def test_kernels_that_leave_their_arrays_are_caught(
    score: Callable[..., Any], complaint: str
) -> None:
    with pytest.raises(IndexError, match=complaint) as caught:
        hostile.check(variant(score=score), positions=100)
    assert "after this position was loaded" in caught.value.__notes__[0]
