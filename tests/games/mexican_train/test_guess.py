"""Hiding tells nothing, and guessing contradicts nothing that a seat has seen.

``Watcher`` follows a game from the moves and the public part of the positions only, and works out
by itself which hands are still possible. It shares no code with the rules.
"""

import random
from typing import Any

import numpy as np
import pytest

import sidings
from games.mexican_train.positions import loaded
from rulebook import rule
from sidings.games.mexican_train import state, text
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import guess_at, hide_at
from sidings.play.table import Table

Domino = tuple[int, int]
NEVER = 10**6


def read(domino: str) -> Domino:
    low, high = sorted(int(number) for number in domino.split("-"))
    return low, high


def open_ends(position: dict[str, Any]) -> set[int]:
    """The numbers that the seat in turn could play on, by the rules in words."""
    seat = position["turn"] - 1
    trains = {str(i + 1): train for i, train in enumerate(position["trains"])}
    trains["m"] = position["mexican"] or []
    ends = {
        name: int(train[-1].split("-")[1]) if train else position["engine"]
        for name, train in trains.items()
    }
    own = str(seat + 1)
    if position["double"] is not None:
        return {ends[str(position["double"])]}
    if trains[own]:
        marked = [str(i + 1) for i, marker in enumerate(position["markers"]) if marker]
        return {ends[name] for name in [own, "m", *marked]}
    if seat + 1 not in position["first_turns"] and trains["m"]:
        return {ends[own], ends["m"]}
    return {ends[own]}


class Hand:
    """What is known of one hand: when dominoes came, which left when, what it had no match of."""

    def __init__(self, size: int, undealt: int) -> None:
        self.arrivals = [0] * size
        self.played: list[tuple[Domino, int]] = []
        self.lacked: list[tuple[int, set[int]]] = []
        self.undealt = undealt
        self.engine_match = NEVER  # the engine's number, when a domino of the deal matched it

    def may_be(self, arrival: int, domino: Domino, left: int) -> bool:
        if arrival == 0 and domino[0] == domino[1] > self.undealt:
            return False
        return not any(
            arrival <= time < left and lacked & set(domino) for time, lacked in self.lacked
        )

    def allows(self, held: list[Domino]) -> bool:
        """Can the dominoes played and held have come as they did?"""
        dominoes = [*self.played, *((domino, NEVER) for domino in held)]
        if len(dominoes) != len(self.arrivals):
            return False
        if self.engine_match == NEVER:
            return self._can_have_come(dominoes, self.arrivals)
        return any(
            self.may_be(0, *match)
            and self._can_have_come([d for d in dominoes if d != match], self.arrivals[1:])
            for match in dominoes
            if self.engine_match in match[0]
        )

    def _can_have_come(self, dominoes: list[tuple[Domino, int]], arrivals: list[int]) -> bool:
        """Match each domino with an arrival (augmenting paths)."""
        taken: dict[int, int] = {}

        def place(i: int, tried: set[int]) -> bool:
            for j, arrival in enumerate(arrivals):
                if j not in tried and self.may_be(arrival, *dominoes[i]):
                    tried.add(j)
                    if j not in taken or place(taken[j], tried):
                        taken[j] = i
                        return True
            return False

        return all(place(i, set()) for i in range(len(dominoes)))


