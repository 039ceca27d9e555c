"""The parts of every game: counters that add up, observations within their range, plain ones."""

from typing import Any

import numpy as np
import pytest
from numba import config

import sidings
from bare_game import BareGame
from high_card import HighCard
from sidings.bots.kernels import buffers, rate_at
from sidings.envs.layout import layout_of
from sidings.games.contract import Game, Objection
from sidings.games.parts import Plan, conclude, encode, note, rows_of, settled, worth
from sidings.kernel.play import actor_at, hidden_copy
from sidings.testing import check_game

GAMES: list[Game[Any]] = [*map(sidings.game, sidings.game_names()), HighCard(), BareGame()]
ENCODED = [game for game in GAMES if game.has_part("observation")]
MOST_MOVES = 60 if config.DISABLE_JIT else 1500


def name_of(game: Game[Any]) -> str:
    return game.name


def moves_of(game: Game[Any], players: int, seed: int) -> Any:
    """A table of a random game before each move, and the action that is played."""
    table = sidings.deal(game, players, seed)
    chance = np.random.default_rng(seed)
    for _ in range(MOST_MOVES):
        if table.turn is None:
            break
        action = int(chance.choice(table.actions()))
        yield table, action
        table.play_action(action)
    yield table, None


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_the_better_the_level_the_less_it_errs(game: Game[Any]) -> None:
    levels = game.part("ratings").RATINGS
    assert list(levels.values()) == sorted(levels.values())
    assert list(levels) in ([], ["master", "expert", "club", "casual", "novice"])


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_counters_count_up_and_never_down(game: Game[Any]) -> None:
    part = game.part("counters")
    counts = np.zeros((max(1, rows_of(part.COUNTERS)), game.players[-1]), np.int64)
    for table, action in moves_of(game, game.players[-1], 3):
        before = counts.copy()
        states = np.array([table.state], game.dtype)
        if action is None:
            conclude(states[0], counts)
        else:
            note(states[0], action, counts)
        assert (counts >= before).all()
    assert counts.any() == bool(part.COUNTERS)
    named = {counter.name for counter in part.COUNTERS}
    assert set(part.labels(game)) <= named


@pytest.mark.parametrize("game", ENCODED, ids=name_of)
def test_observations_stay_within_their_range(game: Game[Any]) -> None:
    layout = layout_of(game)
    out = np.zeros(layout.size, np.int16)
    for players in (game.players[0], game.players[-1]):
        for table, _ in moves_of(game, players, 1):
            states = np.array([table.state], game.dtype)
            for seat in (-1, actor_at(states, 0)):
                assert encode(hidden_copy(states, seat)[0], seat, out) == layout.size
                assert (out >= layout.low).all()
                assert (out <= layout.high).all()


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_game_has_a_layout_for_a_gpu(game: Game[Any]) -> None:
    part = game.part("gpu")
    assert isinstance(part.AT_RANDOM, Plan)
    assert isinstance(part.WITH_THUMBS, Plan)
    assert part.DEEPEST in (0, 1, 2)


# --- A game without parts -------------------------------------------------------------------------


def test_a_game_with_nothing_but_rules_and_text_keeps_the_contract() -> None:
    check_game(BareGame(), games=4, both_ways=False)


def test_without_a_drawing_the_position_is_shown() -> None:
    table = sidings.deal(BareGame(), seed=1)
    assert "hands: [[" in str(table)
    assert "played: [0, 0]" in str(table)


def test_without_a_rule_of_thumb_all_moves_are_alike_and_only_the_end_counts() -> None:
    game = BareGame()
    game.part("bot")
    table = sidings.deal(game, seed=1)
    states = np.array([table.state], game.dtype)
    actions, terms = buffers(game.actions)
    actions[:2] = 0, 1
    rate_at(states, 0, 0, actions, 2, terms)
    assert not terms[:2].any()
    assert not settled(states[0], states[0], 5)
    for move in ("play", "play"):
        table.play(next(text for text in table.moves() if text.startswith(move)))
    end = np.array([table.state], game.dtype)
    assert sum(worth(end[0], end[0], seat) for seat in range(2)) == 1.0


def test_without_counters_nothing_is_counted() -> None:
    game = BareGame()
    part = game.part("counters")
    states = np.array([sidings.deal(game, seed=1).state], game.dtype)
    counts = np.zeros((1, 2), np.int64)
    note(states[0], 0, counts)
    conclude(states[0], counts)
    assert not counts.any()
    assert (part.COUNTERS, part.labels(game)) == ((), {})


class Variant(HighCard):
    """A game of a module that is no package: its parts are those of the game it varies."""


def test_a_variant_has_the_parts_of_its_game() -> None:
    assert Variant().part("view").__name__ == "high_card.view"
    assert not Variant().has_part("nonsense")


def test_an_objection_can_be_read() -> None:
    assert repr(Objection("HC-1", "over", seat=1)) == "Objection('HC-1', 'over', {'seat': 1})"


def test_a_preset_is_a_name_for_options() -> None:
    game = sidings.game("mexican-train")
    table = sidings.deal(game, 4, 7, preset="countdown-thirteen", double_blank=50)
    assert (table.options["rounds"], table.options["double_blank"]) == (13, 50)
    assert game.preset_of(table.options, 4) is None
    assert game.preset_of({**table.options, "double_blank": 0}, 4) == "countdown-thirteen"
    assert game.preset_of(game.check_options({}, 4), 4) == "as-printed"
    with pytest.raises(sidings.BadOption, match="no preset 'slow'; there are as-printed"):
        sidings.deal(game, 4, preset="slow")
    with pytest.raises(sidings.BadOption, match="no preset 3; there are none"):
        sidings.deal(HighCard(), 2, preset=3)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_preset_can_be_played_and_no_two_are_alike(game: Game[Any]) -> None:
    for players in game.players:
        names = game.presets_for(players)
        assert names == [
            game.preset_of(game.check_options({"preset": name}, players), players) for name in names
        ]
    assert {name for players in game.players for name in game.presets_for(players)} == set(
        game.presets
    )


def test_a_preset_that_so_many_cannot_play_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sidings.game("mexican-train")
    monkeypatch.setattr(type(game), "presets", {"as-printed": {}, "small": {"set": "double-9"}})
    assert game.presets_for(4) == ["as-printed", "small"]
    assert game.presets_for(5) == ["as-printed"]


def test_the_puzzles_of_a_game_without_themes_ask_for_the_best_move() -> None:
    part = BareGame().part("puzzles")
    assert (part.SETTINGS, part.theme(None, 0, -1)) == ((), "best-move")
