"""The statistics of a tournament."""

from typing import Any

import pytest
from rich.console import Console

from sidings.lab.arena.standings import Row, Standings


def rows(*games: tuple[int, str, str]) -> list[Row]:
    """Games of two as (deal, winner, loser), with the winner at seat 1."""
    made = []
    for number, (deal, winner, loser) in enumerate(games):
        for seat, bot in enumerate((winner, loser), start=1):
            won = float(seat == 1)
            made.append(Row(0, deal, number, seat, bot, 3 - seat, seat, won, 10, 0.5, ""))
    return made


def test_wins_ratings_and_margins() -> None:
    games = [
        (0, "a", "b"),
        (0, "a", "b"),
        (1, "a", "b"),
        (1, "b", "a"),
        (2, "b", "c"),
        (2, "b", "c"),
    ]
    standings = Standings(rows(*games), ["c", "b", "a", "absent"])
    assert standings.bots == ["a", "b", "c"]
    assert standings.standing("a").wins.rate == 0.75
    assert standings.standing("b").games == 6
    assert standings.standing("a").moves_per_second == 20
    assert standings.margins("a", "b") == {0: 1.0, 1: 0.0}
    beats = standings.beats("a", "b")
    assert beats is not None
    assert beats.rate == 0.75
    assert standings.beats("a", "c") is None
    assert standings.beats("a", "a") is None


def test_nobody_is_rated_by_games_against_themselves() -> None:
    standings = Standings(rows((0, "a", "a"), (1, "a", "a")), ["a"])
    assert standings.ratings["a"] == pytest.approx((25.0, 25 / 3))
    assert standings.standing("a").wins.rate == 0.5


def shown(thing: Any, width: int = 120) -> str:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(thing)
    return capture.get()


def test_the_upper_bound_is_printed_where_it_was_measured() -> None:
    games = [(deal, winner, "thumb") for deal in range(3) for winner in ("clairvoyant", "master")]
    standings = Standings(rows(*games), ["master", "clairvoyant", "thumb"])
    text = shown(standings)
    assert "master reaches 100.0% [100.0%, 100.0%] of clairvoyant's advantage over thumb" in text


def test_games_that_would_not_end_are_counted() -> None:
    made = rows((0, "a", "b"), (1, "a", "b"))
    assert "stopped" not in shown(Standings(made, ["a", "b"]))
    made[0] = made[0]._replace(moves=4990)  # 10 of the other's
    text = shown(Standings(made, ["a", "b"]))
    assert "1 game stopped after 5,000 moves" in text


def test_the_table_fits_eighty_columns() -> None:
    made = [
        row._replace(score=-1000 - number, moves=60_000, faults="; ".join(["late"] * 1234))
        for number, row in enumerate(rows((0, "program:python bots/my_first_bot.py", "random")))
    ]
    text = shown(Standings(made, ["program:python bots/my_first_bot.py", "random"]), 80)
    assert "1 game on 1 duplicated deal\n" in "\n".join(map(str.rstrip, text.split("\n")))
    assert text.count(" 1234\n") == 2
    assert "nan" not in text


def test_many_kinds_of_faults_are_cut_short() -> None:
    made = rows((0, "a", "b"))
    made[0] = made[0]._replace(faults="; ".join(f"fault {i}" for i in range(8)) + "; fault 3")
    text = shown(Standings(made, ["a", "b"]))
    assert "2 × a: fault 3" in text
    assert "… and 3 more kinds of fault" in text
