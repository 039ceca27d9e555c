"""The deal of the day: the same for everybody, and checked."""

import datetime

import pytest

import sidings
from high_card import HighCard
from sidings.bots.daily import DailyBot, check_daily, daily
from sidings.bots.solo import points_of, solo_of
from sidings.play.observation import observe

DAY = datetime.date(2026, 11, 16)


def played(day: datetime.date = DAY) -> list[str]:
    """The moves of a game of the day in which the person always plays the first legal move."""
    table = daily("game-of-trains", day)
    bots = DailyBot(table)
    while table.turn is not None and len(table.history) < 400:
        table.play(table.moves()[0] if table.turn == 1 else bots.choose(observe(table)))
    return table.history


@pytest.mark.compiled
def test_the_same_moves_meet_the_same_replies() -> None:
    moves = played()
    assert moves == played()
    assert moves != played(DAY + datetime.timedelta(days=1))
    check = daily("game-of-trains", DAY)
    check_daily(check, moves)
    assert check.result is not None


@pytest.mark.compiled
def test_what_did_not_happen_is_refused() -> None:
    moves = played()
    with pytest.raises(sidings.BadOption, match="not over"):
        check_daily(daily("game-of-trains", DAY), moves[:-1])
    with pytest.raises(sidings.BadOption, match="over before"):
        check_daily(daily("game-of-trains", DAY), [*moves, "draw"])
    with pytest.raises(sidings.BadOption, match="at most"):
        check_daily(daily("game-of-trains", DAY), ["draw"] * 3000)
    table = daily("game-of-trains", DAY)
    bots = DailyBot(table)
    while table.turn == 1 or len(table.moves()) == 1:
        table.play(table.moves()[0] if table.turn == 1 else bots.choose(observe(table)))
    reply = bots.choose(observe(table))
    other = next(move for move in table.moves() if move != reply)
    with pytest.raises(sidings.BadOption, match="plays another move"):
        check_daily(daily("game-of-trains", DAY), [*table.history, other])


@pytest.mark.parametrize("name", sidings.game_names())
def test_every_game_says_how_it_is_played_alone(name: str) -> None:
    game = sidings.game(name)
    plan = solo_of(game).daily
    game.check_options(plan.options, game.check_players(plan.players))
    points = points_of(game)
    assert sorted(points, key=lambda level: points[level]) == list(points)


def test_a_game_that_says_nothing_has_an_even_ladder() -> None:
    points = list(points_of(HighCard()).values())
    assert points == sorted(points)
    assert solo_of(HighCard()).daily.players == 2
