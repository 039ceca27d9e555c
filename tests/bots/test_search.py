"""Search: it finds the same for the same seed, and a bot ends it when more hardly helps."""

import math
from statistics import NormalDist

import pytest

import sidings
from high_card import HighCard
from high_card.rules import HIDDEN
from sidings.bots.kernels import loss_of_dropping
from sidings.bots.levels import prepare
from sidings.bots.lookahead import Foresight
from sidings.bots.search import FEWEST_WORLDS, Budget, Estimate, Search, proposed
from sidings.games.contract import Game
from sidings.kernel.play import actor_at
from sidings.kernel.record import Array
from thumbs import decisions, hidden, legal_actions

PLAYOUTS = 2000


def positions_of(game: Game, count: int) -> list[Array]:
    return [hidden(states) for states in decisions(game, 2, seed=5, count=count)]


def searched(
    game: Game, states: Array, *, until_clear: bool, foresight: Foresight | None = None
) -> tuple[list[Estimate], int]:
    """What a search finds, and with how many playouts."""
    search = Search(Budget(playouts=PLAYOUTS), seed=9, foresight=foresight)
    seat, actions = actor_at(states, 0), legal_actions(game, states)
    found = search.estimate(game, states, seat, actions, until_clear=until_clear)
    return found, search.playouts


def test_a_search_looks_only_at_what_the_rule_of_thumb_proposes() -> None:
    game = sidings.game("game-of-trains")
    prepare(game)
    states = hidden(next(iter(decisions(game, 2, seed=3, count=1))))
    actions = legal_actions(game, states)
    best = proposed(game, states, actions)
    assert sorted(best) == sorted(actions)

    def estimated(candidates: int) -> list[int]:
        search = Search(Budget(playouts=40), seed=1)
        seat = actor_at(states, 0)
        found = search.estimate(game, states, seat, actions, candidates=candidates,
                                until_clear=True)  # fmt: skip
        return [one.action for one in found]

    assert sorted(estimated(0)) == sorted(actions)
    assert sorted(estimated(2)) == sorted(best[:2])
    assert estimated(1) == best[:1]


@pytest.mark.parametrize("name", sidings.game_names())
@pytest.mark.parametrize(("playouts", "until_clear"), [(150, False), (1000, True)])
def test_a_search_finds_the_same_however_its_work_is_shared_out(
    name: str, playouts: int, until_clear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = sidings.game(name)
    prepare(game)
    positions = positions_of(game, 3)

    def estimated(threads: int, chunk_seconds: float) -> list[list[Estimate]]:
        monkeypatch.setattr("sidings.bots.search.CHUNK_SECONDS", chunk_seconds)
        search = Search(Budget(playouts=playouts), seed=9, threads=threads)
        return [
            search.estimate(
                game, states, actor_at(states, 0), legal_actions(game, states),
                until_clear=until_clear,
            )
            for states in positions
        ]  # fmt: skip

    alone = estimated(1, 1.0)
    assert estimated(1, 0.0) == alone  # one world at a time
    assert estimated(2, 1.0) == alone
    assert estimated(3, 0.001) == alone
    assert len({one.chance for one in alone[-1]}) > 1


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ([12, 1], 0),  # which wins and loses for certain
        ([3, 9], 1),
        ([7, 6], 0),  # which win against the same cards: whatever is played, it comes to the same
    ],
)
def test_a_search_ends_when_more_playouts_would_hardly_help(hand: list[int], best: int) -> None:
    game = HighCard()
    prepare(game)
    states = game.template(2, {})
    states[0].hands[:2] = [hand, [HIDDEN, HIDDEN]]
    found, playouts = searched(game, states, until_clear=True)
    assert (found[0].action, playouts) == (best, 2 * FEWEST_WORLDS)
    found, playouts = searched(game, states, until_clear=False)
    assert (found[0].action, playouts) == (best, PLAYOUTS)


def test_a_search_takes_its_time_where_moves_are_close() -> None:
    game = sidings.game("continental-express")
    prepare(game)
    close = 0
    for states in positions_of(game, 12):
        (best, second, *_), whole = searched(game, states, until_clear=False)
        if best.chance - second.chance < math.hypot(best.error, second.error):
            close += 1
            assert searched(game, states, until_clear=True)[1] == whole
    assert close >= 3


@pytest.mark.parametrize("name", sidings.game_names())
@pytest.mark.parametrize("foresight", [None, Foresight(turns=1, shortlist=2, crowd=2, depth=0)])
def test_a_search_that_ends_early_chooses_as_well(name: str, foresight: Foresight | None) -> None:
    game = sidings.game(name)
    prepare(game, net=foresight is not None)
    positions = positions_of(game, 12)
    same = spent = 0
    for states in positions:
        found, playouts = searched(game, states, until_clear=True, foresight=foresight)
        whole, _ = searched(game, states, until_clear=False, foresight=foresight)
        chances = {one.action: one.chance for one in whole}
        same += found[0].action == whole[0].action
        assert chances[found[0].action] > whole[0].chance - 0.005
        spent += playouts
    assert same >= len(positions) - 1
    assert spent < 0.95 * len(positions) * PLAYOUTS


@pytest.mark.parametrize("error", [0.001, 0.02, 0.3])
@pytest.mark.parametrize("errors_behind", [0.0, 0.5, 2.0, 5.0])
def test_the_loss_of_dropping_a_move_is_bounded(error: float, errors_behind: float) -> None:
    normal = NormalDist()
    tail = normal.pdf(errors_behind) - errors_behind * (1 - normal.cdf(errors_behind))
    found = loss_of_dropping(-errors_behind * error, error)
    assert error * tail <= found * (1 + 1e-9)
    assert found < 2.5 * error * tail
    assert loss_of_dropping(-errors_behind * error, 0.0) == 0.0
