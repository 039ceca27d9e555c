"""A game of one's own device is taken along as far as it could have happened here."""

from typing import Any

import pytest

from sidings.tables import Refused, rebuild
from sidings.tables.commands import PlayMove
from sidings.tables.entries import Move, moves_of
from sidings.tables.fairness import hash_of_key
from sidings.tables.taken import Deed, follow
from tables.people import ANN, LEVELS, LINKS, SECRET, Played

COMMITMENT = hash_of_key(Played().state.key())
START = Deed("start", commitment=COMMITMENT)
ALONE = [Deed("sit", 1, "Ann"), Deed("bot", 2, level="casual")]
TWO = [Deed("sit", 1, "Ann"), Deed("sit", 2, "Leo")]


def taken(*log: str | Deed, **rules: Any) -> Played:
    table = Played(**rules)
    table.log = follow(table.state, log, ANN, LEVELS)
    return table


def why_not(*log: str | Deed, **rules: Any) -> str:
    with pytest.raises(Refused) as refusal:
        taken(*log, **rules)
    return refusal.value.message


def play_on(log: list[str | Deed], moves: int) -> list[str | Deed]:
    """The same log with so many moves more, each the first that is legal."""
    for _ in range(moves):
        log = [*log, taken(*log).moves()[0]]
    return log


def test_everything_happens_again() -> None:
    log = play_on([*ALONE, START], 4)
    table = taken(*log, Deed("takeback", 1))
    state = table.state
    assert state.taken_back == 1
    assert state.turn == 1
    assert {entry.by for entry in table.log if isinstance(entry, Move)} == {"person", "bot"}
    again = rebuild(table.header, SECRET, LINKS, state.runtime, table.log)
    assert again.position_bytes.tobytes() == state.position_bytes.tobytes()  # type: ignore[union-attr]
    table.do(ANN, PlayMove, move=table.moves()[0])  # and the game goes on
    assert len(moves_of(table.log)) < len(log)


@pytest.mark.parametrize(
    ("deed", "how", "kind"),
    [
        (Deed("resign", 1), "resigned", "person"),
        (Deed("abandon", 1), "abandoned", "person"),
        (Deed("bot", 1, level="casual"), "abandoned", "bot"),
        (Deed("leave", 1), None, "free"),
    ],
)
def test_ways_out(deed: Deed, how: str | None, kind: str) -> None:
    state = taken(*ALONE, START, deed).state
    assert (state.ending and state.ending.how) == how
    assert state.seats[0].kind == kind


def test_a_seat_can_be_taken_again() -> None:
    left: list[str | Deed] = [*ALONE, START]
    while taken(*left).state.turn != 1:
        left = play_on(left, 1)
    left.append(Deed("leave", 1))
    assert why_not(*left, "draw") == f"entry {len(left) + 1}: there is nobody to move"
    assert taken(*left, Deed("sit", 1, "Ann")).state.seats[0].name == "Ann"


def test_people_of_one_device() -> None:
    words = Deed("contribute", 2, words="hello")
    open_table = Played(pass_and_play=True)
    open_table.state.words[2] = "hello"
    start = Deed("start", commitment=hash_of_key(open_table.state.key()))
    state = taken(*TWO, words, start, pass_and_play=True).state
    assert state.seats_of(ANN.id) == [1, 2]
    assert "one person has one seat" in why_not(*TWO, START)


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (ALONE, "the game has not begun"),
        ([*ALONE, Deed("start")], "entry 3: the secret does not fit the commitment"),
        ([*ALONE, START, "fly"], "entry 4:"),
        ([*ALONE, START, Deed("takeback")], "entry 4: only your own last move"),
        ([*ALONE, "draw"], "entry 3: there is nobody to move"),
        ([Deed("sit", 1, "Ann"), Deed("sit", 1, "Leo")], "entry 2: seat 1 is not free"),
        ([Deed("sit", 3, "Ann")], "entry 1: seat 3 is not free"),
        ([Deed("bot", 1, level="genius")], "entry 1: the bots are random, casual"),
    ],
)
def test_what_could_not_have_happened_is_refused(log: list[str | Deed], reason: str) -> None:
    assert why_not(*log).startswith(reason)
