"""A small match guards each level against going wrong; how strong they are, docs/bots.md says.

Seeds are fixed and bounds generous: two levels apart a sound bot wins about 70 %, so it falls
below 40 % of so few games once in a hundred times, while a broken one wins next to none. Levels
that search play here by few playouts; ``grandmaster`` is ``master`` with more of them.
"""

import dataclasses

import pytest

import sidings
from sidings.bots.levels import LEVELS, LevelBot, levels_of
from sidings.games.parts import Level
from sidings.lab.arena import arena, play_game

DEALS = 5
DEALS_OF = {"mexican-train": 16}  # one round is mostly luck
PLAYOUTS = 120
LEAST = 0.4
OPTIONS: dict[str, dict[str, int]] = {"mexican-train": {"rounds": 1}}

pytestmark = pytest.mark.compiled


def by_playouts(level: Level) -> Level:
    if not (level.ms or level.playouts):
        return level
    return dataclasses.replace(level, ms=0, playouts=min(level.playouts or PLAYOUTS, PLAYOUTS))


@pytest.mark.parametrize("name", sidings.game_names())
def test_each_level_beats_the_one_two_below(name: str) -> None:
    game = sidings.game(name)
    template = game.template(2, OPTIONS.get(name, {}))
    levels = [by_playouts(levels_of(game)[level]) for level in LEVELS[:-1]]
    deals = DEALS_OF.get(name, DEALS)
    for strong, weak in zip(levels[2:], levels[:-2], strict=True):
        wins = 0.0
        for deal in range(deals):
            one = LevelBot(lambda _, level=strong: level, deal)  # type: ignore[misc]  # bound early
            two = LevelBot(lambda _, level=weak: level, deal)  # type: ignore[misc]
            wins += play_game(game, template, [one, two], 1, deal).shares[0]
            wins += play_game(game, template, [two, one], 1, deal).shares[1]
        assert wins >= LEAST * 2 * deals, f"{strong} won {wins} of {2 * deals} games against {weak}"


@pytest.mark.parametrize("name", sidings.game_names())
def test_the_rule_of_thumb_beats_random(name: str) -> None:
    bots = ["thumb", "novice", "random"]
    options = OPTIONS.get(name, {})
    standings = arena(name, bots, games=48, options=options, jobs=1)
    for bot, least in (("thumb", 0.75), ("novice", 0.5)):
        beats = standings.beats(bot, "random")
        assert beats is not None
        assert beats.rate >= least
    assert standings.faults == {}
