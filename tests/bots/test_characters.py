"""Characters: a style that shows in play, and nothing else than a weighing of the same terms."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sidings
from high_card import HighCard
from sidings import lab
from sidings.bots import Observation, bot, bots, observe
from sidings.bots.company import Company
from sidings.bots.kernels import bias_of, buffers, percents, rating_of, thumb_at
from sidings.bots.levels import CHARACTERS, LEVELS, characters_of, level_of, levels_of, player_of
from sidings.games.parts import MOST_TERMS, Level, leaning
from sidings.kernel.fast import fast_generator
from sidings.kernel.record import Array
from sidings.lab.arena import arena
from sidings.testing.contents import check_contents
from sidings.testing.violation import BrokenContract
from thumbs import decisions, hidden, legal_actions

GAMES = sidings.game_names()
ROUNDS, GAMES_EACH = 2000, 400  # one round of Mexican Train is mostly luck


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_ours_has_every_character(name: str) -> None:
    game = sidings.game(name)
    assert tuple(characters_of(game)) == CHARACTERS
    assert bots(game) == ["random", *LEVELS, *CHARACTERS]
    for character in characters_of(game).values():
        assert not character.searches
        assert len(character.style) == MOST_TERMS
        assert character.depth == levels_of(game)["club"].depth


def test_a_game_without_a_character_refuses_it() -> None:
    game = HighCard()
    assert bots(game) == ["random", *LEVELS]
    known = ", ".join(LEVELS)
    table = sidings.deal(game, 2, seed=1)
    with pytest.raises(sidings.BadOption, match=f"High Card has no 'saver'; there are {known}$"):
        bot("saver").choose(observe(table))
    message = f"no level 'saver'; there are random, {known}$"
    with pytest.raises(sidings.BadOption, match=message):
        Company(table, "saver")
    with pytest.raises(sidings.BadOption, match="no policy 'saver'; batches play random, thumb"):
        lab.play(game, "saver", games=1)
    for refused in (
        lambda: bot("saver", game=game),
        lambda: arena(game, ["saver", "random"], games=2, jobs=1),
    ):
        with pytest.raises(sidings.BadOption, match="High Card has no 'saver'"):
            refused()
    with pytest.raises(sidings.BadOption, match=f"no bot 'hoarder'; there are .*{CHARACTERS[-1]}$"):
        bot("hoarder")


def test_a_game_cannot_have_a_character_that_has_no_name_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = HighCard()
    monkeypatch.setattr(game.part("bot"), "CHARACTERS", {"hoarder": Level()}, raising=False)
    with pytest.raises(BrokenContract, match=r"CHARACTERS in bot\.py has hoarder, which is none"):
        check_contents(game)


# --- A style is a weighing of terms


def test_a_style_weighs_terms_in_whole_steps() -> None:
    terms = np.array([3.0, -1.5, 0.1, 0, 0, 0, 0, 0])
    style = percents(leaning({0: 200, 1: 0}))
    assert rating_of(terms) + bias_of(terms, style) == rating_of(np.array([6.0, 0, 0.1, *[0] * 5]))


@pytest.mark.parametrize("name", GAMES)
def test_a_style_of_100_per_cent_changes_nothing(name: str) -> None:
    game = sidings.game(name)
    game.part("bot")
    actions, terms = buffers(game.actions)
    plain, styled = player_of(Level(blur=20), 7), player_of(Level(blur=20, style=leaning({})), 7)
    rng = fast_generator(7, 2)
    for states in decisions(game, 2, seed=3, count=20):
        seen = hidden(states)
        chosen = thumb_at(seen, 0, 2, 20, percents(()), actions, terms, rng)
        assert plain.choose_action(game, seen) == styled.choose_action(game, seen) == chosen


@pytest.mark.parametrize("name", GAMES)
def test_a_character_by_name_plays_as_in_a_batch(name: str) -> None:
    """The arena and tables ask bots, batches ask kernels: both know the style."""
    game = sidings.game(name)
    for character in CHARACTERS:
        level = level_of(game, character)
        actions, terms = buffers(game.actions)
        named, rng = bot(character, seed=5), fast_generator(5, level.depth)
        for states in decisions(game, 2, seed=4, count=5):
            seen = hidden(states)
            style = percents(level.style)
            action = thumb_at(seen, 0, level.depth, level.blur, style, actions, terms, rng)
            seat = int(seen[0].turn)
            observation = Observation(game, seat + 1, seen[0], legal_actions(game, seen))
            assert named.choose(observation) == game.write_move(seen[0], action)


# --- It shows (docs/bots.md has the measurements)


def own(rows: Array, column: str) -> Any:
    return (rows[column] * (rows["policies"] == 0)).sum()


def other(rows: Array, column: str) -> Any:
    return (rows[column] * (rows["policies"] == 1)).sum()


def pips_lost(rows: Array) -> Any:
    return own(rows, "scores") / (rows["rounds"].sum() - own(rows, "rounds_won"))


def removals(rows: Array) -> Any:
    return sum(own(rows, f"remove_{place}") for place in ("left", "middle", "right"))


def spread(rows: Array) -> Any:
    return rows["scores"][rows["policies"] == 0].std()


SHOWS: list[tuple[str, str, Callable[[Array], Any]]] = [
    ("mexican-train", "blocker", lambda rows: other(rows, "draws")),
    ("mexican-train", "saver", lambda rows: -pips_lost(rows)),
    ("mexican-train", "gambler", spread),
    ("game-of-trains", "blocker", removals),
    ("game-of-trains", "saver", lambda rows: own(rows, "protect")),
    ("game-of-trains", "gambler", lambda rows: own(rows, "draws") / rows["moves"].sum()),
    ("continental-express", "blocker", lambda rows: other(rows, "tickets_spent")),
    ("continental-express", "saver", lambda rows: own(rows, "tickets_left")),
    ("continental-express", "gambler", lambda rows: own(rows, "contract_points")),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "character", "trait"), SHOWS)
def test_a_style_shows(name: str, character: str, trait: Callable[[Array], Any]) -> None:
    more: dict[str, Any] = {"games": GAMES_EACH}
    if name == "mexican-train":
        more = {"games": ROUNDS, "options": {"rounds": 1}}
    styled, plain = (
        lab.play(name, [policy, "club"], seed=1, rotate=True, **more)
        for policy in (character, "club")
    )
    assert trait(styled) > trait(plain)
