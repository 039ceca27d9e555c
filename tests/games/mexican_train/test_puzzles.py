import sidings
from sidings.games.mexican_train.puzzles import BY_TERM, theme
from sidings.games.mexican_train.state import DOMINO, DRAW


def test_what_a_puzzle_is_about() -> None:
    s = sidings.deal("mexican-train", 2, seed=1).state
    assert theme(s, int(DOMINO[3, 3]), 1) == "double"
    assert [theme(s, int(DOMINO[3, 4]), term) for term in range(len(BY_TERM))] == list(BY_TERM)
    assert theme(s, DRAW, -1) == "place"
    s.hand_sizes[s.turn] = 2
    assert theme(s, int(DOMINO[3, 3]), 1) == "finish"
