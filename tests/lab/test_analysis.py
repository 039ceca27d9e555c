"""What decided a game: it adds up, knows nothing hidden, and tells good players from poor ones."""

from functools import cache

import pytest

import sidings
from sidings import lab
from sidings.bots.analysis import (
    FEWEST_PLAYOUTS,
    MASTER_MOVES,
    MOST_PACE,
    Analysis,
    Decision,
    Moment,
    moment_of,
    playouts_each,
    share_out,
    sum_up,
)
from sidings.bots.analysis import PLAYOUTS as PLAYOUTS_EACH
from sidings.bots.catalogue import bot
from sidings.cli.analyse import luckiest
from sidings.lab.analysis import analyse_game

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
    for seat in found.seats:
        assert seat.start + seat.skill + seat.luck + seat.rest == pytest.approx(seat.result)
        assert 0.0 <= seat.accuracy <= 1.0
    for part, whole in (("result", 1.0), ("skill", 0.0), ("luck", 0.0)):
        assert sum(getattr(seat, part) for seat in found.seats) == pytest.approx(whole, abs=1e-6)
    for moment in found.moments:
        decision = moment.decision
        assert decision is None or -1.0 <= decision.error <= 1.0
        assert decision is None or bool(decision.better) == (decision.error > 0)
        assert sum(moment.chances) == pytest.approx(1.0)


def test_the_same_seed_finds_the_same_and_the_weaker_errs_more() -> None:
    record = record_of("game-of-trains", ("random", "expert"))
    found = analyse_game(record, playouts=PLAYOUTS)
    assert found == analyse_game(record, playouts=PLAYOUTS)
    weak, strong = found.seats
    assert weak.error > 2 * strong.error
    assert weak.accuracy < strong.accuracy
    assert weak.rating != strong.rating
    blunders = [one for one in found.moments if one.mark == "blunder" and one.seat == 1]
    assert any(one.decision and one.decision.why for one in blunders)
    assert {one.number for one in blunders} & set(found.turning_points)


def test_an_unfinished_game_is_judged_as_it_stands() -> None:
    table = sidings.deal("continental-express", 2, seed=3)
    for _ in range(6):
        table.play(table.moves()[0])
    found = analyse_game(table.record(), playouts=PLAYOUTS)
    assert not found.finished
    assert [seat.result for seat in found.seats] == found.moments[-1].chances
    assert {seat.rating for seat in found.seats} == {""}  # too few decisions


def test_rows_for_researchers() -> None:
    records = [record_of("game-of-trains", ("random", "expert"))]
    rows = lab.analyse(records, playouts=PLAYOUTS)
    assert rows["seat"].tolist() == [1, 2]
    total = rows["start"] + rows["skill"] + rows["luck"] + rows["rest"]
    assert total == pytest.approx(rows["result"])


def moment(error: float, doubt: float, luck: float = 0.0, number: int = 1, seat: int = 1) -> Moment:
    decision = Decision(0.5, error, doubt, "", "", False, [])
    return moment_of(number, seat, "draw", decision, [luck, -luck], [0.5, 0.5])


@pytest.mark.parametrize(
    ("error", "doubt", "mark"),
    [(0.2, 0.05, "blunder"), (0.2, 0.25, "good"), (0.07, 0.01, "mistake"),
     (0.04, 0.01, "doubtful"), (0.02, 0.0, "good"), (-0.3, 0.1, "good")],
)  # fmt: skip
def test_nothing_is_called_worse_than_good_within_its_doubt(
    error: float, doubt: float, mark: str
) -> None:
    assert moment(error, doubt).mark == mark


def summed(deal: float, *moments: Moment) -> Analysis:
    half, lucks = [0.5, 0.5], [deal, -deal]
    ratings = {"master": 0.01, "novice": 0.1}
    return sum_up("x", ["Ann", "Leo"], 1, True, half, lucks, list(moments), [1.0, 0.0], ratings)


def test_luck_in_words() -> None:
    assert moment(0.0, 0.0, 0.2).fortune == "lucky"
    assert moment(0.0, 0.0, -0.2).fortune == "unlucky"
    assert luckiest(summed(0.13)) == "Ann was 26 points luckier."
    assert luckiest(summed(-0.1, moment(0.0, 0.0, -0.02))) == "Leo was 24 points luckier."
    assert luckiest(summed(0.004)) == "Ann was one point luckier."
    assert luckiest(summed(0.0)) == "The cards favoured nobody."


def test_sums_by_hand() -> None:
    found = summed(0.1, moment(0.2, 0.1), moment(-0.1, 0.1, luck=0.3, number=2, seat=2))
    ann, leo = found.seats
    assert (ann.start, ann.luck, ann.result) == (0.5, pytest.approx(0.4), 1.0)
    assert ann.skill == pytest.approx(-0.3)  # its own error, and the other's gain
    assert ann.rest == pytest.approx(0.4)
    assert (ann.error, ann.accuracy) == (0.2, pytest.approx(0.6))
    assert (leo.error, leo.accuracy) == (-0.1, 1.0)
    assert found.turning_points == [1, 2]
    many = [moment(0.05, 0.01, number=number) for number in range(1, 12)]
    assert summed(0.0, *many).seats[0].rating == "novice"
    assert len(summed(0.0, *many).turning_points) == 8


def test_the_decisions_of_a_long_game_share_the_playouts() -> None:
    pace = 1000.0
    enough = MASTER_MOVES * 1000 // PLAYOUTS_EACH  # decisions that are judged in full
    assert playouts_each(PLAYOUTS_EACH, enough, pace) == PLAYOUTS_EACH
    assert playouts_each(PLAYOUTS_EACH, 2 * enough, pace) == PLAYOUTS_EACH // 2
    assert playouts_each(10 * PLAYOUTS_EACH, 2 * enough, pace) == 10 * PLAYOUTS_EACH // 2
    assert playouts_each(PLAYOUTS_EACH, 10**6, pace) == FEWEST_PLAYOUTS
    assert playouts_each(8, 10**6, pace) == 8
    assert playouts_each(PLAYOUTS_EACH, 10**6, 0.0) == PLAYOUTS_EACH  # its master knows no number
    assert playouts_each(PLAYOUTS_EACH, 0, pace) == PLAYOUTS_EACH
    long = 4 * MASTER_MOVES * MOST_PACE // PLAYOUTS_EACH
    assert playouts_each(PLAYOUTS_EACH, long, 2.0 * MOST_PACE) == PLAYOUTS_EACH // 4


def test_of_several_only_the_movers_chance_is_known() -> None:
    assert share_out([0.5, 0.3, 0.2], [0.2, 0.6, 0.2], 2) == pytest.approx([2 / 7, 0.6, 0.8 / 7])
    assert share_out([0.5, 0.3, 0.2], [0.0, 1.0, 0.0], 0) == [0.0, 1.0, 0.0]
    assert share_out([0.0, 1.0, 0.0], [0.2, 0.6, 0.2], 2) == [0.2, 0.6, 0.2]
