"""Balance reports: what they measure, and the page they write."""

import csv
import math
import re
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import sidings
from bare_game import BareGame
from sidings.lab.balance import study as studies
from sidings.lab.balance.command import run_report
from sidings.lab.balance.measures import (
    by_order,
    difference,
    difference_of_rates,
    holders_of,
    margins,
    most_of,
    seat_advantage,
)
from sidings.lab.balance.study import Study, study, variants
from sidings.lab.statistics import mean_of


def rows_of(places: list[list[int]], **more: list[Any]) -> Any:
    """Rows with the columns that a measure looks at."""
    players = (len(places[0]),)
    kinds: list[Any] = [("places", np.int8, players), ("first", np.int8)]
    kinds += [("scores", np.int32, players)]
    rows = np.zeros(len(places), kinds)
    rows["places"] = places
    for name, values in more.items():
        rows[name] = values
    return rows


def test_seats_are_counted_from_the_first_player() -> None:
    rows = rows_of([[1, 2, 3], [3, 1, 2], [2, 3, 1]], first=[0, 1, 0])
    assert by_order(rows, rows["places"]).tolist() == [[1, 2, 3], [1, 2, 3], [2, 3, 1]]
    assert [rate.rate for rate in seat_advantage(rows)] == pytest.approx([2 / 3, 0, 1 / 3])


@pytest.mark.parametrize(
    ("scores", "gap"),
    [([[10, 30, 50], [9, 9, 12]], [20, 0]), ([[50, 30, 10], [12, 9, 9]], [20, 3])],
)
def test_the_margin_where_the_lowest_or_the_highest_wins(
    scores: list[list[int]], gap: list[int]
) -> None:
    places = [[1, 2, 3], [1, 2, 3]] if gap[1] else [[1, 2, 3], [1, 1, 3]]
    assert margins(rows_of(places, scores=scores)).tolist() == gap


def test_who_had_the_most() -> None:
    shares = np.array([[1, 0], [0, 1], [1, 0], [1, 0]])
    counts = np.array([[3, 1], [2, 0], [1, 1], [5, 4]])
    factor = most_of("most", "draws", counts, shares)
    assert (factor.games, factor.wins.rate) == (3, pytest.approx(2 / 3))  # a tie says nothing
    held = np.array([[True, False], [False, False], [False, True], [False, False]])
    assert holders_of("had", "contract", held, shares).wins.rate == 0.5
    nobody = holders_of("had", "nothing", np.zeros((4, 2), bool), shares)
    assert (nobody.games, nobody.wins.low, nobody.wins.high) == (0, 0, 1)


def test_the_games_needed_are_enough() -> None:
    """With so many games, four samples out of five show the difference."""
    random = np.random.default_rng(1)
    wide = difference("", "", random.normal(0, 5, 20_000), random.normal(1, 5, 20_000))
    assert wide.needed == pytest.approx((1.96 + 0.8416) ** 2 * 50, rel=0.1)
    games = round(wide.needed)
    seen = [
        difference("", "", random.normal(0, 5, games), random.normal(1, 5, games)).seen
        for _ in range(400)
    ]
    assert 0.7 < np.mean(seen) < 0.9
    assert difference("", "", [1, 2], [1, 2]).needed == math.inf


def test_rates_are_compared_as_means_are() -> None:
    won, lost = np.repeat([1.0, 0.0], [600, 400]), np.repeat([1.0, 0.0], [500, 500])
    means = difference("", "", lost, won)
    rates = difference_of_rates("", "", mean_of(lost.tolist()), mean_of(won.tolist()), 1000)
    assert (rates.change, rates.error) == (pytest.approx(0.1), pytest.approx(means.error))
    assert rates.needed == pytest.approx(means.needed, rel=0.01)
    assert (
        difference_of_rates("", "", mean_of([0.0, 1.0]), mean_of([0.0, 1.0]), 2).needed == math.inf
    )


def test_each_option_is_changed_alone() -> None:
    game = sidings.game("mexican-train")
    given = game.check_options({"rounds": 2}, 6)
    names = [variant.name for variant in variants(game, given, 6)]
    assert names == [
        # double-9 is too small for six
        "rounds = 3", "rounds = 1", "rounds = 4", "set = double-15", "set = double-18",
        "start = countdown", "start = set-aside", "doubles = last", "doubles = in-order",
        "doubles = own", "first_turn = train", "begin = always", "begin = never",
        "draw = until-fits", "hand = 5", "hand = 6", "hand = 7", "last_domino = call",
        "double_blank = 25", "double_blank = 50", "open_train = 5", "open_train = 10",
        "open_train = 25", "dead_double = release",
    ]  # fmt: skip


@pytest.fixture(autouse=True, scope="module")
def few_lucks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies, "LUCK_GAMES", 20)
        yield


