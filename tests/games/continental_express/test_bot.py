"""The rule of thumb of Continental Express: what a sensible player does, and what they may know."""

from typing import Any

import pytest
from numba import config

import sidings
from games.continental_express.positions import EMPTY, NO_CARD, effect, loaded
from sidings.bots import bot, observe
from sidings.bots.advice import advise
from sidings.games.parts import MOST_TERMS, worth
from sidings.lab.arena import duel
from thumbs import (
    assert_poison_changes_no_move,
    assert_rates_alike_without_the_hidden_part,
    decisions,
    ratings,
)

GAME = sidings.game("continental-express")
THUMB = GAME.part("bot")
POSITIONS = 30 if config.DISABLE_JIT else 3000
DEPTHS = (0, 1, 2)


def choice(table: sidings.Table, depth: int = 2) -> str:
    return bot(f"thumb:depth={depth}", seed=1).choose(observe(table))


# --- What a sensible player does


@pytest.mark.parametrize("depth", DEPTHS)
def test_takes_the_wagon_that_completes_an_objective(depth: int) -> None:
    assert choice(nearly_complete(), depth) == "take b1"


def nearly_complete() -> sidings.Table:
    """Seat 1 lacks only the cattle of b1 for seven points (objective 16)."""
    return loaded(wagons=[{"coach": 2, "tanker": 1}], objectives=[16, 17, 7])


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_locomotive_is_worth_a_ticket(depth: int) -> None:
    lines = {"a": ["boxcar", "locomotive", "tanker"], "b": ["boxcar", "boxcar", "boxcar"]}
    table = loaded(tickets=[1, 0], wagons=[{"boxcar": 1}], lines=lines)
    assert choice(table, depth) == "take a2"


def test_keeps_from_the_next_player_what_completes_their_objective() -> None:
    lines = {
        "a": ["diner", "boxcar", "boxcar"],
        "b": ["tanker", "boxcar", "boxcar"],
        "c": ["tanker", "boxcar", "boxcar"],
    }
    wagons = [{"tanker": 1, "diner": 3}, {"boxcar": 2, "coach": 1}]
    table = loaded(wagons=wagons, lines=lines, objectives=[12, 17, 7])
    assert choice(table, depth=0) in ("take b1", "take c1")  # two points of one's own
    assert choice(table, depth=1) == "take a1"  # seven points of the other's


def test_an_investor_fetches_the_locomotive_from_beside_the_pile() -> None:
    lines = {"a": [None, "coach", "tanker"], "b": ["cattle", "diner", "locomotive"]}
    assert choice(loaded(**effect("investor") | {"lines": lines})) == "take b3"


def test_an_investor_is_worth_the_best_other_card() -> None:
    lines = {
        "a": ["investor", "boxcar", "locomotive"],
        "b": ["boxcar", "pickpocket", "director"],
        "c": ["boxcar", "investor", "pointsman"],
    }
    wagons = [{"boxcar": 2}, {"coach": 1}]
    assert choice(loaded(wagons=wagons, tickets=[0, 1], lines=lines)) == "take a1"


def test_an_investor_that_finds_only_another_is_worth_nothing() -> None:
    lines = {"a": ["investor", None, None], "b": ["investor", None, None], "c": NO_CARD}
    table = loaded(lines=lines, piles=EMPTY["piles"])
    assert not ratings(GAME, table._states, 0).any()


def test_a_director_is_worth_a_token_that_is_left() -> None:
    """The blue contract wants blue tokens; the others have them all, and nothing else helps."""
    lines = {"a": ["director", "boxcar", "boxcar"], "b": ["boxcar"] * 3, "c": ["boxcar"] * 3}
    tokens = [{}, {"blue": 4}]
    assert choice(loaded(lines=lines, tokens=tokens)) != "take a1"
    assert choice(loaded(lines=lines)) == "take a1"


def test_robs_the_richest() -> None:
    assert choice(loaded(3, **effect("pickpocket", tickets=[0, 1, 3]))) == "rob 3"


def test_trades_for_the_wagon_that_completes_an_objective() -> None:
    wagons = [{"coach": 2, "boxcar": 2}, {"coach": 1, "tanker": 1}]
    table = loaded(**effect("pointsman", wagons=wagons))
    assert choice(table) == "trade boxcar for coach of 2"


@pytest.mark.parametrize(
    ("contract", "icons", "token"),
    [
        ("red", ["blue"], "red"),
        ("pairs", ["green"], "green"),
        ("triplets", ["green", "green", "black"], "green"),
        ("two-pairs", ["blue", "blue", "red"], "red"),
    ],
)
def test_directors_serve_the_contract(contract: str, icons: list[str], token: str) -> None:
    tokens = [{colour: icons.count(colour) for colour in icons}]
    given = effect("director", tokens=tokens, contracts=[contract, "yellow"])
    assert choice(loaded(**given)) == f"token {token}"


