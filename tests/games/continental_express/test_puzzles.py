import sidings
from sidings.games.continental_express.puzzles import BY_TERM, theme
from sidings.games.continental_express.rules import CHOOSE, DONE, ROB, ROBBING, TAKE, TAKING


def test_what_a_puzzle_is_about() -> None:
    s = sidings.deal("continental-express", 2, seed=1).state
    assert theme(s, CHOOSE, -1) == "contract"
    assert theme(s, DONE, -1) == "objective"
    s.phase = ROBBING
    assert theme(s, ROB, 2) == "character"
    s.phase = TAKING
    assert [theme(s, TAKE, term) for term in range(len(BY_TERM))] == list(BY_TERM)
    assert theme(s, TAKE, -1) == "later"
