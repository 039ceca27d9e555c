"""Continental Express: what a seat may know, and the worlds it can imagine."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import sidings
from games.continental_express.positions import after, laid_out, loaded, position
from rulebook import rule
from sidings.games.continental_express.rules import CONTRACT_NAMES
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import guess_at, hide_at

GAME = "continental-express"
EVENT_MET = 17  # a seed whose deal meets an event


def play(table: sidings.Table, moves: int, seed: int) -> sidings.Table:
    choose = random.Random(seed)
    for _ in range(moves):
        table.play(choose.choice(table.moves()))
    return table


def guessed(table: sidings.Table, seat: int, rng: Any) -> sidings.Table:
    """A world that the seat can imagine, as a table."""
    states = np.array([table.seen_by(seat)], table.game.dtype)
    guess_at(states, 0, seat - 1, rng)
    return sidings.Table(table.game, states, 0)


@rule("CE-29")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_world_contradicts_what_a_seat_has_observed(players: int) -> None:
    """A witness at seat 1 notes all they see, from the deal to the end."""
    table = sidings.deal(GAME, players=players, seed=EVENT_MET)
    rng, choose = fast_generator(5), random.Random(players)
    mine = set(table.dump()["offered"][0])
    met: dict[str, str] = {}
    bottom: list[int] = []
    while table.turn:
        before = table.dump()
        table.play(choose.choice(table.moves()))
        now = table.dump()
        if before["phase"] == "contract" != now["phase"]:  # the market was laid out
            met = {name: "abc"[pile - 1] for name, pile in events_met(table).items()}
            assert met
        if gone(before, now, "derailment"):
            bottom = before["objectives"]
        met = {event: pile for event, pile in met.items() if not gone(before, now, event)}
        world = guessed(table, 1, rng).dump()
        assert in_piles(world) == in_piles(now)  # all else has been seen
        assert all(world["piles"][pile].count(event) == 1 for event, pile in met.items())
        known = [number for number in bottom if number in now["objective_pile"]]
        assert world["objective_pile"][len(world["objective_pile"]) - len(known) :] == known
        assert sorted(world["objective_pile"]) == sorted(now["objective_pile"])
        assert not mine & contracts_of_others(world)
        assert table.dump(seat=1) == guessed(table, 1, rng).dump(seat=1)


def events_met(table: sidings.Table) -> dict[str, int]:
    piles = table.state.event_pile.tolist()
    return {name: pile for name, pile in zip(("derailment", "fire"), piles, strict=True) if pile}


def in_piles(dumped: dict[str, Any]) -> Counter[str]:
    return Counter(card for pile in dumped["piles"].values() for card in pile)


def gone(before: dict[str, Any], now: dict[str, Any], event: str) -> bool:
    return in_piles(before)[event] > in_piles(now)[event]


def contracts_of_others(dumped: dict[str, Any]) -> set[str]:
    held = set(dumped["contracts"][1:]) - {None}
    if dumped["phase"] == "over":
        return set()  # then they are shown
    pairs = [pair for pair in (dumped["offered"] or [])[1:] if pair]
    return held | {contract for pair in pairs for contract in pair}


def test_an_event_met_in_the_set_up_is_known_to_be_in_its_pile() -> None:
    table = laid_out(seed=EVENT_MET)
    ((event, pile),) = events_met(table).items()
    unmet = ({"derailment", "fire"} - {event}).pop()
    rng, depths, elsewhere = fast_generator(1), set(), set()
    for _ in range(60):
        piles = guessed(table, 1, rng).dump()["piles"]
        depths.add(piles["abc"[pile - 1]].index(event))
        elsewhere.add(next(name for name in "abc" if unmet in piles[name]))
    assert len(depths) > 15
    assert elsewhere == {"a", "b", "c"}


def test_the_objectives_of_a_derailment_are_known_and_no_others() -> None:
    table = loaded(piles={"a": ["derailment"]}, objective_pile=[12, 13, 14, 15])
    table.play("take a1")
    real = table.dump()["objective_pile"]
    rng = fast_generator(1)
    worlds = [guessed(table, 2, rng).dump()["objective_pile"] for _ in range(40)]
    assert {tuple(pile[-3:]) for pile in worlds} == {(7, 17, 5)} == {tuple(real[-3:])}
    assert len({pile[0] for pile in worlds}) > 8


@pytest.mark.compiled
def test_the_others_contracts_are_any_but_those_the_seat_has_held() -> None:
    table = sidings.deal(GAME, players=2, seed=4)
    offered = {seat: set(table.dump()["offered"][seat - 1]) for seat in (1, 2)}
    rng = fast_generator(2)
    for _ in range(3):
        for seat, other in ((1, 2), (2, 1)):
            worlds = [guessed(table, seat, rng).dump() for _ in range(80)]
            found = {
                (world["contracts"][other - 1] or world["offered"][other - 1][0])
                for world in worlds
            }
            assert found == set(CONTRACT_NAMES) - offered[seat]
        if table.dump()["phase"] == "contract":
            table.play("contract 1")


def test_guessed_worlds_differ() -> None:
    table = play(sidings.deal(GAME, players=4, seed=2), 30, seed=1)
    rng = fast_generator(9)
    worlds = [guessed(table, 1, rng).state for _ in range(20)]
    assert len({world.piles.tobytes() for world in worlds}) == 20
    assert len({world.objective_pile.tobytes() for world in worlds}) == 20
    assert len({world.key.tobytes() for world in worlds}) == 20


@rule("CE-29")
@pytest.mark.parametrize("moves", [0, 1, 2, 3, 10, 25, 40, 60])
def test_what_a_seat_cannot_know_does_not_change_what_it_is_sent(moves: int) -> None:
    """Permute the piles, the objectives to come and the others' contracts: the bytes are equal."""
    table = play(sidings.deal(GAME, players=3, seed=moves), moves, seed=moves)
    shuffle = np.random.default_rng(moves)
    for seat in (0, 1, 2, 3):
        seen = table.seen_by(seat).tobytes()
        for _ in range(3):
            other = permuted(table, seat - 1, shuffle)
            assert other.tobytes() != table.state.tobytes()
            hide_at(other, 0, seat - 1)
            assert other.tobytes() == seen


