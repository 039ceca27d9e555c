import sidings
from sidings.games.game_of_trains.puzzles import BY_TERM, theme
from sidings.games.game_of_trains.rules import DRAW, KEEP, LOCK, REMOVE, TURN


def test_what_a_puzzle_is_about() -> None:
    s = sidings.deal("game-of-trains", 2, seed=1).state
    assert theme(s, KEEP, 1) == "set-up"
    s.phase = TURN
    assert theme(s, LOCK, 1) == "protect"
    assert theme(s, REMOVE, 1) == "take"
    assert [theme(s, DRAW, term) for term in range(len(BY_TERM))] == list(BY_TERM)
    assert theme(s, DRAW, -1) == "order"
