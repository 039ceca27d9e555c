"""The luck of a move: nothing on average, and most of what decides a game of luck."""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import sidings
from bare_game import BareGame
from sidings.bots import bot
from sidings.bots.contract import KernelBot
from sidings.bots.luck import LuckMeter
from sidings.bots.luck_kernels import SHUFFLES
from sidings.games.continental_express.rules import PILE_STARTS
from sidings.games.contract import Game
from sidings.kernel.play import actor_at, apply_at, deal_at, hidden_copy
from sidings.kernel.record import Array
from sidings.lab.luck_playouts import PlayoutMeter
from sidings.lab.policies import like
from thumbs import decisions, legal_actions

MOVES = {"game-of-trains": 7, "mexican-train": 7, "continental-express": 60}  # or to the end

pytestmark = pytest.mark.compiled


def all_orders(states: Array, name: str, piles: list[tuple[int, int]]) -> Iterator[Array]:
    """The same position with the unseen cards in every order; a pile is its first card and end."""
    cards = states[0][name].copy()
    orders = [list(permutations(cards[first:end])) for first, end in piles]
    for order in product(*orders):
        other = states.copy()
        for (first, end), pile in zip(piles, order, strict=True):
            other[0][name][first:end] = pile
        yield other


def with_few_cards(game: Game[Any]) -> list[Array]:
    """A position of a game with hardly any card left to draw, in every order of these."""
    seed = 8 if game.name == "continental-express" else 4  # in other positions little can happen
    states = decisions(game, 2, seed=seed, count=31)[-1]
    s = states[0]
    if game.name == "game-of-trains":
        while s.deck_size > 4:
            s.deck_size -= 1
            s.discard[s.discard_size] = s.deck[s.deck_size]
            s.discard_size += 1
        return list(all_orders(states, "deck", [(0, 4)]))
    if game.name == "mexican-train":
        s.boneyard_size = 4
        return list(all_orders(states, "boneyard", [(0, 4)]))
    s.put_under = s.objective_pile_size  # everybody knows these
    s.pile_sizes[:] = (3, 2, 2)
    ends = PILE_STARTS + s.pile_sizes
    return list(all_orders(states, "piles", list(zip(PILE_STARTS, ends, strict=True))))


def played(game: Game[Any], states: Array, moves: int) -> tuple[Array, Array]:
    """By seat: the prospects after some moves, and the luck on the way there."""
    meter, luck, player = LuckMeter(game), np.zeros(2), bot("net", seed=1)
    assert isinstance(player, KernelBot)
    for _ in range(moves):
        if (seat := actor_at(states, 0)) < 0:
            break
        action = player.choose_action(game, hidden_copy(states, seat))
        luck += meter.of(states, action)
        apply_at(states, 0, action)
    return meter.prospects(states), luck


@pytest.mark.parametrize("name", sidings.game_names())
def test_over_all_orders_of_the_cards_luck_comes_to_nothing_and_explains_much(name: str) -> None:
    game = sidings.game(name)
    found = [played(game, states, MOVES[name]) for states in with_few_cards(game)]
    prospects, luck = map(np.array, zip(*found, strict=True))
    assert len(luck) == 24
    assert luck.mean(axis=0) == pytest.approx([0, 0], abs=1e-9)
    assert luck.sum(axis=1) == pytest.approx(np.zeros(24), abs=1e-9)  # one's luck, another's loss
    assert luck[:, 0].std() > 0.005
    assert (prospects - luck)[:, 0].var() < prospects[:, 0].var()


@pytest.mark.parametrize("name", sidings.game_names())
def test_a_move_that_turns_up_no_card_is_no_luck(name: str) -> None:
    game = sidings.game(name)
    meter = LuckMeter(game)
    is_draw: dict[str, Callable[[str], bool]] = {
        "game-of-trains": lambda move: move == "draw" or move.startswith("remove"),
        "mexican-train": lambda move: move == "draw",
        "continental-express": lambda move: move != "done",
    }
    for states in decisions(game, 2, seed=2, count=40):
        before = states.tobytes()
        for action in legal_actions(game, states):
            if not is_draw[name](game.write_move(states[0], action)):
                assert not meter.of(states, action).any()
        assert states.tobytes() == before


def roughly(game: Game[Any]) -> LuckMeter:
    return LuckMeter(game, ways=2)


def by_playouts(game: Game[Any]) -> LuckMeter:
    policies = [like(game, name) for name in ("master", "thumb")]
    return PlayoutMeter(game, 5, 1, policies)


@pytest.mark.parametrize("make", [roughly, by_playouts])
def test_compared_with_some_other_cuts_luck_comes_to_nothing_too(
    make: Callable[[Game[Any]], LuckMeter],
) -> None:
    game = sidings.game("game-of-trains")
    orders = with_few_cards(game)
    draw = legal_actions(game, orders[0])[0]
    assert game.write_move(orders[0][0], draw) == "draw"
    luck = np.array([make(game).of(states, draw) for states in orders])
    assert luck.mean(axis=0) == pytest.approx([0, 0], abs=1e-9)
    assert luck[:, 0].std() > 0.005


def test_the_luck_of_a_draw_is_its_value_less_that_of_all_cards() -> None:
    game = sidings.game("game-of-trains")
    meter = LuckMeter(game)
    states = decisions(game, 2, seed=3, count=21)[-1]
    draw = legal_actions(game, states)[0]
    assert game.write_move(states[0], draw) == "draw"
    values = []
    for i in range(states[0].deck_size):
        other, top = states.copy(), int(states[0].deck_size) - 1
        other[0].deck[[i, top]] = other[0].deck[[top, i]]
        apply_at(other, 0, draw)
        values.append(meter.prospects(other))
    assert meter.of(states, draw) == pytest.approx(values[-1] - np.mean(values, axis=0))


def last_of_a_round(game: Game[Any]) -> tuple[Array, int]:
    """A position, and the action with which the first round ends."""
    states, player = game.template(2, {"rounds": 2}), bot("net", seed=1)
    assert isinstance(player, KernelBot)
    deal_at(states, 0)
    while True:
        before = states.copy()
        action = player.choose_action(game, hidden_copy(states, actor_at(states, 0)))
        apply_at(states, 0, action)
        if states[0].round_number != before[0].round_number:
            return before, action


@pytest.mark.parametrize("make", [LuckMeter, by_playouts])
def test_the_luck_of_a_new_deal_comes_to_nothing_over_all_shuffles(
    make: Callable[[Game[Any]], LuckMeter],
) -> None:
    game, lucks = sidings.game("mexican-train"), []
    states, action = last_of_a_round(game)
    for number in range(SHUFFLES):
        other = states.copy()
        other[0].key[0] ^= number
        lucks.append(make(game).of(other, action))
    assert np.mean(lucks, axis=0) == pytest.approx([0, 0], abs=1e-9)
    assert np.std(lucks) > 0.005


def test_luck_needs_a_network() -> None:
    with pytest.raises(sidings.BadOption, match="Bare Game has no learned judge"):
        LuckMeter(BareGame())
