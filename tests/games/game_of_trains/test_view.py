"""Game of Trains for the page: views, choices, and the events of every move."""

import random
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

import sidings
from games.game_of_trains.positions import (
    ALMOST,
    ANN,
    BOB,
    CARDS,
    CAT,
    LEFT,
    OPEN,
    OVER,
    PROTECT,
    REMOVE_LEFT,
    REMOVE_RIGHT,
    RIGHT,
    SWAP,
    lock,
    position,
)
from rulebook import rule
from sidings.games.game_of_trains import rules, view
from sidings.games.game_of_trains.view import Event
from sidings.kernel.events import new_events, rows_of
from sidings.kernel.play import apply_telling_at, hide_events_for
from sidings.play.moves import find_action
from sidings.play.table import Table


def rows(table: Table, move: str, seat: int) -> list[list[int]]:
    """The rows of a move's events as a seat (0 for a spectator) may know them."""
    game = table.game
    states = np.array([table.state], game.dtype)
    events, seen = new_events(game.most_events), new_events(game.most_events)
    apply_telling_at(states, 0, find_action(game, table.state, table.actions(), move), events)
    hide_events_for(events, seat - 1, seen)
    return rows_of(seen)


def events(table: Table, move: str, seat: int) -> list[Event]:
    told: list[Event] = list(table.game.tell(rows(table, move, seat)))
    return told


def happens(move: str, *trains: list[int], seat: int = 0, **given: Any) -> list[str]:
    """The events of a move in a position, each as a line."""
    told = events(sidings.load(position(*trains, **given)), move, seat)
    return [line(event) for event in told]


def line(event: Event) -> str:
    words = [str(event.seat), event.do, "?" if event.card is None else str(event.card)]
    words += [event.source, event.target, str(event.amount or "")]
    return " ".join(word for word in words if word)


# --- Events


@rule("GT-4", "GT-5", "GT-22")
def test_setting_up() -> None:
    start = {"phase": "setup", "drawn": [[], [33, 44]], "turn": 2, "row": [70]}
    trains = [[40, *ANN[1:]], [79, *BOB[1:]]]
    told = [
        "2 discarded 44 drawn discard",
        "2 laid 79 wagon-1 row",
        "2 placed 33 drawn wagon-1",
        "0 cancelled 70 row discard",
        "0 cancelled 79 row discard",
        "0 began ?",
        "1 turn ?",
    ]
    assert happens("keep 33 at 1", *trains, seat=2, **start) == told
    told[0] = "2 discarded ? drawn discard"
    assert happens("keep 33 at 1", *trains, seat=1, **start) == told
    assert happens("keep 33 at 1", *trains, seat=0, **start) == told


@rule("GT-6", "GT-22")
def test_only_who_draws_sees_the_card() -> None:
    assert happens("draw", ANN, BOB, seat=1) == ["1 drew 84 deck drawn"]
    assert happens("draw", ANN, BOB, seat=2) == ["1 drew ? deck drawn"]


@rule("GT-6", "GT-17")
def test_placing_on_a_locked_wagon() -> None:
    start = {"phase": "place", "drawn": 40, "locks": [lock(right=26), OPEN]}
    assert happens("place 7", ANN, BOB, **start) == [
        "1 laid 11 wagon-7 row",
        "1 unlocked 26 lock-right discard",
        "1 placed 40 drawn wagon-7",
        "2 turn ?",
    ]


@rule("GT-9", "GT-10", "GT-11", "GT-12")
@pytest.mark.parametrize(
    ("move", "card", "told"),
    [
        ("swap 2 3", SWAP, ["50 wagon-3 wagon-2", "60 wagon-2 wagon-3"]),
        ("swap 2 4", OVER, ["45 wagon-4 wagon-2", "60 wagon-2 wagon-4"]),
        ("move 1 right", RIGHT, ["60 wagon-2 wagon-1", "50 wagon-3 wagon-2", "70 wagon-1 wagon-3"]),
        ("move 7 left", LEFT, ["20 wagon-6 wagon-7", "30 wagon-5 wagon-6", "11 wagon-7 wagon-5"]),
    ],
)
def test_wagons_that_change_places(move: str, card: int, told: list[str]) -> None:
    assert happens(move, ANN, BOB, row=[card]) == [
        f"1 used {card} row discard",
        *(f"1 moved {one}" for one in told),
        "2 turn ?",
    ]


@rule("GT-17")
def test_a_wagon_that_moves_loses_its_lock() -> None:
    told = happens("swap 3 4", ANN, BOB, row=[SWAP], locks=[lock(middle=2), OPEN])
    assert "1 unlocked 2 lock-middle discard" in told


@rule("GT-16")
def test_protecting() -> None:
    told = happens("protect middle", ANN, BOB, row=[PROTECT])
    assert told == [f"1 protected {PROTECT} row lock-middle", "2 turn ?"]


