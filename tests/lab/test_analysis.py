"""What decided a game: it adds up, knows nothing hidden, and tells good players from poor ones."""

from functools import cache

import numpy as np
import pytest

import sidings
from sidings import lab
from sidings.bots.catalogue import bot
from sidings.lab.analysis import Analysis, Moment, analyse_game

PLAYOUTS = 60
ONE_ROUND = {"mexican-train": {"rounds": 1}}


@cache
def record_of(name: str, levels: tuple[str, ...], seed: int = 5) -> str:
    table = sidings.deal(name, len(levels), seed=seed, options=ONE_ROUND.get(name, {}))
    bots = [bot(level, seed=number) for number, level in enumerate(levels)]
    while (seat := table.turn) is not None:
        table.play(bots[seat - 1].choose(sidings.observe(table)))
    return table.record()


@pytest.mark.parametrize("name", ["game-of-trains", "mexican-train", "continental-express"])
def test_it_adds_up_for_each_seat(name: str) -> None:
    found = analyse_game(record_of(name, ("random", "thumb", "random")), playouts=PLAYOUTS)
    sums = np.array([found.start, found.skill, found.luck, found.rest])
    assert sums.sum(axis=0) == pytest.approx(found.result)
    assert sum(found.result) == pytest.approx(1.0)
    assert sum(found.skill) == pytest.approx(0.0)
    assert sum(found.luck) == pytest.approx(0.0, abs=1e-6)
    for moment in found.moments:
        assert 0.0 <= moment.error <= 1.0
        assert not (moment.forced and (moment.error or moment.better))
        assert sum(moment.chances) == pytest.approx(1.0)


def test_the_same_seed_finds_the_same_and_the_weaker_errs_more() -> None:
    record = record_of("game-of-trains", ("random", "expert"))
    found = analyse_game(record, playouts=PLAYOUTS)
    assert found.moments == analyse_game(record, playouts=PLAYOUTS).moments
    assert found.error(1) > 2 * found.error(2)
    assert any(moment.mark == "blunder" and moment.why for moment in found.decisions(1))


def test_an_unfinished_game_is_judged_as_it_stands() -> None:
    table = sidings.deal("continental-express", 2, seed=3)
    for _ in range(6):
        table.play(table.moves()[0])
    found = analyse_game(table.record(), playouts=PLAYOUTS)
    assert not found.finished
    assert found.result == found.moments[-1].chances


def test_rows_for_researchers() -> None:
    records = [record_of("game-of-trains", ("random", "expert"))]
    rows = lab.analyse(records, playouts=PLAYOUTS)
    assert rows["seat"].tolist() == [1, 2]
    total = rows["start"] + rows["skill"] + rows["luck"] + rows["rest"]
    assert total == pytest.approx(rows["result"])


def moment(error: float, doubt: float, luck: float = 0.0) -> Moment:
    return Moment(1, 1, "draw", False, error, doubt, "", "", [luck, -luck], [0.5, 0.5])


@pytest.mark.parametrize(
    ("error", "doubt", "mark"),
    [(0.2, 0.05, "blunder"), (0.2, 0.25, "good"), (0.07, 0.01, "mistake"),
     (0.04, 0.01, "doubtful"), (0.02, 0.0, "good")],
)  # fmt: skip
def test_nothing_is_called_worse_than_good_within_its_doubt(
    error: float, doubt: float, mark: str
) -> None:
    assert moment(error, doubt).mark == mark


def test_luck_in_words() -> None:
    assert moment(0.0, 0.0, 0.2).fortune == "very lucky"
    assert moment(0.0, 0.0, -0.2).fortune == "very unlucky"
    game = sidings.game("game-of-trains")
    half = [0.5, 0.5]
    found = Analysis(game, ["Ann", "Leo"], True, half, [0.13, -0.13], [], [1.0, 0.0])
    assert found.luckiest() == "Ann was 26 points luckier."
    even = Analysis(game, ["Ann", "Leo"], True, half, [0.0, 0.0], [], [1.0, 0.0])
    assert even.luckiest() == "The cards favoured nobody."
