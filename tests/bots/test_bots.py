"""The bots by name; what each game's rule of thumb may know, tests/games/*/test_bot.py shows."""

import math

import pytest

import sidings
from bare_game import BareGame
from sidings.bots import KernelBot, Observation, bot, bots, choose_action
from sidings.bots.learned import LearnedBot
from sidings.bots.levels import LEVELS, levels_of, player_of, prepare
from sidings.bots.search import SearchBot
from sidings.bots.thumb import ThumbBot
from sidings.games.parts import Level
from sidings.kernel.play import actor_at
from sidings.lab.arena import play_game
from thumbs import decisions, hidden, legal_actions


def test_the_names_weakest_first() -> None:
    assert bots() == ["random", *LEVELS]
    assert LEVELS == ("novice", "casual", "club", "expert", "master", "grandmaster")


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
        ("search:ms=inf", "ms is not a possible number: 'ms=inf'"),
        ("search:ms=nan", "ms is not a possible number"),
        ("search:ms=50,playouts=-1", "playouts is not a possible number"),
        ("thumb:depth=-2", "depth is not a possible number"),
        ("search:speed=3", "search takes ms=NUMBER, playouts=NUMBER, .* not 'speed=3'"),
        ("net:blur=-1", "blur is not a possible number"),
        ("net:blur=40,playouts=50", "net takes only one of blur, looks, and ms or playouts"),
        ("net:looks=9,blur=40", "net takes only one of blur, looks, and ms or playouts"),
        ("thumb:depth=two", "thumb takes depth=NUMBER, blur=NUMBER, not 'depth=two'"),
    ],
)
def test_bots_that_there_are_not(spec: str, message: str) -> None:
    with pytest.raises(sidings.BadOption, match=message):
        bot(spec)


def test_a_level_is_a_rule_of_thumb_a_network_or_a_search() -> None:
    thumb = player_of(Level(depth=1, blur=30), 1)
    assert isinstance(thumb, ThumbBot)
    assert (thumb.depth, thumb.blur) == (1, 30)
    learned = player_of(Level(net=True, blur=30), 1)
    assert isinstance(learned, LearnedBot)
    assert (learned.blur, learned.looks) == (30, 0)
    glancing = player_of(Level(net=True, looks=9), 1)
    assert isinstance(glancing, LearnedBot)
    assert (glancing.blur, glancing.looks) == (0, 9)
    search = player_of(Level(depth=0, playouts=50, slips=5), 1)
    assert isinstance(search, SearchBot)
    assert search.search.budget.ms == math.inf
    assert (search.search.budget.playouts, search.search.slips) == (50, 5)


@pytest.mark.parametrize("game", sidings.game_names())
@pytest.mark.parametrize(
    "spec", ["novice", "thumb", "net:blur=40", "net:looks=5", "search:playouts=12"]
)
def test_bots_answer_with_legal_moves_and_alike_for_the_same_seed(game: str, spec: str) -> None:
    chosen = sidings.game(game)
    one, two = bot(spec, seed=4), bot(spec, seed=4)
    assert isinstance(two, KernelBot)
    for states in decisions(chosen, 2, seed=3, count=4):
        seen, seat = hidden(states), actor_at(states, 0)
        observation = Observation(chosen, seat + 1, seen[0], legal_actions(chosen, seen))
        move = one.choose(observation)
        assert move in observation.moves
        action = choose_action(two, chosen, seen, seat, observation.actions)
        assert chosen.write_move(seen[0], action) == move


def test_a_game_without_a_rule_of_thumb_is_searched_by_random_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sidings.bots.levels._prepared", set())
    game = BareGame()
    with pytest.warns(UserWarning, match="Bare Game has no rule of thumb"):
        prepare(game, search=False)
    prepare(game)  # the warning comes once
    template = game.template(2, {})
    played = [
        play_game(game, template, [bot("search:playouts=200", seed=1), bot("novice", seed=2)], 1, d)
        for d in range(20)
    ]
    assert sum(outcome.shares[0] for outcome in played) >= 12  # it plays its higher card
    assert all(outcome.faults == [] for outcome in played)