class Watcher:
    """Follows a table move by move."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.time = 0
        self._begin_round(table.dump(hidden=True))

    def _begin_round(self, position: dict[str, Any]) -> None:
        self.round, self.time = position["round"], 1
        players, engine = position["players"], position["engine"]
        asked = position["phase"] == "start"
        starter = position["turn"] - 1 if asked else (position["turn"] - 2) % players
        dealt = {12: [15, 15, 15, 11, 11, 8, 8], 9: [12, 11, 10], 15: [15] * 5 + [12] * 2}
        size = dealt[int(position["options"]["set"][7:])][players - 2]
        undealt = engine if sum(position["hands"]) + 1 == size * players else -1
        if position["options"]["start"] == "countdown":
            undealt = NEVER
        self.hands = [Hand(count, undealt) for count in position["hands"]]
        if asked:
            self.hands[starter].engine_match = engine
        else:
            self.hands[starter].lacked.append((0, {engine}))

    def play(self, move: str) -> None:
        before = self.table.dump(hidden=True)
        self.table.play(move)
        self.time += 1
        after = self.table.dump(hidden=True)
        hand = self.hands[before["turn"] - 1]
        if " on " in move and before["drawn"] is None:
            hand.played.append((read(move.partition(" ")[0]), self.time))
        elif move == "draw" or (
            move == "pass" and not before["drawn"] and before["phase"] == "play"
        ):
            hand.lacked.append((self.time, open_ends(before)))
        elif move == "pass" and before["drawn"]:
            hand.arrivals.append(self.time)
            if before["double"] is not None:
                hand.lacked.append((self.time, open_ends(before)))
        if after["round"] != self.round:
            self._begin_round(after)

    def check(self, state: Any) -> None:
        """Nothing that was seen speaks against these hands."""
        hands = self.table.game.dump(state, hidden=False)["hands"]
        for seat, hand in enumerate(self.hands):
            possible = hand.allows([read(domino) for domino in hands[seat]])
            assert possible, f"seat {seat + 1} cannot hold {hands[seat]}: {self.table.record()}"


def guessed(table: Table, seat: int, rng: Any) -> Any:
    states = np.array([table.seen_by(seat)], table.game.dtype)
    guess_at(states, 0, seat - 1, rng)
    return states[0]


def play_watched(table: Table, seed: int, every: int, most: int = NEVER) -> None:
    """Play at random to the end; now and then every seat and a spectator guess."""
    watcher = Watcher(table)
    rng, choose = fast_generator(seed), random.Random(seed)
    while table.turn is not None and watcher.time < most:
        if choose.randrange(every) == 0:
            watcher.check(table.state)
            for seat in range(table.players + 1):
                watcher.check(guessed(table, seat, rng))
        watcher.play(choose.choice(table.moves()))


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {"rounds": 1, "set": "double-9"}),
        *(
            pytest.param(*mix, marks=pytest.mark.compiled)
            for mix in (
                (2, {"rounds": 2}),
                (3, {"rounds": 1, "dead_double": "release"}),
                (5, {"rounds": 2, "start": "countdown"}),
                (8, {"rounds": 1, "set": "double-15"}),
            )
        ),
    ],
)
@rule("MT-13", "MT-14", "MT-17", "MT-18")
def test_no_guess_contradicts_what_was_seen(players: int, options: dict[str, Any]) -> None:
    table = sidings.deal("mexican-train", players=players, seed=1, options=options)
    play_watched(table, 1, every=12)


@rule("MT-6")
def test_who_drew_for_the_start_was_dealt_no_double() -> None:
    table = sidings.deal("mexican-train", players=2, seed=131, set="double-15", rounds=1)
    play_watched(table, 1, every=4, most=40)


def hands_of(state: Any, table: Table) -> list[set[Domino]]:
    hands = table.game.dump(state, hidden=False)["hands"]
    return [{read(domino) for domino in hand} for hand in hands]


@pytest.mark.compiled
@rule("MT-5")
def test_no_guess_deals_a_double_above_the_engine() -> None:
    table = sidings.deal("mexican-train", players=4, seed=12)  # the engine is 10
    rng = fast_generator(1)
    for _ in range(50):
        held = set().union(*hands_of(guessed(table, 1, rng), table))
        assert not held & {(11, 11), (12, 12)}
        assert held & {(number, number) for number in range(10)}


def always_has_a_match(table: Table, seat: int, engine: int) -> bool:
    """Do the others always think that the seat holds a match of the engine?"""
    rng, viewer = fast_generator(1), seat % table.players + 1
    worlds = [hands_of(guessed(table, viewer, rng), table)[seat - 1] for _ in range(60)]
    return all(any(engine in domino for domino in hand) for hand in worlds)


@pytest.mark.compiled
@rule("MT-7")
def test_a_starter_who_was_asked_has_a_match_until_it_is_played() -> None:
    table = loaded("1-2 5-12 3-4", "0-0 0-1", phase="start", first_turns=[1, 2])
    assert always_has_a_match(table, 1, 12)
    table.play("pass")  # the starter declines, and still has it
    assert always_has_a_match(table, 1, 12)
    table.play("draw")
    table.play("pass")
    table.play("5-12 on 1")
    assert not always_has_a_match(table, 1, 12)


@pytest.mark.compiled
@rule("MT-7")
def test_a_starter_who_is_asked_after_the_deal_has_a_match() -> None:
    table = sidings.deal("mexican-train", players=8, seed=0)
    assert table.dump()["phase"] == "start"
    assert table.turn is not None
    engine = table.dump()["engine"]
    assert always_has_a_match(table, table.turn, engine)


@rule("MT-7")
def test_the_match_is_given_to_a_place_that_may_have_it() -> None:
    table = loaded("1-2 5-12 3-4", "0-0 0-1", phase="start", first_turns=[1, 2])
    table.state.may_hold[0, 12] = 1  # only the domino that came last may have a 12
    rng = fast_generator(1)
    for _ in range(40):
        held = hands_of(guessed(table, 2, rng), table)[0]
        assert len([domino for domino in held if 12 in domino]) == 1


@rule("MT-7")
def test_a_match_that_no_place_may_have_is_not_given() -> None:
    """No game leads here: the starter was asked, and another holds every 9."""
    nines = " ".join(f"{number}-9" for number in range(9))
    table = loaded("1-2", nines, options={"set": "double-9"})
    table.state.asked = 0
    held = hands_of(guessed(table, 2, fast_generator(1)), table)[0]
    assert len(held) == 1
    assert not any(9 in domino for domino in held)


@pytest.mark.compiled
@rule("MT-7")
def test_a_starter_who_was_not_asked_has_no_match() -> None:
    table = sidings.deal("mexican-train", players=4, seed=2)  # seat 4 started
    rng = fast_generator(1)
    for _ in range(40):
        assert not any(12 in domino for domino in hands_of(guessed(table, 1, rng), table)[3])


def test_a_guess_finds_the_only_arrangement() -> None:
    """From 5-6, 1-2, 3-4 no exchange of two leads to it: the dominoes move along a chain."""
    options = {"set": "double-9"}
    table = loaded("0-0", "1-2", "3-4", "5-6", rest=1, options=options)
    for seat, lacked in [(1, [3, 5]), (2, [5]), (3, [1])]:
        table.state.may_hold[seat, lacked] = 0
    rng = fast_generator(1)
    for _ in range(30):
        assert hands_of(guessed(table, 1, rng), table)[1:] == [{(1, 2)}, {(3, 4)}, {(5, 6)}]


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 40, 90])
def test_guessed_worlds_differ(moves: int) -> None:
    table = play(sidings.deal("mexican-train", players=4, seed=2), moves)
    rng = fast_generator(9)
    worlds = {guessed(table, 1, rng).tobytes() for _ in range(20)}
    assert len(worlds) == 20


def play(table: Table, moves: int) -> Table:
    choose = random.Random(moves)
    for _ in range(moves):
        table.play(choose.choice(table.moves()))
    return table


@rule("MT-4")
@pytest.mark.parametrize("moves", [0, 1, 2, 3, 20, 60, 100])
def test_what_a_seat_cannot_know_does_not_change_what_it_is_sent(moves: int) -> None:
    """Permute the dominoes that it cannot see, even against its knowledge: the bytes are equal."""
    table = play(sidings.deal("mexican-train", players=3, seed=moves), moves)
    for seat in range(4):
        seen = table.seen_by(seat).tobytes()
        for seed in range(5):
            other = permuted(table, seat, random.Random(seed))
            assert other.tobytes() != table.state.tobytes()
            hide_at(other, 0, seat - 1)
            assert other.tobytes() == seen


def permuted(table: Table, seat: int, choose: random.Random) -> Any:
    """The state with another key, and the dominoes that the seat cannot see in other places."""
    states = np.array([table.state], table.game.dtype)
    s = states[0]
    others = [other for other in range(table.players) if other != seat - 1]
    drawn = s.drawn != state.NONE and s.turn != seat - 1
    unseen = [*text.boneyard(s), *([int(s.drawn)] if drawn else [])]
    unseen += [domino for other in others for domino in text.hand(s, other)]
    choose.shuffle(unseen)
    s.key[0] += 1
    for other in others:
        size, s.hand_sizes[other], s.hands[other] = int(s.hand_sizes[other]), 0, 0
        for _ in range(size):
            state.add_to_hand(s, other, unseen.pop())
    if drawn:
        s.drawn = unseen.pop()
    s.boneyard[: s.boneyard_size] = unseen
    return states


def test_what_is_known_keeps_pace_with_the_hands() -> None:
    """No domino of double-12 has a 13, so nothing is ever known of it."""
    table = sidings.deal("mexican-train", players=4, seed=2, rounds=2)
    choose = random.Random(2)
    while table.turn is not None:
        assert table.state.may_hold[:, 13].tolist() == table.state.hand_sizes.tolist()
        table.play(choose.choice(table.moves()))


@pytest.mark.compiled
def test_guesses_are_even() -> None:
    """Of what seat 1 cannot see, a domino is as often in a hand as the hand is large."""
    table = sidings.deal("mexican-train", players=3, seed=1)
    rng, often = fast_generator(1), 0
    for _ in range(300):
        often += (0, 1) in hands_of(guessed(table, 1, rng), table)[1]
    assert (0, 1) not in hands_of(table.state, table)[0]
    assert 35 < often < 85  # 15 of 75 places


def test_a_loaded_position_knows_nothing() -> None:
    table = play(sidings.deal("mexican-train", players=3, seed=4), 80)
    assert (table.state.may_hold[:3] == 0).any()
    again = sidings.load(table.dump()).state
    assert (again.may_hold == again.hand_sizes[:, np.newaxis]).all()
