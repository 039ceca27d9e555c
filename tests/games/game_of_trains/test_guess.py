"""Game of Trains: what a seat may know, and the worlds it can imagine."""

import random
from typing import Any

import numpy as np
import pytest

import sidings
from rulebook import rule
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import guess_at, hide_at
from sidings.play.table import Table, load


def play(table: Table, moves: int, seed: int) -> Table:
    choose = random.Random(seed)
    for _ in range(moves):
        table.play(choose.choice(table.moves()))
    return table


def guessed(table: Table, seat: int, rng: Any) -> Any:
    states = np.array([table.seen_by(seat)], table.game.dtype)
    guess_at(states, 0, seat - 1, rng)
    return states


@rule("GT-22")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_guess_knows_which_cards_went_by(players: int) -> None:
    """A witness notes every card that leaves the row face up; no guess puts it elsewhere."""
    table = sidings.deal("game-of-trains", players=players, seed=5)
    rng, choose = fast_generator(5), random.Random(5)
    gone: set[int] = set()
    for _ in range(60):
        before = table.dump()
        table.play(choose.choice(table.moves()))
        now = table.dump()
        gone |= {card for card in before["row"] if card in now["discard"]}
        if not now["discard"]:
            gone = set()  # GT-19: reshuffled
        world = guessed(table, 1, rng)[0]
        assert gone <= set(world.discard[: world.discard_size].tolist())


@rule("GT-4")
def test_who_discarded_a_set_up_card_knows_it_and_nobody_else_does() -> None:
    table = sidings.deal("game-of-trains", players=2, seed=2)
    while table.dump()["phase"] == "setup":
        table.play(table.moves()[0])
    (hidden,) = set(table.dump()["discard"])
    owner = next(seat for seat in (1, 2) if hidden in table.seen_by(seat).discard)
    rng = fast_generator(1)
    for seat in (1, 2):
        found = {int(guessed(table, seat, rng)[0].discard[0]) for _ in range(30)}
        assert (found == {hidden}) == (seat == owner)


def test_guessed_worlds_differ() -> None:
    table = play(sidings.deal("game-of-trains", players=4, seed=2), 30, seed=1)
    rng = fast_generator(9)
    decks = {guessed(table, 1, rng)[0].deck.tobytes() for _ in range(20)}
    assert len(decks) == 20


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 10, 50])
def test_what_a_seat_cannot_know_does_not_change_what_it_is_sent(moves: int) -> None:
    """Permute the deck, the discards it did not see and the others' cards: the bytes are equal."""
    table = play(sidings.deal("game-of-trains", players=3, seed=moves), moves, seed=moves)
    rng = fast_generator(moves)
    for seat in (1, 2, 3):
        seen = table.seen_by(seat).tobytes()
        for _ in range(5):
            world = guessed(table, seat, rng)
            assert world.tobytes() != table.state.tobytes()
            hide_at(world, 0, seat - 1)
            assert world.tobytes() == seen


def test_a_loaded_position_remembers_nothing_of_the_discards() -> None:
    table = play(sidings.deal("game-of-trains", players=2, seed=4), 30, seed=4)
    again = load(table.dump())
    assert not again.seen_by(1).seen.any()
    assert set(again.seen_by(1).discard.tolist()) == {-1}
