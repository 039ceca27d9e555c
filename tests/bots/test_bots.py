"""The bots by name, and what they may know."""

import math
from typing import Any

import numpy as np
import pytest

import sidings
from high_card import HighCard
from sidings.bots import Observation, bot, bots, catalogue
from sidings.bots.catalogue import levels_of, player_of, prepare
from sidings.bots.levels import LEVELS, Level
from sidings.bots.players import SearchBot, ThumbBot
from sidings.bots.search import buffers, rate_at
from sidings.games.contract import Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import actor_at, apply_at, deal_at, guess_at, hide_at, legal_at
from sidings.kernel.record import Array
from sidings.lab.match import play_game

DECISIONS = 12  # positions of each game that are looked at


def decisions(game: Game[Any], players: int = 2, count: int = DECISIONS) -> list[Array]:
    """Positions of a random game in which there is a choice."""
    states, rng = game.template(players, {}), fast_generator(3)
    key_of_game(states[0].key, 5, 0)
    deal_at(states, 0)
    found, buffer = [], np.zeros(game.actions, np.int16)
    while len(found) < count and actor_at(states, 0) >= 0:
        n = legal_at(states, 0, buffer)
        if n > 1:
            found.append(states.copy())
        apply_at(states, 0, int(buffer[below(rng, n)]))
    return found


def test_the_names_weakest_first() -> None:
    assert bots() == ["random", *LEVELS]
    assert LEVELS == ("novice", "casual", "club", "expert", "master")


@pytest.mark.parametrize("game", sidings.game_names())
def test_every_game_has_every_level(game: str) -> None:
    assert tuple(levels_of(sidings.game(game))) == LEVELS


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("deep blue", "there is no bot 'deep blue'; there are random, novice"),
        ("clairvoyant", "there is no bot 'clairvoyant'"),
        ("random:seed=1", "there is no bot 'random:seed=1'"),
        ("search", "search needs a budget, such as search:ms=50"),
        ("search:ms=0", "search needs a budget"),
        ("search:speed=3", "search takes ms=NUMBER, playouts=NUMBER, .* not 'speed=3'"),
        ("thumb:depth=two", "thumb takes depth=NUMBER, overlooked=NUMBER, not 'depth=two'"),
    ],
)
def test_bots_that_there_are_not(spec: str, message: str) -> None:
    with pytest.raises(sidings.BadOption, match=message):
        bot(spec)


def test_a_level_is_a_rule_of_thumb_or_a_search() -> None:
    thumb = player_of(Level(depth=1, overlooked=30), 1)
    assert isinstance(thumb, ThumbBot)
    assert (thumb.depth, thumb.overlooked) == (1, 30)
    search = player_of(Level(depth=0, playouts=50, slips=5), 1)
    assert isinstance(search, SearchBot)
    assert search.search.budget.ms == math.inf
    assert (search.search.budget.playouts, search.search.slips) == (50, 5)


@pytest.mark.parametrize("game", sidings.game_names())
@pytest.mark.parametrize("spec", ["novice", "thumb", "search:playouts=12"])
def test_bots_answer_with_legal_moves_and_alike_for_the_same_seed(game: str, spec: str) -> None:
    chosen = sidings.game(game)
    one, two = bot(spec, seed=4), bot(spec, seed=4)
    for states in decisions(chosen, count=4):
        seen = seen_by_actor(states)
        observation = Observation(chosen, actor_at(states, 0) + 1, seen[0], legal_actions(seen))
        move = one.choose(observation)
        assert move in observation.moves
        action = two.choose_action(chosen, seen)  # type: ignore[attr-defined]  # one of ours
        assert chosen.write_move(seen[0], action) == move


def seen_by_actor(states: Array) -> Array:
    seen = states.copy()
    hide_at(seen, 0, actor_at(states, 0))
    return seen


def legal_actions(states: Array) -> list[int]:
    buffer = np.zeros(1000, np.int16)
    return buffer[: legal_at(states, 0, buffer)].tolist()


@pytest.mark.parametrize("game", sidings.game_names())
@pytest.mark.parametrize("spec", ["thumb", "search:playouts=12"])
def test_poison_in_the_hidden_part_changes_nothing(game: str, spec: str) -> None:
    """A match hands out only what is left after hiding, whatever the hidden part holds."""
    chosen = sidings.game(game)
    for number, states in enumerate(decisions(chosen)):
        poisoned = seen_by_actor(states)
        guess_at(poisoned, 0, actor_at(states, 0), fast_generator(99, number))
        assert poisoned.tobytes() != states.tobytes()
        moves = {first_move(chosen, world, bot(spec, seed=1)) for world in (states, poisoned)}
        assert len(moves) == 1


def first_move(game: Game[Any], states: Array, player: Any) -> int:
    from sidings.lab.match import _ask

    action, fault = _ask(game, player, states, actor_at(states, 0), legal_actions(states))
    assert fault == ""
    return action


@pytest.mark.parametrize("game", sidings.game_names())
def test_the_rule_of_thumb_does_not_hide_copy_at_what_is_hidden(game: str) -> None:
    """It is handed the hidden part itself, true or poisoned, and rates all moves the same."""
    chosen = sidings.game(game)
    chosen.part("bot")
    for players in chosen.players:
        for number, states in enumerate(decisions(chosen, players)):
            poisoned = seen_by_actor(states)
            guess_at(poisoned, 0, actor_at(states, 0), fast_generator(7, number))
            for depth in (0, 1, 2):
                seen, true, false = (
                    ratings(chosen, world, depth)
                    for world in (seen_by_actor(states), states, poisoned)
                )
                assert seen == true == false


def ratings(game: Game[Any], states: Array, depth: int) -> bytes:
    actions, terms = buffers(game.actions)
    n = legal_at(states, 0, actions)
    rate_at(states, 0, depth, actions, n, terms)
    return terms[:n].tobytes()


def test_a_game_without_a_rule_of_thumb_is_searched_by_random_games() -> None:
    game = HighCard()
    catalogue._without_thumb.discard(game.name)
    with pytest.warns(UserWarning, match="High Card has no rule of thumb"):
        prepare(game)
    template = game.template(2, {})
    played = [
        play_game(game, template, [bot("search:playouts=200", seed=1), bot("novice", seed=2)], 1, d)
        for d in range(20)
    ]
    assert sum(outcome.shares[0] for outcome in played) >= 12  # it plays its higher card
    assert all(outcome.faults == [] for outcome in played)
