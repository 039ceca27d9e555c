"""Observations: what they hold, what they keep to themselves, and where the parts lie."""

from pathlib import Path

import numpy as np
import pytest

import sidings
from sidings.envs.kernels import observe_at
from sidings.envs.session import Session, set_up
from sidings.envs.vector import VectorEnv
from sidings.games.parts import encode
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import guess_at, hide_at
from sidings.kernel.record import Array
from sidings.play.table import Table

DOCS = Path(__file__).parents[2] / "docs" / "envs.md"
GAMES = sidings.game_names()


def seen(table: Table, seat: int) -> dict[str, Array]:
    """What a seat of a table observes, by part."""
    setup = set_up(table.game, table.players, table.options, None, 100)
    one = Session(setup)
    one.states[0] = table.state
    return setup.layout.unpack(one.observe(seat - 1))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_observations_fit_their_layout_and_hide_what_is_hidden(name: str, players: int) -> None:
    env = VectorEnv(name, 6, players=players, seed=5, most_moves=80)
    env.reset()
    work, other = env.setup.template.copy(), env.setup.template.copy()
    vector = np.empty(env.layout.size, np.int16)
    rng = fast_generator(1)
    for step in range(120):
        batch = env.step(env.random_actions())
        assert (batch.observations >= env.layout.low).all()
        assert (batch.observations <= env.layout.high).all()
        i, seat = step % env.games, step % (players + 1) - 1
        assert observe_at(env.states, i, seat, work, vector) == env.layout.size
        other[0] = env.states[i]
        hide_at(other, 0, seat)
        guess_at(other, 0, seat, rng)
        before = vector.copy()
        observe_at(other, 0, seat, work, vector)
        assert (vector == before).all()


@pytest.mark.parametrize("name", GAMES)
def test_the_documentation_lists_every_part(name: str) -> None:
    setup = set_up(name, None, None, None, 100)
    assert setup.layout.table() in DOCS.read_text("utf-8")


def test_a_train_of_cards() -> None:
    table = sidings.deal("game-of-trains", players=2, seed=7)
    turn = table.turn
    assert turn is not None
    position = table.dump()
    mine = seen(table, turn)
    assert mine["trains"][:2].tolist() == position["trains"]
    assert [card for card in mine["drawn"][turn - 1] if card] == position["drawn"][turn - 1]
    assert (mine["drawn"][2 - turn] <= 0).all()  # the other's cards are not seen
    wagons = mine["trains"][0]
    assert mine["wagon_abilities"][0].tolist() == mine["abilities"][wagons - 1].tolist()
    table.play(table.moves()[0])
    row = table.dump()["row"]
    abilities = mine["abilities"][np.array(row) - 1]
    assert seen(table, turn)["row"][abilities].tolist() == row


def test_a_hand_of_dominoes() -> None:
    table = sidings.deal("mexican-train", players=3, seed=7)
    position = table.dump()
    mine = seen(table, 2)
    held = [f"{low}-{high}" for high in range(16) for low in range(high + 1)
            if mine["hand"][high * (high + 1) // 2 + low]]  # fmt: skip
    assert sorted(held) == sorted(position["hands"][1])
    assert mine["hand_sizes"][:3].tolist() == [len(hand) for hand in position["hands"]]
    assert int(mine["on_table"].sum()) == 1  # the engine
    assert int(mine["boneyard_size"]) == len(position["boneyard"])
    assert not seen(table, 0)["hand"].any()  # a spectator has none


def test_a_market_of_cards() -> None:
    table = sidings.deal("continental-express", players=2, seed=7)
    first = table.turn
    assert first is not None
    mine, theirs = seen(table, first), seen(table, 3 - first)
    assert (mine["offered"][first - 1] > 0).all()
    assert (theirs["offered"][first - 1] == -1).all()
    assert not mine["objectives"].any()  # CE-3
    for _ in range(2):
        table.play(table.moves()[0])
    mine = seen(table, first)
    numbers = table.dump()["objectives"]
    assert mine["objectives"].tolist() == numbers
    assert mine["objective_points"].tolist() == mine["deck_points"][np.array(numbers) - 1].tolist()
    assert (mine["objective_needs"] == mine["deck_needs"][np.array(numbers) - 1]).all()


def test_the_plain_encoder_says_the_same() -> None:
    table = sidings.deal("game-of-trains", players=2, seed=7)
    compiled = seen(table, 1)
    states = np.array([table.seen_by(1)], table.game.dtype)
    setup = set_up(table.game, 2, None, None, 100)
    vector = np.empty(setup.layout.size, np.int16)
    assert encode(states[0], 0, vector) == setup.layout.size
    again = setup.layout.unpack(vector)
    assert all((again[name] == compiled[name]).all() for name in compiled)