@pytest.mark.parametrize(
    ("contract", "icons"), [("trios", ["blue", "red"]), ("four", ["blue", "red", "green"])]
)
def test_directors_bring_another_colour(contract: str, icons: list[str]) -> None:
    given = effect("director", tokens=[dict.fromkeys(icons, 1)], contracts=[contract, "yellow"])
    assert choice(loaded(**given)).removeprefix("token ") not in icons


def test_keeps_the_contract_that_is_easier_to_fulfil() -> None:
    table = sidings.deal("continental-express", seed=1)
    position = table.dump()
    position["offered"] = [["triplets", "trios"], ["four", "red"]]
    assert choice(sidings.load(position)) == "contract 2"
    position["turn"], position["offered"] = 1, [["pairs", "two-pairs"], ["four", "red"]]
    assert choice(sidings.load(position)) == "contract 1"


def test_validates_the_objective_that_brings_more() -> None:
    wagons = [{"coach": 3, "tanker": 2, "cattle": 1}]
    table = loaded(phase="objective", wagons=wagons, objectives=[7, 17, 16])
    assert choice(table) == "objective 3"  # seven points, not four or two


def test_the_last_turn_is_for_points_alone() -> None:
    ended: dict[str, Any] = {"validated": [[], [1, 2, 3, 4]], "last_turns": 1}
    lines = {"a": ["ticket", "boxcar", "tanker"]}
    assert choice(loaded(lines=lines, **ended)) == "take a1"
    lines = {"a": ["ticket", "boxcar", "tanker"], "b": ["diner", "boxcar", "boxcar"]}
    assert choice(loaded(lines=lines, wagons=[{"cattle": 1}], **ended)) == "take b1"


def test_the_last_objective_need_not_be_a_good_one() -> None:
    given: dict[str, Any] = {"phase": "objective", "wagons": [{"tanker": 2}]}
    assert choice(loaded(**given, validated=[[], [1, 2, 3, 4]], last_turns=1)) == "objective 2"


def test_ends_the_game_when_ahead_and_waits_when_behind() -> None:
    ahead = {"validated": [[4, 8, 12], [1]], "tickets": [3, 0]}
    behind = {"validated": [[1, 9, 13], [4, 12, 16]], "tickets": [0, 5]}
    given: dict[str, Any] = {"phase": "objective", "wagons": [{"tanker": 2}, {"coach": 2}]}
    assert choice(loaded(**given, **ahead)) == "objective 2"
    assert choice(loaded(**given, **behind)) == "done"


# --- Why


def test_every_term_has_words_for_and_against() -> None:
    assert len(THUMB.TERMS) <= MOST_TERMS
    assert len({phrase for pair in THUMB.TERMS for phrase in pair}) == 2 * len(THUMB.TERMS)


@pytest.mark.compiled
def test_advice_says_why() -> None:
    advice = {one.move: one.why for one in advise(nearly_complete(), playouts=20)}
    assert "brings an objective nearer" in advice["take b1"]


# --- What it may know


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rating_is_the_same_with_and_without_the_hidden_part(players: int) -> None:
    positions = decisions(GAME, players, seed=players, count=POSITIONS // 3)
    assert_rates_alike_without_the_hidden_part(GAME, positions, DEPTHS)


@pytest.mark.parametrize("spec", ["thumb", "search:playouts=4,depth=1"])
def test_poison_in_the_hidden_part_changes_no_move(spec: str) -> None:
    assert_poison_changes_no_move(GAME, decisions(GAME, 2, seed=8, count=60)[-2:], spec)


# --- How it is computed


@pytest.mark.parametrize(
    ("tickets", "validated", "shares"),
    [
        ([1, 0], [[], []], [1, 0]),
        ([2, 0], [[], [1]], [0, 1]),  # a tie goes to the points on objectives
        ([1, 1], [[], []], [0.5, 0.5]),
    ],
)
def test_a_finished_game_is_worth_the_share_of_the_win(
    tickets: list[int], validated: list[list[int]], shares: list[float]
) -> None:
    empty = {name: [None] * 3 for name in "abc"}
    given: dict[str, Any] = {"lines": empty, "piles": {"a": [], "b": [], "c": []}}
    given |= {"phase": "over", "turn": None, "contracts": ["black", "yellow"]}
    table = loaded(tickets=tickets, validated=validated, **given)
    assert [worth(table.state, table.state, seat) for seat in (0, 1)] == shares
    assert not THUMB.settled(table.state, table.state, 1)


@pytest.mark.compiled
def test_the_rule_of_thumb_beats_random_moves() -> None:
    share, _ = duel(GAME, bot("thumb", seed=1), bot("random", seed=2), deals=3)
    assert share >= 5 / 6