DECK = Path(sidings.__file__).parent / "games" / "continental_express" / "deck.toml"


@pytest.fixture(scope="module")
def found() -> Study:
    """A study of Continental Express with the director and the investor changed about."""
    content = DECK.read_text("utf-8").replace("director = 4", "director = 2")
    content = content.replace("investor = 2", "investor = 4")
    game = sidings.game("continental-express", tomllib.loads(content))
    return study(game, players=3, policy="casual", games=300, seed=5, threads=1)


def test_a_study_finds_what_is_there(found: Study) -> None:
    assert sum(rate.rate for rate in found.seats) == pytest.approx(1)
    assert [one.weaker for one in found.skills] == ["novice", "random"]
    assert found.skills[1].wins.rate > 0.7  # against random
    early, _, late = (one.wins.rate for one in found.ahead)
    assert late > early > 1 / 3  # the nearer the end, the surer
    assert {one.variant for one in found.effects} == {"the standard deck"}
    luck = next(one for one in found.effects if one.measure == studies.LUCK_SHARE)
    assert (luck.before, luck.unit) == (found.luck and found.luck.share.rate, "%")
    assert 0 < luck.after < 1
    assert found.luck is not None
    assert found.luck.results.shape == (20, 3)
    assert found.luck.share.low < found.luck.share.rate < found.luck.share.high < 1
    assert abs(found.luck.total.sum(axis=1)).max() < 1e-9  # one's luck is another's loss
    assert {"deal", "objective", "take"} <= set(found.luck.lucks)
    factors = {factor.name: factor for factor in found.factors}
    assert factors["objective points"].wins.low > 1 / 3
    assert "1: boxcar, cattle (2)" in factors
    assert factors["director"].mean < 2 / 3 < factors["investor"].mean * 3


def test_a_study_is_the_same_again_and_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    first, again = (
        study("continental-express", policy="novice", games=100, threads=threads,
              progress=lambda done, total: told.append((done, total)))
        for threads in (1, 2)
    )  # fmt: skip
    assert first.rows.tobytes() == again.rows.tobytes()
    assert (first.ahead, first.skills, first.factors) == (
        again.ahead, again.skills, again.factors,
    )  # fmt: skip
    assert told[-1] == (told[-1][1], told[-1][1])
    assert first.effects == []


def test_random_players_have_nobody_weaker() -> None:
    one = study("continental-express", policy="random", games=100, threads=1)
    assert one.skills == []


def test_a_game_of_somebody_else_can_be_studied() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it has no rule of thumb
        one = study(BareGame(), policy="thumb", games=100, threads=1)
    assert one.factors == []
    assert one.luck is None
    assert [skill.weaker for skill in one.skills] == ["novice", "random"]  # its casual searches


def test_the_page_and_its_tables(
    found: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidings.lab.balance.command.study", lambda *_, **__: found)
    console = Console(file=(tmp_path / "out").open("w"), width=80)
    page = run_report(
        sidings.game("continental-express"), players=3, options={}, policy="casual", games=300,
        seed=5, out=tmp_path / "report", console=console,
    )  # fmt: skip
    console.file.close()
    text = page.read_text("utf-8")
    assert not re.search(r"(src|href)=['\"](?!data:)", text)  # it needs nothing else
    for title in ("Does it matter who begins?", "Can you come back?", "Luck or skill?",
                  "How much of the result is luck?",
                  "What would other rules change?", "a deck of your own"):  # fmt: skip
        assert title in text
    names = {path.name for path in page.parent.iterdir()}
    assert {"report.html", "seats.png", "effect-1.png", "games.csv", "decides.csv"} <= names
    with (page.parent / "games.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 300
    assert lines[7]["scores_2"] == str(found.rows["scores"][7, 1])
    with (page.parent / "effects.csv").open() as file:
        measures = [line["measure"] for line in csv.DictReader(file)]
    assert "casual beats novice" in measures


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": 99}, "at least 100 games, not 99"),
        ({"policy": "search:ms=9"}, "search:ms=9 searches"),
        ({"policy": "deep blue"}, "there is no policy 'deep blue'"),
        ({"players": 5}, "for 2 to 4 players, not 5"),
        ({"options": {"rounds": 1}}, "no option 'rounds'"),
    ],
)
def test_what_a_report_refuses(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(sidings.BadOption, match=message):
        study("game-of-trains", **settings)


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(sidings.BadOption, match="cannot be a folder"):
        run_report(
            sidings.game("game-of-trains"), players=None, options={}, policy="club", games=100,
            seed=1, out=tmp_path / "file",
        )  # fmt: skip


def test_numbers_of_games_are_round() -> None:
    assert [studies.rounded(games) for games in (0.7, 9, 987, 123456)] == [
        "2", "9", "990", "120,000",
    ]  # fmt: skip
