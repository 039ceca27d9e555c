"""Mexican Train drawn: what matters is there, what is hidden is not."""

from typing import Any

from games.mexican_train.positions import loaded

LONG = "12-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8"


def lines(*hands: str, **given: Any) -> dict[str, str]:
    """The lines of the drawing by their first words."""
    shown = str(loaded(*hands, **given))
    return {" ".join(line.split()[:3]): line for line in shown.splitlines() if line.strip()}


def test_the_station_says_round_engine_and_boneyard() -> None:
    shown = str(loaded("5-7", "0-0", round=2, scores=[5, 17], options={"rounds": 3}))
    assert "Mexican Train: Seat 1 to play" in shown
    assert "Station [12|12]   Round 2 of 3   Boneyard 88" in shown
    assert "17 ▟█▙▖" in shown


def test_a_train_is_drawn_to_its_open_end_and_folded_when_long() -> None:
    shown = str(loaded("8-9", "0-0", trains=[LONG, "12-0 0-3"]))
    assert "▟█▙▖ +3… [3|4][4|5][5|6][6|7][7|8]" in shown
    assert "[12|0][0|3]" in shown
    assert "12  not begun" in shown  # the Mexican train


def test_signals_show_which_trains_are_open_to_the_player_in_turn() -> None:
    given: dict[str, Any] = {"trains": ["12-5", "12-1", "12-2"], "markers": [False, False, True]}
    found = lines("5-7", "0-0", "0-1", **given)
    assert "● 1 Seat" in found
    assert "○ 2 Seat" in found
    assert found["● 3 Seat"].endswith("[12|2] ⚑ marked")
    assert "● m Mexican" in found


def test_an_unconfirmed_double_stands_out() -> None:
    found = lines("5-7", "0-0", trains=["", "12-5 5-5"], double=2)
    assert found["● 2 Seat"].endswith("[12|5][5|5] confirm 5!")
    assert "○ 1 Seat" in found


def test_the_hand_is_sorted_and_what_can_be_played_is_lifted() -> None:
    shown = str(loaded("7-9 5-7 0-11 2-5", "0-0", trains=["12-5", ""]))
    assert "Your hand          0|11 [2|5] [5|7] 7|9" in shown


def test_the_domino_drawn_is_the_viewers_secret() -> None:
    table = loaded("0-1", "0-0", trains=["12-5", ""], boneyard="5-11")
    table.play("draw")
    assert "You drew           [5|11]" in str(table)
    names = ["Ann", "Bob"]
    assert "5|11" not in drawn_for(table, 2, names)
    assert "Ann                drew a domino" in drawn_for(table, 2, names)


def test_no_hidden_domino_is_shown() -> None:
    table = loaded("5-7", "0-9 1-8", "2-7", trains=["12-5", "", ""])
    shown = str(table)
    assert not any(domino in shown for domino in ("0|9", "1|8", "2|7"))
    spectator = drawn_for(table, 0, table.names)
    assert not any(domino in spectator for domino in ("5|7", "0|9", "1|8", "2|7", "Your hand"))


def test_at_the_end_all_hands_are_shown() -> None:
    table = loaded("5-7", "1-2 6-6", trains=["12-5", ""])
    table.play("5-7 on 1")
    shown = str(table)
    assert "Seat 1 won" in shown
    assert "Seat 2             1|2 6|6" in shown
    assert "●" not in shown
    assert "◀" not in shown


def drawn_for(table: Any, seat: int, names: list[str]) -> str:
    from io import StringIO

    from rich.console import Console

    console = Console(file=StringIO(), width=100, no_color=True)
    console.print(table.game.draw(table.seen_by(seat), seat - 1, names))
    return str(console.file.getvalue())  # type: ignore[attr-defined]  # it is the StringIO above