def permuted(table: sidings.Table, seat: int, shuffle: np.random.Generator) -> Any:
    """The same for the seat; what is left of cards that were drawn long ago is noise as well."""
    states = np.array([table.state], table.game.dtype)
    s = states[0]
    s.key[:] = shuffle.integers(0, 2**32, 8, np.uint32)
    s.piles[:] = shuffle.permutation(s.piles)
    s.objective_pile[s.put_under :] = shuffle.permutation(s.objective_pile[s.put_under :])
    mine = {int(s.contracts[seat]), int(s.rejected[seat]), *s.offered[seat].tolist()}
    rest = [number for number in range(1, 11) if seat < 0 or number not in mine]
    unknown = iter(shuffle.permutation(rest))
    for other in set(range(s.players)) - {seat}:
        here = slice(other, other + 1)
        for place in (s.contracts[here], s.rejected[here], s.offered[other]):
            if place[0]:
                place[:] = [next(unknown) for _ in place]
    return states


def test_hidden_states_hold_no_hidden_card() -> None:
    table = play(sidings.deal(GAME, players=3, seed=8), 40, seed=8)
    for seat in (0, 1, 2, 3):
        seen = table.seen_by(seat)
        assert set(seen.piles.tolist()) == {-1}
        assert set(seen.objective_pile[seen.put_under :].tolist()) == {-1}
        for other in {1, 2, 3} - {seat}:
            assert (seen.contracts[other - 1], seen.rejected[other - 1]) == (-1, -1)


def test_a_loaded_position_tells_no_more_than_it_says() -> None:
    table = sidings.load(sidings.deal(GAME, seed=EVENT_MET).dump())
    assert events_met(table) == {}
    derailed = after("take a1", piles={"a": ["derailment"]})
    assert sidings.load(derailed).seen_by(1).put_under == 0
    assert sidings.load(position()).seen_by(1).rejected.tolist() == [0, 0, 0, 0]
