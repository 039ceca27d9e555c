"""Continental Express drawn for the terminal: it shows what matters, and nothing hidden."""

import pytest
from rich.console import Console

import sidings
from games.continental_express.positions import EMPTY, effect, loaded, own_deck, position

GAME = "continental-express"


def seen(table: sidings.Table, seat: int) -> str:
    """The drawing that a seat is shown, or a spectator (0)."""
    console = Console(width=100, no_color=True)
    with console.capture() as capture:
        console.print(table.game.draw(table.seen_by(seat), seat - 1, table.names))
    return capture.get()


def line_with(text: str, word: str) -> str:
    return next(line for line in text.splitlines() if word in line)


def test_the_market_has_prices_cards_and_piles() -> None:
    shown = str(loaded(lines={"b": ["cattle", "diner", None]}, piles={"a": ["fire"] * 1, "b": []}))
    prices = line_with(shown, "Market")
    assert prices.split() == ["Market", "free", "1", "ticket", "2", "tickets"]
    line = shown.splitlines()[shown.splitlines().index(prices) + 1]
    assert line.split() == ["a", "◀━", "[", "boxcar", "]", "[", "coach", "]", "[", "tanker", "]",
                            "◀━", "▒▒", "1"]  # fmt: skip
    assert line.index("boxcar") < prices.index("free") + 8 < line.index("coach")
    assert line_with(shown, "[  cattle  ]").split()[-3:] == ["·", "◀━", "empty"]
    assert "fire" not in shown


@pytest.mark.parametrize(("seat", "bright"), [(1, 2), (2, 1), (0, 0)])
def test_the_prices_that_one_can_pay_stand_out(seat: int, bright: int) -> None:
    table = loaded(tickets=[1, 0])
    console = Console(width=100, force_terminal=True, color_system="standard")
    with console.capture() as capture:
        console.print(table.game.draw(table.seen_by(seat), seat - 1, table.names))
    prices = line_with(capture.get(), "Market")
    assert prices.count("\x1b[1;32m") == bright


def test_the_objectives_say_what_the_viewer_lacks() -> None:
    table = loaded(wagons=[{"coach": 3, "diner": 1}, {"tanker": 1, "locomotive": 1}])
    mine, theirs, nobodys = seen(table, 1), seen(table, 2), seen(table, 0)
    assert "(Y) yellow   4 points  3 coach" in mine
    assert "you have the wagons ✓" in line_with(mine, "3 coach         ")
    assert "you lack cattle" in line_with(mine, "cattle + diner")
    assert "you lack 2 of 3 coach" in line_with(theirs, "points  3 coach")
    assert "you have the wagons ✓" in line_with(theirs, "2 tanker")
    assert "lack" not in nobodys
    assert "✓" not in nobodys
    assert "▒▒ 17 more" in mine


def test_each_player_has_a_depot_a_purse_and_a_company() -> None:
    table = loaded(
        3,
        wagons=[{"coach": 2, "locomotive": 1}],
        tickets=[2, 1, 0],
        tokens=[{"red": 2, "blue": 1}],
        validated=[[1, 8], [], []],
    )
    shown = str(table)
    assert "1 Seat 1 ◀" in shown
    assert "2 coach + locomotive" in shown
    assert "2 tickets   tokens (B) (R) (R)   2 of 4 objectives (B)2 (Y)6" in shown
    assert "1 ticket\n" in shown
    assert "empty depot" in line_with(shown, "3 Seat 3")
    assert [line[0] for line in shown.splitlines() if " Seat " in line[:7]] == ["2", "3", "1"]


def test_one_sees_only_ones_own_contract() -> None:
    table = loaded(contracts=["triplets", "black"])
    assert "7 points for each three icons of one colour (now 0)" in seen(table, 1)
    assert "black" not in seen(table, 1)
    assert "2 points for each black icon (now 0)" in seen(table, 2)
    assert "three icons" not in seen(table, 2)
    assert seen(table, 0).count("contract ?") == 2


def test_the_offered_contracts_are_told_in_words_to_their_owner_only() -> None:
    dealt = sidings.deal(GAME, seed=1).dump()
    first = dealt["turn"] - 1
    offered = [["two-pairs", "green"], ["four", "trios"]]
    table = sidings.load(dealt | {"offered": offered[::-1] if first else offered})
    shown = str(table)
    assert "contract 1: 7 points for two pairs of two colours" in shown
    assert "contract 2: 2 points for each green icon" in shown
    assert "four" not in shown
    assert shown.count("chooses a contract") == 1
    assert "Market" not in shown
    assert "Objectives" not in shown
    table.play("contract 2")
    assert "contract: 2 points for each green icon" in seen(table, first + 1)
    assert "contract ?" in str(table)


@pytest.mark.parametrize(
    ("start", "asked"),
    [
        (position(), "Take a card and pay for its column."),
        (position(**effect("investor")), "Your Investor: take another card, free of charge"),
        (position(**effect("director")), "Your Director: take a company token, or decline."),
        (position(**effect("pickpocket"), tickets=[0, 1]), "Your Pickpocket: rob somebody"),
        (
            position(**effect("pointsman"), wagons=[{"coach": 1}, {"diner": 1}]),
            "Your Pointsman: trade a wagon",
        ),
        (position(phase="objective", wagons=[{"coach": 3}]), "Validate an objective, or be done."),
    ],
)
def test_one_line_says_what_is_asked(start: dict[str, object], asked: str) -> None:
    table = sidings.load(start)
    assert asked in seen(table, 1)
    assert asked not in seen(table, 2)
    assert "Seat 1 is to play." in seen(table, 2)


def test_the_last_turns_are_announced() -> None:
    shown = str(loaded(3, turn=2, last_turns=2, validated=[[1, 2, 3, 4], [], []]))
    assert "Last turns: 2 left, this one included." in shown
    assert "Last turns" not in str(loaded())


def test_the_end_shows_every_contract_and_the_sum() -> None:
    start = {"validated": [[1, 2, 3], [8]], "tickets": [1, 2], "contracts": ["pairs", "yellow"]}
    shown = str(loaded(**EMPTY, turn=None, phase="over", **start))
    assert "Seat 1 won, scores [16, 10]" in shown
    assert "contract: 3 points for each pair of icons of one colour" in shown
    assert "objectives 12 + contract 3 + tickets 1 = 16" in shown
    assert "objectives 6 + contract 2 + tickets 2 = 10" in shown
    assert "The train has arrived." in shown
    assert "◀\n" not in shown


def test_a_reconstructed_deck_is_called_so() -> None:
    assert "a reconstruction" in str(sidings.deal(GAME, seed=1))
    boxed = own_deck(reconstructed=False)
    assert "reconstruction" not in str(sidings.deal(GAME, seed=1, deck=boxed))
