"""The luck of many games: as it is measured move by move, and how far its means may be from 0."""

import math

import numpy as np
import pytest

import sidings
from bare_game import BareGame
from sidings.bots.kernels import buffers
from sidings.bots.luck import LuckMeter
from sidings.kernel.play import actor_at, apply_at
from sidings.kernel.record import Array
from sidings.lab.batch import Batch, prepare_batch
from sidings.lab.kernels import begin, choose_at
from sidings.lab.luck import DEAL, LuckStudy, kind_of, study_luck
from sidings.lab.statistics import win_shares

pytestmark = pytest.mark.compiled

OPTIONS = {"mexican-train": {"rounds": 2}}


def move_by_move(batch: Batch, number: int) -> tuple[Array, dict[str, Array]]:
    """A game of a batch: its result, and what the meter says of every event in it."""
    game, states, rng = batch.game, batch.template.copy(), np.zeros(4, np.int64)
    actions, terms = buffers(game.actions)
    meter = LuckMeter(game)
    begin(states, 0, batch.template, batch.seed, number, number, rng)
    lucks = {DEAL: meter.prospects(states) - 1 / batch.players}
    while actor_at(states, 0) >= 0:
        action = choose_at(states, 0, batch.line_ups[0], actions, terms, batch.network(), rng)
        kind = kind_of(game.write_move(states[0], action))
        lucks[kind] = lucks.get(kind, 0) + meter.of(states, action)
        apply_at(states, 0, action)
    result = sidings.Table(game, states, 0).result
    assert result is not None
    return win_shares(np.array([result.ranking]))[0], lucks


@pytest.mark.parametrize("name", sidings.game_names())
def test_a_compiled_game_has_the_luck_of_its_moves(name: str) -> None:
    game, options = sidings.game(name), OPTIONS.get(name, {})
    batch = prepare_batch(game, "net", games=2, seed=3, players=3, options=options, counting=False)
    found = study_luck(game, "net", games=2, seed=3, players=3, options=options, threads=1)
    for number in range(2):
        result, lucks = move_by_move(batch, number)
        assert found.results[number].tolist() == result.tolist()
        told = {kind: luck[number].tolist() for kind, luck in found.lucks.items()}
        assert told == {kind: pytest.approx(lucks.get(kind, np.zeros(3)).tolist()) for kind in told}
        assert all(kind in told for kind, luck in lucks.items() if luck.any())


def test_it_is_the_same_on_any_number_of_threads_and_ends_in_time() -> None:
    game, told = sidings.game("continental-express"), []
    one, two = (
        study_luck(
            game, "club", games=70, ways=2, threads=threads, report=lambda *far: told.append(far)
        )
        for threads in (1, 2)
    )
    assert told[-1] == (70, 70)
    assert one.results.tolist() == two.results.tolist()
    assert one.total.tolist() == two.total.tolist()
    short = study_luck(game, "club", games=70, ways=2, threads=1, seconds=0)
    assert 0 < len(short.results) < 70
    assert short.total.tolist() == one.total[: len(short.results)].tolist()


def with_means(*means: float) -> LuckStudy:
    """Luck that is one standard error away from nothing, times each number, by kind of event."""
    noise = np.array([1.0, -1.0] * 50) / math.sqrt(100)
    lucks = {DEAL: np.ones((100, 1)) + noise[:, None]}
    for mean in means:
        lucks[f"event {mean}"] = (0.01 * mean + noise)[:, None]
    return LuckStudy(np.zeros((100, 1)), lucks)


def test_of_many_means_some_are_far_from_nothing_by_chance() -> None:
    assert with_means(1.96).doubt == pytest.approx(0.05, abs=0.001)
    assert with_means(1.96, 0.5).doubt == pytest.approx(0.1, abs=0.001)
    assert with_means(0.5, -4).doubt < 0.001
    assert with_means(0.1, 0.2).doubt == 1


def test_luck_that_cannot_be_measured_is_refused() -> None:
    with pytest.raises(sidings.BadOption, match="no learned judge"):
        study_luck(BareGame(), "random")
