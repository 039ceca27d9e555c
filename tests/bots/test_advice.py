"""Advice: chances, their uncertainty, and reasons."""

import math

import pytest

import sidings
from sidings.bots.advice import SHOWN, Advice, Judgement, _judge, advise
from sidings.bots.search import Estimate


@pytest.mark.parametrize("game", sidings.game_names())
def test_every_legal_move_is_judged(game: str) -> None:
    table = sidings.deal(game, seed=7)
    while len(table.moves()) == 1:
        table.play(table.moves()[0])
    before = table.state.tobytes()
    advice = advise(table, playouts=200)
    assert sorted(one.move for one in advice) == sorted(table.moves())
    assert all(0 <= one.chance <= 1 and one.error >= 0 and one.playouts for one in advice)
    assert advice.best is advice[0]
    assert table.state.tobytes() == before
    phrases = {phrase for pair in table.game.part("bot").TERMS for phrase in pair}
    assert all(
        one.why.removeprefix("does well in play, though it ") in {*phrases, "much like the others"}
        for one in advice
    )
    assert table.advise(ms=1).best.move in table.moves()


@pytest.mark.parametrize("ms", [math.nan, math.inf, -1, 10**400])
def test_a_time_without_an_end_is_refused(ms: float) -> None:
    with pytest.raises(sidings.BadOption, match=r"of a search is 0 to|a search needs an end"):
        sidings.deal("game-of-trains", seed=7).advise(ms=ms)


def test_advice_does_not_know_what_is_hidden() -> None:
    """Two tables that differ only in the order of the deck are advised alike."""
    position = sidings.deal("game-of-trains", seed=7).dump()
    turned = position | {"deck": position["deck"][::-1]}
    one, two = (advise(sidings.load(p), playouts=100) for p in (position, turned))
    assert list(one) == list(two)


def test_where_search_and_the_rule_of_thumb_disagree_it_is_said() -> None:
    table = sidings.deal("game-of-trains", seed=7)
    found = Estimate(table.actions()[0], 0.5, 0.1, 20)

    def judged(reason: str, favours: bool, best: bool) -> tuple[str, str, bool]:
        one = _judge(table.game, table._states, found, reason, favours, best)
        return one.why, one.reason, one.despite

    against = "costs tickets"
    assert judged(against, False, True) == (
        f"does well in play, though it {against}",
        against,
        True,
    )
    assert judged(against, False, False) == (against, against, False)
    assert judged("gains tickets", True, True) == ("gains tickets", "gains tickets", False)


def test_advice_as_text() -> None:
    judgements = [Judgement(f"place {i}", 0.5, 0.02, 100, "because") for i in range(SHOWN + 3)]
    text = str(Advice(judgements))
    assert "place 0" in text
    assert "50% ± 4%" in text
    assert "… and 3 more" in text
    assert str(judgements[0]) == "place 0: 50% ± 4%; because"
    assert str(Judgement("draw", 0.0, 0.5, 0, "the only move")) == "draw: -; the only move"


def test_a_finished_game_has_no_advice() -> None:
    table = sidings.deal("game-of-trains", seed=7)
    position = table.dump()
    position |= {"phase": "over", "turn": None, "drawn": None}
    position["trains"] = [[2, 14, 23, 33, 44, 55, 60], [71, 61, 52, 46, 31, 21, 12]]
    position["row"] = []
    used = {card for train in position["trains"] for card in train}
    position["deck"] = [card for card in range(1, 85) if card not in used]
    with pytest.raises(sidings.BadOption, match="the game is over"):
        sidings.load(position).advise()