@rule("GT-13", "GT-16", "GT-19")
def test_a_removal_is_told_step_by_step() -> None:
    rest = sorted(CARDS - {*ANN, *BOB, *CAT, REMOVE_LEFT, 2, 80})
    start = {"row": [REMOVE_LEFT], "locks": [OPEN, lock(left=2), OPEN], "turn": 3}
    trains = [[76, *ANN[1:]], BOB, [70, *CAT[1:]]]  # 70 and 76 are move-left
    rest = sorted(set(rest) - {76} | {72})
    assert happens("remove left", *trains, deck=[80], discard=rest, **start)[:7] == [
        f"3 used {REMOVE_LEFT} row discard",
        "3 removed 70 wagon-1 row",
        "1 removed 76 wagon-1 row",
        "2 spared 71 wagon-1 wagon-1",
        "0 cancelled 70 row discard",
        "0 cancelled 76 row discard",
        "3 redrew 80 deck wagon-1",
    ]
    told = happens("remove left", *trains, deck=[80], discard=rest, **start)[7:]
    assert told[0] == f"0 reshuffled ? discard deck {len(rest) + 3}"
    assert told[1].startswith("1 redrew")
    assert told[2:] == ["1 turn ?"]


@rule("GT-19")
def test_the_discards_are_shuffled_when_the_last_card_is_drawn() -> None:
    rest = sorted(CARDS - {*ANN, *BOB, 84})
    told = happens("draw", ANN, BOB, deck=[84], discard=rest)
    assert told == ["1 drew ? deck drawn", "0 reshuffled ? discard deck 69"]


@rule("GT-20")
def test_a_win_by_the_own_action_and_by_a_removal() -> None:
    assert happens("place 7", ALMOST, BOB, phase="place", drawn=84)[-1] == "1 won ?"
    told = happens("remove right", ANN, ALMOST, CAT, row=[REMOVE_RIGHT], deck=[80, 79, 78])
    assert told[-2:] == ["2 redrew 79 deck wagon-7", "2 won ?"]


# Plain Python plays with two, the fewest; compiled code with every number of players.
PLAYERS = [2, *(pytest.param(players, marks=pytest.mark.compiled) for players in (3, 4))]


@cache
def played(players: int) -> list[tuple[Table, str]]:
    """Positions of a random game with the moves made in them; rare moments are loaded."""
    table, choose = sidings.deal("game-of-trains", players=players, seed=players), random.Random(3)
    found = []
    for _ in range(160):
        if table.turn is None:
            break
        found.append((table.copy(), choose.choice(table.moves())))
        table.play(found[-1][1])
    wins = [
        ("place 7", position(ALMOST, BOB, phase="place", drawn=84)),
        ("remove right", position(ANN, ALMOST, CAT, row=[REMOVE_RIGHT], deck=[80, 79, 78])),
        ("draw", position(ANN, BOB, deck=[84], discard=sorted(CARDS - {*ANN, *BOB, 84}))),
    ]
    return found + [(sidings.load(start), move) for move, start in wins]


@rule("GT-22")
@pytest.mark.parametrize("players", PLAYERS)
def test_events_lead_from_the_position_before_a_move_to_the_one_after(players: int) -> None:
    for table, move in played(players):
        after = table.copy()
        after.play(move)
        for seat in range(table.players + 1):
            followed = table.dump(seat=seat)
            for event in events(table, move, seat):
                table.game.follow(followed, event)
            assert followed == after.dump(seat=seat), (table.dump(), move)


@rule("GT-22")
@pytest.mark.parametrize("players", PLAYERS)
def test_what_a_seat_may_not_know_is_blank_in_its_events(players: int) -> None:
    for table, move in played(players):
        for seat in range(table.players + 1):
            for event in events(table, move, seat):
                if event.do in ("drew", "discarded"):
                    assert (event.card is None) == (event.seat != seat)


def test_every_kind_of_event_happens() -> None:
    told = {
        event.do for n in (2, 3, 4) for table, move in played(n) for event in events(table, move, 0)
    }
    assert told == set(rules.EVENTS) == set(view.EVENTS)


def test_the_names_are_in_the_order_of_the_rules() -> None:
    assert (view.EVENTS, view.ABILITIES) == (rules.EVENTS, rules.ABILITIES)
    assert view.PLACES[rules.AT_DRAWN] == "drawn"
    assert view.PLACES[rules.AT_WAGON + 6] == "wagon-7"
    assert view.PLACES[rules.AT_LOCK :] == ("lock-left", "lock-middle", "lock-right")


# --- Views


@rule("GT-22")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_has_the_keys_of_the_position(players: int) -> None:
    for table, _ in played(players):
        for seat in range(table.players + 1):
            seen = view_of(table, seat)
            position = table.dump(seat=seat)
            assert {key: seen[key] for key in table.game.keys} == {
                key: position[key] for key in table.game.keys
            }


def view_of(table: Table, seat: int) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(table.game.view(table.seen_by(seat), seat - 1))
    return shown


@rule("GT-2")
def test_couplings_are_in_order_where_the_numbers_ascend() -> None:
    over = {"phase": "over", "turn": None}
    gap = [0, 14, 23, 33, 44, 55, 1]
    start = position([2, 3, 4, 5, 6, 7, 8], gap, **over)
    assert view_of(sidings.load(start), 1)["couplings"] == [
        [True] * 6,
        [False, True, True, True, True, False],
    ]


@rule("GT-16")
def test_protected_wagons_are_shown_by_position() -> None:
    table = sidings.load(position(ANN, BOB, locks=[lock(left=2, right=26), OPEN]))
    assert view_of(table, 2)["protected"] == [[True] + 5 * [False] + [True], 7 * [False]]


@rule("GT-4", "GT-6", "GT-22")
def test_hands_are_the_drawn_cards_of_each_seat() -> None:
    table = sidings.load(position(ANN, BOB, phase="setup", drawn=[[40], [33, 44]]))
    assert view_of(table, 2)["hands"] == [["?"], [33, 44]]
    table = sidings.load(position(ANN, BOB, phase="place", drawn=40))
    assert view_of(table, 1)["hands"] == [[40], []]
    assert view_of(table, 0)["hands"] == [["?"], []]


@rule("GT-1")
def test_a_view_knows_the_abilities_of_the_deck() -> None:
    custom = {str(card): "protect" if card < 5 else "move-left" for card in CARDS}
    table = sidings.deal("game-of-trains", deck=custom, seed=1)
    assert list(view_of(table, 1)["abilities"]) == 4 * ["protect"] + 80 * ["move-left"]


# --- Choices


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_choice_for_each_legal_move(players: int) -> None:
    for table, _ in played(players):
        seen = table.seen_by(table.turn or 0)
        choices = table.game.choices(seen, table.actions())
        assert [choice.move for choice in choices] == table.moves()


def choice(move: str, *trains: list[int], **given: Any) -> dict[str, Any]:
    table = sidings.load(position(*trains, **given))
    choices = table.game.choices(table.seen_by(table.turn or 0), table.actions())
    found: dict[str, Any] = msgspec.to_builtins(next(c for c in choices if c.move == move))
    return found


def test_what_drawing_and_placing_touch() -> None:
    assert choice("draw", ANN, BOB) == {"move": "draw", "do": "draw"}
    kept = choice("keep 44 at 3", ANN, BOB, phase="setup", drawn=[[], [33, 44]], turn=2, row=[SWAP])
    assert kept == {"move": "keep 44 at 3", "do": "keep", "card": 44, "wagons": [3]}
    placed = choice("place 7", ANN, BOB, phase="place", drawn=40)
    assert placed == {"move": "place 7", "do": "place", "card": 40, "wagons": [7]}


@pytest.mark.parametrize(
    ("move", "card", "touched"),
    [
        ("swap 2 3", SWAP, {"do": "swap", "ability": "swap-adjacent", "wagons": [2, 3]}),
        ("swap 5 7", OVER, {"do": "swap", "ability": "swap-over-one", "wagons": [5, 7]}),
        ("move 1 right", RIGHT, {"do": "move", "ability": "move-right", "wagons": [1]}),
        ("move 3 left", LEFT, {"do": "move", "ability": "move-left", "wagons": [3]}),
        ("protect middle", PROTECT, {"do": "protect", "ability": "protect", "wagons": [4]}),
    ],
)
def test_what_an_ability_touches(move: str, card: int, touched: dict[str, Any]) -> None:
    assert choice(move, ANN, BOB, row=[card]) == {"move": move, "card": card} | touched


@rule("GT-13", "GT-16")
def test_a_removal_names_those_who_lose_a_wagon() -> None:
    locks = [OPEN, lock(left=2), OPEN]
    removal = choice("remove left", ANN, BOB, CAT, row=[REMOVE_LEFT], locks=locks)
    assert (removal["wagons"], removal["seats"]) == ([1], [1, 3])


def test_the_moves_that_the_page_asks_about_are_written_as_moves_are() -> None:
    told = view.constants()
    written = [told["DRAW"], *told["PLACE"], *told["USE"].values(), *filter(None, told["PROTECT"])]
    game, table = sidings.game("game-of-trains"), sidings.deal("game-of-trains")
    actions = [game.read_move(table.state, move.split()) for move in written]
    assert [game.write_move(table.state, action) for action in actions] == written  # type: ignore[arg-type]
